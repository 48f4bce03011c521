"""Secrecy of the whole server in matches of Aggressor, and that its checkers find what leaks.

`python -m benchmarks.canary --system aggressor` is the long form.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmarks.fog_party import play_fog

from hexfront.core.contract import UMPIRE, Refusal, View
from hexfront.core.errors import InputError
from hexfront.play.live import LiveMatch
from tests.aggressor.leaks import LEAKS as OF_RULES
from tests.amounts import amount, sampled
from tests.server.secrecy.eavesdropping import Leak
from tests.server.secrecy.fog_twins import check_fog_twins
from tests.server.secrecy.planted import LEAKS as OF_THE_SERVER

MATCHES = amount(3, 6)
RULES = (
    "contacts_where_they_truly_stand",
    "contacts_in_the_order_of_rows",
    "contacts_numbered_by_row",
    "strength_of_enemies",
    "type_in_the_symbol_of_an_unidentified_enemy",
    "own_units_that_the_enemy_sees",
    "readiness_of_the_other_side",
    "contacts_that_the_enemy_has",
    "spectator_counts_the_units",
    "moves_are_told_to_all",
    "reading_of_all_enemies",
    "offers_in_the_order_of_true_places",
)
SERVER = (
    "board_with_the_secret_of_the_dice",
    "view_with_its_facts",
    "count_of_what_others_were_told",
    "log_entries_numbered_by_steps",
    "past_of_all_on_coming_back",
    "umpires_seat_before_the_end",
    "seat_of_another",
)


def _hidden(live: LiveMatch, side: int) -> str:
    """The name of a unit of the other side, if it has one yet."""
    return next((c.name for c in live.match.view(UMPIRE).counters if c.side != side), "")


def error_with_a_hidden_unit(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.typed

    def typed(self: LiveMatch, side: int, text: str, key: str) -> Any:
        try:
            return real(self, side, text, key)
        except InputError as error:
            raise InputError.at("order", text, f"{error} {_hidden(self, side)}") from None

    patch.setattr(LiveMatch, "typed", typed)


def refusal_with_a_hidden_unit(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch._try

    def attempt(self: LiveMatch, side: int, *more: Any) -> Refusal | None:
        refusal = real(self, side, *more)
        return refusal and replace(refusal, found=_hidden(self, side))

    patch.setattr(LiveMatch, "_try", attempt)


def true_strength_in_the_odds(patch: pytest.MonkeyPatch) -> None:
    real = LiveMatch.offers

    def offers(self: LiveMatch, view: View) -> Any:
        found = list(real(self, view))
        if not found:
            return found
        units = self.match.state.units
        foes = units.strength[len(units) // 2 * (1 - view.viewer) :][: len(units) // 2]
        most = {"strength of the strongest enemy": int(foes.max())}
        return [replace(o, odds={**o.odds, **most}) if o.odds else o for o in found]

    patch.setattr(LiveMatch, "offers", offers)


PLANTS: dict[str, Callable[[pytest.MonkeyPatch], None]] = {
    **{name: OF_RULES[name] for name in RULES},
    **{name: OF_THE_SERVER[name] for name in SERVER},
    **{
        plant.__name__: plant
        for plant in (
            error_with_a_hidden_unit,
            refusal_with_a_hidden_unit,
            true_strength_in_the_odds,
        )
    },
}


async def listen_in(folder: Path) -> None:
    """The checkers that planted leaks must not get past. Errors: `Leak`."""
    texts = await check_fog_twins(folder / "kanarie-twins", seed=5, pairs=4)
    assert texts > 100
    counts = await play_fog(folder / "kanarie-matches", matches=2, seed=3, rounds=4)
    assert counts["identified"] > 5


def test_checkers_pass_on_the_real_code(tmp_path: Path) -> None:
    asyncio.run(listen_in(tmp_path))


@pytest.mark.parametrize("name", sampled([*PLANTS], 4))
def test_planted_leak_is_caught(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    PLANTS[name](monkeypatch)
    with pytest.raises(Leak):
        asyncio.run(listen_in(tmp_path))


def test_no_canary_in_full_matches(tmp_path: Path) -> None:
    counts = asyncio.run(play_fog(tmp_path / "kanarie-folder", matches=MATCHES, seed=1, rounds=5))
    assert counts["matches"] == MATCHES
    # Enemies came in sight, and owners saw their canaries: else nothing was examined.
    assert counts["identified"] > 10
    assert counts["sightings"] > 500
