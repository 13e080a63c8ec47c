"""Where the forehead's skin may be made anew: little by little above the brows, so that no border is seen."""

from __future__ import annotations

import numpy as np
from catchlight.engine.groom import scene, shade
from catchlight.engine.portrait import Portrait


def test_the_forehead_begins_little_by_little_above_the_brows(portrait: Portrait) -> None:
    known = scene.read(portrait)
    # Far from all hair, so that nothing but the height decides.
    freed = shade.freed(known, np.zeros(known.shape, bool))
    x, brows = (int(known.marks.xy[[105, 334], axis].mean()) for axis in (0, 1))
    face = freed[:, x][known.oval[:, x] > 0.5]
    assert face[0] == 1
    assert face[-1] == 0
    assert freed[brows + 2, x] == 0
    assert np.abs(np.diff(face)).max() < 1 / known.cm
