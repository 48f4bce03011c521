"""What the files of several systems have in common: a strict base and the usual texts."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Annotated, Any, Final, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from hexfront.core.documents.strictjson import Json

MAX_SIDE: Final = 200
"""Columns, and rows, of the largest map."""
MAX_HEXES: Final = MAX_SIDE * MAX_SIDE
"""Entries of the longest list that a file may have."""

T = TypeVar("T")


def _from_list(value: object) -> object:
    # Before the entries are looked at: an error for each of a million would take minutes.
    if isinstance(value, list) and len(value) > MAX_HEXES:
        raise ValueError(f"a list of at most {MAX_HEXES} entries")
    return tuple(value) if isinstance(value, list) else value


FROM_LIST: Final = BeforeValidator(_from_list)
"""A list of JSON becomes a tuple."""
Items = Annotated[tuple[T, ...], FROM_LIST]
Slug = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=40)]
_TEXT = r"^[^\x00-\x1f\x7f-\x9f]*$"
Line = Annotated[str, Field(pattern=_TEXT, min_length=1, max_length=80)]
Paragraph = Annotated[str, Field(pattern=_TEXT, max_length=2000)]


class Model(BaseModel):
    """Base: nothing converted, no unknown keys, no NaN, frozen."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        use_attribute_docstrings=True,
    )


class PartModel(Model):
    """Base of a large part of a scenario, which others are made of as it is."""

    @cached_property
    def document(self) -> Json:
        """As JSON; nobody changes it."""
        return self.model_dump(mode="json", exclude_none=True)


HEX: Final = Field(json_schema_extra={"x-map": "hex"})
"""Of a text or number that names a hex where it is one: another size of the map renames it."""
HexNumber = Annotated[str, Field(pattern=r"^[0-9]{4}([0-9]{2})?$"), HEX]
"""CCRR, or CCCRRR on a map of more than 99 columns or rows."""
POINT: Final = Field(json_schema_extra={"x-map": "point"})
"""Of a pair x, y in hex sizes from the centre of the first hex."""
ACROSS: Final = Field(json_schema_extra={"x-map": "x"})
"""Of a length in hex sizes to the right of that."""
DOWN: Final = Field(json_schema_extra={"x-map": "y"})
"""And down from it."""


ONCE: Final = Field(json_schema_extra={"x-once": True})
"""Of a number that no other entry of its list has: an editor gives a new entry a free one."""


def named_in(*at: str) -> Any:
    """Of a text that names an entry of a list of the scenario: a form offers these.

    Args:
        at: JSON pointers to the lists; their entries have a `name`, and may have a `title`.
    """
    return Field(json_schema_extra={"x-names": list(at)})


def or_reference(schema: dict[str, Any]) -> None:
    """For `json_schema_extra` of a part that a file may also name: its contents, or a text."""
    whole = dict(schema)
    schema.clear()
    schema["anyOf"] = [{"type": "string", "maxLength": 200}, whole]


def schema_of(model: type[BaseModel]) -> Callable[[], dict[str, Any]]:
    """What makes the JSON Schema of a kind of file, for `ScenarioFiles.schemas`."""

    def schema() -> dict[str, Any]:
        draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        return draft | model.model_json_schema()

    return schema
