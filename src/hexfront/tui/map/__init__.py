"""The map in characters."""
