"""Where hair begins that is brushed off the forehead."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.engine import codec
from catchlight.engine.groom import bare, bared, hairline, scene
from catchlight.engine.groom.head import TURNS
from catchlight.engine.portrait import Portraits
from catchlight.engine.view import view


def _lower(portraits: Portraits, folder: Path, key: str) -> tuple[float, float]:
    """By how many cm new hair begins lower than its hairline, on the right and the left half of the forehead."""
    photo = codec.decode(next(folder.glob(f"{key}_*")).read_bytes())
    seen = scene.read(view(portraits.of(photo), longest=900))
    line = hairline.read(seen)
    lower = np.asarray(line.rise) - bared.edge(seen, bare.read(seen), line).rise
    right, left = (lower[[turn in turns for turn in TURNS]] for turns in ((-35, -23), (23, 35)))
    return float(right.mean()), float(left.mean())


def test_hair_begins_lower_where_a_fringe_hangs_now_and_nowhere_else(
    portraits: Portraits, portraits_folder: Path
) -> None:
    right, left = _lower(portraits, portraits_folder, "d12")
    assert right > 0.5
    assert left < 0.25


def test_a_bare_forehead_keeps_its_line(portraits: Portraits, portraits_folder: Path) -> None:
    assert max(_lower(portraits, portraits_folder, "d29")) < 0.02
