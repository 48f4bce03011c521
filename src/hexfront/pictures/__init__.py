"""SVG pictures of symbols, boards and positions; knows plain data only, nothing of the core."""

from hexfront.pictures.board import board_svg as board_svg
