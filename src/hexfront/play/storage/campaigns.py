"""Campaigns that are being played, in the store beside the matches.

A campaign is opened by a secret token, as a seat is; the token of its player in each of its matches
follows from it, so that nothing else need be kept.
"""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import NamedTuple

from hexfront.core.documents.strictjson import Json, parse_json, write_json
from hexfront.core.errors import InputError
from hexfront.play.storage.store import Store
from hexfront.play.storage.tokens import hash_token, new_token


class KeptCampaign(NamedTuple):
    """A campaign as it is kept."""

    id: str
    system: str
    name: str
    opponent: str
    """Who plays the other sides: a level or an opponent by name."""
    progress: Json
    """What the campaign itself knows of how far it has come."""
    match: str
    """The battle that is being fought; empty between battles."""


def keep_campaign(store: Store, system: str, name: str, opponent: str, progress: Json) -> str:
    """Keep a new campaign; returns its token. Errors: `NotSaved`."""
    token = new_token()
    created = datetime.now(UTC).isoformat(timespec="seconds")
    with store.transaction() as db:
        db.execute(
            "INSERT INTO campaigns (id, token_hash, created, system, name, opponent, progress)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                secrets.token_hex(8),
                hash_token(token),
                created,
                system,
                name,
                opponent,
                write_json(progress),
            ),
        )
    return token


def kept_campaign(store: Store, token: str) -> KeptCampaign:
    """The campaign that a token opens. Errors: `InputError` where there is none, `NotSaved`."""
    rows = store.read(
        "SELECT id, system, name, opponent, progress, battle FROM campaigns WHERE token_hash = ?",
        (hash_token(token),),
    )
    if not rows:
        raise InputError.at("token", "<an unknown token>", "the token of a campaign")
    kept = KeptCampaign(*rows[0])
    return kept._replace(progress=parse_json(str(kept.progress), f"campaign {kept.id}: progress"))


def go_on(store: Store, old: KeptCampaign, progress: Json, match: str) -> KeptCampaign:
    """Keep how a campaign goes on; what another request has done meanwhile stays as it is.

    Returns the campaign as it is kept then. Errors: `NotSaved`.
    """
    with store.transaction() as db:
        changed = db.execute(
            "UPDATE campaigns SET progress = ?, battle = ?"
            " WHERE id = ? AND progress = ? AND battle = ?",
            (write_json(progress), match, old.id, write_json(old.progress), old.match),
        ).rowcount
        if changed:
            return old._replace(progress=progress, match=match)
        found, fought = db.execute(
            "SELECT progress, battle FROM campaigns WHERE id = ?", (old.id,)
        ).fetchone()
    return old._replace(progress=parse_json(found, f"campaign {old.id}: progress"), match=fought)
