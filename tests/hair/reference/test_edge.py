"""The outline of hair along its colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.reference import edge
from catchlight.portrait.portrait import Portrait


def test_a_blurred_matte_becomes_as_sharp_as_the_photo(astronaut: Portrait) -> None:
    """A made-up head of dark hair before a light wall, its edge known to the pixel."""
    scene = styling_scene.read_scene(astronaut)
    height, width = scene.shape
    y, x = np.mgrid[0:height, 0:width]
    reach = np.hypot(x - width / 2, y - height / 2)
    truth = np.clip((8 * scene.cm - reach) / 1.0 + 0.5, 0, 1).astype(np.float32)
    rgb = (40 * truth + 200 * (1 - truth))[..., None].repeat(3, axis=2).astype(np.uint8)
    blurred = edge.blur_plane(truth, 0.2 * scene.cm)
    found = edge.refine_outline(replace(scene, rgb=rgb), blurred)
    assert np.abs(found - truth).mean() < 0.5 * np.abs(blurred - truth).mean()
    grey = replace(scene, rgb=np.full_like(rgb, 90))
    assert np.array_equal(edge.refine_outline(grey, blurred), blurred)
