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
MOST_LEVELS, MOST_ON_AVERAGE = 8, 1.0
"""Levels of 255 by which the mean of one cell, and of all cells on average, may differ where nobody has recorded the bits.

Other instructions round otherwise: a frame moves by a part of a pixel, a few strands or patches are chosen otherwise. With the
plainest code of BLAS, NumPy and OpenCV in place of AVX2's, 80 of 104 cases have other bits or facts; in 22 of them a cell differs
by 1 level, in 2 by 2, in the one before small bright lights by 4 (0.44 on average), which is allowed about twice over.
"""
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
        levels, average = distance(kept["cells"], result.cells)
        if levels > MOST_LEVELS or average > MOST_ON_AVERAGE:
            found.append(f"other colours: by {levels} levels in a cell, by {average:.1f} on average")
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
        FILE.write_text(_lines({"cases": cases, "machines": machines}) + "\n")


def _lines(value: Any, depth: int = 0) -> str:
    """JSON with a case on each line, so that a change shows which cases it concerns."""
    if not isinstance(value, dict) or not any(isinstance(part, dict) for part in value.values()):
        return json.dumps(value, ensure_ascii=False)
    rows = (f"{' ' * (depth + 1)}{json.dumps(name)}: {_lines(part, depth + 1)}" for name, part in value.items())
    return "{\n" + ",\n".join(rows) + f"\n{' ' * depth}}}"


def distance(cells: str, others: str) -> tuple[int, float]:
    """The largest and the mean difference between two pictures' cells, in levels of 255."""
    one, other = (np.frombuffer(bytes.fromhex(digits), np.uint8).astype(int) for digits in (cells, others))
    if one.shape != other.shape:
        return 255, 255.0
    apart = np.abs(one - other)
    return (int(apart.max()), float(apart.mean())) if apart.size else (0, 0.0)


def _alike(shape: str, other: str) -> bool:
    """Whether two pictures are of one type and about as large."""
    one, two = _SIZE.fullmatch(shape), _SIZE.fullmatch(other)
    if one is None or two is None or one[3] != two[3]:
        return False
    return all(abs(int(one[side]) - int(two[side])) <= MOST_PIXELS for side in (1, 2))
