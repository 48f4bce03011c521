"""Thousands of games of one scenario, stepped in one call: for learners, search and studies."""

from hexfront.batch.batch import Batch

__all__ = ["Batch"]
