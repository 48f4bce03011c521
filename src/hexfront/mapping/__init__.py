"""Maps of hexes from real geography: projection, land shares, and lines snapped to the grid."""
