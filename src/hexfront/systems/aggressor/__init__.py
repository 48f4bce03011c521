"""Aggressor: battalions under fog of war."""
