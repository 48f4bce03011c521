"""A match: seats, legal orders, chance, and the journal store."""
