"""Maps of other programs: Tiled, Wesnoth, VASSAL, GeoJSON, GeoTIFF."""
