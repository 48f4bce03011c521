"""The same data by name, as people write and read them (IDX-9.1)."""
