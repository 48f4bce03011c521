"""What studies count."""
