"""Hexagonal grids: coordinates, layouts, numberings, search and sight."""
