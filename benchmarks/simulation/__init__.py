"""A whole server in one thread: its tasks, clocks, network, disk and kills follow from a seed.

What a run finds it finds again from the same seed: `python -m benchmarks.simulation --seed N`.
simloop and simloom do the like for any program; both need Python 3.12, and neither knows a kill
between a commit and its answer, which is what must be found here.
"""
