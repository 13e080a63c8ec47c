"""Between hair and cloth the mask has strands and no weave."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from catchlight.clothing.garment_matte import garment
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits


def test_a_weave_beside_hair_is_not_taken_for_strands(portraits_folder: Path, portraits: Portraits) -> None:
    import cv2

    portrait = portraits.of(codec.decode(sorted(portraits_folder.glob("d34*"))[0].read_bytes()))
    clothes = garment(portrait, "clothes")
    height, width = clothes.shape
    beside = clothes[round(0.86 * height) : round(0.9 * height), round(0.35 * width) : round(0.39 * width)]
    # The weave is some pixels wide; the edge of the hair is broader.
    assert np.abs(beside - cv2.GaussianBlur(beside, (0, 0), 3)).mean() < 0.03
    assert beside[:, -30:].mean() > 0.9
