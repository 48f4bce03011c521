"""Policy and value networks as files, which play with NumPy alone."""
