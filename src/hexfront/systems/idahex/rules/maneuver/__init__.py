"""Status sequencing, event scheduling and tactical rules (IDX-3)."""
