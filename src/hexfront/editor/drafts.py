"""Drafts on disk: their documents, and every change that was ever made, as a tree.

A change is a node below the one that it was made in. Undo goes to the node above, redo down
again, and one may go to any node; what is undone and not done again stays in the tree. Every
such step has a number, the version, which whoever makes the next one must know. A step is on
the disk before it is acknowledged (see `play.database`).
"""

from __future__ import annotations

import json
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import HexfrontError, InputError
from hexfront.editor.documents import SCENARIO, Documents
from hexfront.editor.patches import Patch, apply_patch
from hexfront.editor.schema import LAYOUT
from hexfront.play.storage.database import Database, marks
from hexfront.play.storage.tokens import hash_token, new_token

MAX_DRAFT: Final = 8 * 1024 * 1024
"""Bytes of a draft's documents: a map of 200 by 200 takes about 2 MiB."""
MAX_STORED: Final = 256 * 1024 * 1024
"""Bytes of all changes of a draft."""
MAX_DRAFTS: Final = 1000
MAX_NAME: Final = 80
MAX_TITLE: Final = 120
WHOLE_EVERY: Final = 50
"""So many changes at most are made again to find the documents of a node."""
KEPT: Final = 8
"""Drafts whose documents stay in memory."""
MAX_TOLD: Final = 20_000
"""Operations that a step tells; a page rather reads the documents anew than more."""
MAX_HISTORY: Final = 2000
"""Changes in one list, the newest first."""

Patches = Mapping[str, Patch]
"""By role."""


class Stale(HexfrontError):
    """A step that was made from another version than the newest."""

    def __init__(self, version: int, since: Sequence[str]) -> None:
        super().__init__(
            f"the draft has changed meanwhile: {'; '.join(since) or 'by another page'}"
        )
        self.version, self.since = version, list(since)
        """The newest version, and the titles of the steps to it."""


@dataclass(frozen=True)
class Draft:
    """A draft as it is now."""

    id: str
    system: str
    name: str
    created: str
    changed: str
    version: int
    node: int


class Made(NamedTuple):
    """A new draft."""

    id: str
    token: str
    """Opens it; given once."""


class StepMade(NamedTuple):
    """A step, and what it has changed."""

    version: int
    node: int
    title: str
    patches: Patches | None
    """What a move has changed; None for a change, which its maker has, and where they are so many
    that a page rather reads the documents anew."""


class Node(NamedTuple):
    """A change in the history of a draft."""

    node: int
    parent: int | None
    title: str
    name: str
    """Of a version that was named; empty for others."""
    made: str


@dataclass
class _Kept:
    node: int
    documents: dict[str, Json]
    size: int


class DraftStore(Database):
    """Drafts on disk. Safe to use from several threads."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, LAYOUT)
        self._kept: OrderedDict[str, _Kept] = OrderedDict()
        self._steps = threading.RLock()

    def create(self, system: str, name: str, documents: Documents, title: str) -> Made:
        """Store a new draft; `title` says how it was begun. Errors: `InputError`, `NotSaved`."""
        text = _text(dict(documents))
        _check_size(len(text))
        (count,) = self.read("SELECT count(*) FROM drafts")[0]
        if count >= MAX_DRAFTS:
            raise InputError.at("drafts", f"<{count} drafts>", f"fewer than {MAX_DRAFTS}")
        made = Made(secrets.token_urlsafe(9), new_token())
        now = _now()
        name = _checked(name, "name", MAX_NAME)
        with self.transaction() as db:
            db.execute(
                "INSERT INTO drafts VALUES (?, ?, ?, ?, ?, ?, 1, 0, ?)",
                (made.id, system, name, hash_token(made.token), now, now, len(text)),
            )
            db.execute(
                "INSERT INTO nodes VALUES (?, 0, NULL, 0, ?, '', ?, '{}', '{}', ?)",
                (made.id, title[:MAX_TITLE], now, text),
            )
            db.execute("INSERT INTO steps VALUES (?, 1, 0, ?, '')", (made.id, title[:MAX_TITLE]))
        return made

    def drafts(self) -> list[Draft]:
        """All drafts, the last changed first. Errors: `NotSaved`."""
        return [Draft(*row) for row in self.read(f"{_DRAFT} ORDER BY changed DESC, id")]

    def opened(self, tokens: Sequence[str]) -> list[Draft]:
        """The drafts that some tokens open, the last changed first. Errors: `NotSaved`."""
        query = f"{_DRAFT} WHERE token_hash IN ({marks(tokens)}) ORDER BY changed DESC, id"
        return [Draft(*row) for row in self.read(query, [hash_token(token) for token in tokens])]

    def draft(self, draft: str) -> Draft:
        """A draft. Errors: `InputError` where there is none, `NotSaved`."""
        rows = self.read(f"{_DRAFT} WHERE id = ?", (draft,))
        if not rows:
            raise unknown_draft()
        return Draft(*rows[0])

    def opens(self, draft: str, token: str) -> bool:
        """Whether a token is that of a draft. Errors: `NotSaved`."""
        query = "SELECT 1 FROM drafts WHERE id = ? AND token_hash = ?"
        return bool(self.read(query, (draft, hash_token(token))))

    def rename(self, draft: str, name: str) -> None:
        """Give a draft another name. Errors: `InputError`, `NotSaved`."""
        self.draft(draft)
        name = _checked(name, "name", MAX_NAME)
        with self.transaction() as db:
            db.execute("UPDATE drafts SET name = ? WHERE id = ?", (name, draft))

    def delete(self, draft: str) -> None:
        """Delete a draft with its history. Errors: `InputError`, `NotSaved`."""
        with self._steps:
            self.draft(draft)
            with self.transaction() as db:
                db.execute("DELETE FROM drafts WHERE id = ?", (draft,))
            self._kept.pop(draft, None)

    def current(self, draft: str) -> tuple[Draft, dict[str, Json]]:
        """A draft and its documents, which nobody changes. Errors: `InputError`, `NotSaved`."""
        with self._steps:
            found = self.draft(draft)
            return found, self._keep(found).documents

    def documents_at(self, draft: str, node: int) -> dict[str, Json]:
        """The documents as they were after a change. Errors: `InputError`, `NotSaved`."""
        later: list[Patches] = []
        while True:
            query = "SELECT parent, patches, whole FROM nodes WHERE draft = ? AND node = ?"
            rows = self.read(query, (draft, node))
            if not rows:
                raise InputError.at("node", node, "a change in the history of the draft")
            parent, patches, whole = rows[0]
            if whole is not None:
                break
            later.append(json.loads(patches))
            node = parent
        documents: dict[str, Json] = json.loads(whole)
        for patches in reversed(later):
            documents, _ = _applied(documents, patches)
        return documents

    def earlier(self, draft: str) -> Iterator[dict[str, Json]]:
        """The documents before the change where a draft stands, before the one before, and so on.

        Errors: `InputError`, `NotSaved`.
        """
        found, documents = self.current(draft)
        node = found.node
        query = "SELECT parent, inverse FROM nodes WHERE draft = ? AND node = ?"
        while rows := self.read(query, (draft, node)):
            node, inverse = rows[0]
            if node is None:
                return
            documents, _ = _applied(documents, json.loads(inverse))
            yield documents

    def change(
        self, draft: str, base: int, title: str, patches: Patches, key: str = ""
    ) -> StepMade:
        """Make one change; with a `key` that it was made with before, it is not made again.

        Errors: `Stale`, `InputError` for a bad patch, `NotSaved`.
        """
        title = _checked(title, "title", MAX_TITLE)
        if not any(patches.values()):
            raise InputError.at("patches", "<nothing>", "at least one operation")
        with self._steps:
            found = self.draft(draft)
            if key and (rows := self.read(_MADE_BEFORE, (draft, base + 1, key))):
                version, node, title = rows[0]
                return StepMade(version, node, title, None)
            self._check_base(found, base)
            kept = self._keep(found)
            documents, inverse = _applied(kept.documents, patches)
            texts = _text(dict(patches)), _text(inverse)
            size = kept.size + len(texts[0])
            if size > MAX_DRAFT:
                size = _check_size(len(_text(documents)))
            return self._append(found, title, texts, _Kept(0, documents, size), key)

    def _append(
        self, found: Draft, title: str, texts: tuple[str, str], after: _Kept, key: str
    ) -> StepMade:
        """Store a node below the one where a draft stands."""
        query = "SELECT max(n.node), stored FROM nodes n JOIN drafts ON id = draft WHERE id = ?"
        last, stored = self.read(query, (found.id,))[0]
        query = "SELECT depth FROM nodes WHERE draft = ? AND node = ?"
        depth = self.read(query, (found.id, found.node))[0][0] + 1
        whole = _text(after.documents) if depth % WHOLE_EVERY == 0 else None
        stored += sum(map(len, texts)) + len(whole or "")
        if stored > MAX_STORED:
            expected = f"at most {MAX_STORED} of changes; a copy of the draft begins anew"
            raise InputError.at("history", f"<{stored} bytes>", expected)
        node, version, now = last + 1, found.version + 1, _now()
        with self.transaction() as db:
            db.execute(
                "INSERT INTO nodes VALUES (?, ?, ?, ?, ?, '', ?, ?, ?, ?)",
                (found.id, node, found.node, depth, title, now, *texts, whole),
            )
            _step(db, found.id, version, node, title, now, key)
            db.execute("UPDATE drafts SET stored = ? WHERE id = ?", (stored, found.id))
        self._kept[found.id] = replace(after, node=node)
        return StepMade(version, node, title, None)

    def undo(self, draft: str, base: int) -> StepMade:
        """Go to the change before. Errors: as of `change`; `InputError` where there is none."""

        def before(found: Draft) -> tuple[int, str]:
            node = self._node(found.id, found.node)
            if node.parent is None:
                raise InputError.at("undo", "<the beginning>", "a change before")
            return node.parent, f"Undo: {node.title}"

        return self._go(draft, base, before)

    def redo(self, draft: str, base: int) -> StepMade:
        """Go to the change that was undone last. Errors: as of `undo`."""

        def after(found: Draft) -> tuple[int, str]:
            query = (
                "SELECT n.node, n.title FROM nodes n JOIN steps s USING (draft, node)"
                " WHERE n.draft = ? AND n.parent = ? ORDER BY s.version DESC LIMIT 1"
            )
            rows = self.read(query, (found.id, found.node))
            if not rows:
                raise InputError.at("redo", "<the newest change>", "one that was undone")
            return rows[0][0], f"Redo: {rows[0][1]}"

        return self._go(draft, base, after)

    def go(self, draft: str, base: int, node: int) -> StepMade:
        """Go to any change of the history. Errors: `Stale`, `InputError`, `NotSaved`."""

        def there(found: Draft) -> tuple[int, str]:
            return node, f"Back to: {self._node(found.id, node).title}"

        return self._go(draft, base, there)

    def _go(self, draft: str, base: int, target: Callable[[Draft], tuple[int, str]]) -> StepMade:
        with self._steps:
            found = self.draft(draft)
            self._check_base(found, base)
            node, title = target(found)
            title = title[:MAX_TITLE]
            kept = self._keep(found)
            documents, way = kept.documents, self._way(draft, found.node, node)
            for patches in way:
                documents, _ = _applied(documents, patches)
            version = found.version + 1
            with self.transaction() as db:
                _step(db, draft, version, node, title, _now())
            self._kept[draft] = _Kept(node, documents, len(_text(documents)))
            return StepMade(version, node, title, _together(way))

    def _way(self, draft: str, start: int, goal: int) -> list[Patches]:
        """The patches from one node to another, by the last node above both."""
        up: list[Patches] = []
        down: list[Patches] = []
        query = "SELECT parent, patches, inverse FROM nodes WHERE draft = ? AND node = ?"
        while start != goal:
            # A node has a greater number than the one above it.
            node = max(start, goal)
            parent, patches, inverse = self.read(query, (draft, node))[0]
            if start > goal:
                up.append(json.loads(inverse))
                start = parent
            else:
                down.append(json.loads(patches))
                goal = parent
        return [*up, *reversed(down)]

    def can_move(self, found: Draft) -> tuple[bool, bool]:
        """Whether something can be undone, and done again. Errors: `NotSaved`."""
        query = "SELECT 1 FROM nodes WHERE draft = ? AND parent = ? LIMIT 1"
        return found.node > 0, bool(self.read(query, (found.id, found.node)))

    def history(self, draft: str) -> list[Node]:
        """The newest changes, the last one first. Errors: `InputError`, `NotSaved`."""
        self.draft(draft)
        query = f"{_NODE} WHERE draft = ? ORDER BY node DESC LIMIT {MAX_HISTORY}"
        return [Node(*row) for row in self.read(query, (draft,))]

    def name_version(self, draft: str, node: int, name: str) -> None:
        """Name a version; empty takes its name away. Errors: `InputError`, `NotSaved`."""
        self._node(draft, node)
        if name:
            name = _checked(name, "name", MAX_NAME)
        with self.transaction() as db:
            db.execute(
                "UPDATE nodes SET name = ? WHERE draft = ? AND node = ?", (name, draft, node)
            )

    def _node(self, draft: str, node: int) -> Node:
        rows = self.read(f"{_NODE} WHERE draft = ? AND node = ?", (draft, node))
        if not rows:
            raise InputError.at("node", node, "a change in the history of the draft")
        return Node(*rows[0])

    def _check_base(self, found: Draft, base: int) -> None:
        if base != found.version:
            query = "SELECT title FROM steps WHERE draft = ? AND version > ? ORDER BY version"
            rows = self.read(f"{query} LIMIT 50", (found.id, base))
            raise Stale(found.version, [row[0] for row in rows])

    def _keep(self, found: Draft) -> _Kept:
        """The documents of a draft, from memory where they are there."""
        kept = self._kept.get(found.id)
        if kept is None or kept.node != found.node:
            documents = self.documents_at(found.id, found.node)
            kept = _Kept(found.node, documents, len(_text(documents)))
        self._kept[found.id] = kept
        self._kept.move_to_end(found.id)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return kept


_DRAFT: Final = "SELECT id, system, name, created, changed, version, node FROM drafts"
_MADE_BEFORE: Final = (
    "SELECT version, node, title FROM steps WHERE draft = ? AND version = ? AND request_key = ?"
)
_NODE: Final = "SELECT node, parent, title, name, made FROM nodes"


def unknown_draft() -> InputError:
    """What is said of a draft that is not there, or not for whoever asks."""
    return InputError.at("draft", "<an unknown draft, or a wrong token>", "the draft and its token")


def _together(way: Sequence[Patches]) -> Patches | None:
    """Patches made one after the other as one; None for too many operations."""
    if sum(len(patch) for patches in way for patch in patches.values()) > MAX_TOLD:
        return None
    whole: dict[str, Patch] = {}
    for patches in way:
        for role, patch in patches.items():
            whole.setdefault(role, []).extend(patch)
    return whole


def _applied(documents: Documents, patches: Patches) -> tuple[dict[str, Json], dict[str, Patch]]:
    after, inverse = dict(documents), dict[str, Patch]()
    for role, patch in patches.items():
        if role not in documents:
            raise InputError.at(f"patches: /{role}", role, f"one of: {', '.join(documents)}")
        after[role], inverse[role] = apply_patch(documents[role], patch, f"patches: /{role}")
        if not isinstance(after[role], dict):
            raise InputError.at(f"patches: /{role}", after[role], "a patch that leaves an object")
    return after, inverse


def _step(
    db: Any, draft: str, version: int, node: int, title: str, now: str, key: str = ""
) -> None:
    db.execute("INSERT INTO steps VALUES (?, ?, ?, ?, ?)", (draft, version, node, title, key))
    query = "UPDATE drafts SET version = ?, node = ?, changed = ? WHERE id = ?"
    db.execute(query, (version, node, now, draft))


def _check_size(size: int) -> int:
    if size > MAX_DRAFT:
        raise InputError.at(SCENARIO, f"<{size} bytes>", f"documents of at most {MAX_DRAFT}")
    return size


def _checked(text: str, place: str, most: int) -> str:
    text = text.strip()
    if not 0 < len(text) <= most or not text.isprintable():
        raise InputError.at(place, text, f"a line of 1 to {most} characters")
    return text


def _text(value: Any) -> str:
    """JSON with the keys in their own order, which a person has chosen."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
