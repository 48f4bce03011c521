"""Places one below the other: name, whose it is, what stands there."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Sequence
from typing import Final, NamedTuple

from hexfront.core.contract import Counter
from hexfront.tui.map.board import Board, Place
from hexfront.tui.map.canvas import Canvas, Ink
from hexfront.tui.map.chart import Cell, Span
from hexfront.tui.map.painter import Painter, Scene
from hexfront.tui.map.palette import TINTS, Palette, mix, shaded, side_colour
from hexfront.tui.map.symbols import PAWN, counter_text, shape, sign_letter, sign_word, tag

KIND_FROM: Final = 30
"""Characters of a line that has room for what kind of place it is, in a column of its own."""
KIND_AT: Final = 16
KIND: Final = 8
LEAST_NAME: Final = 9
"""Letters of a name that pieces leave."""
TO, FROM = "!!", ">>"
"""Stand at the ends of an attack."""
HELD: Final = 0.42
"""How much of its owner's colour a place has."""


class Piece(NamedTuple):
    """What is written for a counter, or for some of them."""

    text: str
    counter: Counter | None


class ListPainter(Painter):
    """Draws a list."""

    def paint(self) -> Canvas:
        """Everything, with the titles of regions."""
        self.ends = {place: TO for mark in self._attacks() for place in mark[1:]}
        self.ends |= {mark[0]: FROM for mark in self._attacks()}
        self.kinds = kind_letters(self.board)
        ink = Ink(self.palette.muted, self.palette.ground, True) if self.palette else None
        for span, title in self.chart.headings.items():
            text = title if self.palette else f"-- {title} ".ljust(span.width + 1, "-")
            self.canvas.put(span.row, span.column, text, ink)
        return super().paint()

    def _attacks(self) -> list[tuple[str, ...]]:
        return [m.places for m in self.scene.marks if m.kind == "attack" and len(m.places) > 1]

    def _natural(self, palette: Palette, place: Place, cell: Cell) -> str:
        ground = shaded(palette.terrain["closed"], TINTS[cell.tint])
        owner = self.owners.get(place.id, -1)
        return ground if owner < 0 else mix(ground, side_colour(self.board.sides, owner), HELD)

    def _place(self, place: Place, cell: Cell) -> None:
        ground = self._ground(place, cell)
        for span in cell.spans:
            self._write(span, "", ground)
            self._strip(place, span)
        first, last = cell.spans[0], cell.spans[-1]
        wide = first.width >= KIND_FROM
        if first is not last:
            self._write(last, f" {'; '.join(place.facts)}", ground)
        cost = self.scene.costs.get(place.id, "")
        end = self.ends.get(place.id, "")
        pieces = [] if cost and not wide else self._pieces(place, wide=wide)
        signs = [Piece(f" {text}", None) for text in (end, cost) if text]
        room = first.width - 2 - min(LEAST_NAME, len(place.name or place.id)) - length(signs)
        texts = [*fitted(pieces, room), *signs]
        if wide and not cost and first.width - length(texts) > KIND_AT + KIND:
            kind = self.board.kind_title(place).partition(" ")[0]
            if not place.name.startswith(kind):
                self.canvas.put(first.row, first.column + KIND_AT, kind[:KIND], self._ink(ground))
        name = self._name(place, first.width - length(texts) - bool(texts))
        self.canvas.put(first.row, first.column, name, self._ink(ground, strong=True))
        self._row(first, texts, ground)

    def _name(self, place: Place, room: int) -> str:
        """The name in what stands around the counters of the owner."""
        name = place.name or place.id
        owner = self.owners.get(place.id, -1)
        around = shape(owner) if owner >= 0 else "  "
        name = name if len(name) <= room - 2 else f"{name[: max(1, room - 3)]}."
        return name.join(around)

    def _strip(self, place: Place, span: Span) -> None:
        """What kind of place it is: a colour, or a letter."""
        if self.palette is None:
            self.canvas.put(span.row, span.column - 1, self.kinds.get(place.terrain, " "))
            return
        colour = self.board.colour(place) or self.palette.muted
        ink = Ink(colour, self.palette.ground)
        self.canvas.put(span.row, span.column - 1, self.alphabet.strip, ink)
        self.canvas.put(span.row, span.column + span.width, " ", ink)

    def _pieces(self, place: Place, *, wide: bool) -> list[list[Piece]]:
        """What stands here, in ways to write it: the longest first."""
        here, owner = self.stacks.get(place.id, []), self.owners.get(place.id, -1)
        pawns = [c for c in here if c.sign == PAWN]
        others = [c for c in here if c.sign != PAWN]
        tokens = [Piece(self.alphabet.pawn.join(shape(c.side)), c) for c in pawns]
        stand = self.alphabet.pawn + "".join(shape(c.side)[0] for c in pawns)
        crowd = [Piece(stand, pawns[0] if len(pawns) == 1 else None)] if pawns else []
        goods = [Piece(piece_text(c, owner), c) for c in others]
        spaced = [[*tokens, *goods]]
        if wide:
            spaced.insert(0, [p for piece in spaced[0] for p in (Piece(" ", None), piece)][1:])
        return [*spaced, [*crowd, *goods]]

    def _row(self, span: Span, pieces: Sequence[Piece], ground: str) -> None:
        """Pieces at the right of a line."""
        column = span.column + span.width - length(pieces)
        for piece in pieces:
            ink = self._ink(ground, strong=True)
            if piece.counter is not None:
                ink = self._counter_ink(piece.counter)
            elif piece.text.strip() in (TO, FROM) and self.palette is not None:
                ink = Ink(self.palette.target, ground, True)
            self.canvas.put(span.row, column, piece.text, ink)
            column += len(piece.text)


def piece_text(counter: Counter, owner: int) -> str:
    """A piece: its letter and number, in its side's shape where another side holds the place."""
    if not counter.sign:
        return counter_text(counter, KIND)
    own = counter.side in (owner, -1)
    return tag(counter) if own else tag(counter).join(shape(counter.side))


def fitted(ways: Sequence[Sequence[Piece]], room: int) -> list[Piece]:
    """The first way to write pieces that has room; of the last one as much as has, and a plus."""
    for way in ways:
        if length(way) <= room:
            return list(way)
    kept: list[Piece] = []
    for piece in ways[-1] if ways else ():
        if length([*kept, piece]) + 1 > room:
            return [*kept, Piece("+", None)]
        kept.append(piece)
    return kept


def length(pieces: Sequence[Piece]) -> int:
    """How many characters pieces take."""
    return sum(len(piece.text) for piece in pieces)


def kind_letters(board: Board) -> dict[str, str]:
    """A letter for each kind of place, the first for the commonest, as far as its title has one."""
    count = Counts(place.terrain for place in board.places.values())
    titles = {place.terrain: board.kind_title(place) for place in board.places.values()}
    found: dict[str, str] = {}
    for terrain, _ in count.most_common():
        letters = (letter for letter in titles[terrain].lower() if letter.isalpha())
        found[terrain] = next((c for c in letters if c not in found.values()), " ")
    return found


def list_legend(board: Board, scene: Scene, titles: Sequence[str]) -> list[str]:
    """What the signs of a list mean: kinds of places, pieces, whose they are."""
    letters = kind_letters(board)
    kinds = {place.terrain: board.kind_title(place) for place in board.places.values()}
    legend = [f"{letters[terrain]} {title}" for terrain, title in kinds.items()]
    pieces: dict[str, str] = {}
    for counter in scene.counters:
        if counter.place and counter.sign and counter.sign != PAWN:
            owner = titles[counter.side] if counter.side >= 0 else ""
            pieces.setdefault(sign_letter(counter), sign_word(counter, owner))
    legend += [f"{letter} {word}" for letter, word in sorted(pieces.items())]
    if any(counter.sign == PAWN and counter.place for counter in scene.counters):
        legend.append("o where a player stands")
    return legend
