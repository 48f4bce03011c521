"""The figures of a reading over the table: a tree whose numbers open."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import ModalScreen
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from hexfront.core.contract import Figure, OverlayReading
from hexfront.tui.figures import headline, row_line


class Figures(ModalScreen[None]):
    """Numbers with what they follow from; arrows move, Enter opens."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,q", "dismiss", "Close")]

    def __init__(self, reading: OverlayReading) -> None:
        super().__init__()
        self._overlay = reading

    def compose(self) -> ComposeResult:
        """The tree; what is closed is not made yet."""
        tree: Tree[Figure] = Tree(Text(f"{self._overlay.caption} ({self._overlay.clause})"))
        tree.add_class("box")
        tree.border_subtitle = "Enter opens a number, Esc closes"
        for figure in self._overlay.figures:
            self._add(tree.root, figure, headline(figure))
        tree.root.expand()
        yield tree

    def on_mount(self) -> None:
        """The keys are the tree's."""
        self.query_one(Tree).focus()

    def on_tree_node_expanded(self, event: Tree.NodeExpanded[Figure]) -> None:
        """Make the children when somebody wants to see them."""
        node = event.node
        if node.data is None or node.children:
            return
        for words in (node.data.formula and f"= {node.data.formula}", node.data.source):
            if words:
                node.add_leaf(Text(words, style="dim"))
        for part in node.data.parts:
            is_row = bool(node.data.columns)
            self._add(node, part, row_line(part, node.data.columns) if is_row else headline(part))

    def _add(self, node: TreeNode[Figure], figure: Figure, words: str) -> None:
        if figure.parts or figure.formula or figure.source:
            node.add(Text(words), data=figure)
        else:
            node.add_leaf(Text(words), data=figure)
