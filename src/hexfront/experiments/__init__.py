"""Designed experiments: which points of a scenario's numbers are played, and what comes of it."""
