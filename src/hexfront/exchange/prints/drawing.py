"""Pictures drawn by resvg or made PDF, in several processes: either takes one, and holds Python."""

from __future__ import annotations

import io
import math
import multiprocessing
import os
import signal
from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

from hexfront.core.errors import HexfrontError, InputError

MOST_WORKERS: Final = 8
"""Processes that draw; each takes up to 250 MB for pixels, and less than 100 for a page of A4."""
INCH: Final = 25.4
"""Millimetres."""
FINE: Final = 150
"""Dots an inch that a picture under a map has in a PDF: viewers do not smooth what they enlarge."""
MOST_PIXELS: Final = 16_000_000
"""Of such a picture."""


T = TypeVar("T")
R = TypeVar("R")


def drawn(svg: str) -> NDArray[np.uint8]:
    """Red, green, blue and opacity of each pixel of a picture."""
    import resvg_py
    from PIL import Image

    with Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))) as picture:
        return np.asarray(picture.convert("RGBA"))


def vector_page(svg: str) -> bytes:
    """A picture as PDF of one page, in points. Errors: `HexfrontError`."""
    import vl_convert

    try:
        return bytes(vl_convert.svg_to_pdf(svg))
    except RuntimeError as error:
        reason = str(error).partition("\n")[0]
        raise HexfrontError(f"no PDF can be made of a page: {reason}") from None


def smooth(href: str, wide_mm: float) -> str:
    """A picture for so wide a place in a form that PDF holds, so fine that no pixel is seen.

    Errors: `InputError`.
    """
    from PIL import Image

    try:
        with Image.open(io.BytesIO(b64decode(href.partition(",")[2]))) as picture:
            wide, high = picture.size
            most = math.sqrt(MOST_PIXELS / (wide * high))
            times = min(max(1.0, wide_mm / INCH * FINE / wide), most)
            if times == 1 and picture.format in ("JPEG", "PNG"):
                return href
            clear = picture.has_transparency_data
            size = max(1, round(wide * times)), max(1, round(high * times))
            enlarged = picture.convert("RGBA" if clear else "RGB").resize(size)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise InputError.at("image", f"<{error}>", "a picture that can be drawn") from None
    written = io.BytesIO()
    kind = "png" if clear else "jpeg"
    enlarged.save(written, kind, quality=95)
    return f"data:image/{kind};base64,{b64encode(written.getvalue()).decode()}"


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
