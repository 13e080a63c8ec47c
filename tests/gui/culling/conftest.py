"""Portraits to choose from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.imaging.picture import Picture
from PIL import Image

COUNT = 6


@pytest.fixture
def shots(tmp_path: Path, sample: Picture) -> Path:
    """Portraits of which the second is out of focus."""
    import cv2

    folder = tmp_path / "shots"
    folder.mkdir()
    large = cv2.resize(sample.rgb8, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    for number in range(COUNT):
        part = large[: 1200 + 8 * number, 8 * number :]
        part = cv2.GaussianBlur(part, (0, 0), 6) if number == 1 else cv2.resize(part, None, fx=0.8, fy=0.8)
        Image.fromarray(np.asarray(part, np.uint8)).save(folder / f"DSC_{number}.jpg", quality=90)
    return folder
