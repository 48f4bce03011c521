"""Notices and play by e-mail on the web."""
