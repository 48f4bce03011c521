"""Kernels that play the rows of a batch, made for each system of its own kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hexfront.blocks import Int
from hexfront.core.batch import masks, rows
from hexfront.jit import bind, inline_kernel, outlined_kernel, threaded_kernel


class GameKernels(NamedTuple):
    """What a system gives, as `hexfront.core.batch.rows` says."""

    actor_of: Callable[..., Any]
    time_of: Callable[..., Any]
    draw_chance: Callable[..., Any]
    list_choices: Callable[..., Any]
    apply_step: Callable[..., Any]
    score_game: Callable[..., Any]
    count_scores: Callable[..., Any]
    write_observation: Callable[..., Any]
    pack_view: Callable[..., Any] | None = None
    """None where no opponent has kernels."""
    decide: Callable[..., Any] | None = None
    mark_choices: Callable[..., Any] | None = None
    """Of a system with many legal orders at a time: the same as bits."""


class BatchKernels(NamedTuple):
    """The kernels of a system that play rows."""

    given: GameKernels
    """Those that they are made of."""
    begin_rows: Callable[..., Any]
    step_rows: Callable[..., Any]
    see_rows: Callable[..., Any]
    look_rows: Callable[..., Any]
    play_moment: Callable[..., Any]


@inline_kernel
def _no_view(ground: Any, state: Any, side: int, packed: Any) -> None:
    """Of a system without opponents in kernels."""


@inline_kernel
def _first_choice(
    opponent: int,
    ground: Any,
    lore: Any,
    room: Any,
    memory: Int,
    at: int,
    packed: Any,
    side: int,
    dice: Any,
    codes: Int,
    count: int,
) -> int:
    """Of a system without opponents in kernels: never called."""
    return int(codes[0])


Wrap = Callable[[Callable[..., Any]], Callable[..., Any]]


def make_decide(
    module: str, first: Callable[..., Any], second: Callable[..., Any]
) -> Callable[..., Any]:
    """`decide` of a system with two opponents, for the module that calls this."""
    names = {"decide_first": first, "decide_second": second}
    return bind(rows.decide_either, module, names, outlined_kernel)


def make_batch_kernels(module: str, given: GameKernels) -> BatchKernels:
    """The kernels of `hexfront.core.batch.rows` for the module of a system that calls this."""
    return _bound(module, given, inline_kernel, outlined_kernel, threaded_kernel)


def make_plain_kernels(module: str, given: GameKernels) -> BatchKernels:
    """The same as plain functions, of functions that are none but Python."""

    def plain(function: Callable[..., Any]) -> Callable[..., Any]:
        return function

    return _bound(module, given, plain, plain, plain)


def _bound(
    module: str, given: GameKernels, inline: Wrap, outline: Wrap, enter: Wrap
) -> BatchKernels:
    names = given._asdict()
    names["pack_view"] = given.pack_view or _no_view
    names["decide"] = given.decide or _first_choice
    note = masks.note_marked if given.mark_choices else masks.note_listed
    names["note_choices"] = bind(note, module, names, inline)
    pieces = (
        (rows.act, outline),
        (rows.play_on, inline),
        (masks.write_choices, outline),
        (masks.allow_all, inline),
        (rows.begin_row, outline),
        (rows.turn_into_leads, inline),
        (rows.clear_answer, inline),
        (rows.settle_end, outline),
        (rows.observe_row, outline),
        (rows.step_row, inline),
    )
    for template, wrap in pieces:
        names[template.__name__] = bind(template, module, names, wrap)
    loops = (rows.begin_rows, rows.step_rows, rows.see_rows, rows.look_rows, rows.play_moment)
    return BatchKernels(given, *(bind(loop, module, names, enter) for loop in loops))
