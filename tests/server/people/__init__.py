"""Accounts, the lobby and the ends of matches over HTTP and WebSocket."""
