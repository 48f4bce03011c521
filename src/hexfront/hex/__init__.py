"""Hexes: coordinates, layouts, grids, numberings, search and sight.

Everything that rules depend on is integer arithmetic.  Floating point appears
in `layout` alone, which is for drawing and for picking.
"""
