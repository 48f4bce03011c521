"""What each environment does with seeded games, as a digest: `python -m tests.adapters.behaviour`.

Writes `behaviour.json` anew for the systems that are named, or for those that are in it already.
A digest that has changed is written only with another version: raise the number in the file
`environment.version` of the system first (`hexfront.adapters.registration`).
"""

from __future__ import annotations

import argparse
import hashlib
import json
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

import numpy as np

from hexfront.adapters.registration import environment_version
from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.core.registry import GROUP

FILE: Final = Path(__file__).with_name("behaviour.json")
STEPS: Final = 120


def version_of(system: str) -> int:
    return environment_version(next(e for e in entry_points(group=GROUP) if e.name == system))


def behaviour(system: str) -> str:
    """A digest of observations, masks, rewards and ends of seeded random games."""
    env, text = HexfrontVectorEnv(system, 3, max_steps=90), hashlib.sha256()
    chance = np.random.Generator(np.random.PCG64(1))
    for name, box in sorted(env.single_observation_space.spaces.items()):
        text.update(f"{name} {box.shape} {box.dtype} ".encode())
        text.update(box.low.tobytes() + box.high.tobytes())
    text.update(f"{env.rules.actions} {env.rules.sides}".encode())
    seen, _ = env.reset(seed=1)
    for _ in range(STEPS):
        for name in sorted(seen):
            text.update(name.encode() + np.ascontiguousarray(seen[name]).tobytes())
        masks = seen["action_mask"]
        luck = chance.random(len(masks))
        legal = [np.flatnonzero(mask) for mask in masks]
        actions = [codes[int(part * len(codes))] for codes, part in zip(legal, luck, strict=True)]
        seen, rewards, over, cut, _ = env.step(np.array(actions))
        text.update(rewards.astype("<f4").tobytes() + over.tobytes() + cut.tobytes())
    return text.hexdigest()[:32]


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", nargs="*")
    known = recorded()
    for system in parser.parse_args().systems or sorted(known):
        new = {"version": version_of(system), "digest": behaviour(system)}
        old = known.get(system, new)
        if old["digest"] != new["digest"] and old["version"] == new["version"]:
            parser.error(f"{system} behaves otherwise than version {old['version']}: raise it")
        known[system] = new
    FILE.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
