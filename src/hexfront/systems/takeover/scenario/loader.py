"""Reading scenario files of Takeover, and making them ready for play.

A file is checked in two ways, and one `InputError` carries what both find: its form
(`model`), and whether its parts fit together.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import numpy as np

from hexfront.core.contract import Rules
from hexfront.core.documents.strictjson import Json
from hexfront.core.scenario import FileScenario, Reading, check_form, option_setter
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.model import (
    MOST_DICE,
    MOST_TERRITORIES,
    Options,
    Player,
    ScenarioFile,
    Space,
)

DEFAULT: Final = s.FOLDER / "data" / "scenarios" / "the-ring.toml"
TERRITORY_KIND: Final = s.SPACE_KINDS[0]


@dataclass(frozen=True)
class TakeoverScenario(FileScenario[ScenarioFile]):
    """A validated scenario."""

    @property
    def players(self) -> tuple[Player, ...]:
        """Those who sit at the table."""
        return self.file.players[: self.file.options.players]

    @cached_property
    def territories(self) -> tuple[Space, ...]:
        """The spaces that can be owned, in the order of the ring."""
        return tuple(space for space in self.file.ring if space.kind == TERRITORY_KIND)


def load(document: Json, folder: Path | None, place: str) -> TakeoverScenario:
    """A scenario from JSON; it refers to no other file.

    Errors: `InputError` with every problem, each with its JSON pointer.
    """
    reading = Reading()
    file, beside = check_form(ScenarioFile, document, place, reading, DEFAULT)
    if file is not None:
        _check(file, place, beside)
    file = reading.finish(file)
    return TakeoverScenario(file)


with_options: Final = option_setter(Options, load)


def _check(file: ScenarioFile, place: str, reading: Reading) -> None:
    """Names are there once, and what names something names something that there is."""
    for kind in ("players", "quadrants", "groups", "ring", "cards"):
        entries = getattr(file, kind)
        names = ((f"{place}: /{kind}/{n}/name", entry.name) for n, entry in enumerate(entries))
        reading.once(names, "each name once")
    quadrants = [quadrant.name for quadrant in file.quadrants]
    groups = [group.name for group in file.groups]
    territories = 0
    for number, space in enumerate(file.ring):
        at = f"{place}: /ring/{number}"
        if space.kind == TERRITORY_KIND:
            territories += 1
            for key, known in (("quadrant", quadrants), ("group", groups)):
                if getattr(space, key) not in known:
                    expected = f"one of: {', '.join(known)} (TKO-1)"
                    reading.unknown(f"{at}/{key}", getattr(space, key), expected)
        elif space.quadrant or space.group or space.price or space.income:
            expected = "neither quadrant, group, price nor income: it is no territory (TKO-16)"
            reading.report(at, space.name, expected)
    if not 2 <= territories <= MOST_TERRITORIES:
        expected = f"2 to {MOST_TERRITORIES} territories (TKO-16)"
        reading.report(f"{place}: /ring", f"<{territories} territories>", expected)
    for number, card in enumerate(file.cards):
        at = f"{place}: /cards/{number}"
        for key in ("infiltrates", "by_agents_from"):
            named = [(f"{at}/{key}/{n}", name) for n, name in enumerate(getattr(card, key))]
            reading.once(named, "each quadrant once (TKO-3)")
            for at_name, name in named:
                if name not in quadrants:
                    reading.unknown(at_name, name, f"one of: {', '.join(quadrants)} (TKO-3)")
        if len({*card.infiltrates, *card.by_agents_from}) == 1:
            expected = "quadrants other than the one infiltrated (TKO-3)"
            reading.report(f"{at}/by_agents_from", card.by_agents_from[0], expected)
    largest = max(file.largest_pools)
    if largest > MOST_DICE:
        expected = f"at most {MOST_DICE} dice in a pool with all that can be bought (TKO-17)"
        reading.report(f"{place}: /pools", f"<{largest} dice>", expected)


class Setting(NamedTuple):
    """A scenario made ready for play."""

    ring: s.TakeoverRing
    start: s.TakeoverState
    cards: tuple[str, ...]
    """The names of the kinds of cards."""
    most_dice: tuple[int, int]
    """Six-sided dice of the largest pools of aggressor and defender."""


class BoundRules(Rules[s.TakeoverState], Protocol):
    """Rules that show what their scenario is compiled into."""

    @property
    def scenario(self) -> TakeoverScenario:
        """That they are bound to."""

    @property
    def setting(self) -> Setting:
        """What it is compiled into."""


def compile_setting(scenario: TakeoverScenario) -> Setting:
    """Turn a validated scenario into blocks."""
    file = scenario.file
    ring = s.TakeoverRing.new(
        space=len(file.ring), territory=len(scenario.territories), card=len(file.cards)
    )
    ring.multipliers[:] = list(file.multipliers.model_dump().values())
    _write_numbers(scenario, ring.rules)
    _write_spaces(scenario, ring.spaces)
    _write_titles(scenario, ring.titles)
    _write_cards(scenario, ring.cards)
    cards = tuple(card.name for card in file.cards)
    return Setting(ring, _start(ring), cards, file.largest_pools)


def _write_numbers(scenario: TakeoverScenario, rules: s.Numbers) -> None:
    file = scenario.file
    pools, economy, options = file.pools, file.economy, file.options
    rules.players, rules.territories = len(scenario.players), len(scenario.territories)
    rules.spaces, rules.cards = len(file.ring), len(file.cards)
    rules.rounds, rules.risks = options.rounds, options.aggressor_risks
    rules.polygon[:] = pools.aggressor_polygon, pools.defender_polygon
    rules.dice[:] = pools.aggressor_dice, pools.defender_dice
    rules.each_ns_unit = pools.each_ns_unit
    rules.economic_superiority = pools.economic_superiority
    rules.each_agent_superiority = pools.each_agent_superiority
    rules.salary, rules.each_level = economy.salary, economy.each_level
    rules.whole_group, rules.purchases = economy.whole_group, economy.purchases
    rules.start_money = economy.start
    rules.price[:] = economy.r_unit, economy.ns_unit, economy.level, economy.agent
    rules.most[:] = (
        economy.most_r_units,
        economy.most_ns_units,
        economy.most_levels,
        economy.most_agents,
    )


def _write_spaces(scenario: TakeoverScenario, spaces: s.Spaces) -> None:
    territory = 0
    for number, space in enumerate(scenario.file.ring):
        spaces.kind[number], spaces.territory[number] = s.SPACE_KINDS.index(space.kind), s.NOBODY
        if space.kind == TERRITORY_KIND:
            spaces.territory[number] = territory
            territory += 1


def _write_titles(scenario: TakeoverScenario, titles: s.Titles) -> None:
    groups = [group.name for group in scenario.file.groups]
    quadrants = [quadrant.name for quadrant in scenario.file.quadrants]
    ring = [space.name for space in scenario.file.ring]
    for number, space in enumerate(scenario.territories):
        titles.group[number] = groups.index(space.group or "")
        titles.quadrant[number] = quadrants.index(space.quadrant or "")
        titles.price[number], titles.income[number] = space.price, space.income
        titles.space[number] = ring.index(space.name)
    for group in range(len(groups)):
        members = np.flatnonzero(titles.group == group)
        titles.next_in_group[members] = np.roll(members, -1)


def _write_cards(scenario: TakeoverScenario, cards: s.Cards) -> None:
    bits = {quadrant.name: 1 << n for n, quadrant in enumerate(scenario.file.quadrants)}
    for number, card in enumerate(scenario.file.cards):
        cards.infiltrates[number] = sum({bits[name] for name in card.infiltrates})
        cards.agents_from[number] = sum({bits[name] for name in card.by_agents_from})
        cards.in_pack[number] = card.count


def _start(ring: s.TakeoverRing) -> s.TakeoverState:
    rules = ring.rules
    state = s.TakeoverState.new(player=rules.players, territory=rules.territories, card=rules.cards)
    game = state.game
    game.chain = game.origin = game.target = game.opponent = s.NOBODY
    state.players.money[:] = rules.start_money
    state.territories.owner[:] = s.NOBODY
    state.pack[:] = ring.cards.in_pack
    return state
