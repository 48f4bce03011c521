"""Engagements, frame by frame (IDX-5)."""
