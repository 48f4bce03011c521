"""`python -m hexfront.train SYSTEM`: self-play, and a network that plays without PyTorch."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexfront.core.errors import HexfrontError, InputError
from hexfront.train.settings import EARLIER, ITSELF, NOBODY, Settings

MORE = f"""
Each side has a network of its own. It first learns the games of another opponent by heart, then
plays against --opponents and is improved by PPO. A period of --every updates ends with an
examination against the first of these that is scripted and against `random`, and a checkpoint. The
folder gets network.safetensors (the best network so far), curve.csv and curve.png, and
checkpoint.pt.

Opponents: those of the system that play as kernels, `random`, `{EARLIER}` (the other side's network
at an earlier time) and `{ITSELF}` (as it is now); a name that stands twice gets twice the games.

Kill it at any time and go on with --resume. The same seed gives the same network on the same
machine with the same PyTorch and number of threads, also where it was resumed; only --minutes
decides by the clock where it ends.
"""


def main(words: list[str] | None = None) -> int:
    """Learn; 0 at the end, 2 for what cannot be done."""
    try:
        settings = read_settings(words)
        try:
            from hexfront.train.trainer import Trainer
        except ImportError as error:
            return _complain(f"{error.name} is not installed: pip install -e '.[train]'")
        settings.out.mkdir(parents=True, exist_ok=True)
        _check_folder(settings)
        trainer = Trainer(settings)
        for line in trainer.run():
            print(line, flush=True)
    except (HexfrontError, OSError) as error:
        return _complain(str(error))
    except KeyboardInterrupt:
        print(f"stopped; --resume goes on from the last checkpoint in {settings.out}")
        return 130
    print(f"done; see {settings.out}")
    return 0


def _complain(words: str) -> int:
    """Say on stderr what is wrong."""
    print(f"hexfront.train: error: {words}", file=sys.stderr)
    return 2


def _check_folder(settings: Settings) -> None:
    """Errors: `InputError` where a run stands in the folder that is not gone on with."""
    kept = settings.out / "checkpoint.pt"
    if kept.exists() and not settings.resume:
        raise InputError.at("--out", str(settings.out), "a new folder, or --resume")


def read_settings(words: list[str] | None) -> Settings:
    """The command line; wrong words end the program. Errors: `InputError`."""
    usual = Settings("")
    parser = argparse.ArgumentParser(
        prog="python -m hexfront.train",
        description="Train networks to play a system, by self-play.",
        epilog=MORE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    some, share, count = _number(float, 0, above=True), _number(float, 0, 1), _number(int, 1)
    whole = _number(int, 0, 2**40)
    parser.add_argument("system", metavar="SYSTEM", help="its name")
    told: dict[str, tuple[Callable[[str], Any], str]] = {
        "scenario": (str, "a name or a file; the system's own if left out"),
        "out": (Path, "the folder of the run"),
        "opponents": (_names, "whom each side plays, such as greedy,greedy,earlier"),
        "imitate": (
            str,
            f"whose games are learnt first, any opponent, or {NOBODY}; the best scripted one",
        ),
        "imitated": (count, "how many games"),
        "shown": (count, "positions of these that a side is shown, some several times"),
        "updates": (count, "when to stop"),
        "minutes": (some, "when to stop at the latest"),
        "every": (count, "updates of a period"),
        "exams": (count, "games a side of an examination"),
        "seed": (whole, "of weights, choices and games"),
        "games": (count, "a side, that are stepped together"),
        "steps": (count, "of each game between updates"),
        "width": (_number(int, 1, 512), "of the hidden layers"),
        "epochs": (count, "how often an update goes over what was played"),
        "batch": (count, "positions in a gradient"),
        "rate": (some, "learning rate; it falls to a tenth by --updates"),
        "discount": (share, "of a step"),
        "trace": (share, "lambda of the generalized advantages"),
        "clip": (some, "how far the odds of an order may change in an update"),
        "entropy": (_number(float, 0), "what chance in the choices is worth"),
        "scores": (_number(float, 0), "what a lead in scores counts at the end beside the result"),
        "threads": (count, "that PyTorch uses"),
        "device": (str, "cpu or cuda"),
    }
    for name, (kind, meaning) in told.items():
        value = getattr(usual, name)
        shown = f" (default: {value})" if value not in (None, ()) else ""
        parser.add_argument(f"--{name}", type=kind, default=value, help=meaning + shown)
    parser.add_argument(
        "--option", metavar="NAME=VALUE", action="append", default=[],
        help="an option of the rules",
    )  # fmt: skip
    parser.add_argument("--resume", action="store_true", help="go on with the run in --out")
    given = vars(parser.parse_args(words))
    options = [part.partition("=")[::2] for part in given.pop("option")]
    return Settings(**given, options=tuple((name, value) for name, value in options))


def _names(word: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in word.split(",") if name.strip())


def _number(
    kind: type[int] | type[float], least: float, most: float = float("inf"), *, above: bool = False
) -> Callable[[str], float]:
    """A reader of numbers within limits."""

    def read(word: str) -> float:
        try:
            value = kind(word)
        except ValueError:
            value = float("nan")
        if not least <= value <= most or (above and value == least) or value == float("inf"):
            name = "a whole number" if kind is int else "a number"
            lower = f"above {least:g}" if above else f"from {least:g}"
            upper = "" if most == float("inf") else f" to {most:g}"
            raise argparse.ArgumentTypeError(f"found {word!r}, expected {name} {lower}{upper}")
        return value

    return read


if __name__ == "__main__":
    sys.exit(main())
