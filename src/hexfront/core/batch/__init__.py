"""Thousands of games in one call: what each system gives for it, and the kernels made of that."""
