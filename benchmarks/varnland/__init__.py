"""The war of Varnland (IDAHEX): the country is generated, the figures are chosen, both are here.

    python -m benchmarks.varnland           # writes the scenario anew
    python -m benchmarks.varnland --check   # whether the shipped file is what this makes

`country` makes heights, waters, towns and roads, `forces` has what the sides own and how they
fight, `units` the order of battle, and `scenario` puts them together.  Why each figure is what it
is: docs/systems/idahex-varnland.md.
"""
