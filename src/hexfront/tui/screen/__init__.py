"""The table on a terminal's screen."""
