"""A view shows the same analysis for a window or a smaller picture."""

from __future__ import annotations

import numpy as np
from catchlight.imaging.picture import Picture
from catchlight.portrait import view
from catchlight.portrait.portrait import Portraits
from catchlight.retouch import regions


def test_landmarks_and_regions_follow_the_window(sample: Picture, portraits: Portraits) -> None:
    portrait = portraits.of(sample)
    box = (100, 20, 400, 300)
    seen = view.view(portrait, box, 150)
    assert (seen.picture.width, seen.picture.height) == (150, 140)
    expected = (portrait.landmarks.xy - [100, 20] + 0.5) * 0.5 - 0.5
    assert np.abs(seen.landmarks.xy - expected).max() < 1e-6
    assert abs(seen.pose.px_per_cm - portrait.pose.px_per_cm / 2) < 1e-6
    lips = regions.region(portrait, "lips")[20:300, 100:400]
    assert abs(float(regions.region(seen, "lips").sum()) * 4 / float(lips.sum()) - 1) < 0.15
    assert view.view(portrait, box, 150) is seen
    assert view.view(portrait) is portrait


def test_planes_are_carried_to_the_right_pixels() -> None:
    plane = np.zeros((50, 50), np.float32)
    plane[20:30, 10:20] = 1
    full = view.resample_window(plane, (100, 200, 300, 400), (100, 200, 300, 400))
    assert full.shape == (200, 200)
    rows, columns = np.nonzero(full > 0.5)
    assert (rows.min(), rows.max(), columns.min(), columns.max()) == (80, 119, 40, 79)


def test_a_picture_without_a_face_has_nobody(portraits: Portraits) -> None:
    empty = Picture(np.full((120, 160, 3), 90, np.uint8))
    assert view.portrait_at(portraits.of(empty), 10, 10).faces == ()
