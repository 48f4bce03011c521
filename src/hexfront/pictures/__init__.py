"""SVG pictures of symbols, boards and positions; knows plain data only, nothing of the core."""

from hexfront.pictures.board import board_svg as board_svg
from hexfront.pictures.cards import counter_svg as counter_svg
from hexfront.pictures.notebook import MapPicture as MapPicture
from hexfront.pictures.notebook import PositionPicture as PositionPicture
from hexfront.pictures.notebook import rates_html as rates_html
from hexfront.pictures.notebook import result_html as result_html
from hexfront.pictures.symbols import symbol_svg as symbol_svg
