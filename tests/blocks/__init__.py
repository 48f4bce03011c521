"""Tests of blocks."""
