"""Hair that comes down before a face stays before it; what lies far behind stays there."""

from __future__ import annotations

import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.strands import depth_order
from catchlight.portrait.portrait import Portrait


def _over_face(known: HairScene, lines: np.ndarray) -> np.ndarray:
    """How far (cm) points lie before the face."""
    viewed = known.head.viewed(lines)
    x, y = np.round(known.head.placed(viewed)).astype(int).transpose(2, 0, 1)
    return np.asarray(viewed[..., 2] - depth_order.face_depth(known)[y, x])


def test_a_strand_that_sinks_into_a_cheek_lies_on_it(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    lines = np.zeros((2, 9, 3), np.float32)
    lines[..., 0], lines[..., 1] = 4.5, np.linspace(4, -3, 9)
    toward = known.head.turn[2] / known.head.scale
    for line, wanted in zip(lines, (np.linspace(1, -1.5, 9), np.full(9, -8.0)), strict=True):
        line += (wanted - _over_face(known, line[None])[0])[:, None] * toward
    np.testing.assert_allclose(_over_face(known, lines)[0, -1], -1.5, atol=0.2)
    raised = depth_order.lift_guides_onto_face(known, lines, depth_order.face_depth(known))
    assert (_over_face(known, raised)[0] > 0.2).all()
    pixels, moved = (known.head.placed(known.head.viewed(each)) for each in (lines, raised))
    np.testing.assert_allclose(moved, pixels, atol=0.1)
    np.testing.assert_array_equal(raised[1], lines[1])
