"""Decks of cards: game design data as the manual has them (IDX-9.1)."""
