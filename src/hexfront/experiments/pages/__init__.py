"""Reports of experiments and comparisons, for people who decide."""
