"""What lies under the transparent part of a round picture is nothing that hair could be changed by."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.core.errors import Conflict
from catchlight.hair.trim import shaped_pictures
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portraits

from tests.hair.conftest import Wear


def in_a_circle(sample: Picture, radius: float, beyond: tuple[int, int, int]) -> Picture:
    """The sample in a circle round its middle (radius by its shorter side), another colour under what is transparent."""
    height, width = sample.pixels.shape[:2]
    y, x = np.mgrid[:height, :width]
    inside = (x - width / 2) ** 2 + (y - height / 2) ** 2 < (radius * min(width, height)) ** 2
    rgb = np.where(inside[..., None], sample.rgb8, np.array(beyond, np.uint8))
    return Picture(np.dstack([rgb, np.where(inside, 255, 0).astype(np.uint8)]))


@pytest.mark.parametrize("style", ["more_volume", "smooth"])
def test_colours_beyond_the_shape_do_not_come_in_and_its_alpha_stays(
    wear: Wear, portraits: Portraits, sample: Picture, style: str
) -> None:
    results = []
    for beyond in ((255, 255, 255), (0, 255, 0)):
        before = in_a_circle(sample, 0.43, beyond)
        after = wear(style, on=portraits.of(before)).pixels
        assert np.array_equal(after[..., 3], before.pixels[..., 3])
        inside = before.pixels[..., 3] > 0
        assert (after[inside] != before.pixels[inside]).any()
        results.append(after[inside])
    np.testing.assert_allclose(results[0], results[1], atol=8)


def test_less_volume_is_refused_where_the_shape_cuts_the_hair(
    wear: Wear, portraits: Portraits, sample: Picture
) -> None:
    narrow = portraits.of(in_a_circle(sample, 0.42, (255, 255, 255)))
    assert shaped_pictures.is_bounded(narrow)
    assert shaped_pictures.cuts_hair(narrow)
    assert not shaped_pictures.cuts_hair(portraits.of(in_a_circle(sample, 0.5, (255, 255, 255))))
    with pytest.raises(Conflict, match="cut to a shape"):
        wear("less_volume", on=narrow)


def test_an_opaque_picture_is_bounded_by_nothing(portraits: Portraits, sample: Picture) -> None:
    opaque = Picture(np.dstack([sample.rgb8, np.full(sample.pixels.shape[:2], 255, np.uint8)]))
    assert not shaped_pictures.is_bounded(portraits.of(opaque))
