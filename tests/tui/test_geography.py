"""Maps of geography in the terminal: ways and rivers that matter, and battles that are declared."""

from __future__ import annotations

import pytest

from tests.tui.conftest import MakeSession
from tests.tui.test_plain import play

TO_JITRA = "done\ndone\njp-11 move 0507\njp-41 move 0507\ndone\nattack jitra\n"


def test_ways_and_rivers_that_matter_are_on_the_map(make_session: MakeSession) -> None:
    session = make_session("malaya", None, "random")
    links = dict(session.board.links("0508"))
    assert links["Road"] == ["0507", "0509"]
    assert links["River"] == ["0509"]
    _, out, _ = play(session, "quit\n")
    for sign in ("+ Road", "% Railway", "~ River"):
        assert sign in out
    assert "0503+" in out


@pytest.mark.clause("MAL-23", "MAL-31")
def test_the_odds_of_a_declared_battle_are_told_before_it(make_session: MakeSession) -> None:
    session = make_session("malaya", None, "random")
    _, out, err = play(session, f"{TO_JITRA}jp-11 join\njp-41 join\nodds\nquit\n")
    assert "Roll at 3 to 2" in out
    assert "strengths: 16 against 10" in out
    assert "added to the die besides air points: −1 for the ground" in out
    assert not err


def test_an_order_that_cannot_be_is_refused_with_its_clause(make_session: MakeSession) -> None:
    session = make_session("malaya", None, "random")
    code, _, err = play(session, "done\ndone\njp-11 move 0510\nquit\n")
    assert code == 2
    assert "expected MAL-8: the hex costs more movement points than are left" in err
