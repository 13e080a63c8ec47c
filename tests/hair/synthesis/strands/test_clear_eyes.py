"""Short hair, and a fringe, hang over no eye."""

from __future__ import annotations

import numpy as np
from catchlight.hair import styling_scene
from catchlight.hair.compositing import rim_light
from catchlight.hair.synthesis.strands import clear_eyes
from catchlight.hair.synthesis.strands.strands import Strands
from catchlight.portrait.portrait import Portrait


def test_strands_end_before_the_eyes_and_elsewhere_stay_as_they_are(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    steps, brow = 21, rim_light.brow_row(known)
    down = np.linspace(brow - 3 * known.cm, brow + 3 * known.cm, steps)
    eye = known.marks.xy[473, 0]
    beside = known.middle - 9 * known.cm
    pixels = np.stack([np.stack([np.full(steps, x), down], axis=1) for x in (eye, beside)]).astype(np.float32)
    none, every = np.zeros(2, bool), np.ones(2, np.float32)
    strands = Strands(np.zeros((2, steps, 3), np.float32), every, np.arange(2), none, none)
    over, free = clear_eyes.end_strands_above_eyes(strands, pixels, known).reach
    assert 0.45 < over < 0.75
    assert free == 1
    # Of others than those that are asked for, none is cut.
    other = clear_eyes.end_strands_above_eyes(strands, pixels, known, np.array([False, True])).reach
    assert (other == 1).all()
