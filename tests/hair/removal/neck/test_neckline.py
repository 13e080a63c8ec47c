"""A neckline goes on as it runs where hair hides it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.removal import clean_plate
from catchlight.hair.removal.neck import neckline
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

_CM = 20.0


def _worn(slope: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Cloth below a line that rises to the right by ``slope``, what is seen of it, and hair from 3 cm beside the middle on."""
    rows, columns = np.mgrid[:200, :300].astype(np.float32)
    cloth = (rows > 120 - slope * (columns - 150)).astype(np.float32)
    hidden = columns > 150 + 3 * _CM
    return cloth, ~hidden, hidden


def test_it_goes_on_as_it_rose() -> None:
    cloth, seen, hidden = _worn(0.6)
    value, told = neckline.extend_necklines(np.where(seen, cloth, 0).astype(np.float32), seen, hidden, 150, _CM)
    assert told.any()
    assert not told[seen].any()
    assert ((value > 0.5) == (cloth > 0.5))[told].mean() > 0.99


def test_what_is_seen_to_its_end_tells_nothing() -> None:
    cloth, _, _ = _worn(0.6)
    _, told = neckline.extend_necklines(cloth, np.ones_like(cloth, bool), np.zeros_like(cloth, bool), 150, _CM)
    assert not told.any()


def test_a_crooked_one_is_not_carried_on() -> None:
    cloth, seen, hidden = _worn(0.6)
    rows, columns = np.mgrid[:200, :300]
    cloth = (rows > 120 + 12 * np.sin(columns / 6)).astype(np.float32)
    _, told = neckline.extend_necklines(cloth, seen, hidden, 150, _CM)
    assert not told[:, 150:].any()


def test_no_cloth_stands_above_a_collar(portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("d02_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=1000))
    plate = clean_plate.build_clean_plate(known).plate
    x, y = (int(value * 2 / 3) for value in (720 + 138, 950 + 118))
    corner = plate[y - 6 : y + 6, x - 8 : x + 8].astype(int)
    assert np.median(corner[..., 0] - corner[..., 2]) > 40
