"""Requests of the editor: drafts, games of a draft, its files, and packs."""
