"""The ground of a map, and what stands on it and never moves."""
