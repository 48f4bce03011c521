"""What studies need of a system: tallies, tables, random games, games among agents."""
