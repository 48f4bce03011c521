"""The staff of the machine commander."""
