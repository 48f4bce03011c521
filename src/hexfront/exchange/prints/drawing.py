"""Pictures drawn by resvg, in several processes: it draws on one processor, and holds Python."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

MOST_WORKERS: Final = 8
"""Processes that draw pages; each takes up to 250 MB."""

T = TypeVar("T")
R = TypeVar("R")


def drawn(svg: str, *, white: bool = False) -> NDArray[np.uint8]:
    """Red, green, blue and opacity of each pixel of a picture."""
    import resvg_py
    from PIL import Image

    data = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff" if white else None)
    with Image.open(io.BytesIO(bytes(data))) as picture:
        return np.asarray(picture.convert("RGBA"))


def packed(bands: Sequence[str]) -> bytes:
    """Red, green and blue of pictures below each other, on white, packed by zlib."""
    packer = zlib.compressobj(6)
    parts = [packer.compress(drawn(band, white=True)[..., :3].tobytes()) for band in bands]
    return b"".join((*parts, packer.flush()))


def workers_for(count: int) -> int:
    """How many processes draw so many pages: to start one takes as long as to draw some."""
    return max(1, min(os.cpu_count() or 1, MOST_WORKERS, count // 2))


def in_order(work: Callable[[T], R], tasks: Iterable[T], workers: int) -> Iterator[R]:
    """What becomes of tasks, in their order; few of them are in hand at a time."""
    if workers == 1:
        yield from map(work, tasks)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, context, _let_the_first_stop)
    waiting: deque[Future[R]] = deque()
    try:
        for task in tasks:
            waiting.append(pool.submit(work, task))
            if len(waiting) > workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _let_the_first_stop() -> None:
    """Ctrl-C reaches all processes of a terminal; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
