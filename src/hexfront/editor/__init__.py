"""Scenarios in the making: drafts with their history, checks, forms, and games of them."""
