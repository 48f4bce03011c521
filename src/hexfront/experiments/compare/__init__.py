"""Two or more things held against each other: scenarios, agents, options, versions."""
