"""Things of many colours are found as a whole, and plain ground is no thing."""

from __future__ import annotations

import cv2
import numpy as np
from catchlight.retouch.area import Area
from catchlight.retouch.removal.seam import seam
from catchlight.retouch.select.object_segmentation import figure_at, resegment_figure


def cloth(size: int = 900) -> np.ndarray:
    random = np.random.default_rng(4)
    shade = 45 + 6 * np.sin(np.mgrid[:size, :size][1] / 40) + random.normal(0, 3, (size, size))
    return np.clip(np.stack([shade, shade + 4, shade + 22], axis=-1), 0, 255).astype(np.uint8)


def badge(picture: np.ndarray) -> tuple[slice, slice]:
    """A badge of stripes with a white rim, painted into a picture; returns its place."""
    place = np.s_[220:270, 180:300]
    picture[place] = (235, 235, 230)
    for stripe, colour in enumerate([(190, 20, 30), (30, 60, 170), (230, 190, 40), (20, 120, 60)]):
        picture[224:266, 184 + 28 * stripe : 184 + 28 * (stripe + 1)] = colour
    return place


def test_a_badge_of_stripes_is_found_from_any_stripe() -> None:
    picture = cloth()
    place = badge(picture)
    truth = np.zeros(picture.shape[:2], bool)
    truth[place] = True
    for x in (196, 225, 252, 282):
        found = figure_at(picture, x, 245)
        assert found is not None
        assert (found > 0.5)[truth].mean() > 0.9
        assert (found > 0.5)[~truth].sum() < 0.25 * truth.sum()


def test_plain_cloth_is_no_thing() -> None:
    assert figure_at(cloth(), 250, 250) is None


def test_a_thing_does_not_leave_what_it_lies_on() -> None:
    picture = cloth()
    place = badge(picture)
    within = np.zeros(picture.shape[:2], np.float32)
    within[:, :250] = 1
    found = figure_at(picture, 200, 245, within)
    assert found is not None
    assert (found > 0.5)[place][:, 75:].mean() < 0.02


def test_a_cut_is_completed() -> None:
    picture = cloth()
    place = badge(picture)
    first = np.zeros(picture.shape[:2], np.float32)
    first[222:268, 184:290] = 1
    assert (resegment_figure(picture, first, (200, 245)) > 0.5)[place].mean() > 0.93


def test_a_rim_that_is_left_is_a_seam() -> None:
    clean = cloth()
    mask = np.zeros((70, 140), np.float32)
    mask[10:60, 10:130] = 1
    hole = Area((170, 210, 310, 280), np.asarray(cv2.GaussianBlur(mask, (0, 0), 2), np.float32))
    left = clean.copy()
    left[218:222, 180:300] = left[268:272, 180:300] = (150, 150, 150)
    assert seam(clean, hole) < 1.2
    assert seam(left, hole) > 1.6
