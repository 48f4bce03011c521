"""Short forms of the hexes of a map in files: rows of text, rows of numbers, and runs.

The long form has an entry for each hex, and is what rules, journals and editors know.  In a
file the same may be said shorter; whoever reads one has it made long before anything is checked
(`expanding`), and whoever writes one for people may make it short (`shortening`).

    hexes = { legend = { "." = "clear", w = "woods" }, rows = ["..w", "www"], 0302 = { … } }
    heights = { rows = ["0 0 20", "0 . 40"] }
    rough = { rows = ["..#", "###"] }
    rough = ["@AA..@AF", "@BC"]
    path = ["0105..0109", "0210"]

A row is a text with a letter for each column, a space where there is no hex; what stands under
the label of a hex is said of it besides.  A run is a straight line of hexes, or one along a column
or a row of the map.
"""
