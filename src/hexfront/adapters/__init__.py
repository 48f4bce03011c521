"""Learning environments: PettingZoo and Gymnasium."""
