"""Players as others see them: their games, results and ratings; and who wants to meet whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

from hexfront.agents.levels import levels_of
from hexfront.core.documents.strictjson import parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.system import System
from hexfront.people import moderation
from hexfront.people.accounts import Account, Accounts
from hexfront.people.lobby import leave_lobby
from hexfront.people.notices.consents import forget_addresses
from hexfront.people.ratings import MACHINE, Rating, first_rating, numbers
from hexfront.people.results import Results, player_names
from hexfront.people.tournaments.tournaments import forget
from hexfront.play.storage.database import Transaction
from hexfront.play.storage.store import Store

MAX_GAMES: Final = 100
"""Of a player, that are shown."""
EVERY: Final = 10**9
MAX_REPORT: Final = 1000
MAX_BLOCKS: Final = 500
Avoiding = Literal["blocks", "mutes"]
"""How a player is avoided, and the table that holds it."""
_OF_ACCOUNTS: Final = (
    *("account_seats", "passkeys", "blocks", "mutes", "reports"),
    *("recovery_codes", "sessions", "chat", "account_networks", "account_mutes", "account_bans"),
    *("holidays", "challenges"),
)
"""Tables whose rows of an account go with it, in this order."""


@dataclass(frozen=True)
class RatedPlayer:
    """A player in the list of a system."""

    key: str
    name: str
    level: str
    """Of a machine the level that it plays, if any."""
    rating: Rating
    games: int

    @property
    def sure(self) -> bool:
        """Whether the rating is known well enough to be shown without a question mark."""
        return self.rating.deviation <= numbers().shown


def machine_levels(system: System) -> dict[str, str]:
    """By the key of a machine the level that it plays in a system."""
    return {MACHINE + level.agent: name for name, level in levels_of(system).items()}


class Players:
    """The players of a store. Blocks; safe to use from several threads."""

    def __init__(self, store: Store, accounts: Accounts, results: Results) -> None:
        self._store, self._accounts, self._results = store, accounts, results

    def rated(self, system_name: str) -> list[RatedPlayer]:
        """Who is rated in a system, machines of its levels among them, the strongest first.

        Errors: `InputError` for an unknown system.
        """
        system = find_system(system_name)
        rows = self._store.read(
            "SELECT player, rating, deviation, games FROM ratings WHERE system = ?", (system.name,)
        )
        found = {player: (Rating(points, spread), games) for player, points, spread, games in rows}
        levels = machine_levels(system)
        for key in levels:
            found.setdefault(key, (first_rating(system, key), 0))
        names = player_names(self._store, list(found))
        players = [
            RatedPlayer(key, _shown(names[key]), levels.get(key, ""), *found[key])
            for key in found
            if key in names
        ]
        return sorted(players, key=lambda one: (-one.rating.rating, one.name))

    def key_of(self, name: str) -> tuple[str, str]:
        """Key and name of a player, a person or `machine:NAME`. Errors: `InputError`."""
        if name.startswith(MACHINE):
            known = self._store.read("SELECT 1 FROM played WHERE player = ? LIMIT 1", (name,))
            agents = [key for one in system_names() for key in machine_levels(find_system(one))]
            if not known and name not in agents:
                raise InputError.at("player", name, "a machine that plays here")
            return name, _shown(name)
        account = self._accounts.named(name, "player")
        return account.id, account.name

    def ratings(self, key: str) -> list[tuple[str, Rating, int]]:
        """By system the rating of a player and from how many games."""
        rows = self._store.read(
            "SELECT system, rating, deviation, games FROM ratings WHERE player = ? ORDER BY system",
            (key,),
        )
        return [(system, Rating(points, spread), games) for system, points, spread, games in rows]

    def games(self, key: str, most: int = MAX_GAMES) -> list[dict[str, Any]]:
        """The finished games of a player, the newest first, with the others who played.

        `open`: whether everybody may look at it: it is kept, and was a game of the lobby or of a
        tournament, not one among those who had its links.
        """
        rows = self._store.read(
            "SELECT match, side, system, title, outcome, reason, ended, unrated, rating, deviation"
            " FROM played WHERE player = ? ORDER BY ended DESC, match LIMIT ?",
            (key, most),
        )
        found = []
        for match, side, *rest in rows:
            others = self._store.read(
                "SELECT player FROM played WHERE match = ? AND side <> ? ORDER BY side",
                (match, side),
            )
            keys = [other for (other,) in others]
            names = player_names(self._store, keys)
            fields = ("system", "title", "outcome", "reason", "ended", "unrated")
            found.append(
                dict(zip((*fields, "rating", "deviation"), rest, strict=True))
                | {
                    "match": match,
                    "side": side,
                    "players": [names.get(other, "") for other in keys],
                    "open": bool(
                        self._store.read(
                            "SELECT 1 FROM matches JOIN match_terms ON match_id = id WHERE id = ?",
                            (match,),
                        )
                    ),
                }
            )
        return found

    # Who wants to meet whom

    def avoid(self, account: Account, name: str, how: Avoiding, on: bool) -> None:
        """Block a player, or only mute him; or end that. Errors: `InputError`, `NotSaved`.

        Whom one has blocked one does not meet in the lobby, and his words are not shown to one;
        of one who is muted the words alone.
        """
        other = self._accounts.named(name)
        if other.id == account.id:
            raise InputError.at("body: /name", name, "the name of another player")
        if on and len(self.avoided(account, how)) >= MAX_BLOCKS:
            raise InputError.at(how, f"<{MAX_BLOCKS}>", f"at most {MAX_BLOCKS}")
        with self._store.transaction() as db:
            db.execute(
                f"INSERT INTO {how} VALUES (?, ?) ON CONFLICT (account, other) DO NOTHING"
                if on
                else f"DELETE FROM {how} WHERE account = ? AND other = ?",
                (account.id, other.id),
            )

    def avoided(self, account: Account, how: Avoiding) -> list[str]:
        """The names of those whom an account has blocked, or muted."""
        rows = self._store.read(
            f"SELECT name FROM {how} JOIN accounts ON id = other WHERE account = ? ORDER BY name",
            (account.id,),
        )
        return [str(row[0]) for row in rows]

    def report(self, account: Account, name: str, about: str) -> None:
        """Tell the operator of a player. Errors: `InputError`, `NotSaved`."""
        moderation.report(self._store, account.id, self._accounts.named(name).id, about)

    # All of one's data

    def export(self, account: Account) -> dict[str, Any]:
        """All that is kept about an account, but for what proves who he is."""
        read = self._store.read
        ((created,),) = read("SELECT created FROM accounts WHERE id = ?", (account.id,))
        seats = read(
            "SELECT match_id, side FROM account_seats WHERE account = ? ORDER BY match_id, side",
            (account.id,),
        )
        reports = read(
            "SELECT about, match, created FROM reports WHERE account = ? ORDER BY created",
            (account.id,),
        )
        tournaments = read(
            "SELECT tournament, number FROM tournament_entrants WHERE account = ?"
            " ORDER BY tournament",
            (account.id,),
        )
        organised = read(
            "SELECT id FROM tournaments WHERE organiser = ? ORDER BY created, id", (account.id,)
        )
        waiting = read(
            "SELECT game, side FROM open_seats LEFT JOIN open_games ON open_games.id = game"
            " WHERE open_seats.account = ? ORDER BY game",
            (account.id,),
        )
        invitations = read(
            "SELECT game, declined FROM invitations WHERE account = ? ORDER BY game", (account.id,)
        )
        deeds = read(
            "SELECT tournament, happened, deed FROM tournament_record WHERE account = ?"
            " ORDER BY tournament, number",
            (account.id,),
        )
        words = read(
            "SELECT match_id, room, text, said FROM chat WHERE account = ? ORDER BY said, match_id",
            (account.id,),
        )
        networks = read(
            "SELECT network, day FROM account_networks WHERE account = ? ORDER BY day, network",
            (account.id,),
        )
        limits = [one for one in moderation.restricted(self._store) if one.name == account.name]
        sessions = self._accounts.sessions(account)
        return {
            "format": "hexfront-account/1",
            "name": account.name,
            "created": created,
            "has_password": self._accounts.has_password(account),
            "passkeys": self._accounts.passkeys(account),
            "recovery_codes_left": self._accounts.codes_left(account),
            "sessions": [{k: one[k] for k in ("device", "created", "seen")} for one in sessions],
            "notices": [
                {"way": way, "address": address, "confirmed": bool(confirmed), "note": note}
                for way, address, confirmed, note in read(
                    "SELECT way, address, confirmed, note FROM channels WHERE account = ?"
                    " ORDER BY way, id",
                    (account.id,),
                )
            ],
            "seats": [{"match": match, "side": side} for match, side in seats],
            "ratings": [
                {"system": system, **rating._asdict(), "games": games}
                for system, rating, games in self.ratings(account.id)
            ],
            "games": self.games(account.id, EVERY),
            "prepared_orders": [
                {"match": match, "side": side, "lines": parse_json(lines, "prepared orders")}
                for match, side, lines in read(
                    "SELECT match_id, side, lines FROM prepared_orders"
                    " JOIN account_seats USING (match_id, side) WHERE account = ?"
                    " ORDER BY match_id, side",
                    (account.id,),
                )
            ],
            "tournaments": [{"tournament": one, "entrant": number} for one, number in tournaments],
            "organised": [one for (one,) in organised],
            "deeds": [
                {"tournament": one, "happened": happened, "deed": deed}
                for one, happened, deed in deeds
            ],
            "open_games": [{"game": game, "side": side} for game, side in waiting],
            "invitations": [{"game": game, "declined": bool(no)} for game, no in invitations],
            "blocked": self.avoided(account, "blocks"),
            "muted": self.avoided(account, "mutes"),
            "holidays": [
                {"first": first, "last": last}
                for first, last in read(
                    "SELECT first_day, last_day FROM holidays WHERE account = ? ORDER BY began",
                    (account.id,),
                )
            ],
            "reports": [
                {"about": about, "match": match, "created": made} for about, match, made in reports
            ],
            "chat": [
                {"match": match, "room": room, "text": text, "said": said}
                for match, room, text, said in words
            ],
            "networks": [{"hash": network, "day": day} for network, day in networks],
            "restricted": [
                {"banned": one.banned, "until": one.until, "reason": one.reason} for one in limits
            ],
        }

    @staticmethod
    def check_typed(account: Account, typed: str) -> None:
        """Whether an account is to be deleted. Errors: `InputError`."""
        account.check_fresh()
        if typed.strip() != account.name:
            raise InputError.at("body: /name", typed, f"{account.name}, the name of the account")

    def delete(self, account: Account, typed: str) -> None:
        """Delete an account and all that is known of it; the matches of others stay.

        `typed`: its name, as a sign that it is wanted. Errors: `InputError`, `NotSaved`.
        """
        self.check_typed(account, typed)
        mine = (account.id,)
        with self._store.transaction() as db:
            db.execute(
                "UPDATE seats SET name = '' WHERE name = ? AND EXISTS (SELECT 1 FROM account_seats"
                " WHERE account = ? AND account_seats.match_id = seats.match_id"
                " AND account_seats.side = seats.side)",
                (account.name, account.id),
            )
            db.execute(
                "DELETE FROM seat_keys WHERE session IN"
                " (SELECT id FROM sessions WHERE account = ?)",
                mine,
            )
            db.execute(
                "DELETE FROM prepared_orders WHERE EXISTS (SELECT 1 FROM account_seats"
                " WHERE account = ? AND account_seats.match_id = prepared_orders.match_id"
                " AND account_seats.side = prepared_orders.side)",
                mine,
            )
            leave_lobby(db, account.id)
            forget_addresses(db, account.id)
            forget(db, account.id)
            for table in _OF_ACCOUNTS:
                db.execute(f"DELETE FROM {table} WHERE account = ?", mine)
            for table in ("blocks", "mutes", "reports"):
                db.execute(f"DELETE FROM {table} WHERE other = ?", mine)
            _forget_words(db, account.id)
            # That somebody played stays for the others, who it was does not.
            db.execute(
                "UPDATE played SET player = '', rating = NULL, deviation = NULL WHERE player = ?",
                mine,
            )
            db.execute("DELETE FROM ratings WHERE player = ?", mine)
            db.execute("DELETE FROM accounts WHERE id = ?", mine)


def _forget_words(db: Transaction, account: str) -> None:
    """Take what an account has said out of reports of others."""
    rows = db.execute("SELECT id, said FROM reports WHERE said LIKE ?", (f"%{account}%",))
    for ident, said in rows.fetchall():
        lines: Any = parse_json(said, "report")
        kept = [line for line in lines if line["account"] != account]
        db.execute("UPDATE reports SET said = ? WHERE id = ?", (write_json(kept), ident))


def _shown(name: str) -> str:
    """A machine by its own name, a person by his."""
    return name.removeprefix(MACHINE)
