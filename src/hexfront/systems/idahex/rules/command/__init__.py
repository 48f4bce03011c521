"""What players command, and what becomes of it (IDX-4)."""
