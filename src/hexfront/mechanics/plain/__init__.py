"""What is the same in every small system: its author writes the rules and nothing else.

Orders, secrets, events and the board are declared; codes, JSON, choices, offers, views and
determinizations follow.  All of it is plain Python: a system that must play a million steps a
second writes kernels and fills in the contract itself.
"""

from hexfront.mechanics.plain.board import plain_hex_board
from hexfront.mechanics.plain.orders import Order, OrderKind, OrderTable
from hexfront.mechanics.plain.rules import PlainRules
from hexfront.mechanics.plain.scenario import PlainScenario, PlainScenarioFile, plain_loader
from hexfront.mechanics.plain.secrets import UNKNOWN, Secret

__all__ = [
    "UNKNOWN",
    "Order",
    "OrderKind",
    "OrderTable",
    "PlainRules",
    "PlainScenario",
    "PlainScenarioFile",
    "Secret",
    "plain_hex_board",
    "plain_loader",
]
