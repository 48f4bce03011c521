"""Learning environments: Gymnasium, PettingZoo, PufferLib and OpenSpiel.

Importing this package registers every system in Gymnasium (`hexfront.adapters.registration`).
"""

from hexfront.adapters.registration import register_environments

register_environments()
