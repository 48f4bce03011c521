"""Plain text for boards with a unit that flashes, and for the set-up of armies."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final, Protocol

from hexfront.core.contract import Offer, View
from hexfront.core.errors import InputError
from hexfront.tui import unit_keys as keys
from hexfront.tui.session import Session

KEY_HELP: Final = """\

One of your units flashes; its line stands below the map.
1 to 6             order it that way: 1 upper left, 2 lower left, 3 up, 4 down, 5 upper right, \
6 lower right
7                  a special function; then a target is asked for, such as @HF or @@
7 TARGET           the same in one line
0                  end the turn, or say that the set-up is ready
any other letter,  go on to the next unit; so does an empty line
FLASH UNIT         let that unit flash"""
ARMY_SETUP_HELP: Final = """\

Before the game you choose an army and place it.
deploy TYPE PLACE  place a unit; or a number for its type, and then only places
remove PLACE       take it away again
army WORD          a whole army of the machine's choice; `offers` lists them
save NAME          keep your army under a name, or in a file ending in .json
load NAME          use a kept army, mirrored for the other side; what stands now is taken away
armies             the kept armies
ready              the set-up is done"""


class Table(Protocol):
    """What the keys need of the plain table."""

    def say(self, *lines: str) -> None:
        """Write lines."""

    def order(self, offer: Offer) -> None:
        """Give an order. Errors: `InputError`."""


class UnitKeys:
    """Reads the lines that stand for keys, and remembers which unit flashes."""

    def __init__(self, session: Session, table: Table) -> None:
        self._session, self._table = session, table
        self._viewer = session.viewer
        self._before: View = session.view
        self._flashing = ""
        self._type = ""
        self._due = False
        self._answer: Callable[[str], None] | None = None
        self.commands: dict[str, Callable[[str], None]] = {}
        board = session.board
        if board.cycle:
            self.commands["flash"] = self._flash
        if board.army_setup is not None:
            self.commands |= {"load": self._load, "armies": self._armies}

    def help(self) -> list[str]:
        """Lines for the help; none where no unit flashes."""
        board = self._session.board
        texts = [KEY_HELP] * board.cycle + [ARMY_SETUP_HELP] * (board.army_setup is not None)
        return [line for text in texts for line in text.splitlines()]

    def lines(self) -> list[str]:
        """What stands below the map: the sectors, and the palette or the unit that flashes."""
        self._due = False
        session = self._session
        board = session.board
        sectors = keys.sectors_line(session.view.facts, board.sides) if board.sectors else ""
        return [*filter(None, [sectors]), *self._state_lines()]

    def due(self) -> list[str]:
        """What has changed of it by a key and has not been shown since."""
        if not self._due:
            return []
        self._due = False
        if self._setting_up:
            return self._state_lines()[:1]
        return self._state_lines()

    @property
    def _setting_up(self) -> bool:
        return self._session.board.army_setup is not None and keys.sets_up(self._session.offers())

    def _state_lines(self) -> list[str]:
        board = self._session.board
        if board.army_setup is not None and self._setting_up:
            return keys.palette_lines(board.army_setup, self._session.view, self._type)
        if board.cycle and keys.has_unit_keys(self._session.offers()):
            return self._unit_lines()
        return []

    def _unit_lines(self) -> list[str]:
        self._see()
        units = {counter.id: counter for counter in keys.units_in_order(self._session.view)}
        unit = units.get(self._flashing)
        if unit is None:
            return []
        meant = keys.keys_text(self._session.offers(), unit.id)
        return [f"Flashing: {keys.unit_text(unit)}", *([f"Keys: {'; '.join(meant)}"] * bool(meant))]

    def _see(self) -> None:
        """Go on to another unit where the one that flashed is gone."""
        view = self._session.view
        if self._viewer != self._session.viewer:
            self._viewer, self._flashing, self._type = self._session.viewer, "", ""
        elif self._flashing:
            self._flashing = keys.after_loss(self._before, view, self._flashing)
        self._flashing = self._flashing or keys.next_unit(view, "")
        self._before = view

    def take(self, line: str) -> bool:
        """Whether a line was a key, a target or a place alone; then it has been used.

        Errors: `InputError`.
        """
        if self._answer is not None:
            answer, self._answer = self._answer, None
            if line:
                answer(line)
            else:
                self._table.say("No order.")
            return True
        session = self._session
        if not session.board.cycle:
            return False
        self._see()
        if len(line) == 1 and line in keys.ORDER_KEYS:
            self._key(line)
        elif len(line) <= 1:
            self._flashing = keys.next_unit(session.view, self._flashing)
            self._table.say(*self._state_lines())
        elif target := keys.target_after_key(
            line, session.offers(), session.language.place_numbers
        ):
            self._target(target, self._meant(keys.TARGET_KEY))
        elif self._type and (offer := self._placed(line)) is not None:
            self._order(offer)
        else:
            return False
        return True

    def _key(self, key: str) -> None:
        session = self._session
        army_setup = session.board.army_setup
        if army_setup is not None and self._setting_up and keys.type_of_key(army_setup, key):
            self._type = keys.type_of_key(army_setup, key)
            self._table.say(f"{army_setup.title(self._type)}: type where, such as {self._first()}")
            return
        found = self._meant(key)
        if keys.asks_for_target(key, found) and found[0].subject:
            targets = keys.targets_text(found, session.language.place_numbers)
            self._table.say(f"Target of {found[0].subject}? {targets}")
            self._answer = lambda text: self._target(text, found)
        else:
            self._one_of(found)

    def _meant(self, key: str) -> list[Offer]:
        """What a key means now. Errors: `InputError` where it is nothing."""
        offers = self._session.offers()
        found = keys.key_offers(offers, self._flashing, key)
        if not found:
            meant = "; ".join(keys.keys_text(offers, self._flashing))
            raise InputError.at("key", key, f"one of: {meant}" if meant else "your turn")
        return found

    def _first(self) -> str:
        for offer in self._session.offers():
            if offer.aim is not None and offer.word == self._type:
                return next(iter(offer.aim.places or self._session.board.places), "")
        return next(iter(self._session.board.places), "")

    def _target(self, text: str, offers: Sequence[Offer]) -> None:
        places = self._session.language
        self._one_of(keys.read_target(text, offers, places.place_numbers, places.place_names))

    def _one_of(self, offers: Sequence[Offer]) -> None:
        """Give the order; where several are meant, ask for its number or kind."""
        if len(offers) == 1:
            self._order(offers[0])
            return
        for number, offer in enumerate(offers, 1):
            self._table.say(f"{number} {offer.kind}: {offer.caption}")
        self._table.say("Which one?")

        def chosen(text: str) -> None:
            kinds = [offer.kind for offer in offers]
            if text.lower() in kinds and kinds.count(text.lower()) == 1:
                self._one_of([offers[kinds.index(text.lower())]])
            elif re.fullmatch("[1-9]", text) and int(text) <= len(offers):
                self._one_of([offers[int(text) - 1]])
            else:
                numbers = ", ".join(str(n) for n in range(1, len(offers) + 1))
                raise InputError.at("which one", text, f"one of: {numbers}, {', '.join(kinds)}")

        self._answer = chosen

    def _order(self, offer: Offer) -> None:
        self._table.order(offer)
        self._due = True

    def _placed(self, line: str) -> Offer | None:
        """The order that places the chosen type; None where the line is no place alone."""
        labels = {label.lower(): label for label in self._session.board.places}
        label = labels.get(line.lower())
        if label is None or not self._setting_up:
            return None
        return self._session.read(f"deploy {self._type} {label}")

    def _flash(self, rest: str) -> None:
        self._see()
        wanted = rest.lower()
        for counter in keys.units_in_order(self._session.view):
            if wanted in (counter.id.lower(), counter.place.lower()):
                self._flashing = counter.id
                self._table.say(*self._unit_lines())
                return
        raise InputError.at("flash", rest or "<nothing>", "the number or the place of an own unit")

    # Kept armies

    def saves_army(self) -> bool:
        """Whether `save` means the army now."""
        return self._setting_up

    def save(self, name: str) -> None:
        """Keep the army that stands under a name. Errors: `InputError`."""
        path = self._session.save_army(name)
        self._table.say(f"Your army is kept as {path.stem}.")

    def _load(self, name: str) -> None:
        refusal = self._session.give(self._session.orders_for_army(name)).refusal
        if refusal is not None:
            raise InputError.at(f"army {name}", refusal.found or "<the set-up>", str(refusal))
        self._table.say(f"Your army is {name} now.")
        self._due = True

    def _armies(self, _: str) -> None:
        names = self._session.armies.names()
        self._table.say(", ".join(names) or "No army is kept yet; `save NAME` keeps yours.")
