"""States and scenarios as blocks of words with named parts."""

from hexfront.blocks.direct import direct
from hexfront.blocks.kernels import copy_block, game_of
from hexfront.blocks.parts import Block, Float, Int, Record, Rows, array, columns, rows
from hexfront.blocks.shorts import Short

__all__ = [
    "Block",
    "Float",
    "Int",
    "Record",
    "Rows",
    "Short",
    "array",
    "columns",
    "copy_block",
    "direct",
    "game_of",
    "rows",
]
