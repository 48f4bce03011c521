"""Kernels that search, made for each system of its own kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hexfront.core.batch import rows
from hexfront.core.batch.kernels import GameKernels
from hexfront.core.search import plans, trials
from hexfront.jit import bind, inline_kernel, outlined_kernel, threaded_kernel


class SearchKernels(NamedTuple):
    """The kernels of a system that search."""

    determinize: Callable[..., Any]
    """That with which they draw."""
    suggest: Callable[..., Any]
    think: Callable[..., Any]
    foresee: Callable[..., Any]
    attend: Callable[..., Any]


_PIECES = (
    (trials.begin_stream, inline_kernel),
    (trials.remember, inline_kernel),
    (trials.begin_players, outlined_kernel),
    (trials.ask, outlined_kernel),
    (trials.judge, outlined_kernel),
    (trials.ask_in_trial, inline_kernel),
    (trials.reply, inline_kernel),
    (trials.go_on, outlined_kernel),
    (trials.play_out, outlined_kernel),
    (trials.note_worth, inline_kernel),
    (trials.try_plan, inline_kernel),
    (plans.best_plan, inline_kernel),
    (plans.choose_source, inline_kernel),
    (plans.write_plan, outlined_kernel),
    (plans.think_of_plan, outlined_kernel),
    (plans.add_plan, outlined_kernel),
    (plans.rough_log, inline_kernel),
    (plans.choose_plan, outlined_kernel),
    (plans.wants_plan, inline_kernel),
)


def make_search_kernels(
    module: str,
    given: GameKernels,
    determinize: Callable[..., Any],
    evaluate: Callable[..., Any] | None = None,
    *,
    imagine: Callable[..., Any] | None = None,
    change_plan: Callable[..., Any] | None = None,
    order_all: Callable[..., Any] | None = None,
) -> SearchKernels:
    """The kernels of `plans` and `trials` for the module of a system that calls this.

    `evaluate`: None where leads in scores tell enough. `imagine`: None where what opponents
    remember tells nothing of what is hidden. `change_plan`: None where plans are changed order by
    order. `order_all`: None where opponents are asked order by order.
    """
    names = {**given._asdict(), "determinize": determinize, "evaluate": evaluate}
    if evaluate is None:
        names["turn_into_leads"] = bind(rows.turn_into_leads, module, names, inline_kernel)
        names["evaluate"] = bind(trials.evaluate, module, names, outlined_kernel)
    names["imagine"] = imagine or bind(trials.imagine, module, names, inline_kernel)
    names["change_plan"] = change_plan or bind(plans.change_plan, module, names, inline_kernel)
    names["order_all"] = order_all or bind(trials.order_all, module, names, inline_kernel)
    for template, wrap in _PIECES:
        names[template.__name__] = bind(template, module, names, wrap)
    loops = (plans.suggest, plans.think, trials.foresee, plans.attend)
    made = (bind(loop, module, names, threaded_kernel) for loop in loops)
    return SearchKernels(determinize, *made)
