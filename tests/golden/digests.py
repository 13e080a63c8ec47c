"""``digests.json``: the results as they were recorded, and how a result is held against them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from tests.golden import machine
from tests.golden.runs import Result

FILE = Path(__file__).with_name("digests.json")
MOST_LEVELS = 3
"""Levels of 255 by which the mean of a cell may differ on a machine whose bits nobody has recorded."""
MOST_PIXELS = 2
"""Pixels by which a frame may be wider or higher there."""
_SIZE = re.compile(r"(\d+) x (\d+) x (.*)")


class Digests:
    """cases: shape, keys and cells of every case, the same for all machines. machines: sums by fingerprint."""

    def __init__(self, cases: dict[str, Any], machines: dict[str, Any]) -> None:
        self.cases = cases
        self.machines = machines
        self.here = machine.fingerprint()

    @classmethod
    def load(cls) -> Digests:
        if not FILE.exists():
            return cls({}, {})
        found = json.loads(FILE.read_text())
        return cls(found["cases"], found["machines"])

    @property
    def knows_this_machine(self) -> bool:
        return self.here in self.machines

    def differences(self, name: str, result: Result) -> list[str]:
        """What is not as it was recorded, a sentence each."""
        kept = self.cases.get(name)
        if kept is None:
            return ["it was never recorded"]
        sums = self.machines.get(self.here, {}).get("results", {}).get(name)
        exact = sums is not None
        found = []
        if kept["shape"] != result.shape and (exact or not _alike(kept["shape"], result.shape)):
            found.append(f"it is {result.shape}, not {kept['shape']}")
        if kept["keys"] != list(result.keys):
            found.append(f"other facts: {', '.join(sorted(set(kept['keys']) ^ set(result.keys)))}")
        levels = distance(kept["cells"], result.cells)
        if levels > MOST_LEVELS:
            found.append(f"a part of the picture is lighter, darker or of another colour by {levels} levels")
        if exact and sums["pixels"] != result.pixels:
            found.append(f"other pixels (cells differ by {levels} levels)")
        if exact and sums["facts"] != result.facts:
            found.append("other values among the facts")
        return found

    def take(self, name: str, result: Result) -> bool:
        """Record a result; whether it is another than before, so that other machines have to record it anew."""
        differs = bool(self.differences(name, result))
        here = self.machines.setdefault(self.here, {"about": {}, "results": {}})
        if differs:
            self.cases[name] = {"shape": result.shape, "keys": list(result.keys), "cells": result.cells}
            for other in self.machines.values():
                other["results"].pop(name, None)
        here["about"] = machine.about()
        here["results"][name] = {"pixels": result.pixels, "facts": result.facts}
        return differs

    def save(self, names: list[str]) -> None:
        """Write the file, without what is no case any more."""
        cases = {name: self.cases[name] for name in names if name in self.cases}
        for one in self.machines.values():
            one["results"] = {name: one["results"][name] for name in names if name in one["results"]}
        machines = {key: one for key, one in sorted(self.machines.items()) if one["results"]}
        FILE.write_text(json.dumps({"cases": cases, "machines": machines}, indent=1, ensure_ascii=False) + "\n")


def distance(cells: str, others: str) -> int:
    """The largest difference between two pictures' cells, in levels of 255."""
    one, other = (np.frombuffer(bytes.fromhex(digits), np.uint8).astype(int) for digits in (cells, others))
    return int(np.abs(one - other).max(initial=0)) if one.shape == other.shape else 255


def _alike(shape: str, other: str) -> bool:
    """Whether two pictures are of one type and about as large."""
    one, two = _SIZE.fullmatch(shape), _SIZE.fullmatch(other)
    if one is None or two is None or one[3] != two[3]:
        return False
    return all(abs(int(one[side]) - int(two[side])) <= MOST_PIXELS for side in (1, 2))
