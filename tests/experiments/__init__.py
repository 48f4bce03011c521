"""Tests of designed experiments."""
