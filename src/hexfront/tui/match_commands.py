"""`save`, `saves`, `restore`, `print`, `hint`, `prepare` and `resign`, as they are typed."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.core.documents.files import read_text, typed_path
from hexfront.tui.session import Session


class Done(NamedTuple):
    """What a command did."""

    lines: tuple[str, ...]
    match: str = ""
    """The match to go on with; empty for the same."""


def match_command(session: Session, line: str) -> Done | None:
    """Carry out what concerns the match as a whole; None where a line does not.

    `save NAME`, `saves`, `restore NAME`; `print FILE` writes what the viewer is told;
    `hint` says what a strong machine would order, and why; `resign` asks, `resign yes` does it.
    `time` says what is left on the clocks, `claim` claims the win where another's time is over;
    `prepare FILE` keeps orders and cases for the next turn, `prepare nothing` forgets them.

    After the end `save` writes the journal to a file. Errors: `InputError`, `NotSaved`.
    """
    word, _, rest = line.strip().partition(" ")
    match word.lower():
        case "save" if session.result is not None and rest.strip():
            session.save(typed_path(rest))
            return Done((f"Saved to {rest.strip()}.",))
        case "save":
            saved = session.keep(rest)
            return Done((f"Kept as {saved.name}: {saved.about}. `restore {saved.name}` returns.",))
        case "saves" if not rest:
            kept = session.kept()
            lines = [f"{saved.name}: {saved.about}, kept {saved.created}" for saved in kept]
            return Done(tuple(lines) or ("Nothing is kept; `save NAME` keeps the situation.",))
        case "restore":
            made = session.restored(rest)
            left = session.live.record.id
            text = f"Restored {rest.strip()}. The match you leave is kept: --resume --match {left}"
            return Done((text,), made)
        case "hint" if not rest:
            return Done(session.hint())
        case "prepare":
            return _prepare(session, rest.strip())
        case "time" if not rest:
            return Done((session.time_left or "This match has no clock.",))
        case "claim" if not rest:
            session.claim()
            return Done((), session.live.record.id)
        case "resign" if not rest:
            title = session.side_title(session.viewer)
            return Done((f"Does {title} give the game up? `resign yes` ends it.",))
        case "resign" if rest.strip().lower() == "yes":
            session.resign()
            return Done((), session.live.record.id)
        case "print" if rest.strip():
            session.print_to(typed_path(rest))
            return Done((f"Printed to {rest.strip()}.",))
    return None


def _prepare(session: Session, rest: str) -> Done:
    if not rest:
        return Done(session.prepared or ("Nothing is prepared; `prepare FILE` does it.",))
    forget = rest.lower() == "nothing"
    lines = [] if forget else read_text(typed_path(rest)).splitlines()
    now, doubtful = session.prepare(lines)
    said = "Nothing is prepared any more." if forget else f"Kept for your next turn: {rest}."
    again = [f"Look again at {problem}." for problem in doubtful]
    return Done((said, *again), session.live.record.id if now else "")
