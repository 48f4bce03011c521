"""Hexfront: a workbench for hex wargames."""

__version__ = "0.1.0"
