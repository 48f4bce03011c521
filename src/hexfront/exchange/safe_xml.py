"""Reading XML of others: no entities, no outside files, no more elements than a map needs."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.strictjson import read_bytes
from hexfront.core.errors import InputError
from hexfront.core.extras import need

Element = ET.Element
MAX_XML: Final = 24 * 1024 * 1024
"""Bytes."""
MAX_ELEMENTS: Final = 150_000
MAX_NESTING: Final = 60
_CHUNK: Final = 64 * 1024


class _Builder(ET.TreeBuilder):
    """A tree that stops growing."""

    def __init__(self) -> None:
        super().__init__()
        self.elements = self.depth = 0

    def start(self, tag: Any, attrs: Any) -> Element:
        self.elements += 1
        self.depth += 1
        if self.elements > MAX_ELEMENTS or self.depth > MAX_NESTING:
            raise _TooMuch
        return super().start(tag, attrs)

    def end(self, tag: Any) -> Element:
        self.depth -= 1
        return super().end(tag)


class _TooMuch(Exception):
    pass


def read_xml(path: Path, limit: int = MAX_XML) -> Element:
    """The root of an XML file; names of elements have no namespaces. Errors: `InputError`."""
    data = read_bytes(path, limit)
    if len(data) > limit:
        raise InputError.at(str(path), f"<more than {limit} bytes>", f"at most {limit} bytes")
    return parse_xml(data, str(path))


def parse_xml(data: bytes, place: str) -> Element:
    """As `read_xml`, from bytes. Errors: `InputError`."""
    need("defusedxml", "formats")
    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import DefusedXMLParser

    parser: Any = DefusedXMLParser(
        target=_Builder(), forbid_dtd=False, forbid_entities=True, forbid_external=True
    )
    try:
        for start in range(0, len(data), _CHUNK):
            parser.feed(data[start : start + _CHUNK])
        root: Element = parser.close()
    except DefusedXmlException:
        expected = "XML without entities and without references to other files"
        raise InputError.at(place, "<an entity or a reference>", expected) from None
    except _TooMuch:
        expected = f"at most {MAX_ELEMENTS} elements, {MAX_NESTING} within each other"
        raise InputError.at(place, "<more elements>", expected) from None
    except ET.ParseError as error:
        line, column = error.position
        raise InputError.at(f"{place}: line {line} column {column}", f"<{error}>", "XML") from None
    except (LookupError, ValueError) as error:
        raise InputError.at(place, f"<{error}>", "XML in a known encoding") from None
    for element in root.iter():
        element.tag = str(element.tag).rpartition("}")[2]
    return root
