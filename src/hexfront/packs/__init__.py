"""Packs (`.hexpack`): scenarios, maps, forces, pictures and texts in one file that runs nothing."""
