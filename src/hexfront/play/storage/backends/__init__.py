"""Where the store's tables stand: in one SQLite file, or in PostgreSQL."""
