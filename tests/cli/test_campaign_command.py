"""`hexfront campaign`: the list, and machines that play one through."""

from __future__ import annotations

from collections.abc import Callable

from hexfront.core.documents.strictjson import parse_json
from tests.conftest import Ended

Run = Callable[..., Ended]


def test_the_list_names_every_campaign(hexfront: Run) -> None:
    told = hexfront("campaign", "list")
    assert told.code == 0
    assert "third-battalion" in told.out


def test_machines_play_one_through(hexfront: Run) -> None:
    told = hexfront(
        "campaign",
        "run",
        "brigade",
        "third-battalion",
        "--player",
        "easy",
        "--opponent",
        "easy",
        "--games",
        "2",
        "--json",
    )
    assert told.code == 0, told.err
    found = parse_json(told.out, "stdout")
    assert sum(found["endings"].values()) == 2
    assert found["battles"][0]["battle"] == "market-road"
    assert found["battles"][0]["fought"] == 2


def test_an_unknown_campaign_is_refused(hexfront: Run) -> None:
    told = hexfront("campaign", "run", "brigade", "moon")
    assert told.code == 2
    assert "third-battalion" in told.err
