"""The screen's keys for the unit that flashes, for targets, and for setting an army up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from hexfront.core.contract import Offer, Refusal
from hexfront.core.errors import InputError
from hexfront.tui import unit_keys as keys
from hexfront.tui.screen.display import Display
from hexfront.tui.session import Session

TYPE_HERE = ": to type an order"


class Screen(Protocol):
    """What the keys need of the app."""

    session: Session

    @property
    def table(self) -> Display:
        """What is shown."""

    def say(self, text: str, *, wrong: bool = False) -> None:
        """Tell something."""

    def give(self, offer: Offer) -> None:
        """Give an order."""

    def choose_of(self, offers: Sequence[Offer], *, ask: bool = False) -> None:
        """Give one of some orders; where they are several, ask."""

    def change(self, change: Callable[[], Refusal | None]) -> None:
        """Carry something out that changes the match."""

    def stop_playing(self) -> None:
        """End the playback."""


class TurnKeys:
    """What single keys and typed targets do at a table with a unit that flashes."""

    def __init__(self, app: Screen) -> None:
        self._app = app

    @property
    def _setting_up(self) -> bool:
        return keys.sets_up(self._app.table.offers)

    def press(self, key: str) -> None:
        """A key without another meaning."""
        table = self._app.table
        if table.playing is not None:
            self._app.stop_playing()
        elif table.thinking:
            return
        elif key in keys.ORDER_KEYS:
            self._order(key)
        else:
            table.cycle(1)

    def _order(self, key: str) -> None:
        app, table = self._app, self._app.table
        army_setup = app.session.board.army_setup
        if army_setup is not None and self._setting_up and keys.type_of_key(army_setup, key):
            table.chosen_type = keys.type_of_key(army_setup, key)
            table.show()
            return
        offers = keys.key_offers(table.offers, table.selected, key)
        if not offers:
            meant = keys.keys_text(table.offers, table.selected)
            app.say(f"{key} does nothing now. {'; '.join(meant)}".strip(), wrong=True)
        elif keys.asks_for_target(key, offers) and offers[0].subject:
            self.aim(offers)
        else:
            app.choose_of(offers)

    def aim(self, offers: Sequence[Offer]) -> None:
        """Ask for the target of some orders: it is typed, or clicked."""
        table = self._app.table
        table.aiming = list(offers)
        texts = keys.targets_text(offers, self._app.session.language.place_numbers)
        line = table.order_line
        line.clear()
        line.placeholder = (
            f"Target{' of ' if offers[0].subject else ''}{offers[0].subject}: {texts}"
        )
        line.focus()
        table.show()

    def let_go(self) -> None:
        """Ask for no target any more."""
        self._app.table.aiming = []
        self._app.table.order_line.placeholder = TYPE_HERE

    def target(self, text: str) -> None:
        """The target that was asked for; nothing gives it up."""
        app, table, language = self._app, self._app.table, self._app.session.language
        offers = list(table.aiming)
        if text.strip():
            try:
                found = keys.read_target(text, offers, language.place_numbers, language.place_names)
            except InputError as error:
                app.say(str(error), wrong=True)
                return
        else:
            found = []
        self.let_go()
        table.order_line.clear()
        table.map.focus()
        table.show()
        if found:
            app.choose_of(found)

    def typed(self, text: str) -> bool:
        """Whether a typed line was a key with a target, or about an army; then it is done.

        Errors: `InputError`.
        """
        app, board, language = self._app, self._app.session.board, self._app.session.language
        offers = app.table.offers
        if board.cycle and (to := keys.target_after_key(text, offers, language.place_numbers)):
            meant = keys.key_offers(offers, app.table.selected, keys.TARGET_KEY)
            app.choose_of(keys.read_target(to, meant, language.place_numbers, language.place_names))
            return True
        return board.army_setup is not None and self._army(text)

    def _army(self, text: str) -> bool:
        app = self._app
        word, _, rest = text.strip().partition(" ")
        if word.lower() == "armies" and not rest:
            names = app.session.armies.names()
            app.say(", ".join(names) or "No army is kept yet; save NAME keeps yours.")
        elif word.lower() == "save" and self._setting_up:
            app.say(f"Your army is kept as {app.session.save_army(rest).stem}.")
        elif word.lower() == "load":
            if app.table.busy:
                raise InputError.at("load", "<the machine's move>", "your move")
            orders = app.session.orders_for_army(rest)
            app.change(lambda: app.session.give(orders).refusal)
        else:
            return self._placed(text.strip())
        return True

    def _placed(self, text: str) -> bool:
        """A place alone: the chosen type goes there."""
        table = self._app.table
        labels = {label.lower(): label for label in self._app.session.board.places}
        label = labels.get(text.lower())
        if label is None or not table.chosen_type or not self._setting_up:
            return False
        self._app.give(self._app.session.read(f"deploy {table.chosen_type} {label}"))
        return True
