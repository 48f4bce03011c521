"""Learning to play a system by oneself: `python -m hexfront.train SYSTEM`, with PyTorch."""
