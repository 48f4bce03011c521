"""Commands as people type them, turned into words that `drafts` understands (4).

mission 4 9: 16 31, 16 11, 12 10 at 2.65
transfer 17 from 4 to 9 21: 100 ammo, 20 fuel
strike 43 interdict 4 3 2 1 with 20
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from hexfront.core.errors import InputError
from hexfront.systems.idahex.rules.command.grammar import DECIMALS, INTEGER_DIGITS
from hexfront.systems.idahex.scenario import orders as o

USAGE: Final[Mapping[str, str]] = {
    "mission": "mission UNIT… [stacked MODE]: CELL POSTURE [at TIME], CELL POSTURE …",
    "transfer": "transfer CELL [from UNIT…] [to UNIT…] [: AMOUNT RESOURCE, …]",
    "delivery": "delivery UNIT CELL [size 0…1] [to UNIT…]",
    "cancel": "cancel UNIT, cancel delivery UNIT CELL, or cancel strike CELL",
    "strike": "strike CELL cas|interdict CLASS CLASS CLASS CLASS with AIRCRAFT…",
    "go": "go",
    "stop": "stop",
}
POSTURE_WORDS: Final = {"inactive": 0, "hold": 10, "disengage": 20, "move": 30, "attack": 40}
"""Words for the standard posture of each class (IDX-2.2.1)."""
_NUMBER = re.compile(rf"\d{{1,{INTEGER_DIGITS}}}(\.\d{{0,{DECIMALS}}})?|\.\d{{1,{DECIMALS}}}")
_WORD = re.compile(r"[:;,]|[^\s:;,]+")


Said = tuple[int, int]
"""An order code, and the number of the word that it was said by, counted from 1."""


class CommandReader:
    """Reads the commands of one side's player."""

    def __init__(
        self,
        book: o.OrderBook,
        units: Mapping[str, int],
        resources: Sequence[str],
        transfer: int,
    ) -> None:
        """`units`: rows by what a unit may be called, in lower case; `resources`: names of the
        side's types; `transfer`: the transfer posture.
        """
        self._book, self._units = book, units
        self._resources = {name.lower(): number for number, name in enumerate(resources)}
        self._postures = POSTURE_WORDS | {"transfer": transfer}
        self._readers: dict[str, Callable[[_Words], list[Said]]] = {
            "mission": self._mission,
            "transfer": self._transfer,
            "delivery": self._delivery,
            "cancel": self._cancel,
            "strike": self._strike,
            "go": lambda words: [words.say(o.GO)],
            "stop": lambda words: [words.say(o.STOP), words.say(o.END)],
        }

    def read(self, text: str) -> tuple[int, ...]:
        """The order codes of a command. Errors: `InputError` with place, found and expected."""
        return tuple(code for code, _ in self.read_words(text))

    def read_words(self, text: str) -> list[Said]:
        """The order codes of a command, each with its word. Errors as `read`."""
        words = _Words(text)
        name = words.take("a command").lower()
        reader = self._readers.get(name)
        if reader is None:
            raise words.error(name, f"one of: {', '.join(USAGE)}")
        codes = reader(words)
        if words.left:
            raise words.error(words.take(""), f"the end of the command ({USAGE[name]})")
        return codes

    def completions(self, text: str) -> list[str]:
        """What may stand for the last word of a command that is being typed, or come next.

        The word counts as unfinished unless a space follows it.
        """
        begun = "" if not text or text[-1] in " :;," else _WORD.findall(text)[-1]
        words = _Words(text[: len(text) - len(begun)])
        try:
            if words.left:
                self._readers[words.take("").lower()](words)
            else:
                words.could_be(USAGE)
        except (InputError, KeyError):
            pass  # What is missing is what is asked for; what is wrong ends in nothing.
        return [word for word in words.open if word.lower().startswith(begun.lower())]

    def _mission(self, words: _Words) -> list[Said]:
        codes = [words.say(o.MISSION), *self._unit_list(words, {":", "stacked"})]
        if words.skip("stacked"):
            codes += [words.say(o.STACKED), *self._digits(words, "a transport mode", whole=True)]
        words.demand(":")
        while True:
            codes += [self._cell(words), self._posture(words)]
            if words.skip("at"):
                codes += [words.say(o.AT), *self._digits(words, "a start time")]
            if not (words.skip(",") or words.skip(";")):
                return [*codes, words.say(o.END)]

    def _transfer(self, words: _Words) -> list[Said]:
        codes = [words.say(o.TRANSFER), self._cell(words)]
        if words.skip("from"):
            codes += self._unit_list(words, {"to", ":"})
        if words.skip("to"):
            codes += [words.say(o.TO), *self._unit_list(words, {":"})]
        if words.skip(":"):
            while True:
                amount = self._digits(words, "an amount")
                codes += [self._resource(words), *amount]
                if not (words.skip(",") or words.skip(";")):
                    break
        return [*codes, words.say(o.END)]

    def _delivery(self, words: _Words) -> list[Said]:
        codes = [words.say(o.DELIVERY), self._unit(words), self._cell(words)]
        if words.skip("size"):
            codes += [words.say(o.SIZE), *self._digits(words, "a number from 0 to 1")]
        if words.skip("to"):
            codes += [words.say(o.TO), *self._unit_list(words, set())]
        return [*codes, words.say(o.END)]

    def _cancel(self, words: _Words) -> list[Said]:
        if words.skip("delivery"):
            return [words.say(o.RECALL), self._unit(words), self._cell(words), words.say(o.END)]
        if words.skip("strike"):
            return [words.say(o.CANCEL), words.say(o.STRIKE), self._cell(words), words.say(o.END)]
        words.skip("mission")
        return [words.say(o.CANCEL), self._unit(words), words.say(o.END)]

    def _strike(self, words: _Words) -> list[Said]:
        codes = [words.say(o.STRIKE), self._cell(words)]
        if words.skip("interdict"):
            codes.append(words.say(o.BEHIND))
            for _ in range(4):
                words.could_be("1234")
                posture_class = words.take("a posture class, 1 to 4")
                if posture_class not in ("1", "2", "3", "4"):
                    raise words.error(posture_class, "a posture class, 1 to 4")
                codes.append(words.say(o.CLASS + int(posture_class) - 1))
        else:
            words.demand("cas")
            codes.append(words.say(o.CLOSE))
        words.demand("with")
        while True:
            codes += [words.say(o.WITH), *self._digits(words, "a number of aircraft")]
            words.skip(",")
            if not words.left:
                return [*codes, words.say(o.END)]

    def _unit_list(self, words: _Words, ends: set[str]) -> list[Said]:
        codes = [self._unit(words)]
        words.could_be([*ends, *self._units])
        while words.left and words.left[0].lower() not in ends:
            if not words.skip(","):
                codes.append(self._unit(words))
            words.could_be([*ends, *self._units])
        return codes

    def _unit(self, words: _Words) -> Said:
        words.could_be(self._units)
        found = words.take("a unit")
        row = self._units.get(found.lower())
        if row is None:
            raise words.error(found, "the number of a unit of yours")
        return words.say(self._book.unit(row))

    def _cell(self, words: _Words) -> Said:
        words.could_be(str(number) for number in range(1, self._book.cells + 1))
        found = words.take("a cell")
        number = _whole(found)
        if number is None or not 1 <= number <= self._book.cells:
            raise words.error(found, f"the number of a cell, 1 to {self._book.cells}")
        return words.say(self._book.cell(number))

    def _posture(self, words: _Words) -> Said:
        words.could_be(self._postures)
        found = words.take("a posture")
        value = self._postures.get(found.lower())
        number = _whole(found)
        if value is None and number is not None and number < 50:
            value = number
        if value is None and found == "-10":
            value = 50
        if value is None:
            named = ", ".join(self._postures)
            raise words.error(found, f"the number of a posture, or one of: {named}")
        return words.say(o.POSTURE + value)

    def _resource(self, words: _Words) -> Said:
        """A type of resource by its number or its name, which may have several words."""
        words.could_be(self._resources)
        found = words.take("a type of resource")
        number = _whole(found)
        if number is not None and 1 <= number <= len(self._resources):
            return words.say(self._book.resource(number - 1))
        while words.left and words.left[0] not in (",", ";"):
            found += f" {words.take('')}"
        matching = [n for name, n in self._resources.items() if name.startswith(found.lower())]
        exact = self._resources.get(found.lower())
        if exact is None and len(matching) != 1:
            raise words.error(found, f"one of: {', '.join(self._resources)}")
        return words.say(self._book.resource(matching[0] if exact is None else exact))

    def _digits(self, words: _Words, what: str, whole: bool = False) -> list[Said]:
        found = words.take(what)
        if not _NUMBER.fullmatch(found) or (whole and not found.isdecimal()):
            limit = f"at most {INTEGER_DIGITS} digits and {DECIMALS} decimals"
            raise words.error(found, f"{what}: not negative, {limit}")
        text = f"0{found}" if found.startswith(".") else found.rstrip(".")
        return [words.say(o.POINT if mark == "." else o.DIGIT + int(mark)) for mark in text]


def _whole(found: str) -> int | None:
    """The number that a word of few digits stands for; None where it is no such word."""
    return int(found) if found.isdecimal() and len(found) <= INTEGER_DIGITS else None


class _Words:
    """What is left of a command."""

    def __init__(self, text: str) -> None:
        self.left = _WORD.findall(text)
        self.open: dict[str, None] = {}
        """What could have come where the words ended, in the order in which it was looked for."""
        self._taken = 0

    def could_be(self, candidates: Iterable[str]) -> None:
        """Note what could come here, if the words end here."""
        if not self.left:
            self.open.update(dict.fromkeys(candidates))

    def take(self, expected: str) -> str:
        """The next word. Errors: `InputError` at the end."""
        if not self.left:
            self._taken += 1
            raise self.error("<nothing>", expected)
        self._taken += 1
        return self.left.pop(0)

    def say(self, code: int) -> Said:
        """A code that the word which was taken last means."""
        return code, self._taken

    def skip(self, word: str) -> bool:
        """Take a word where it comes next."""
        self.could_be([word])
        if self.left and self.left[0].lower() == word:
            self.take(word)
            return True
        return False

    def demand(self, word: str) -> None:
        """Take a word that must come next."""
        self.could_be([word])
        found = self.take(f"`{word}`")
        if found.lower() != word:
            raise self.error(found, f"`{word}`")

    def error(self, found: str, expected: str) -> InputError:
        """What to raise about the word that was taken last."""
        return InputError.at(f"command: word {max(1, self._taken)}", found, expected)
