"""What the operator does about people: reports, mutes, bans; each deed is in the audit log."""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from hexfront.core.documents.strictjson import Json, parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.people.accounts import Accounts, end_all_sessions, new_id, today
from hexfront.people.chat import BY_OPERATOR, CONTEXT, Chat, Room, cleaned, set_chat
from hexfront.people.lobby import leave_lobby
from hexfront.people.tournaments.tournaments import withdraw
from hexfront.play.storage.database import Transaction
from hexfront.play.storage.operating import By, record
from hexfront.play.storage.store import Store

MAX_REPORTS: Final = 20
"""Of an account that nobody has looked at."""
MAX_OF_GUESTS: Final = 200
"""Of all guests together."""
SHOWN: Final = 50
"""Reports, the oldest first: they wait longest."""


class Report(NamedTuple):
    """What somebody has told the operator."""

    id: str
    by: str
    """Name of who reports; empty for a guest, or one who has left."""
    name: str
    """Of who is reported."""
    known: bool
    """Whether he has an account."""
    about: str
    match: str
    """Where he said what is reported; empty for a report from his page."""
    said: list[dict[str, Any]]
    """His words with some of those before: `side`, `name`, `text`, `said`, `this`."""
    created: str


class Restricted(NamedTuple):
    """An account that is muted or banned."""

    name: str
    banned: bool
    until: int
    """Of a mute, in seconds since 1970; 0 for a ban."""
    reason: str


def report(store: Store, by: str, other: str, about: str) -> None:
    """Tell the operator of an account. Errors: `InputError`, `NotSaved`."""
    with store.transaction() as db:
        _insert(db, by, other, "", about)


def report_words(store: Store, by: str, match_id: str, room: Room, number: int, about: str) -> None:
    """Tell the operator of something that was said. Errors: `InputError`, `NotSaved`.

    The line is kept with some of those before, also where the match is deleted; until the
    report is closed.
    """
    found = Chat(store).lines(match_id, room, last=number, count=CONTEXT + 1)
    if not found or found[-1].number != number:
        raise InputError.at("body: /number", number, "the number of a line in this match")
    said: Json = [
        {
            **{name: getattr(line, name) for name in ("side", "account", "name", "text", "said")},
            "this": line.number == number,
        }
        for line in found
    ]
    with store.transaction() as db:
        line = found[-1]
        _insert(db, by, line.account, line.name, about, match_id, write_json(said))


def _insert(
    db: Transaction, by: str, other: str, name: str, about: str, match: str = "", said: str = "[]"
) -> None:
    (count,) = db.execute(
        "SELECT count(*) FROM reports WHERE account = ? AND closed = ''", (by,)
    ).fetchone()
    most = MAX_REPORTS if by else MAX_OF_GUESTS
    if count >= most:
        raise InputError.at("reports", f"<{count}>", f"at most {most} that nobody has looked at")
    about = "\n".join(filter(None, map(cleaned, about.splitlines())))
    if not about:
        raise InputError.at("body: /about", "<no words>", "what the operator shall know")
    db.execute(
        "INSERT INTO reports (id, account, other, about, created, match, name, said)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (new_id(), by, other, about, today(), match, name, said),
    )


def open_reports(store: Store) -> list[Report]:
    """What nobody has looked at yet, the oldest first."""
    rows = store.read(
        "SELECT reports.id, coalesce(reporter.name, ''), coalesce(reported.name, reports.name),"
        " reported.id IS NOT NULL, about, match, said, reports.created FROM reports"
        " LEFT JOIN accounts AS reporter ON reporter.id = reports.account"
        " LEFT JOIN accounts AS reported ON reported.id = other"
        " WHERE closed = '' ORDER BY reports.created, reports.id LIMIT ?",
        (SHOWN,),
    )
    found = []
    for ident, by, name, known, about, match, said, created in rows:
        lines: Any = parse_json(str(said), "report")
        kept = [{key: one[key] for key in one if key != "account"} for one in lines]
        about_whom = (str(ident), str(by), str(name), bool(known))
        found.append(Report(*about_whom, str(about), str(match), kept, str(created)))
    return found


def close_report(store: Store, by: By, ident: str, note: str) -> None:
    """Have done with a report; the words in it are forgotten. Errors: `InputError`, `NotSaved`."""
    with store.transaction() as db:
        row = db.execute(
            "SELECT coalesce(accounts.name, reports.name) FROM reports"
            " LEFT JOIN accounts ON accounts.id = other WHERE reports.id = ?",
            (ident,),
        ).fetchone()
        changed = db.execute(
            "UPDATE reports SET closed = ?, note = ?, said = '[]' WHERE id = ? AND closed = ''",
            (today(), note, ident),
        )
        if not changed.rowcount:
            raise InputError.at("body: /report", ident, "a report that is open")
        record(db, by, "close report", f"{row[0] or 'a guest'} {note}".strip())


def mute(store: Store, by: By, name: str, hours: int, reason: str) -> None:
    """Let an account say nothing for so many hours; 0 lets it speak. Errors: `InputError`."""
    account = Accounts(store).named(name)
    with store.transaction() as db:
        lifted = db.execute("DELETE FROM account_mutes WHERE account = ?", (account.id,)).rowcount
        if hours:
            until = int(time.time()) + 3600 * hours
            db.execute("INSERT INTO account_mutes VALUES (?, ?, ?)", (account.id, until, reason))
        elif not lifted:
            raise InputError.at("body: /name", name, "the name of an account that is muted")
        deed = f"mute {hours} h" if hours else "lift mute"
        record(db, by, deed, f"{account.name} {reason}".strip())


def turn_chat(store: Store, by: By, match_id: str, on: bool) -> None:
    """Turn chat off in a match, or on again, whoever has turned it off.

    Errors: `InputError`, `NotSaved`.
    """
    with store.transaction() as db:
        set_chat(db, match_id, BY_OPERATOR, on)
        record(db, by, f"chat {'on' if on else 'off'}", match_id)


def ban(store: Store, by: By, name: str, reason: str) -> str:
    """Let an account do nothing any more: it is out of lobby and tournaments; returns its id.

    Errors: `InputError`, `NotSaved`.
    """
    account = Accounts(store).named(name)
    with store.transaction() as db:
        db.execute("DELETE FROM account_bans WHERE account = ?", (account.id,))
        db.execute("INSERT INTO account_bans VALUES (?, ?, ?)", (account.id, reason, today()))
        leave_lobby(db, account.id)
        withdraw(db, account.id)
        end_all_sessions(db, account.id)
        record(db, by, "ban account", f"{account.name} {reason}".strip())
    return account.id


def lift_ban(store: Store, by: By, name: str) -> None:
    """Let an account play again. Errors: `InputError`, `NotSaved`."""
    account = Accounts(store).named(name)
    with store.transaction() as db:
        gone = db.execute("DELETE FROM account_bans WHERE account = ?", (account.id,))
        if not gone.rowcount:
            raise InputError.at("body: /name", name, "the name of an account that is banned")
        record(db, by, "lift ban of account", account.name)


def restricted(store: Store) -> list[Restricted]:
    """The accounts that are muted now, or banned."""
    rows = store.read(
        "SELECT name, 1, 0, reason FROM account_bans JOIN accounts ON id = account"
        " UNION ALL SELECT name, 0, until, reason FROM account_mutes"
        " JOIN accounts ON id = account WHERE until > ? ORDER BY 1, 2",
        (int(time.time()),),
    )
    return [
        Restricted(str(name), bool(banned), int(until), str(why))
        for name, banned, until, why in rows
    ]


def why_banned(store: Store, match_id: str, seats: tuple[int, ...], account: str) -> str:
    """Why somebody may not open a match: his account, or that of a side of his, is banned."""
    rows = store.read(
        "SELECT reason FROM account_bans WHERE account = ? OR account IN (SELECT account"
        f" FROM account_seats WHERE match_id = ? AND side IN ({', '.join('?' * len(seats))}))",
        (account, match_id, *seats),
    )
    return words_of_ban(str(rows[0][0])) if rows else ""


def words_of_ban(reason: str) -> str:
    """What somebody is told who is banned."""
    return f"The operator of this server has banned this account: {reason}"
