"""Orders that come by e-mail or as a file: judged, carried out one after another, and answered."""

from __future__ import annotations

import asyncio
from dataclasses import asdict, dataclass
from itertools import count

from hexfront.core.errors import InputError, Problem
from hexfront.people.by_mail.orders_file import OrdersFile, TurnToken, check_token, read_orders
from hexfront.people.notices.news import News, write
from hexfront.play.live import LiveMatch
from hexfront.play.storage.store import REFUSED, Store
from hexfront.server.people.notices.bodies import OrdersAnswer
from hexfront.server.people.notices.turn_files import seen
from hexfront.server.people.sessions import People
from hexfront.server.wire.bodies import ErrorProblem

MAX_BEFORE = 50
"""Orders that a line takes for granted before it."""


@dataclass(frozen=True)
class Outcome:
    """What became of a file."""

    title: str
    done: list[str]
    problem: Problem | None
    your_turn: bool


async def take_orders(people: People, text: str, *, by_mail: bool) -> OrdersAnswer:
    """Carry a file of orders out. `by_mail`: the account is answered by e-mail too.

    Errors: `InputError` for a file that is malformed, forged, late or used: it changes nothing;
    `HeldElsewhere`, `NotSaved`.
    """
    orders = read_orders(text)
    token = await asyncio.to_thread(check_token, people.store, orders.token)
    try:
        if not await asyncio.to_thread(_is_kept, people.store, token.match):
            raise InputError.at("orders: Turn", "<of a match that is not kept>", "another turn's")
        table = await people.tables.open(token.match)
        outcome = await table.by_mail(
            token.side, lambda live: carry_out(live, people.store, token, orders)
        )
    except InputError as error:
        if by_mail:
            await asyncio.to_thread(_tell, people, token, _refused_words(error))
        raise
    if by_mail:
        await asyncio.to_thread(_tell, people, token, _words(outcome))
    problem = outcome.problem
    return OrdersAnswer(
        title=outcome.title,
        done=outcome.done,
        problem=None if problem is None else ErrorProblem(**asdict(problem)),
        your_turn=outcome.your_turn,
    )


def _is_kept(store: Store, match_id: str) -> bool:
    return bool(store.read("SELECT 1 FROM matches WHERE id = ?", (match_id,)))


def carry_out(live: LiveMatch, store: Store, token: TurnToken, orders: OrdersFile) -> Outcome:
    """Carry the orders of a file out, up to the first that cannot be.

    Errors: `InputError` where none was carried out.
    """
    side = token.side
    # A file of which nothing was carried out may be mended and come again.
    keys = (f"mail:{token.mac}:{tried}" for tried in count())
    key, known = next(
        (key, found)
        for key in keys
        if (found := store.accepted(live.record.id, side, f"{key}:1")) != REFUSED
    )
    if known is not None:
        raise InputError.at("orders: Turn", "<one that was used>", "that of your newest turn file")
    if (closed := live.closed) is not None:
        raise InputError.at("orders", f"<{closed}>", "a match that goes on")
    if side not in live.waiting:
        raise InputError.at("orders: Turn", "<late: it is not your turn>", "one of your turn now")
    if seen(live.match, side) != token.seen:
        expected = "that of your newest turn file: what you see has changed since this one"
        raise InputError.at("orders: Turn", "<late>", expected)
    done: list[str] = []
    problem, before = None, live.end
    for number, line in enumerate(orders.lines, 1):
        problem = _give(live, side, line, f"{key}:{number}", number)
        if problem is not None:
            break
        done.append(line)
    if problem is not None and live.end == before:
        raise InputError([problem])
    title = live.match.rules.scenario.title
    return Outcome(title, done, problem, side in live.waiting)


def _give(live: LiveMatch, side: int, line: str, key: str, number: int) -> Problem | None:
    """Give one order in words; what is wrong with it, or None."""
    place = f"orders: line {number}"
    try:
        for step in range(MAX_BEFORE):
            before = live.language.before(live.match.view(side), line)
            if before is None or live.give(side, before.orders, f"{key}.{step}").refusal:
                break
        refusal = live.typed(side, line, key).refusal
    except InputError as error:
        first = error.problems[0]
        return Problem(place, first.found or line, first.expected)
    if refusal is None:
        return None
    return Problem(place, line, f"an order that is allowed: {refusal}")


def _refused_words(error: InputError) -> str:
    problems = "\n".join(f"- {problem}" for problem in error.problems)
    return f"Your orders were not carried out, and nothing has changed:\n{problems}"


def _words(outcome: Outcome) -> str:
    parts = [f"Carried out: {len(outcome.done)} of your orders."]
    parts += [f"- {line}" for line in outcome.done]
    if outcome.problem is not None:
        parts += ["", "Then it stopped, and what follows was not done:", f"- {outcome.problem}"]
    parts += ["", "It is still your turn." if outcome.your_turn else "The turn goes on to others."]
    return "\n".join(parts)


def _tell(people: People, token: TurnToken, text: str) -> None:
    """Answer the account of a seat at its confirmed address, wherever the e-mail came from."""
    with people.store.transaction() as db:
        row = db.execute(
            "SELECT account, json_extract(scenario, '$.title') FROM account_seats"
            " JOIN matches ON matches.id = match_id WHERE match_id = ? AND side = ?",
            (token.match, token.side),
        ).fetchone()
        if row is not None:
            account, title = row
            news = News("orders", title, token.match, token.side, text)
            write(db, "account = ? AND way = 'email' AND files = 1", (account,), news)
    people.notices.wake()
