"""The figures of a view in words, for what stands under a picture or in its place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from hexfront.core.contract import Gauge, Track, View


def captions(view: View) -> list[str]:
    """Each track of a view as `caption: figure`; without what the title says already."""
    title, gauges = view.title, view.gauges
    return [
        f"{track.caption}: {_words(track, gauges)}"
        for track in view.tracks
        if not _is_told(track, title)
    ]


def _is_told(track: Track, title: str) -> bool:
    told = re.search(rf"\b{re.escape(f'{track.caption} {_number(track)}')}(?!\.?\d)", title)
    return told is not None or (track.text != "" and track.text == title)


def _words(track: Track, gauges: Sequence[Gauge]) -> str:
    """A number with a limit needs its words beside it, another may be said by them alone."""
    if track.limit is not None:
        return ", ".join(filter(None, (_number(track), track.text)))
    for gauge in gauges:
        if gauge.caption == track.caption and gauge.value == track.value:
            return ", ".join(filter(None, (f"{gauge.chart.lower()} {_number(track)}", track.text)))
    return track.text or _number(track)


def _number(track: Track) -> str:
    limit = "" if track.limit is None else f" of {track.limit:g}"
    return f"{track.value:g}{limit}"
