"""The table in a terminal: a screen of characters, and plain text that works over a pipe.

Nothing here imports Textual but `app`, `screens` and `widgets`.
"""
