"""The colours of the map, by theme, and of the sides; the same as in the browser."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one theme."""

    rim: str
    clear: str
    clear_spots: tuple[str, ...]
    grass: str
    woods: str
    crowns: tuple[str, ...]
    crown_light: str
    tree_shadow: str
    town: str
    street: str
    roofs: tuple[str, ...]
    roof_dark: str
    house_shadow: str
    water: str
    wave: str
    hill: str
    contour: str
    hill_light: str
    hill_glow: float
    grid: str
    number: str
    name: str
    halo: str
    other_edge: str
    move: str
    fight: str
    casing: str
    image: float
    """How much of a picture under the map is seen."""


LIGHT = Palette(
    rim="#6d6350",
    clear="#dfdcb4",
    clear_spots=("#d5d5a4", "#e6e2c0", "#d9d3a2"),
    grass="rgba(110, 120, 50, 0.35)",
    woods="#b9c68c",
    crowns=("#5d8240", "#6b9149", "#527539", "#78994f"),
    crown_light="rgba(200, 220, 130, 0.55)",
    tree_shadow="rgba(40, 55, 20, 0.35)",
    town="#d3c4a4",
    street="#efe6d0",
    roofs=("#b0573a", "#9c4a34", "#c0714c", "#8d5b45"),
    roof_dark="rgba(50, 15, 5, 0.32)",
    house_shadow="rgba(50, 35, 15, 0.35)",
    water="#8fb8cf",
    wave="rgba(255, 255, 255, 0.5)",
    hill="#d3bf8d",
    contour="rgba(110, 75, 30, 0.55)",
    hill_light="255, 246, 215",
    hill_glow=0.7,
    grid="rgba(70, 60, 25, 0.3)",
    number="rgba(60, 50, 20, 0.62)",
    name="#2b2115",
    halo="rgba(255, 250, 232, 0.92)",
    other_edge="#9a6a00",
    move="#1f5fa8",
    fight="#b3160f",
    casing="rgba(255, 255, 255, 0.9)",
    image=1.0,
)

DARK = Palette(
    rim="#0b0c0c",
    clear="#565b42",
    clear_spots=("#50563c", "#5c6147", "#535639"),
    grass="rgba(160, 170, 100, 0.22)",
    woods="#414c33",
    crowns=("#2f4a2a", "#38562f", "#294226", "#426137"),
    crown_light="rgba(140, 170, 90, 0.35)",
    tree_shadow="rgba(0, 0, 0, 0.4)",
    town="#655c4a",
    street="#82765d",
    roofs=("#8a4a37", "#7a3f30", "#955b44", "#6f4a3b"),
    roof_dark="rgba(0, 0, 0, 0.35)",
    house_shadow="rgba(0, 0, 0, 0.45)",
    water="#2f4e63",
    wave="rgba(200, 225, 240, 0.25)",
    hill="#6a5c3f",
    contour="rgba(210, 175, 115, 0.4)",
    hill_light="225, 200, 150",
    hill_glow=0.28,
    grid="rgba(10, 10, 5, 0.45)",
    number="rgba(235, 230, 205, 0.6)",
    name="#fbf4e1",
    halo="rgba(20, 20, 15, 0.9)",
    other_edge="#ffc252",
    move="#7db4f5",
    fight="#ff6a56",
    casing="rgba(10, 14, 20, 0.85)",
    image=0.55,
)

SIDES = ("#b5452f", "#2f6ea8", "#b98a16", "#3b8a72", "#7a57a6", "#6b6f76")
"""For sides without a colour of their own; told apart by people who see few colours."""
