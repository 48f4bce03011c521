"""What a viewer may reckon, with every number explained."""
