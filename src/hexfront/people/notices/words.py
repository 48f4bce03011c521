"""What notices say: a title, a text, and the same as simple HTML. Names in it are escaped."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from html import escape
from typing import Final

from hexfront.core.table.plurals import counted
from hexfront.people.notices.news import News

TITLES: Final = {
    "turn": "Your turn: {title}",
    "time": "Little time left: {title}",
    "begun": "Your game has begun: {title}",
    "invited": "Somebody wants to play: {title}",
    "declined": "Your invitation was declined: {title}",
    "lost": "You have lost: {title}",
    "over": "Your game is over: {title}",
    "round": "A round has begun: {title}",
    "tournament": "Your tournament: {title}",
    "test": "A test of your notices",
    "ask": "Do you want to be told of your turns?",
    "digest": "Your games today",
    "orders": "Your orders: {title}",
}
TEXTS: Final = {
    "turn": "It is your turn in “{title}”{side}.{left}{detail}",
    "time": "Four fifths of your time for this turn of “{title}”{side} are gone.{left}{detail}",
    "begun": "“{title}” has begun{side}.{detail}",
    "invited": "You are invited to play “{title}”.{detail}",
    "declined": "You have invited somebody to play “{title}”, who declines:{detail}.",
    "lost": "You have lost “{title}”{side}.{detail}",
    "over": "“{title}”{side} is over.{detail}",
    "round": "“{title}” has begun{side}.{detail}",
    "tournament": "“{title}”:{detail}",
    "orders": "{detail}",
    "test": "This is how notices come to you. There is nothing to do.",
    "ask": (
        "{who} wants notices of games to come to this address.\n\nIf that is you, agree here;"
        " otherwise nothing is sent. You can refuse there, too:\n{page}"
    ),
}
MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR


@dataclass(frozen=True)
class Attachment:
    """A file of an e-mail."""

    name: str
    kind: str
    """`text/plain` or `application/json`."""
    text: str


@dataclass(frozen=True)
class Message:
    """What one address is told."""

    id: str
    """The same at every try."""
    title: str
    text: str
    html: str
    end: str
    """The link by which a program ends the notices (RFC 8058)."""
    home: str
    files: Sequence[Attachment] = field(default=())


def time_left(seconds: float) -> str:
    """How much time that is, in words.

    >>> time_left(90 * 60), time_left(30), time_left(49 * 3600)
    ('1 hour 30 minutes', '0 minutes', '2 days 1 hour')
    """
    seconds = max(0, seconds)
    for size, name, next_size, next_name in (
        (DAY, "day", HOUR, "hour"),
        (HOUR, "hour", MINUTE, "minute"),
    ):
        if seconds >= size:
            rest = int(seconds % size // next_size)
            more = f" {counted(rest, next_name)}" if rest else ""
            return counted(int(seconds // size), name) + more
    return counted(int(seconds // MINUTE), "minute")


def by_when(due: float, now: float) -> str:
    """A moment, and how far it is."""
    moment = datetime.fromtimestamp(due, UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"until {moment} ({time_left(due - now)})"


def headline(news: News) -> str:
    """The title, on one line."""
    return " ".join(TITLES[news.kind].format(title=news.title).split())


def sentence(news: News, side: str, due: float | None, now: float) -> str:
    """What there is to tell, in a sentence or two."""
    said = TEXTS[news.kind].format(
        title=news.title,
        side=f", as {side}" if side else "",
        left=f" You have {by_when(due, now)}." if due is not None else "",
        detail=f" {news.detail}" if news.detail else "",
    )
    return said.strip()


def question(name: str, home: str, page: str) -> str:
    """What the owner of an address is asked."""
    who = f"{name}, who plays at {home}," if name else f"Somebody who plays at {home}"
    return TEXTS["ask"].format(who=who, page=page)


def digest(turns: Sequence[tuple[str, str, float | None]], news: Sequence[str], now: float) -> str:
    """One's games: those with one's turn (title, side, due), those with least time first."""
    ordered = sorted(turns, key=lambda turn: (turn[2] is None, turn[2] or 0, turn[0]))
    lines = []
    if ordered:
        lines += ["It is your turn in:"]
    for title, side, due in ordered:
        left = by_when(due, now) if due is not None else "no clock"
        lines.append(f"- “{title}”{f', as {side}' if side else ''}: {left}")
    if news:
        lines += ["", "Since yesterday:"] if ordered else ["Since yesterday:"]
        lines += [f"- {one}" for one in news]
    return "\n".join(lines)


def closing(home: str, page: str) -> str:
    """What stands below a notice."""
    return f"Your games stand at {home}\nTo get no more of these notices: {page}"


def as_html(text: str) -> str:
    """Plain text as a simple page: paragraphs, and links that lead to where they say."""
    parts = []
    for paragraph in text.split("\n\n"):
        lines = [_linked(line) for line in paragraph.splitlines()]
        parts.append(f"<p>{'<br>'.join(lines)}</p>")
    style = "font-family:sans-serif;max-width:40em"
    body = "\n".join(parts)
    return f'<!doctype html><html lang="en"><body style="{style}">{body}</body></html>\n'


def _linked(line: str) -> str:
    words = [
        f'<a href="{escape(word)}">{escape(word)}</a>'
        if word.startswith(("https://", "http://"))
        else escape(word)
        for word in line.split(" ")
    ]
    return " ".join(words)
