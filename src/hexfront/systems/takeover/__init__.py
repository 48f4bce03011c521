"""Takeover: a dice duel over territories, with exact odds."""
