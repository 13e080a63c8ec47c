"""Cropping changes nothing but the frame, and says so."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import InvalidRequest
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.crop.params import CropParams
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor


def cropped(portraits: Portraits, catalogue: Catalogue, picture: Picture, **box: int) -> EditResult:
    return LocalEditor(portraits, catalogue).run(EditRequest("crop", CropParams(**box), (picture,)), Progress())


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_the_part_is_the_pictures_own_pixels(
    portraits: Portraits, catalogue: Catalogue, dtype: type[np.uint8] | type[np.uint16]
) -> None:
    pixels = np.random.default_rng(1).integers(0, np.iinfo(dtype).max, (90, 120, 4), dtype)
    made = cropped(portraits, catalogue, Picture(pixels, dpi=240.0), x=7, y=11, width=100, height=70)
    assert np.array_equal(made.picture.pixels, pixels[11:81, 7:107])
    assert made.picture.dpi == 240
    (step,) = made.picture.record.steps
    assert (step.operation, step.kind) == ("crop", "geometry")
    assert not made.picture.record.unfit_for_official_use


def test_a_part_beyond_the_picture_is_refused(portraits: Portraits, catalogue: Catalogue) -> None:
    picture = Picture(np.zeros((90, 120, 3), np.uint8))
    with pytest.raises(InvalidRequest, match=r"\(120, 90\)"):
        cropped(portraits, catalogue, picture, x=30, y=0, width=91, height=90)
