"""Maps and counters on paper."""
