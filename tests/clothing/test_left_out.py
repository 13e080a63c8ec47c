"""A part of what is worn that the mask leaves out is told by the cloth's own colours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.clothing.segment import border_doubts, cloth_edge
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait, Portraits


@pytest.fixture
def seen(portraits: Portraits, portraits_folder: Path) -> Portrait:
    picture = codec.decode(next(portraits_folder.glob("d02*")).read_bytes())
    return view.view(portraits.of(picture), None, cloth_edge.LONGEST)


def test_a_shoulder_that_is_left_out_is_told(seen: Portrait) -> None:
    lab = oklab.from_srgb(seen.picture.rgb8.astype(np.float32) / 255)
    person = seen.alpha > 0.5
    worn = cloth_edge.segment_cloth(seen) & person
    assert border_doubts._alike(seen, lab, worn, person) < 0.025
    half = worn.copy()
    half[:, : round(float(seen.landmarks.eyes[0]))] = False
    assert border_doubts._alike(seen, lab, half, person) > 0.06
