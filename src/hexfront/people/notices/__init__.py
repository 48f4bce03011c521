"""Notices: whoever has something to tell an account calls `tell`; what waits is sent from here.

Consent is asked for and ended by channel: e-mail, webhooks, messages of browsers. A notice holds
nothing of a position and no token of a seat.
"""

from hexfront.people.notices.news import News, NewsKind, tell, tell_side
from hexfront.people.notices.service import Notices, Outside

__all__ = ["News", "NewsKind", "Notices", "Outside", "tell", "tell_side"]
