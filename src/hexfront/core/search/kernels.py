"""Kernels that search, made for each system of its own kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from hexfront.core.batch import rows
from hexfront.core.batch.kernels import GameKernels
from hexfront.core.search import plans
from hexfront.jit import bind, inline_kernel, outlined_kernel, threaded_kernel


class SearchKernels(NamedTuple):
    """The kernels of a system that search."""

    determinize: Callable[..., Any]
    """That with which they draw."""
    suggest: Callable[..., Any]
    think: Callable[..., Any]
    attend: Callable[..., Any]


_PIECES = (
    (plans.begin_stream, inline_kernel),
    (plans.remember, inline_kernel),
    (plans.begin_players, outlined_kernel),
    (plans.ask, outlined_kernel),
    (plans.judge, outlined_kernel),
    (plans.go_on, inline_kernel),
    (plans.play_out, outlined_kernel),
    (plans.try_plan, inline_kernel),
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
    lead: Callable[..., Any] | None = None,
) -> SearchKernels:
    """The kernels of `hexfront.core.search.plans` for the module of a system that calls this.

    `evaluate`: None where leads in scores tell enough. `lead`: None where opponents are asked
    order by order.
    """
    names = {**given._asdict(), "determinize": determinize, "evaluate": evaluate, "lead": lead}
    if lead is None:
        names["lead"] = bind(plans.lead, module, names, inline_kernel)
    if evaluate is None:
        names["turn_into_leads"] = bind(rows.turn_into_leads, module, names, inline_kernel)
        names["evaluate"] = bind(plans.evaluate, module, names, outlined_kernel)
    for template, wrap in _PIECES:
        names[template.__name__] = bind(template, module, names, wrap)
    loops = (plans.suggest, plans.think, plans.attend)
    made = (bind(loop, module, names, threaded_kernel) for loop in loops)
    return SearchKernels(determinize, *made)
