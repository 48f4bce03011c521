"""`hexfront campaign play`: a campaign in the terminal, one battle after the other."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.campaigns.model import LoadedCampaign
    from hexfront.campaigns.progress import Progress
    from hexfront.play.storage.campaigns import KeptCampaign
    from hexfront.play.storage.store import Store

TOKENS: Final = "terminal-campaigns"
"""In the data folder: the tokens of the campaigns begun at a terminal, one a line."""
_WIDTH: Final = 79

Fight = Callable[["Store", str], int]
"""Plays a match of the store at this terminal; returns the exit code."""


@dataclass(frozen=True)
class WantedCampaign:
    """What the command line asks for."""

    system: str | None
    name: str | None
    opponent: str | None
    resume: bool


def play_campaign(store: Store, wanted: WantedCampaign, fight: Fight) -> int:
    """Begin a campaign, or go on with one, until it is over or the player leaves.

    Returns the exit code. Errors: `InputError`, `NotSaved`.
    """
    from hexfront.campaigns.kept import opened
    from hexfront.campaigns.progress import battle_at

    table = _Table(store, _resumed(store, wanted) if wanted.resume else _begun(store, wanted))
    code = 0
    while True:
        table.settle()
        _, campaign, progress = opened(store, table.token)
        if battle_at(campaign, progress) is None:
            table.tell_ending()
            return code
        table.tell_battle()
        match = table.next_match()
        if match is None:
            break
        code = max(code, fight(store, match))
        if not table.is_over():
            break
    print("The campaign is kept. To go on: hexfront campaign play --resume")
    return code


def _begun(store: Store, wanted: WantedCampaign) -> str:
    from hexfront.campaigns.kept import begin_campaign

    if wanted.system is None or wanted.name is None:
        expected = "a SYSTEM and a CAMPAIGN, or --resume"
        raise InputError.at("campaign", wanted.name or "<none>", expected)
    token = begin_campaign(store, wanted.system, wanted.name, wanted.opponent or "")
    path = store.path.parent / TOKENS
    path.touch(mode=0o600)
    with path.open("a", encoding="ascii") as file:
        file.write(f"{token}\n")
    return token


def _resumed(store: Store, wanted: WantedCampaign) -> str:
    """The newest campaign of this terminal that is as wanted and not over."""
    from hexfront.campaigns.kept import opened
    from hexfront.campaigns.progress import battle_at

    if wanted.opponent is not None:
        raise InputError.at("--opponent", wanted.opponent, "nothing beside --resume")
    try:
        tokens = (store.path.parent / TOKENS).read_text("ascii").split()
    except (OSError, UnicodeDecodeError):
        tokens = []
    for token in reversed(tokens):
        try:
            kept, campaign, progress = opened(store, token)
        except InputError:
            continue  # Of another store, or of a pack that is gone.
        fits = wanted.system in (None, kept.system) and wanted.name in (None, kept.name)
        if fits and battle_at(campaign, progress) is not None:
            return token
    expected = "a campaign of this terminal to go on with"
    raise InputError.at("--resume", "<no campaign that is not over>", expected)


class _Table:
    """A campaign between its battles, at a terminal."""

    def __init__(self, store: Store, token: str) -> None:
        self.store, self.token = store, token

    def _opened(self) -> tuple[KeptCampaign, LoadedCampaign, Progress]:
        from hexfront.campaigns.kept import opened

        return opened(self.store, self.token)

    def settle(self) -> None:
        """Count a battle that is over; forget one whose match is no more."""
        from hexfront.campaigns.kept import outcome, settle
        from hexfront.play.live import LiveMatch

        kept, campaign, _ = self._opened()
        if not kept.match:
            return
        try:
            live = LiveMatch(self.store, self.store.load(kept.match))
        except InputError:
            settle(self.store, self.token, kept.match, None)
            return
        found = outcome(live, campaign.side)
        if found is not None:
            settle(self.store, self.token, kept.match, found)
            self._tell_last()

    def is_over(self) -> bool:
        """Whether the battle that was being fought is."""
        from hexfront.play.live import LiveMatch

        kept, _, _ = self._opened()
        live = LiveMatch(self.store, self.store.load(kept.match))
        return live.match.result is not None

    def next_match(self) -> str | None:
        """The match of the next battle; None where the player leaves instead."""
        from hexfront.campaigns.kept import begin_battle
        from hexfront.tui.session import sit_down

        kept, _, progress = self._opened()
        if kept.match:
            return kept.match
        lost = [unit.name for unit in progress.units if unit.lost]
        while True:
            line = _ask(
                "Units to raise again, or Enter for none; `quit` leaves"
                if lost
                else "Enter begins the battle; `quit` leaves"
            )
            if line is None or line.lower() in ("quit", "exit"):
                return None
            names = [name.strip() for name in line.split(",") if name.strip()]
            try:
                made, _ = begin_battle(self.store, self.token, names)
            except InputError as error:
                print(error, file=sys.stderr)
                continue
            sit_down(self.store, made)
            return made.match

    def tell_battle(self) -> None:
        """The briefing, and the player's units."""
        from hexfront.campaigns.progress import battle_at, growth

        kept, campaign, progress = self._opened()
        battle = battle_at(campaign, progress)
        if battle is None:
            return
        number = len(progress.fought) + 1
        print(f"\n{campaign.file.title}: battle {number}, {battle.title}")
        print(f"Against: {kept.opponent}\n")
        _story(battle.before)
        titles = {unit.name: unit for unit in campaign.file.unit}
        print(f"Points to raise units again: {progress.points}")
        for unit in progress.units:
            known = titles[unit.name]
            more = growth(campaign, unit)
            grown = f", {campaign.file.experience.figure} +{more}" if more else ""
            state = f"lost; {counted(known.cost, 'point')} to raise it" if unit.lost else "ready"
            print(f"  {unit.name}: {known.title}, {state}{grown}")

    def _tell_last(self) -> None:
        _, campaign, progress = self._opened()
        last = progress.fought[-1]
        battle = campaign.file.battles[last.battle]
        print(f"\n{battle.title}: {'won' if last.won else 'lost'}\n")
        _story(battle.won if last.won else battle.lost)
        print(f"What it cost: {', '.join(last.losses) or 'nobody'}.")

    def tell_ending(self) -> None:
        """How the campaign has ended."""
        from hexfront.campaigns.progress import ending_at

        _, campaign, progress = self._opened()
        ending = ending_at(campaign, progress)
        if ending is not None:
            print(f"\n{campaign.file.title}: {ending.title}\n")
            _story(ending.text)
            print("A victory." if ending.victory else "No victory.")


def _story(text: str) -> None:
    """Paragraphs, as they stand in the campaign's file."""
    for part in text.strip().split("\n\n"):
        print(textwrap.fill(" ".join(part.split()), _WIDTH), end="\n\n")


def _ask(question: str) -> str | None:
    """What is answered; None at the end of the input. Errors: `InputError` for no text."""
    from hexfront.tui.plain.prompt import Prompt

    print(question)
    line = Prompt(sys.stdin, sys.stdout, lambda _: ()).ask(0)
    return None if line is None else line.text


def fight_in_terminal(*, screen: bool, script: Path | None = None) -> Fight:
    """What plays a match at this terminal; a script gives the first lines of the first."""
    waiting = [script]

    def fight(store: Store, match: str) -> int:
        from hexfront.cli.terminal import play_match

        return play_match(store, match, waiting.pop() if waiting else None, screen=screen)

    return fight
