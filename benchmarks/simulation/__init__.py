"""A whole server in one thread: its tasks, clocks, network, disk and kills follow from a seed.

Most worlds have matches, some of them with clocks; some have a tournament; in some pages chat, or
players are told of their turns. What must be true of each of these stands beside it (`clocks`,
`cup`, `chat`, `notices`), what must be true of all in `checks`. `world` tells what happens.

What a run finds it finds again from the same seed: `python -m benchmarks.simulation --seed N`.
simloop and simloom do the like for any program; both need Python 3.12, and neither knows a kill
between a commit and its answer, which is what must be found here.
"""
