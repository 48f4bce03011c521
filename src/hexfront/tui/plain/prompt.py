"""Where the lines of the plain table come from: a person, a pipe, or a script that is read.

At a terminal the tab key completes and the arrow keys bring earlier lines back:
those of the same side alone, since two people may share the terminal.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Final, NamedTuple

from hexfront.core.documents.files import read_text
from hexfront.core.errors import InputError
from hexfront.play.typed import MAX_LINE

PROMPT: Final = "> "


class Line(NamedTuple):
    """A line to be carried out."""

    text: str
    place: str
    """Where it stands, for errors."""
    from_script: bool = False


def read_lines(path: Path) -> list[Line]:
    """The lines of a script; `#` begins a comment. Errors: `InputError`."""
    found = []
    for number, line in enumerate(read_text(path).splitlines(), 1):
        words = line.partition("#")[0].strip()
        if words:
            found.append(Line(words, f"{path.name}: line {number}", True))
    return found


class Prompt:
    """Asks for lines."""

    def __init__(
        self, lines: IO[str], out: IO[str], complete: Callable[[str], Sequence[str]]
    ) -> None:
        """`complete`: lines that the beginning of one may become."""
        self._in, self._out, self._complete = lines, out, complete
        self.asks = lines.isatty()
        """Whether a person sits here."""
        self.number = 0
        """Of the last line that was typed or came through the pipe."""
        self._scripts: dict[int, deque[Line]] = {}
        self._history: dict[int, list[str]] = {}
        self._editor = _line_editor() if lines is sys.stdin and self.asks and out.isatty() else None
        self._found: Sequence[str] = ()

    def read(self, path: Path, side: int) -> int:
        """Take the next lines of a side from a script; how many there are. Errors: `InputError`."""
        lines = read_lines(path)
        self._scripts.setdefault(side, deque()).extend(lines)
        return len(lines)

    def script_line(self, side: int) -> Line | None:
        """The next line of the side's script, which stays there until `drop`."""
        waiting = self._scripts.get(side)
        return waiting[0] if waiting else None

    def drop(self, side: int) -> None:
        """The script's next line has been taken."""
        self._scripts[side].popleft()

    def stop(self) -> None:
        """No script goes on."""
        self._scripts.clear()

    def ask(self, side: int) -> Line | None:
        """The next line of a person or a pipe; None at the end.

        Errors: `InputError` where it is no text.
        """
        self.number += 1
        place = f"line {self.number}"
        try:
            text = self._plain() if self._editor is None else self._edited(self._editor, side)
        except UnicodeDecodeError as error:
            self._out.write("\n")
            raise InputError.at("order", f"<{error.reason}>", "text in UTF-8") from None
        return None if text is None else Line(text.strip(), place)

    def wait(self) -> None:
        """Wait until a person presses Enter."""
        self._read_line()
        self.number += 1

    def _plain(self) -> str | None:
        self._out.write(PROMPT)
        self._out.flush()
        text = self._read_line()
        if self.asks and not text:
            self._out.write("\n")
        elif not self.asks:
            self._out.write(_shown(text.rstrip("\n")[:MAX_LINE]) + "\n")
        return _checked(text) or None

    def _read_line(self) -> str:
        """The next line; of one that is too long the beginning, which is too long as well."""
        text = more = self._in.readline(MAX_LINE + 2)
        while more and not more.endswith("\n"):
            more = self._in.readline(MAX_LINE)
        return text

    def _edited(self, editor: Any, side: int) -> str | None:
        """A line typed with completion and the history of the side."""
        kept = self._history.setdefault(side, [])
        editor.clear_history()
        for line in kept:
            editor.add_history(line)
        editor.set_completer(self._completion)
        self._out.flush()
        try:
            text = input(PROMPT)
        except EOFError:
            self._out.write("\n")
            return None
        finally:
            # Whoever sits here next finds nothing of it.
            editor.clear_history()
        _checked(text)
        if text.strip() and kept[-1:] != [text]:
            kept.append(text)
        return text

    def _completion(self, text: str, number: int) -> str | None:
        """What the tab key shows; called for number 0, 1, … until there is no more."""
        if number == 0:
            try:
                self._found = self._complete(text)
            except InputError:
                self._found = ()
        return self._found[number] if number < len(self._found) else None


def _checked(text: str) -> str:
    """A line that is not too long. Errors: `InputError`."""
    if len(text.rstrip("\n")) > MAX_LINE:
        raise InputError.at("order", text, f"a line of at most {MAX_LINE} letters")
    return text


def _line_editor() -> Any:
    """The editor of lines, ready; None where the system has none."""
    with suppress(ImportError):
        import readline

        readline.set_auto_history(False)
        readline.set_completer_delims("")
        readline.parse_and_bind("set enable-bracketed-paste off")
        libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        return readline
    return None


def _shown(text: str) -> str:
    """The text without control characters, which could steer a terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
