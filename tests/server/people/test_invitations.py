"""Inviting a player by his name: who sees it, accepts and declines it, and what stops it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.conftest import Guest, House

WISH = {"system": "duel", "side": 0, "pace": "slow", "rated": True}


@pytest.fixture
def cleo(house: House) -> Guest:
    return Guest(house).sign_up("Cleo")


def games(guest: Guest) -> list[dict[str, Any]]:
    return list(guest.get("lobby")["games"])


def told(house: House) -> list[Any]:
    """Who has been told what, once."""
    rows = house.store.read("SELECT channel, kind, detail FROM notices ORDER BY channel, kind")
    with house.store.transaction() as db:
        db.execute("DELETE FROM notices")
    return rows


def listen(house: House) -> None:
    with house.store.transaction() as db:
        db.execute(
            "INSERT INTO channels (id, account, way, address, confirmed)"
            " SELECT name, id, 'webhook', 'https://hooks.example/' || name, 1 FROM accounts"
        )


def test_a_player_is_invited_by_name_and_accepts_or_declines(
    house: House, anna: Guest, berta: Guest, cleo: Guest
) -> None:
    listen(house)
    assert not anna.post("lobby/open", 201, **WISH, invite="berta")["began"]
    ((who, kind, detail),) = told(house)
    assert (who, kind, "Anna invites you" in detail) == ("Berta", "invited", True)
    (game,) = games(berta)
    assert (game["invited"], game["mine"], game["players"][0]["name"]) == ("Berta", False, "Anna")
    # Nobody else sees it, or can join or decline it.
    assert games(cleo) == []
    for way in ("join", "decline"):
        cleo.post(f"lobby/{way}", 400, game=game["id"])
    berta.post("lobby/decline", game=game["id"])
    assert told(house) == [("Anna", "declined", "Berta")]
    assert games(berta) == []
    assert [one["declined"] for one in games(anna)] == [True]
    for way in ("join", "decline"):
        berta.post(f"lobby/{way}", 400, game=game["id"])
    anna.post("lobby/leave", game=game["id"])
    assert games(anna) == []
    anna.post("lobby/open", 201, **WISH, invite="Berta")
    (game,) = games(berta)
    assert berta.post("lobby/join", game=game["id"])["began"]
    assert games(anna) == []


def test_who_is_blocked_invites_nobody_and_does_not_learn_why(
    house: House, anna: Guest, berta: Guest
) -> None:
    listen(house)
    berta.post("people/block", name="Anna", on=True)
    anna.post("lobby/open", 201, **WISH, invite="Berta")
    assert (told(house), games(berta)) == ([], [])
    (game,) = games(anna)
    assert (game["invited"], game["declined"]) == ("Berta", False)
    for way in ("join", "decline"):
        berta.post(f"lobby/{way}", 400, game=game["id"])
    # Nor does one invite whom one has blocked oneself.
    berta.post("lobby/open", 400, **WISH, invite="Anna")


def test_whom_one_cannot_invite_and_how_often(house: House, anna: Guest, berta: Guest) -> None:
    for wrong in ({"invite": "Nobody"}, {"invite": "anna"}, {"invite": "Berta", "persons": 1}):
        anna.post("lobby/open", 400, **{**WISH, **wrong})
    for _ in range(7):
        anna.post("lobby/open", 201, **WISH, invite="Berta")
        anna.post("lobby/leave", game=games(anna)[0]["id"])
    anna.post("lobby/open", 429, **WISH, invite="Berta")


def test_a_game_for_a_player_goes_with_his_account(house: House, anna: Guest, berta: Guest) -> None:
    anna.post("lobby/open", 201, **WISH, invite="Berta")
    berta.post("people/delete", name="Berta")
    assert games(anna) == []
