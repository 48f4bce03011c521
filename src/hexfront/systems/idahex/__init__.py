"""IDAHEX (1976): a theatre model of conventional land warfare in continuous time."""
