"""What a viewer sees of a game of Takeover: everything but the cards of others (TKO-3)."""

from __future__ import annotations

from typing import Final

from hexfront.core.contract import UMPIRE, Counter, Gauge, Kind, Mark, Track, View
from hexfront.core.documents.strictjson import Json
from hexfront.systems.takeover.knowledge.facts import known_facts
from hexfront.systems.takeover.rules.estate import income, is_out, worth
from hexfront.systems.takeover.rules.pools import AGGRESSOR, DEFENDER
from hexfront.systems.takeover.rules.takeovers import can_attack
from hexfront.systems.takeover.rules.turn import winners
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.loader import Setting, TakeoverScenario

GOOD_NAMES: Final = ("R-Unit", "NS-Unit", "E-D level", "NI-Agent")
GOOD_SIGNS: Final = ("unit", "shield", "building", "agent")
"""How goods are drawn."""
BUY_PROMPT: Final = "The territory is free. Buy its Title, or leave it."
FOREIGN_PROMPT: Final = "You may attack the territory on which you stand."
OWN_PROMPT: Final = "You may attack from your territory, or with a card from others."
NO_CARD_PROMPT: Final = "No card of yours allows an attack here. Go on; nobody learns why."
CHAIN_PROMPT: Final = "You may go on against the colour group of what you have conquered."
MANAGE_PROMPT: Final = "Buy units, levels and agents, then end your turn."


class Viewer:
    """Makes the views of one scenario."""

    def __init__(self, scenario: TakeoverScenario, setting: Setting) -> None:
        self._scenario, self._setting = scenario, setting
        self.spaces = [space.name for space in scenario.file.ring]
        self.territories = [space.name for space in scenario.territories]
        self.titles = [player.title for player in scenario.players]
        self._place_titles = {space.name: space.title for space in scenario.file.ring}

    def view(self, state: s.TakeoverState, viewer: int, kind: Kind, time: int, must: bool) -> View:
        """What a viewer may know."""
        return View(
            viewer=viewer,
            time=time,
            kind=kind,
            must_act=must,
            title=self._title(state),
            prompt=self._prompt(state, viewer, must),
            counters=(*self._pawns(state), *self._goods(state), *self._cards(state, viewer)),
            marks=self._marks(state),
            tracks=self._tracks(state),
            facts=self.facts(state, viewer),
            gauges=tuple(self._gauges(state)),
            owners=self._owners(state),
        )

    def facts(self, state: s.TakeoverState, viewer: int) -> dict[str, Json]:
        """The facts of the view."""
        return known_facts(self._setting, state, viewer)

    def territory_title(self, territory: int) -> str:
        """The title of a territory."""
        return self._place_titles[self.territories[territory]]

    def space_title(self, space: int) -> str:
        """The title of a space."""
        return self._place_titles[self.spaces[space]]

    def card_title(self, card: int) -> str:
        """The title of a kind of card."""
        return self._scenario.file.cards[card].title

    def victory(self, state: s.TakeoverState) -> str:
        """Who has won, in words."""
        names = [self.titles[player] for player in winning(self._setting, state)]
        return f"{' and '.join(names)} {'win' if len(names) > 1 else 'wins'}"

    def _title(self, state: s.TakeoverState) -> str:
        game = state.game
        if game.phase == s.Phase.OVER:
            return f"The game is over: {self.victory(state)}"
        rounds = self._setting.ring.rules.rounds
        player = self.titles[game.active]
        what = {
            s.Phase.BUYING: f"{player} may buy a Title",
            s.Phase.DECLARING: f"{player} may attack",
            s.Phase.MANAGING: f"{player} may build",
            s.Phase.MOVING: f"{player} throws the dice",
            s.Phase.DRAWING: f"{player} draws a card",
            s.Phase.THROWING: f"{player} attacks",
        }[s.Phase(game.phase)]
        return f"Round {game.round} of {rounds}: {what}"

    def _prompt(self, state: s.TakeoverState, viewer: int, must: bool) -> str:
        game = state.game
        if game.phase == s.Phase.OVER:
            return "The log tells how it came about."
        if viewer < 0 or not must:
            return "Waiting." if viewer >= 0 else ""
        if game.phase == s.Phase.DECLARING:
            if game.chain != s.NOBODY:
                return CHAIN_PROMPT
            if not can_attack(self._setting.ring, state, False):
                return NO_CARD_PROMPT
            space = int(state.players.place[viewer])
            territory = int(self._setting.ring.spaces.territory[space])
            own = state.territories.owner[territory] == viewer
            return OWN_PROMPT if own else FOREIGN_PROMPT
        return BUY_PROMPT if game.phase == s.Phase.BUYING else MANAGE_PROMPT

    def _pawns(self, state: s.TakeoverState) -> list[Counter]:
        """Where each player stands."""
        pawns = []
        for player, entry in enumerate(self._scenario.players):
            out = bool(is_out(state, player))
            place = "" if out else self.spaces[int(state.players.place[player])]
            values = {"money": int(state.players.money[player])}
            moves = player == state.game.active and state.game.phase != s.Phase.OVER
            badges = ("out",) if out else ("to move",) if moves else ()
            pawns.append(
                Counter(entry.name, player, place, entry.title, "", True, values, badges, "pawn")
            )
        return pawns

    def _goods(self, state: s.TakeoverState) -> list[Counter]:
        """What stands on each territory: units and levels of its owner, agents of anybody."""
        counters = []
        for territory, name in enumerate(self.territories):
            owner = int(state.territories.owner[territory])
            for good, number in enumerate(state.territories.goods[territory].tolist()):
                if number:
                    id_ = f"{name}.{GOOD_SIGNS[good]}"
                    counters.append(self._stock(id_, owner, name, good, number))
            agents = state.agents[territory].tolist()
            for player, (entry, number) in enumerate(
                zip(self._scenario.players, agents, strict=True)
            ):
                if number:
                    id_ = f"{name}.agent.{entry.name}"
                    counters.append(self._stock(id_, player, name, s.AGENT, number))
        return counters

    def _stock(self, id_: str, side: int, place: str, good: int, number: int) -> Counter:
        name = f"{self.titles[side]} {GOOD_NAMES[good]}" if side >= 0 else GOOD_NAMES[good]
        values = {"number": number}
        return Counter(id_, side, place, name, "", True, values, (), GOOD_SIGNS[good])

    def _cards(self, state: s.TakeoverState, viewer: int) -> list[Counter]:
        """The hands: one's own cards face up, those of others face down (TKO-3)."""
        cards = []
        for player, entry in enumerate(self._scenario.players):
            held = state.hands[player].tolist()
            kinds = [card for card, number in enumerate(held) for _ in range(number)]
            for number, card in enumerate(kinds, 1):
                known = viewer in (player, UMPIRE)
                name = self.card_title(card) if known else "OPs card"
                id_ = f"{entry.name}.card.{number}"
                cards.append(Counter(id_, player, "", name, "", known, {}, (), "card"))
        return cards

    def _marks(self, state: s.TakeoverState) -> tuple[Mark, ...]:
        """The takeover under way (TKO-2)."""
        game = state.game
        if game.target == s.NOBODY:
            return ()
        player = self._scenario.players[game.active]
        places = self.territories[game.origin], self.territories[game.target]
        caption = f"{player.title} attacks {self.territory_title(game.target)}"
        return (Mark("attack", player.name, places, caption, "TKO-2"),)

    def _tracks(self, state: s.TakeoverState) -> tuple[Track, ...]:
        ring, game = self._setting.ring, state.game
        round_ = min(game.round, ring.rules.rounds)
        tracks = [Track("Round", round_, ring.rules.rounds)]
        for player, title in enumerate(self.titles):
            money = int(state.players.money[player])
            titles = int((state.territories.owner == player).sum())
            cards = int(state.hands[player].sum())
            words = (
                "out"
                if is_out(state, player)
                else (
                    f"money {money}, income {int(income(ring, state, player))}, "
                    f"{titles} {'Title' if titles == 1 else 'Titles'}, "
                    f"{cards} {'card' if cards == 1 else 'cards'}"
                )
            )
            tracks.append(Track(title, int(worth(ring, state, player)), text=words))
        if game.target != s.NOBODY:
            dice = [int(game.pool[side]) for side in (AGGRESSOR, DEFENDER)]
            words = f"{dice[0]} of the aggressor, {dice[1]} of the defender"
            tracks.append(Track("Dice left", dice[0] - dice[1], text=words))
        return tuple(tracks)

    def _gauges(self, state: s.TakeoverState) -> list[Gauge]:
        ring, gauges = self._setting.ring, []
        for player, title in enumerate(self.titles):
            titles = int((state.territories.owner == player).sum())
            figures = {
                "Worth": int(worth(ring, state, player)),
                "Money": int(state.players.money[player]),
                "Income": int(income(ring, state, player)),
                "Titles": titles,
                "Cards": int(state.hands[player].sum()),
            }
            gauges += [Gauge(name, title, value, side=player) for name, value in figures.items()]
        return gauges

    def _owners(self, state: s.TakeoverState) -> tuple[int, ...]:
        """Whose each space is."""
        held = state.territories.owner.tolist()
        at = self._setting.ring.spaces.territory.tolist()
        return tuple(s.NOBODY if territory < 0 else held[territory] for territory in at)


def winning(setting: Setting, state: s.TakeoverState) -> tuple[int, ...]:
    """The players who are ahead; at the end they have won (TKO-16)."""
    bits = int(winners(setting.ring, state))
    return tuple(p for p in range(len(state.players)) if bits >> p & 1)
