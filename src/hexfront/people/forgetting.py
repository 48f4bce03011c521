"""What is kept of people for a time only, and forgotten after it."""

from __future__ import annotations

import time

from hexfront.people.accounts import forget_sessions
from hexfront.people.lobby import forget_open_games
from hexfront.people.notices.consents import forget_unused
from hexfront.people.signals import forget_networks
from hexfront.play.storage.store import Store


def forget_old(store: Store, now: float | None = None) -> None:
    """Forget what is too old: sessions that nobody uses, with their keys of seats; games of the
    lobby that nobody joined; hashes of networks; addresses to which nothing is sent any more.

    `now`: seconds since 1970. Errors: `NotSaved`.
    """
    now = time.time() if now is None else now
    with store.transaction() as db:
        forget_sessions(db, now)
        forget_open_games(db, now)
        forget_networks(db, now)
        forget_unused(db, now)
