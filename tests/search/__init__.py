"""Tests of the search, which is the same for all systems."""
