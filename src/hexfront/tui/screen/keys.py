"""The keys of the screen, in one place: what is bound is what the help shows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from hexfront.core.contract import Overlay
from hexfront.tui.map.board import Board


class Key(NamedTuple):
    """A key with what it does."""

    keys: str
    """As Textual names them, with commas between."""
    shown: str
    action: str
    words: str


KEYS: Final = (
    Key("up", "↑ ↓ ← →", "step(-1,0)", "move the cursor"),
    Key("down", "", "step(1,0)", ""),
    Key("left", "", "step(0,-1)", ""),
    Key("right", "", "step(0,1)", ""),
    Key(
        "enter", "Enter", "choose", "choose the unit here; or order the chosen one to go or attack"
    ),
    Key("tab", "Tab", "next_unit(1)", "the next unit or place with orders (Shift+Tab: the last)"),
    Key("shift+tab", "", "next_unit(-1)", ""),
    Key("escape", "Esc", "leave", "let go of the unit, end an overlay, skip what is played back"),
    Key("e", "e", "end", "submit, end, and whatever else concerns no unit"),
    Key("m", "m", "menu", "all orders of the chosen unit, or of the side"),
    Key("w", "w", "withdraw", "orders of the chosen unit without a place, such as to withdraw"),
    Key("colon,slash", ":", "type", "type an order, such as 3 move 0504, or what m lists"),
    Key("u", "u", "undo", "take the last order back"),
    Key("y", "y", "redo", "give it again"),
    Key("o", "o", "battle", "order of battle"),
    Key("l", "l", "log", "go to the log; Enter there tells why"),
    Key("b", "b", "rules", "rulebook, with search"),
    Key("p", "p", "replay", "play the last events again"),
    Key("h", "h", "history", "step through the match with ← and →"),
    Key("space", "Space", "pause", "while events are played back: pause and go on"),
    Key("left_square_bracket", "[ ]", "speed(-1)", "slower, faster"),
    Key("right_square_bracket", "", "speed(1)", ""),
    Key("plus,equals_sign", "+ -", "zoom(1)", "size of the map"),
    Key("minus", "", "zoom(-1)", ""),
    Key("c", "c", "counters", "hide and show the counters"),
    Key("n", "n", "numbers", "hide and show the numbers of places"),
    Key("d", "d", "theme", "dark or light"),
    Key("s", "s", "save", "write the journal of a finished match"),
    Key("question_mark", "?", "help", "this list"),
    Key("q", "q", "leave_table", "quit; the match is kept"),
)


BOUND: Final = frozenset(part for key in KEYS for part in key.keys.split(","))
"""What these keys are called."""


def overlay_keys(overlays: Iterable[Overlay]) -> dict[str, Overlay]:
    """A free letter for each overlay: its own, or else one of its name."""
    taken = set(BOUND)
    found: dict[str, Overlay] = {}
    for overlay in overlays:
        if overlay.of_order:
            continue
        letters = f"{overlay.key}{overlay.name}abcdefghijklmnopqrstuvwxyz0123456789".lower()
        free = (c for c in letters if c.isalnum() and c.isascii() and c not in taken)
        if (letter := next(free, None)) is not None:
            taken.add(letter)
            found[letter] = overlay
    return found


SHORT_KEYS: Final = "Enter order  Tab next  e end  u undo  : type  o units  b rules  ? all keys"
SHORT_CYCLE: Final = "1-6 go  7 function  0 end  Space next  u undo  : type  b rules  ? all keys"
SHORT_SETUP: Final = "1-6 type  Enter place  w remove  m armies  0 ready  : type  ? all keys"
"""The line at the bottom: usually, with a unit that flashes, while armies are set up."""

_CYCLE: Final = (
    (
        "1 to 6",
        "the flashing unit moves, attacks or asks for supply: 1 upper left, 2 lower left, 3 up, "
        "4 down, 5 upper right, 6 lower right",
    ),
    ("7", "special function; then type or click its target: @HF, @@ for partisans"),
    ("0", "end the turn"),
    ("any other", "key that is not in this list, and Space: the next unit in order"),
)
_SETUP: Final = (
    (
        "set-up",
        "1 to 6 choose a type, Enter or a click places it, w takes the chosen unit away, 0 ready; "
        "typed: deploy armor @HF, remove @HF, army WORD, save NAME, load NAME, armies",
    ),
)


def help_lines(overlays: dict[str, Overlay], board: Board) -> list[tuple[str, str]]:
    """Each key with its words, those of the overlays last."""
    lines = [*(_CYCLE if board.cycle else ()), *(_SETUP if board.army_setup is not None else ())]
    lines += [(key.shown, key.words) for key in KEYS if key.shown]
    for letter, overlay in overlays.items():
        of = " of the unit here" if overlay.of_counter else " here" if overlay.of_place else ""
        lines.append((letter, f"{overlay.title}{of}: {overlay.description}"))
    return lines
