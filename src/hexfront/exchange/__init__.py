"""Maps and forces from and for other programs: Tiled, Wesnoth, GeoJSON, GeoTIFF, MSDL, VASSAL."""
