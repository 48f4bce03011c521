"""The JSON Schema of files in which hexes may also stand in a short form.

A system's schema describes the long form, which rules, drafts and journals know.  Where its
documents hold hexes is found by asking the system of a document that has everything once, so that
no place is named twice.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.hex_lists.forms import LEGEND, NO_HEX, ROWS, RUN, HexLists
from hexfront.core.map_layers import Entries, Lines, Members, Records, Store, Values

_TEXT: Final = {"type": "string"}
_NUMBER: Final = "^[1-9][0-9]*$"
"""Of hexes that are named by numbers."""


def file_schema(long: Json, hex_lists: Callable[[Json], HexLists | None] | None) -> Json:
    """A schema of documents in the long form as that of files, which may have the short ones."""
    schema: Json = copy.deepcopy(long)
    _close(schema)
    lists = hex_lists(_with_everything(schema, schema)) if hex_lists else None
    for store in lists.stores if lists else ():
        _describe(schema, store)
    return schema


def _close(schema: Json) -> None:
    """Objects whose keys have patterns take no other keys, which pydantic does not say."""
    for part in schema.values() if isinstance(schema, dict) else schema:
        if isinstance(part, dict | list):
            _close(part)
    if isinstance(schema, dict) and "patternProperties" in schema:
        schema.setdefault("additionalProperties", False)


def _with_everything(schema: Json, root: Json) -> Json:
    """A document with every member, and with one entry in every list; it need not be sound."""
    schema = _resolved(schema, root)
    if "const" in schema:
        return schema["const"]
    if "properties" in schema:
        return {key: _with_everything(part, root) for key, part in schema["properties"].items()}
    if "items" in schema:
        return [_with_everything(schema["items"], root)]
    return {} if schema.get("type") == "object" else None


def _resolved(schema: Json, root: Json) -> Json:
    """A schema without references; of several that it may be, the one with most in it."""
    while "$ref" in schema:
        schema = root["$defs"][schema["$ref"].rpartition("/")[2]]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            forms = [_resolved(form, root) for form in schema[key]]
            return next(
                (form for form in forms if form.get("type") in ("object", "array")), forms[0]
            )
    return schema


def _describe(schema: Json, store: Store) -> None:
    """Add the short forms of one place to a schema."""
    member = schema
    for step in store.at.split("/")[1:]:
        holder = _resolved(member, schema)
        named = holder.get("properties", {}).get(step, holder.get("additionalProperties"))
        member = holder["items"] if step.isdecimal() else named
    long = _resolved(member, schema)
    if isinstance(store, Lines):
        if store.field == "path":
            _with_runs(_resolved(_resolved(long["items"], schema)["properties"]["path"], schema))
        return
    rows = {"type": "array", "items": _TEXT, "description": _about(store)}
    short: Json = {
        "type": "object",
        "properties": {ROWS: rows},
        "required": [ROWS],
        "additionalProperties": False,
    }
    if isinstance(store, Members):
        _with_runs(long)
    elif isinstance(store, Records | Entries):
        _describe_entries(short, long, store, schema)
    elif not isinstance(store, Values):
        return
    _offer(member, short)


def _offer(member: Json, short: Json) -> None:
    """Let a member also have the short form. One that is offered already is not, again."""
    words = {key: member.pop(key) for key in ("default", "description", "title") if key in member}
    forms = member["anyOf"] if set(member) == {"anyOf"} else [dict(member)]
    member.clear()
    member |= words | {"anyOf": forms if short in forms else [*forms, short]}


def _about(store: Store) -> str:
    if isinstance(store, Values):
        return "A text for each row of the map, with a number for each column, or a dot for none."
    if isinstance(store, Members):
        return "A text for each row of the map, with # where a hex belongs to the list, else a dot."
    return "A text for each row of the map, with a letter of the legend or a space for no hex."


def _describe_entries(short: Json, long: Json, store: Records | Entries, root: Json) -> None:
    """Rows with a legend, and what single hexes have besides."""
    if isinstance(store, Records):
        fields = dict(_resolved(long["items"], root)["properties"])
        label = _resolved(fields.pop(store.key), root).get("pattern", _NUMBER)
    else:
        ((label, entry),) = long["patternProperties"].items()
        fields = _resolved(entry, root)["properties"]
    value = _resolved(fields[store.field], root)
    rule = {
        key: value[key] for key in ("pattern", "minLength", "maxLength", "enum") if key in value
    }
    short["properties"][LEGEND] = {
        "type": "object",
        "minProperties": 1,
        "propertyNames": {"minLength": 1, "maxLength": 1, "not": {"const": NO_HEX}},
        "additionalProperties": _TEXT | rule,
        "description": f"What each letter of the rows means: a value of {store.field}.",
    }
    short["required"] = [LEGEND, ROWS]
    short["patternProperties"] = {
        label: {
            "type": "object",
            "properties": copy.deepcopy(fields),
            "additionalProperties": False,
            "description": "What this hex has besides.",
        }
    }


def _with_runs(long: Json) -> None:
    """Let a list of hexes also have runs, of which one is enough."""
    item = long["items"]
    body = item.get("pattern", "").removeprefix("^").removesuffix("$") or "[^.]+"
    run = _TEXT | {"pattern": rf"^{body}\.\.{body}$"}
    about = f"All hexes of a straight line: FIRST{RUN}LAST."
    _offer(item, run | {"description": about})
    if "minItems" in long:
        least = {"minItems": long.pop("minItems")}
        long |= {"if": {"contains": run}, "then": {"minItems": 1}, "else": least}
