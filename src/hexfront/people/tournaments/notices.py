"""What those who play in a tournament are told of it, besides the games that begin."""

from __future__ import annotations

from hexfront.people.notices import News
from hexfront.people.tournaments.model import Tournament


def told(before: Tournament, after: Tournament) -> list[tuple[str, News]]:
    """What a change tells, by account. Whose game begins is told of that when it can be played."""
    found: list[tuple[str, str]] = []
    here = {one.number: one for one in after.entrants if one.account and not one.out}
    for game in set(after.games) - set(before.games):
        if game.how == "bye" and game.seats[0] in here:
            points = f"{game.points[0]:g}"
            text = f"In round {game.round} you have no opponent, and get {points} points."
            found.append((here[game.seats[0]].account, text))
    known = {one.number: one for one in before.entrants}
    for one in after.entrants:
        if one.account and one.out and one.number in known and not known[one.number].out:
            found.append((one.account, "You play in it no more."))
    left = {one.number for one in before.entrants} - {one.number for one in after.entrants}
    found += [(known[number].account, "You play in it no more.") for number in left]
    if after.over and not before.over:
        text = after.note or "It is over: the final table stands on its page."
        found += [(one.account, text) for one in here.values()]
    name = after.terms.name
    return [(account, News("tournament", name, detail=text)) for account, text in sorted(found)]
