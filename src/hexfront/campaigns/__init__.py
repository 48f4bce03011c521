"""Campaigns: linked battles, in which losses and experience go from one to the next.

A campaign is data, `data/campaigns/NAME.toml` of a system. It knows no rules: between battles it
changes numbers that the system's scenarios hold (`ScenarioFiles.forces_form`), and of a battle it
asks who has won and which units are still on the board.
"""
