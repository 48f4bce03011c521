"""SVG pictures of symbols, boards and positions. In a notebook, whoever imports this sees them."""

import sys

from hexfront.pictures.board import board_svg as board_svg
from hexfront.pictures.notebook import MapPicture as MapPicture
from hexfront.pictures.notebook import PositionPicture as PositionPicture
from hexfront.pictures.notebook import rates_html as rates_html
from hexfront.pictures.notebook import result_html as result_html
from hexfront.pictures.notebook import seat_html as seat_html
from hexfront.pictures.notebook import show_in_notebook
from hexfront.pictures.symbols.cards import counter_svg as counter_svg
from hexfront.pictures.symbols.nato import symbol_svg as symbol_svg

if "IPython" in sys.modules and (shell := sys.modules["IPython"].get_ipython()) is not None:
    show_in_notebook(shell.display_formatter)
