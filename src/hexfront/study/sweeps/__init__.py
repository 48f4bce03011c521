"""Sweeps: the same games for one value of a number after the other."""
