"""Diagrams of manuals: a position with an overlay, as the side that moves first knows it."""

from __future__ import annotations

from functools import lru_cache

from hexfront.core.errors import InputError
from hexfront.core.manual import load_manual
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.pictures import board_svg

SIDE = 0
WIDTH = 620
MAX_KEPT = 64


@lru_cache(MAX_KEPT)
def diagram_svg(system_name: str, number: int, dark: bool) -> str:
    """A diagram of a system's manual, counted from 1. Errors: `InputError`."""
    system = find_system(system_name)
    diagrams = load_manual(system.folder).diagrams
    if not 1 <= number <= len(diagrams):
        raise InputError.at("diagram", number, f"1 to {len(diagrams)}")
    diagram = diagrams[number - 1]
    rules = system.rules(load_scenario(system, diagram.scenario))
    view = rules.view(rules.start(), SIDE)
    reading = rules.read_overlay(view, diagram.overlay, diagram.subject)
    return board_svg(rules.board(), view, dark=dark, width=WIDTH, reading=reading)
