"""What can be played here, and new matches of it."""

from __future__ import annotations

import inspect
import logging
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from hexfront.agents import agent_factories, named_agent, usual_opponent
from hexfront.agents.balance import BalanceRow, read_balance
from hexfront.agents.levels import levels_of, seat_of
from hexfront.agents.networks import check_network_fits
from hexfront.core.agent import AgentFactory
from hexfront.core.contract import Scenario
from hexfront.core.dice import SECRET_BYTES
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.packs import MANIFEST, MARK, installed_packs
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import known_scenarios, load_scenario
from hexfront.core.scenario_files import PLAYERS_OPTION
from hexfront.core.system import System
from hexfront.core.table.guide import load_guide
from hexfront.core.table.plurals import counted
from hexfront.editor.beginning import blank_form
from hexfront.play.endings import side_titles
from hexfront.play.live import LiveMatch
from hexfront.play.saves import begin_anew, is_restored, restore
from hexfront.play.storage.records import PERSON, MatchRecord, NewTokens, SeatPlan
from hexfront.play.storage.store import Store
from hexfront.server.wire.bodies import (
    AgentInfo,
    BlankInfo,
    BlankQuestionInfo,
    GuideInfo,
    LevelInfo,
    OptionInfo,
    OptionValues,
    ScenarioInfo,
    SystemInfo,
)

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class ReadyMatch:
    """A match that stands ready when the server opens."""

    system: str
    scenario: str | None = None
    players: Sequence[str] = ()
    """For each side `person` or an opponent; empty: a person on the first and usual ones."""
    options: Mapping[str, str] = field(default_factory=dict)
    """As typed."""


def create_ready(store: Store, ready: ReadyMatch) -> NewTokens:
    """Store the match that stands ready. Errors: `InputError`, `NotSaved`."""
    system = find_system(ready.system)
    scenario = _with_options(system, load_scenario(system, ready.scenario or None), ready.options)
    rest = len(system.rules(scenario).sides) - 1
    players = ready.players or (PERSON, *[usual_opponent(system)] * rest)
    return _store_match(store, system, scenario, [seat_of(system, name) for name in players])


def create_match(
    store: Store,
    system: System,
    scenario_name: str,
    seats: Sequence[SeatPlan],
    options: Mapping[str, str],
    *,
    umpire: bool = False,
    also: Callable[[Any, NewTokens], None] | None = None,
) -> tuple[NewTokens, str]:
    """Store a new match of a scenario by name (empty: the default), with options as typed.

    `also`: what is done in the same transaction. Returns its title too.
    Errors: `InputError`, `NotSaved`; then nothing was made.
    """
    scenario = _with_options(system, scenario_named(system, scenario_name), options)
    made = _store_match(store, system, scenario, seats, umpire=umpire, also=also)
    return made, scenario.title


def create_match_of(
    store: Store,
    system: System,
    scenario: Scenario,
    seats: Sequence[SeatPlan],
    options: Mapping[str, str],
) -> NewTokens:
    """Store a new match of a scenario that stands nowhere but in memory, such as a draft's.

    Errors: `InputError`, `NotSaved`; then nothing was made.
    """
    return _store_match(store, system, _with_options(system, scenario, options), seats)


def _with_options(system: System, scenario: Scenario, options: Mapping[str, str]) -> Scenario:
    """The scenario with options as typed. Errors: `InputError`."""
    if not options:
        return scenario
    if system.scenarios.with_options is None:
        raise InputError.at("options", list(options), "none: this system has no options")
    return system.scenarios.with_options(scenario, options)


def scenario_named(system: System, name: str) -> Scenario:
    """A scenario that ships with a system or is in an installed pack, by its name.

    A path is for the command line. Errors: `InputError`.
    """
    if name and name not in (known := known_scenarios(system)):
        raise InputError.at("scenario", name, f"one of: {', '.join(known)}")
    return load_scenario(system, name or None)


def _store_match(
    store: Store,
    system: System,
    scenario: Scenario,
    seats: Sequence[SeatPlan],
    *,
    umpire: bool = False,
    also: Callable[[Any, NewTokens], None] | None = None,
) -> NewTokens:
    rules = system.rules(scenario)
    if len(seats) != len(rules.sides):
        raise InputError.at("seats", f"<{len(seats)} seats>", f"{len(rules.sides)} seats")
    for side, plan in enumerate(seats):
        if plan.kind == "machine":
            named_agent(system, plan.agent, f"seats: /{side}/agent")
            check_network_fits(system, plan.agent, rules, side)
        if plan.kind == "person" and plan.agent:
            raise InputError.at(f"seats: /{side}/agent", plan.agent, "no opponent for a person")
    return store.create(
        system.name,
        system.version,
        scenario.document,
        secrets.token_bytes(SECRET_BYTES),
        [plan._replace(adds=plan.kind == "person") for plan in seats],
        umpire=umpire,
        also=also,
    )


def rematch(store: Store, record: MatchRecord, held: Mapping[int, str]) -> tuple[NewTokens, str]:
    """Seat a player of a match, who holds some tokens by side, in the rematch; and its title.

    Whoever asks first makes it; where it is over too, it is followed by another.
    Errors: `InputError` where the match goes on and others play in it, `NotSaved`.
    """
    persons = set(record.persons)
    if persons and not persons & set(held):
        raise InputError.at("tokens", f"<of the seats {sorted(held)}>", "that of a person's seat")
    if not record.over and not persons <= set(held):
        raise InputError.at("match", "<a match in progress>", "a match that is over")
    system = find_system(record.system)
    scenario = system.scenarios.load(record.scenario, None, f"match {record.id}: scenario")
    mine = {side: token for side, token in held.items() if side in persons}
    made = store.seat_again(store.rematch(record.id, system.version), mine)
    while store.load(made.match).over:
        # From match to match, so that the tokens are the same from wherever one asks.
        mine = {side: made.tokens[side] for side in mine}
        made = store.seat_again(store.rematch(made.match, system.version), mine)
    return made, scenario.title


def restored(
    store: Store, match_id: str, held: Mapping[int, str], name: str, made: str = ""
) -> tuple[NewTokens, str]:
    """Seat a player in a match that goes on from a kept situation; and its title.

    `held`: his tokens in a match of the family, by side. `made`: the match, where
    it has been restored already.  With neither, it goes on from the last step that
    old and new rules both give.  Errors: `InputError`, `NotSaved`.
    """
    record = store.load(match_id)
    mine = {side: token for side, token in held.items() if side in record.persons}
    if not mine:
        raise InputError.at("tokens", f"<of the seats {sorted(held)}>", "that of a person's seat")
    if made and not is_restored(store, made, match_id):
        raise InputError.at("match", made, "a match that was restored from this one")
    system = find_system(record.system)
    scenario = system.scenarios.load(record.scenario, None, f"match {match_id}: scenario")
    if made or name:
        new = made or restore(store, match_id, sorted(mine), name)
    else:
        new = begin_anew(store, LiveMatch(store, record))
    return store.seat_again(new, mine), scenario.title


def catalogue() -> list[SystemInfo]:
    """Every system that can be used, with scenarios, opponents and options.

    It is made anew when packs have come or gone.
    """
    return described(packs_stamp())


def packs_stamp() -> tuple[tuple[str, int], ...]:
    """What changes when packs are installed, replaced or taken away."""
    return tuple(
        (pack.name, (pack.folder / MANIFEST).stat().st_mtime_ns) for pack in installed_packs()
    )


@lru_cache(1)
def described(packs: tuple[tuple[str, int], ...]) -> list[SystemInfo]:
    """The catalogue with some packs installed."""
    found = []
    for name in system_names():
        try:
            found.append(_describe(find_system(name)))
        except (HexfrontError, ImportError):
            log.exception("system %s cannot be used", name)
    return found


def _describe(system: System) -> SystemInfo:
    guide = load_guide(system.folder)
    agents = agent_factories(system)
    return SystemInfo(
        name=system.name,
        title=system.title,
        summary=system.summary,
        agents=list(agents),
        opponents=[AgentInfo(name=n, description=_in_words(agent)) for n, agent in agents.items()],
        levels=[
            LevelInfo(
                name=level.name,
                agent=level.agent,
                description=_in_words(agents[level.agent.partition(":")[0]]),
                rating=level.rating,
            )
            for level in levels_of(system).values()
        ],
        usual=usual_opponent(system),
        options=_options(system),
        scenarios=list(_scenarios(system)),
        picture=f"/api/pictures/{system.name}.svg",
        guide=guide and _guide_info(guide),
        blank=_blank(system),
    )


def _blank(system: System) -> BlankInfo | None:
    form = blank_form(system)
    if form is None:
        return None
    return BlankInfo(
        title=form.title,
        about=form.about,
        questions=[
            BlankQuestionInfo(
                name=one.name,
                title=one.title,
                usual=one.usual if isinstance(one.usual, int) else list(one.usual),
                least=one.allowed[0],
                most=one.allowed[-1],
                step=one.allowed.step,
            )
            for one in form.questions
        ],
    )


def _guide_info(guide: Any) -> GuideInfo:
    about = guide["about"]
    return GuideInfo(
        scenario=guide["scenario"],
        opponent=guide["opponent"],
        minutes=guide["minutes"],
        players=about["players"],
        length=about["length"],
        difficulty=about["difficulty"],
    )


def _in_words(agent: AgentFactory) -> str:
    """The first line of what an opponent says of itself."""
    return (inspect.getdoc(agent) or "").partition("\n")[0]


def _scenarios(system: System) -> Iterator[ScenarioInfo]:
    """What can be played; what an older pack has and these rules refuse is left out."""
    measured = {row.scenario: row for row in read_balance(system.folder) if not row.options}
    for name in known_scenarios(system):
        try:
            yield _describe_scenario(system, name, measured.get(name))
        except InputError:
            if MARK not in name:
                raise


def _describe_scenario(system: System, name: str, measured: BalanceRow | None) -> ScenarioInfo:
    scenario = load_scenario(system, name)
    rules = system.rules(scenario)
    document: Any = scenario.document if isinstance(scenario.document, dict) else {}
    titles = side_titles(rules)
    return ScenarioInfo(
        name=name,
        title=scenario.title,
        description=str(document.get("description", "")),
        sides=list(rules.sides),
        side_titles=titles,
        options=_scenario_options(system, scenario),
        default=name == system.scenarios.default,
        picture=f"/api/pictures/{system.name}/{name}.svg",
        length=_length(measured),
        balance=_balance(measured, dict(zip(rules.sides, titles, strict=True))),
    )


def _length(measured: BalanceRow | None) -> str:
    """How long games between machines were; empty where that is not known."""
    if measured is None or measured.length is None:
        return ""
    return counted(round(measured.length), measured.unit)


def _balance(measured: BalanceRow | None, titles: Mapping[str, str]) -> str:
    """How often each side won between machines, which says how hard its part is."""
    if measured is None:
        return ""
    shares = (
        f"{titles.get(side, side)} {won / measured.games:.0%}"
        for side, won in measured.wins.items()
    )
    return f"between equal machines {', '.join(shares)} won"


def _scenario_options(system: System, scenario: Scenario) -> dict[str, OptionValues]:
    """For each option the values that the scenario can be played with, and its own.

    Its own is the value that changes nothing in the document.
    """
    found = {}
    for name, values in system.scenarios.options.items():
        fits, own = [], ""
        for value in values:
            try:
                changed = system.scenarios.with_options and system.scenarios.with_options(
                    scenario, {name: value}
                )
            except InputError:
                continue
            fits.append(value)
            if changed is not None and changed.document == scenario.document:
                own = value
        seats = {}
        if name == PLAYERS_OPTION and system.scenarios.with_options is not None:
            for value in fits:
                seats[value] = side_titles(
                    system.rules(system.scenarios.with_options(scenario, {name: value}))
                )
        found[name] = OptionValues(values=fits, value=own, side_titles=seats)
    return found


def _options(system: System) -> list[OptionInfo]:
    """The options of a system, in words where its published schema has words for them."""
    publish = system.scenarios.schemas.get("scenario")
    definitions = publish().get("$defs", {}) if publish is not None else {}
    words = definitions.get("Options", {}).get("properties", {})
    return [
        OptionInfo(
            name=name,
            title=name.replace("_", " ").capitalize(),
            description=" ".join(words.get(name, {}).get("description", "").split()),
        )
        for name in system.scenarios.options
    ]
