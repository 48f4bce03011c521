"""Parts of a war file: curves, what may be left out, TOML."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.systems.idahex.rules.combat.functions import paf
from hexfront.systems.idahex.warfile.conversion import values_of_war
from hexfront.systems.idahex.warfile.curves import merge
from hexfront.systems.idahex.warfile.toml import write_toml
from tests.idahex.small_deck import small_values
from tests.idahex.war_files import (
    Json,
    leaves,
    small_war,
)

# Curves


curve_points = st.lists(
    st.tuples(st.integers(0, 6), st.integers(-3, 9)), min_size=1, max_size=4
).map(sorted)


@settings(max_examples=200)
@given(st.lists(curve_points, min_size=1, max_size=3), st.booleans())
@pytest.mark.clause("IDX-5.4")
def test_merged_curves_are_the_same_functions(curves: list[Any], from_zero: bool) -> None:
    merged = merge(curves, 20, from_zero=from_zero)
    assert merged is not None
    assert len(merged.at) == 20
    assert merged.at[0] == (0 if from_zero else min(c[0][0] for c in curves))
    assert all(a <= b for a, b in pairwise(merged.at))
    at = np.array(merged.at)
    for curve, row in zip(curves, merged.values, strict=True):
        own = [np.array(part, dtype=float) for part in zip(*curve, strict=True)]
        for x in np.arange(-0.25, 7.5, 0.5):
            assert paf(np.array(row), at, x) == pytest.approx(paf(own[1], own[0], x))


def test_more_points_than_there_is_room_for() -> None:
    assert merge([[(1, 0), (2, 0)], [(3, 0)]], 3, from_zero=True) is None
    assert merge([[(1, 0), (2, 0)], [(3, 0)]], 3, from_zero=False) is not None
    assert merge([], 3, from_zero=True) is not None


def test_what_is_left_out_says_what_the_guide_says() -> None:
    document = small_war()
    for side in ("red", "blue"):
        for key in ("factors", "density", "preparation", "support", "crews", "air"):
            document[side].pop(key, None)
    for kind in document["types"]:
        del kind["transport_effect"]
    for unit in document["units"]:
        del unit["stock"], unit["since"], unit["posture"]
    for key in ("first_blue_unit", "reports"):
        del document[key]
    values = values_of_war(document, "x")
    assert values["freff.f0"] == [1.0, 1.0]
    assert _same(values["freff.f"]) == _same(values["prep.f"]) == {1.0}
    assert _same(values["frinv.f0"]) == _same(values["frinv.f"]) == {1.0}
    assert values["fmr.f0"] == [-1.0] * 4
    assert _same(values["fckdr"]) == _same(values["fckare"]) == _same(values["barier"]) == {1.0}
    assert values["fckar"][0][0] == [0.0, 0.0, 0.0, 1.0]
    assert _same(values["dpersr"]) == {0.0}
    assert values["nactyp"] == [0, 0]
    assert values["resources"][2] == small_values()["toe"][0]
    assert values["tentry"][2] == values["tinit"]
    assert values["bupost"][21] == 10
    assert values["iblul"] == 20
    assert values["nsyl"] == 2


def _same(value: Any) -> set[float]:
    return {leaf for _, leaf in leaves(value, ())}


def test_postures_by_word() -> None:
    document = small_war()
    for kind in document["types"]:
        kind["speeds"]["movement"] = kind["speeds"].pop("30")
    losses = document["combat"]["defence_losses"]
    losses["hold"], losses["disengagement"] = losses.pop("10"), losses.pop("20")
    document["red"]["factors"]["attack_weapon"] = {
        gun: {"attack": row["40"]} | {k: v for k, v in row.items() if k != "40"}
        for gun, row in document["red"]["factors"]["attack_weapon"].items()
    }
    document["red"]["consumption"]["postures"] = {"hold": 1, "11": 1, "disengagement": 2, "40": 2}
    document["red"]["front"][0] |= {"attack": "attack", "against": "hold"}
    document["units"][0]["posture"] = "hold"
    document["units"][3]["posture"] = "inactive"
    assert values_of_war(document, "x") == small_values()


# TOML

toml_values = st.recursive(
    st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=("Cs",)), max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text("aB1-_ .\"'", max_size=5), inner)
    ),
    max_leaves=20,
)


@settings(max_examples=80)
@given(st.dictionaries(st.text("aB1-_ .é", max_size=5), toml_values, max_size=6))
def test_any_document_can_be_written_as_toml(document: Json) -> None:
    assert tomllib.loads(write_toml(document)) == document


def test_long_tables_and_lists_stay_what_they_are() -> None:
    row = {f"name of a weapon {n}": n / 7 for n in range(12)}
    document = {
        "a": {"b": {"c": row, "d": {}, "e": {"f": {"g": row}}}},
        "l": [row, {}, {"x": [row, row]}],
        "m": [[n, n + 0.5] for n in range(60)],
        "s": ["word " * 8 for _ in range(6)],
        "x": [1, row, "mixed" * 30],
        "q": "long text " * 40,
    }
    assert tomllib.loads(write_toml(document)) == document
