"""Accounts, the lobby and players' pages over HTTP, and the lobby's WebSocket."""
