"""Agents against each other: who plays whom, how strong they are, and how sure that is.

`schedule` says which games there are, `playing` plays them, `tally` counts them, `sprt`,
`intervals` and `ratings` say what follows, `files`, `page` and `report` keep and show it, and
`arena` does all of it. `hexfront arena` is its face.
"""
