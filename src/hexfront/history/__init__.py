"""Models of battles, fitted to recorded ones and judged on those that they have not seen.

What a model may read of a battle comes through `KnownBefore`, which refuses hindsight.
"""
