"""The colours of the map, by theme, and of the sides; the same as in the browser."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours of one theme; three numbers alone are red, green and blue."""

    rim: str
    shade: str
    clear: str
    fields: tuple[str, ...]
    furrow: str
    hedge: str
    woods: str
    woods_edge: str
    crowns: tuple[str, ...]
    crown_light: str
    conifers: tuple[str, ...]
    tree_shadow: str
    jungle: str
    jungle_edge: str
    jungle_crowns: tuple[str, ...]
    plantation: str
    plantation_tree: str
    plantation_edge: str
    swamp: str
    swamp_water: str
    swamp_grass: str
    rough: str
    rock: str
    rock_light: str
    rock_dark: str
    desert: str
    dune: str
    beach: str
    sand: str
    town: str
    town_edge: str
    street: str
    street_edge: str
    roofs: tuple[str, ...]
    roof_dark: str
    house_shadow: str
    deep: str
    water_bands: tuple[str, ...]
    water_line: str
    shore: str
    wave: str
    river: str
    bank: str
    water_name: str
    hill: str
    mountain: str
    tint: str
    tint_most: float
    lit: str
    lit_most: float
    dark: str
    dark_most: float
    contour: str
    contour_strong: str
    contoured: str
    dot: str
    dot_edge: str
    home_most: float
    border: str
    border_glow: str
    part: str
    part_glow: str
    hazard: str
    hazard_stripe: str
    hazard_edge: str
    hazard_ink: str
    hazard_halo: str
    road: str
    road_edge: str
    track: str
    rail: str
    rail_gap: str
    grid: str
    number: str
    number_halo: str
    land_name: str
    name: str
    halo: str
    other_edge: str
    move: str
    fight: str
    casing: str
    closed: str
    closed_line: str
    beneath: str
    beneath_edge: str
    canal: str
    wall: str
    route: str
    route_edge: str
    land: float
    land_edge: float
    image: float
    """How much of a picture under the map is seen."""


LIGHT = Palette(
    rim="#6d6350",
    shade="50, 40, 20",
    clear="#e3e0bd",
    fields=("#d9d8a6", "#ebe3bc", "#dcdcb2", "#e9dfb0", "#d3d7a4"),
    furrow="rgba(130, 125, 60, 0.25)",
    hedge="rgba(95, 110, 50, 0.34)",
    woods="#b5c690",
    woods_edge="rgba(70, 100, 45, 0.55)",
    crowns=("#6f9450", "#7b9f59", "#648a49", "#87a862"),
    crown_light="rgba(222, 236, 160, 0.5)",
    conifers=("#567d52", "#4c7350"),
    tree_shadow="rgba(40, 60, 20, 0.3)",
    jungle="#93b67a",
    jungle_edge="rgba(40, 90, 45, 0.6)",
    jungle_crowns=("#3f7d46", "#4f8d4e", "#35703f", "#5f9b55"),
    plantation="#cdd6a0",
    plantation_tree="#5c8a45",
    plantation_edge="rgba(90, 110, 50, 0.5)",
    swamp="#cbd7b4",
    swamp_water="rgba(110, 160, 180, 0.75)",
    swamp_grass="rgba(80, 110, 60, 0.8)",
    rough="#d9cfae",
    rock="#a3967a",
    rock_light="#e2d8bf",
    rock_dark="rgba(70, 55, 35, 0.5)",
    desert="#eddcab",
    dune="rgba(170, 130, 60, 0.5)",
    beach="#f1e4ba",
    sand="rgba(170, 135, 70, 0.55)",
    town="#e0cfb2",
    town_edge="rgba(130, 95, 65, 0.55)",
    street="#fbf4e2",
    street_edge="rgba(120, 95, 65, 0.5)",
    roofs=("#b8654a", "#a9553f", "#c47d5a", "#99634f", "#8f7a6b"),
    roof_dark="rgba(60, 20, 10, 0.25)",
    house_shadow="rgba(60, 40, 20, 0.35)",
    deep="#8dbad2",
    water_bands=("#b9d8e4", "#abcee0", "#a3c9dc"),
    water_line="rgba(70, 125, 160, 0.42)",
    shore="#4f83a0",
    wave="rgba(255, 255, 255, 0.55)",
    river="#8fbdd6",
    bank="#4f83a0",
    water_name="#2b5f7e",
    hill="rgba(206, 176, 112, 0.36)",
    mountain="rgba(176, 150, 118, 0.55)",
    tint="196, 158, 92",
    tint_most=0.5,
    lit="255, 250, 225",
    lit_most=0.6,
    dark="92, 62, 25",
    dark_most=0.42,
    contour="rgba(139, 92, 40, 0.55)",
    contour_strong="rgba(122, 78, 32, 0.85)",
    contoured="rgba(214, 184, 122, 0.5)",
    dot="rgba(60, 62, 30, 0.9)",
    dot_edge="rgba(255, 252, 230, 0.7)",
    home_most=0.075,
    border="#8d2147",
    border_glow="rgba(190, 60, 110, 0.26)",
    part="rgba(40, 44, 60, 0.85)",
    part_glow="rgba(255, 255, 255, 0.4)",
    hazard="rgba(255, 206, 40, 0.42)",
    hazard_stripe="rgba(90, 60, 0, 0.26)",
    hazard_edge="#c98a00",
    hazard_ink="#231a00",
    hazard_halo="rgba(255, 222, 90, 0.95)",
    road="#fdf6df",
    road_edge="#8d6f4a",
    track="#8a6a42",
    rail="#3d3a36",
    rail_gap="#f3eede",
    grid="rgba(70, 60, 25, 0.34)",
    number="rgba(60, 50, 20, 0.72)",
    number_halo="rgba(250, 245, 220, 0.55)",
    land_name="rgba(85, 66, 38, 0.82)",
    name="#2b2115",
    halo="rgba(255, 251, 236, 0.94)",
    other_edge="#6b3fa0",
    move="#1b5e9e",
    fight="#b3400a",
    casing="rgba(255, 255, 255, 0.92)",
    closed="#c9c6bd",
    closed_line="rgba(70, 66, 58, 0.4)",
    beneath="rgba(84, 150, 190, 0.36)",
    beneath_edge="rgba(30, 96, 140, 0.5)",
    canal="#5ea7d8",
    wall="#5b3a2a",
    route="rgba(84, 52, 20, 0.6)",
    route_edge="rgba(255, 250, 232, 0.4)",
    land=0.16,
    land_edge=0.6,
    image=1.0,
)

DARK = Palette(
    rim="#08090a",
    shade="0, 0, 0",
    clear="#4d523d",
    fields=("#484d37", "#535842", "#50513a", "#565740", "#464c38"),
    furrow="rgba(180, 180, 120, 0.12)",
    hedge="rgba(20, 28, 12, 0.4)",
    woods="#3b4a31",
    woods_edge="rgba(16, 26, 12, 0.75)",
    crowns=("#33502d", "#3c5a34", "#2c4728", "#44633a"),
    crown_light="rgba(150, 185, 105, 0.28)",
    conifers=("#27442f", "#213b2a"),
    tree_shadow="rgba(0, 0, 0, 0.4)",
    jungle="#2e4630",
    jungle_edge="rgba(8, 22, 12, 0.8)",
    jungle_crowns=("#22492b", "#2b5632", "#1c3f26", "#35623a"),
    plantation="#4a5538",
    plantation_tree="#36552c",
    plantation_edge="rgba(14, 22, 10, 0.6)",
    swamp="#43503e",
    swamp_water="rgba(90, 135, 155, 0.6)",
    swamp_grass="rgba(130, 160, 100, 0.6)",
    rough="#57513f",
    rock="#6f6755",
    rock_light="#8a8370",
    rock_dark="rgba(0, 0, 0, 0.5)",
    desert="#665a3d",
    dune="rgba(225, 190, 120, 0.3)",
    beach="#77693f",
    sand="rgba(230, 200, 130, 0.35)",
    town="#5c5344",
    town_edge="rgba(20, 14, 8, 0.7)",
    street="#80755f",
    street_edge="rgba(20, 14, 8, 0.5)",
    roofs=("#8c4d3a", "#7c4232", "#955f47", "#704b3d", "#675b52"),
    roof_dark="rgba(0, 0, 0, 0.32)",
    house_shadow="rgba(0, 0, 0, 0.45)",
    deep="#234257",
    water_bands=("#35596f", "#2f5268", "#2b4d63"),
    water_line="rgba(140, 190, 215, 0.2)",
    shore="#0f2635",
    wave="rgba(190, 220, 235, 0.22)",
    river="#37627c",
    bank="#122b3a",
    water_name="#a9d3ea",
    hill="rgba(120, 96, 58, 0.3)",
    mountain="rgba(120, 104, 84, 0.5)",
    tint="150, 112, 60",
    tint_most=0.42,
    lit="235, 215, 165",
    lit_most=0.22,
    dark="0, 0, 0",
    dark_most=0.5,
    contour="rgba(214, 170, 108, 0.36)",
    contour_strong="rgba(224, 180, 118, 0.6)",
    contoured="rgba(128, 104, 62, 0.5)",
    dot="rgba(228, 226, 190, 0.85)",
    dot_edge="rgba(15, 18, 8, 0.5)",
    home_most=0.13,
    border="#e86a9a",
    border_glow="rgba(230, 90, 150, 0.24)",
    part="rgba(225, 228, 240, 0.75)",
    part_glow="rgba(0, 0, 0, 0.3)",
    hazard="rgba(214, 160, 10, 0.36)",
    hazard_stripe="rgba(0, 0, 0, 0.3)",
    hazard_edge="#f0b616",
    hazard_ink="#ffe9a0",
    hazard_halo="rgba(30, 22, 0, 0.95)",
    road="#a69878",
    road_edge="#221c14",
    track="#b0946a",
    rail="#121212",
    rail_gap="#9a958a",
    grid="rgba(10, 10, 5, 0.5)",
    number="rgba(238, 233, 208, 0.7)",
    number_halo="rgba(20, 22, 15, 0.5)",
    land_name="rgba(235, 220, 185, 0.72)",
    name="#fbf4e1",
    halo="rgba(20, 20, 15, 0.92)",
    other_edge="#c9a6ff",
    move="#8fc4ff",
    fight="#ff9a4d",
    casing="rgba(10, 14, 20, 0.88)",
    closed="#2c2f31",
    closed_line="rgba(205, 210, 215, 0.22)",
    beneath="rgba(56, 112, 150, 0.42)",
    beneath_edge="rgba(120, 185, 225, 0.5)",
    canal="#6cb4e4",
    wall="#d9b08c",
    route="rgba(240, 214, 170, 0.5)",
    route_edge="rgba(14, 14, 10, 0.55)",
    land=0.26,
    land_edge=0.75,
    image=0.55,
)

SIDES = ("#b5452f", "#2f6ea8", "#b98a16", "#3b8a72", "#7a57a6", "#6b6f76")
"""For sides without a colour of their own; told apart by people who see few colours."""
