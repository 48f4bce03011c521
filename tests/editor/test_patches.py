"""JSON patches: what they do, what takes them back, and what is refused."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.core.documents.strictjson import pointer
from hexfront.core.errors import InputError
from hexfront.editor.differences import patch_between
from hexfront.editor.patches import MAX_COPIED, apply_patch, same

LEAVES = st.none() | st.booleans() | st.integers(-5, 5) | st.floats(-2, 2) | st.text(max_size=3)
KEYS = st.sampled_from(["a", "b", "", "a/b", "m~n", "0", "ä"])
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=15,
)


def paths(value: Any, at: tuple[str | int, ...] = ()) -> list[str]:
    found = [pointer(*at)]
    if isinstance(value, dict):
        found += [path for key, one in value.items() for path in paths(one, (*at, key))]
    if isinstance(value, list):
        found += [path for i, one in enumerate(value) for path in paths(one, (*at, i))]
    return found


@st.composite
def patches(draw: st.DrawFn, document: Any) -> list[dict[str, Any]]:
    """Operations that each can be carried out after those before them."""
    patch: list[dict[str, Any]] = []
    for _ in range(draw(st.integers(1, 6))):
        known = st.sampled_from(paths(document))
        kind = draw(st.sampled_from(["add", "remove", "replace", "move", "copy", "test"]))
        operation: dict[str, Any] = {"op": kind, "path": draw(known)}
        if kind in ("add", "replace", "test"):
            operation["value"] = draw(JSON)
        if kind in ("move", "copy"):
            operation["from"] = draw(known)
        try:
            document, _ = apply_patch(document, [operation])
        except InputError:
            continue
        patch.append(operation)
    return patch


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_the_inverse_takes_a_patch_back_and_the_document_is_left_as_it_was(data: Any) -> None:
    document = data.draw(JSON)
    before = copy.deepcopy(document)
    patch = data.draw(patches(document))
    kept = copy.deepcopy(patch)
    after, inverse = apply_patch(document, patch)
    told = copy.deepcopy(after)
    again, _ = apply_patch(after, inverse)
    assert same(document, before)
    assert patch == kept
    assert same(again, before)
    assert same(after, told)


@given(JSON, JSON)
@settings(max_examples=150, deadline=None)
def test_the_patch_between_two_documents_makes_one_of_the_other(old: Any, new: Any) -> None:
    after, _ = apply_patch(old, patch_between(old, new))
    assert same(after, new)


# Cases of RFC 6902, Appendix A.
@pytest.mark.parametrize(
    ("document", "patch", "after"),
    [
        ({"foo": "bar"}, {"op": "add", "path": "/baz", "value": 1}, {"foo": "bar", "baz": 1}),
        ({"foo": [1, 2]}, {"op": "add", "path": "/foo/1", "value": 9}, {"foo": [1, 9, 2]}),
        ({"foo": [1]}, {"op": "add", "path": "/foo/-", "value": [2]}, {"foo": [1, [2]]}),
        ({"foo": [1, 2, 3]}, {"op": "remove", "path": "/foo/1"}, {"foo": [1, 3]}),
        ({"foo": None}, {"op": "replace", "path": "/foo", "value": 1}, {"foo": 1}),
        ({"a": {"b": 1}}, {"op": "move", "from": "/a/b", "path": "/d"}, {"a": {}, "d": 1}),
        ({"f": [1, 2, 3]}, {"op": "move", "from": "/f/0", "path": "/f/2"}, {"f": [2, 3, 1]}),
        ({"a/b": 1, "m~n": 2}, {"op": "remove", "path": "/m~0n"}, {"a/b": 1}),
        ({"foo": 1}, {"op": "add", "path": "", "value": {"bar": 2}}, {"bar": 2}),
    ],
)  # fmt: skip
def test_operations_do_what_the_standard_says(document: Any, patch: Any, after: Any) -> None:
    assert apply_patch(document, [patch]).document == after


@pytest.mark.parametrize(
    ("operation", "place"),
    [
        ({"op": "add", "path": "/list/01", "value": 1}, "/list/01"),
        ({"op": "add", "path": "/list/9", "value": 1}, "/list/9"),
        ({"op": "add", "path": "list", "value": 1}, "/0/path"),
        ({"op": "add", "path": "/list/-"}, "/0"),
        ({"op": "remove", "path": "/nothing"}, "/nothing"),
        ({"op": "remove", "path": ""}, "/0"),
        ({"op": "replace", "path": "/~2", "value": 1}, "/0/path"),
        ({"op": "test", "path": "/one", "value": True}, "/one"),
        ({"op": "move", "from": "/list", "path": "/list/0"}, "/0/from"),
        ({"op": "fly", "path": "/one"}, "/0/op"),
        ({"op": "remove", "path": "/one", "value": 2}, "/0"),
        ("remove", "/0/op"),
        ({"op": "add", "path": "/deep", "value": [[[[[[]]]]]] }, ""),
    ],
)  # fmt: skip
def test_a_bad_operation_is_refused_by_its_place(operation: Any, place: str) -> None:
    document = {"list": [1, 2], "one": 1}
    if place:
        with pytest.raises(InputError) as caught:
            apply_patch(document, [operation])
        assert place in caught.value.problems[0].place
    else:
        assert "deep" in apply_patch(document, [operation]).document
    assert document == {"list": [1, 2], "one": 1}


def test_copies_that_double_again_and_again_are_refused() -> None:
    patch = [{"op": "copy", "from": "", "path": f"/{number}"} for number in range(40)]
    with pytest.raises(InputError, match=str(MAX_COPIED)):
        apply_patch({"a": [1] * 100}, patch)


def test_nesting_is_bounded_however_it_comes_about() -> None:
    document: Any = {"a": [], "b": []}
    deep: Any = 1
    for _ in range(30):
        deep = [deep]
    with pytest.raises(InputError, match="nesting"):
        apply_patch(document, [{"op": "add", "path": "/b/-", "value": [deep]}])
    twice = {"a": deep, "b": {"c": {"d": {}}}}
    with pytest.raises(InputError, match="nesting"):
        apply_patch(twice, [{"op": "move", "from": "/a", "path": "/b/c/d/e"}])


def test_a_thousand_hexes_of_a_large_map_leave_the_rest_shared() -> None:
    hexes = [{"hex": number, "terrain": "clear"} for number in range(40_000)]
    document = {"hexes": hexes}
    patch = [
        {"op": "replace", "path": f"/hexes/{number}/terrain", "value": "woods"}
        for number in range(1000)
    ]
    after, inverse = apply_patch(document, patch)
    assert after["hexes"][999] == {"hex": 999, "terrain": "woods"}
    assert after["hexes"][1000] is hexes[1000]
    assert hexes[0]["terrain"] == "clear"
    assert same(apply_patch(after, inverse).document, document)
