"""What the points of an experiment say together: metamodels, trees, boxes, choices."""
