"""The table in plain text, over a pipe or with a screen reader."""
