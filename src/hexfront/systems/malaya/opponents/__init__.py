"""Machine players."""
