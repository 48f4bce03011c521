"""NATO symbols, counters and small figures."""
