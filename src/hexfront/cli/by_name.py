"""Options of a system by their own names: `--until 30` for `--option until=30`."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from typer.core import TyperCommand

if TYPE_CHECKING:
    from hexfront.core.system import System

SLIP: Final = 0.75
"""So much like an option of the command, a name is one with a slip of the finger."""


class OptionsByName(TyperCommand):
    """A command with SYSTEM and `--option` that takes the options of the system like its own.

    One without a value says yes: `--as-printed` for `--option as_printed=true`.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Write names that the command does not know as `--option KEY=VALUE`, and read on."""
        own = {name for parameter in self.params for name in parameter.opts}
        asks = any(word in ctx.help_option_names for word in args)
        self.epilog = system_help(args, own) if asks else None
        return super().parse_args(ctx, rewritten(args, own | set(ctx.help_option_names)))


def system_help(args: list[str], own: set[str]) -> str:
    """What a help says more where a system is named: its own options, and examples.

    `own` are the options of the command.
    """
    from hexfront.core.registry import find_system, system_names

    name = next((word for word in args if word in system_names()), None)
    if name is None:
        parts = ["Name a SYSTEM before --help for its own options and examples."]
        able = [find_system(each) for each in system_names()] if "--attacker" in own else []
        return "\n\n".join(parts + [text for each in able for text in odds_help(each)])
    system = find_system(name)
    options = [
        f"--{key.replace('_', '-')} ({', '.join(values)})"
        for key, values in system.scenarios.options.items()
    ]
    parts = [f"Options of {name}, the default first: {', '.join(options)}."] if options else []
    if "--vary" in own and system.studying.variations:
        quoted = [f'--vary "{text}"' for text in system.studying.variations]
        parts.append(f"What to vary in {name}, for example: {', '.join(quoted)}.")
    if "--attacker" in own:
        parts += odds_help(system)
    return "\n\n".join(parts)


def odds_help(system: System) -> list[str]:
    """What can be said of the sides of a fight, in paragraphs; none where there are no odds."""
    if system.playing.odds is None:
        return []
    keys = [
        f"{key}={'WORD' if term.words else 'N'}: {term.about}, {term.values}"
        f"{f'; of the {term.of} alone' if term.of else ''}."
        for key, term in system.playing.odds.terms.items()
    ]
    examples = [f"hexfront odds {system.name} {words}" for words in system.playing.odds.examples]
    said = f"What can be said of a side in {system.name}:"
    return [said, *keys, *system.playing.odds.about, "For example:", *examples]


def rewritten(args: list[str], own: set[str]) -> list[str]:
    """The arguments with `--option` before what is no option of the command.

    What the system knows is seen later: it cannot be asked before its kernels
    are to be imported.
    """
    written, at = [], 0
    while at < len(args):
        word = args[at]
        name, mark, value = word.partition("=")
        at += 1
        is_strange = len(name) > 3 and name.startswith("--") and name not in own
        if not is_strange or get_close_matches(name, own, cutoff=SLIP):
            written.append(word)
            continue
        if not mark:
            value = "true"
            if at < len(args) and _is_value(args[at]):
                value = args[at]
                at += 1
        written += ["--option", f"{name[2:].replace('-', '_')}={value}"]
    return written


def _is_value(word: str) -> bool:
    from hexfront.core.registry import system_names

    return not word.startswith("--") and word not in system_names()
