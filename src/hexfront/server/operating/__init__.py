"""What an operator looks at and does: health, figures, logs, the operator's page."""
