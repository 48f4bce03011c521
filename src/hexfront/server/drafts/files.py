"""The HTTP requests for drafts as texts and files, and for packs."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Annotated, Any

from fastapi import Query, Request, Response

from hexfront.core.errors import InputError
from hexfront.core.packs import installed_packs
from hexfront.core.registry import find_system
from hexfront.editor.differences import differences, patch_between
from hexfront.editor.documents import SCENARIO, by_role, hex_lists
from hexfront.editor.files import differs, files_of, pack, save
from hexfront.editor.text import lines_at, places_in_text, read_text, write_text
from hexfront.packs.installing import install, remove
from hexfront.server.access.strict import read_body, strict_router
from hexfront.server.drafts.editing import (
    MAX_BODY,
    STALE,
    DraftToken,
    Editing,
    EditingRoute,
    answered,
    editing_of,
    opened_by,
    step_answer,
)
from hexfront.server.wire.drafts import (
    DraftDifference,
    DraftDifferences,
    DraftSaved,
    DraftStep,
    DraftText,
    DraftTextShown,
    SaveOrder,
    TextForm,
)
from hexfront.server.wire.packs import PackInfo, PackList, PackName, PackOrder

MAX_PACK = 48 * 1024 * 1024
UPLOAD_SECONDS = 60.0

router = strict_router("/api/drafts/{draft}", EditingRoute)
packs_router = strict_router("/api/packs", EditingRoute)
_FILE: dict[str, Any] = {"schema": {"type": "string", "format": "binary"}}
Number = Annotated[int, Query(ge=0, lt=2**53)]


@router.get("/text")
async def text(
    draft: str,
    request: Request,
    role: Annotated[str, Query(max_length=64)] = SCENARIO,
    form: TextForm = "toml",
    draft_token: DraftToken = "",
) -> DraftTextShown:
    """A document of a draft as text, and the lines of its problems."""

    def look() -> DraftTextShown:
        editing = opened_by(request, draft, draft_token)
        found, documents = editing.store.current(draft)
        if role not in documents:
            raise InputError.at("role", role, f"one of: {', '.join(documents)}")
        lists = hex_lists(find_system(found.system), documents[role])
        written = write_text(documents[role], form, lists)
        places = places_in_text(documents[role], lists)
        problems = editing.checker.check(draft, found.system, documents)
        own = [each for each in problems if each.role == role]
        lines = lines_at(written, form, [places.pointer(each.pointer)[0] for each in own])
        told = [(line, each.text) for line, each in zip(lines, own, strict=True)]
        return DraftTextShown(version=found.version, text=written, lines=told)

    return await asyncio.to_thread(look)


@router.post("/text", response_model=DraftStep, responses=STALE)
async def write(
    draft: str, wanted: DraftText, request: Request, draft_token: DraftToken = ""
) -> Any:
    """Take a document as it was written by hand: one change, of what is otherwise in it."""

    def make() -> DraftStep:
        editing = opened_by(request, draft, draft_token)
        found, documents = editing.store.current(draft)
        if wanted.role not in documents:
            raise InputError.at("body: /role", wanted.role, f"one of: {', '.join(documents)}")
        lists_of = find_system(found.system).scenarios.hex_lists
        new = read_text(wanted.text, wanted.form, wanted.role, MAX_BODY, lists_of)
        written = by_role(documents, wanted.role, new)
        changed = {role: patch_between(documents[role], one) for role, one in written.items()}
        patches = {role: patch for role, patch in changed.items() if patch}
        title = f"Text of {wanted.role}"
        made = editing.store.change(draft, wanted.base, title, patches)
        return step_answer(editing, draft, made._replace(patches=patches))

    return await answered(make)


@router.get("/differences")
async def compare(
    draft: str, request: Request, old: Number, new: Number, draft_token: DraftToken = ""
) -> DraftDifferences:
    """What two versions of a draft differ in, by the numbers of their changes."""

    def look() -> DraftDifferences:
        store = opened_by(request, draft, draft_token).store
        before, after = store.documents_at(draft, old), store.documents_at(draft, new)
        first, more = differences(before, after)
        listed = [DraftDifference(**one._asdict()) for one in first]
        return DraftDifferences(differences=listed, more=more)

    return await asyncio.to_thread(look)


@router.post("/save")
async def save_files(
    draft: str, wanted: SaveOrder, request: Request, draft_token: DraftToken = ""
) -> DraftSaved:
    """Save a draft as files in the owner's folder of scenarios, each written whole.

    What this draft has not written itself since the server began is replaced only on demand.
    """

    def write_files() -> DraftSaved:
        editing = opened_by(request, draft, draft_token)
        check_owner(editing)
        found, documents = editing.store.current(draft)
        folder = editing.store.path.parent / "scenarios"
        texts = files_of(find_system(found.system), documents, wanted.form)
        with editing.saving:
            foreign = [
                str(folder / path)
                for path, text in texts.items()
                if editing.written.get(folder / path) != draft and differs(folder / path, text)
            ]
            if foreign and not wanted.replace:
                return DraftSaved(paths=[], in_the_way=foreign)
            made = save(texts, folder)
            editing.written |= dict.fromkeys(made, draft)
        return DraftSaved(paths=[str(path) for path in made], in_the_way=[])

    return await asyncio.to_thread(write_files)


@router.post(
    "/pack",
    response_class=Response,
    responses={"200": {"content": {"application/zip": _FILE}}},
)
async def packed(
    draft: str, wanted: PackOrder, request: Request, draft_token: DraftToken = ""
) -> Response:
    """A draft as a pack that others install."""

    def make() -> bytes:
        editing = opened_by(request, draft, draft_token)
        found, documents = editing.store.current(draft)
        return pack(find_system(found.system), documents, wanted.model_dump()).data

    data = await asyncio.to_thread(make)
    name = f'attachment; filename="{wanted.name}.hexpack"'
    headers = {"Content-Disposition": name}
    return Response(data, media_type="application/zip", headers=headers)


@packs_router.get("")
async def packs(request: Request) -> PackList:
    """The installed packs."""
    return await asyncio.to_thread(_packs, request)


@packs_router.post(
    "",
    status_code=201,
    openapi_extra={"requestBody": {"required": True, "content": {"application/zip": _FILE}}},
)
async def install_pack(request: Request) -> PackList:
    """Check a pack, and install it; only the owner of the server may."""
    check_owner(editing_of(request))
    data = await read_body(request, MAX_PACK, UPLOAD_SECONDS)

    def put() -> list[str]:
        with tempfile.TemporaryDirectory(prefix="hexfront-upload-") as folder:
            path = Path(folder) / "pack.hexpack"
            path.write_bytes(data)
            try:
                return [*install(path).warnings]
            except InputError as error:
                problems = [
                    type(p)(p.place.replace(f"{folder}/", ""), p.found, p.expected)
                    for p in error.problems
                ]
                raise InputError(problems) from None

    warnings = await asyncio.to_thread(put)
    return await asyncio.to_thread(_packs, request, warnings)


@packs_router.post("/remove")
async def remove_pack(wanted: PackName, request: Request) -> PackList:
    """Take an installed pack away; only the owner of the server may."""
    check_owner(editing_of(request))
    await asyncio.to_thread(remove, wanted.name)
    return await asyncio.to_thread(_packs, request)


def check_owner(editing: Editing) -> None:
    """Errors: `InputError` for all but the owner of the server."""
    if not editing.owner:
        found = "<a server that others reach>"
        raise InputError.at("owner", found, "a server that this machine alone reaches")


def _packs(request: Request, warnings: list[str] | None = None) -> PackList:
    found = [
        PackInfo(
            name=pack.name,
            title=str(pack.manifest.get("title")),
            version=str(pack.manifest.get("version")),
            system=pack.system,
            scenarios=[*pack.scenarios],
        )
        for pack in installed_packs()
    ]
    owner = request.app.state.editing is not None and request.app.state.editing.owner
    return PackList(owner=owner, packs=found, warnings=warnings or [])
