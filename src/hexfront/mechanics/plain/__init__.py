"""What is the same in every small system: its author writes the rules and nothing else.

Orders, secrets, events, dice and the board are declared; codes, JSON, choices, offers, views and
determinizations follow.  All of it is plain Python: a system that must play a million steps a
second writes kernels and fills in the contract itself.
"""

from hexfront.mechanics.plain.agents import BestOfferAgent
from hexfront.mechanics.plain.board import PlainHexes
from hexfront.mechanics.plain.orders import Order, OrderKind, OrderTable
from hexfront.mechanics.plain.rules import PlainGame, PlainRules
from hexfront.mechanics.plain.scenario import PlainScenario, PlainScenarioFile, plain_loader
from hexfront.mechanics.plain.secrets import UNKNOWN, Secret
from hexfront.mechanics.plain.system import plain_system

__all__ = [
    "UNKNOWN",
    "BestOfferAgent",
    "Order",
    "OrderKind",
    "OrderTable",
    "PlainGame",
    "PlainHexes",
    "PlainRules",
    "PlainScenario",
    "PlainScenarioFile",
    "Secret",
    "plain_loader",
    "plain_system",
]
