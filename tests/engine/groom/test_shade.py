"""Where the forehead's skin may be made anew, little by little above the brows, so that no border is seen; and what it keeps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from catchlight.engine import landmarks as mesh
from catchlight.engine.groom import scene, shade
from catchlight.engine.groom.head import skull
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


def test_skin_keeps_its_moles_when_the_shade_is_taken_from_it(portrait: Portrait) -> None:
    known = scene.read(portrait)
    ball = skull(known.head, known.marks.ring(mesh.OVAL))
    row, column = (int(value) for value in known.marks.xy[9][::-1])
    rgb = np.full_like(known.rgb, 90)
    rgb[row, column] = 40
    plate = np.full((*known.rgb[ball.part].shape[:2], 3), (180, 140, 120), np.float32)
    lifted = shade.lifted(replace(known, rgb=rgb), plate, ball)
    y, x = row - ball.part[0].start, column - ball.part[1].start
    assert np.abs(np.median(lifted, axis=(0, 1)) - plate[0, 0]).max() < 1
    assert (lifted[y, x] < plate[0, 0] - 40).all()
