"""Accounts, the lobby, results and ratings, without a server."""
