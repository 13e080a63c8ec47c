"""Light and dark that drawn strands take from the photo's own."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.synthesis.render import gloss
from catchlight.hair.synthesis.strands.strands import Strands
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


def test_a_strand_changes_slowly_and_its_neighbours_differ(portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("d08_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=900), compact=True)
    bundles, apiece, steps = 200, 10, 40
    random = np.random.default_rng(3)
    points = np.zeros((bundles * apiece, steps, 3), np.float32)
    points[..., 1] = -np.linspace(0, 30, steps)
    points[..., 0] = (np.repeat(random.uniform(-8, 8, bundles), apiece) + random.normal(0, 0.2, len(points)))[:, None]
    flags = np.zeros(len(points), bool)
    strands = Strands(points, np.ones(len(points), np.float32), np.repeat(np.arange(bundles), apiece), flags, flags)
    factor = gloss.sample_gloss(known, strands, points, random)
    assert factor is not None
    light = np.log(factor)
    assert 0.06 < light.std() < 0.25
    assert np.abs(np.diff(light, axis=1)).mean() < 0.18 * light.std()
