"""Who gets which side of a game of the lobby."""

from __future__ import annotations

from hexfront.people.lobby import ANY_SIDE, OpenGame


def game(sides: int, *seats: tuple[str, int]) -> OpenGame:
    return OpenGame(
        id="g",
        host=seats[0][0],
        system="duel",
        scenario="",
        title="",
        persons=len(seats),
        sides=sides,
        pace="none",
        rated=True,
        seats=seats,
    )


def test_sides_that_nobody_has_chosen_are_drawn() -> None:
    waiting = game(4, ("anna", ANY_SIDE), ("berta", 2), ("cleo", ANY_SIDE))
    drawn = [waiting.drawn() for _ in range(200)]
    for sides in drawn:
        assert sorted(sides.values()) == ["anna", "berta", "cleo"]
        assert sides[2] == "berta"
    # That one of six ways does not come in 200 draws has a probability of 1e-15.
    assert {tuple(sorted(sides.items())) for sides in drawn} == {
        tuple(sorted({2: "berta", first: "anna", second: "cleo"}.items()))
        for first in (0, 1, 3)
        for second in (0, 1, 3)
        if first != second
    }


def test_who_alone_has_chosen_no_side_gets_the_one_that_is_left() -> None:
    for chosen in (0, 1):
        assert game(2, ("anna", chosen), ("berta", ANY_SIDE)).drawn() == {
            chosen: "anna",
            1 - chosen: "berta",
        }
