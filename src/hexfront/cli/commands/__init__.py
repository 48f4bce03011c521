"""The commands, a file each: what it takes, and what it says."""
