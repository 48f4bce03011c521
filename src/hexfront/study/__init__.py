"""Many games: batches, statistics, tables."""
