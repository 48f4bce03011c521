"""Transfers of resources, and what units use up (IDX-4.2, IDX-7)."""
