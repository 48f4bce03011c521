"""Write the published vectors with the slow version: `python -m tests.core.make_dice_vectors`."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path

from tests.core.chacha import draws

PATH = Path(__file__).parent / "dice_vectors.json"
RFC_KEY = bytes(range(32))
CASES = [
    ("forty six-sided dice", RFC_KEY, 0, [6] * 40),
    ("another stream", RFC_KEY, 1, [6] * 40),
    ("a stream above 32 bits", RFC_KEY, 2**40 + 7, [6] * 20),
    ("many kinds of dice", bytes(32), 0, [2, 3, 4, 6, 8, 10, 12, 20, 36, 100, 1000, 65537] * 2),
    ("one face uses no word", b"\xff" * 32, 0, [1, 6, 1, 1, 6, 1]),
    ("words are thrown away", b"\xff" * 32, 3, [2**31 + 1] * 12),
    ("whole words", bytes(32), 0, [2**32] * 20),
]


def main() -> None:
    """Vectors of draws, and of seeds."""
    listed = [
        {
            "about": about,
            "key": key.hex(),
            "stream": stream,
            "faces": faces,
            "results": draws(key, stream, faces),
        }
        for about, key, stream, faces in CASES
    ]
    seeds = []
    for seed, game in ((1, 0), (1, 1), (20250101, 9999)):
        secret = hashlib.sha256(f"hexfront:dice:{seed}:{game}".encode()).digest()
        seeds.append(
            {
                "seed": seed,
                "game": game,
                "secret": secret.hex(),
                "commitment": hmac.digest(secret, b'{"head":1}', "sha256").hex(),
                "key": hmac.digest(secret, b"hexfront:dice:00ff,", "sha256").hex(),
                "d6": draws(secret, 0, [6] * 20),
            }
        )
    lines = json.dumps({"draws": listed, "seeds": seeds}, separators=(",", ":"))
    PATH.write_text(lines + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
