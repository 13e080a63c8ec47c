"""Cues that are read off crops of the samples to which something is added."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from catchlight.operations.compliance.cues import coverings
from catchlight.operations.compliance.cues.face_crop import EYE_DISTANCE, FaceCrop
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portraits

from tests.operations.compliance.conftest import Booth


@pytest.fixture(params=["officer", "astronaut"])
def crop(request: pytest.FixtureRequest, booth: Booth, portraits: Portraits) -> FaceCrop:
    return FaceCrop.of(portraits.of(booth.picture(request.param)).upright)


def with_something(crop: FaceCrop, colour: np.ndarray | None, *, width: float, reach: float) -> FaceCrop:
    """A smooth thing of a colour beside the face, in the person's matte; None: only the matte goes on there."""
    chin = crop.points[152]
    top = np.zeros(crop.alpha.shape, np.uint8)
    middle = (int(chin[0] - reach * EYE_DISTANCE), int(chin[1]))
    cv2.ellipse(top, middle, (int(width * EYE_DISTANCE), int(0.9 * EYE_DISTANCE)), 0, 0, 360, 1, -1)
    where = (top > 0) & ~crop.face & (crop.share(coverings._OF_A_HEAD) < 0.1)
    rgb = crop.rgb.copy()
    if colour is not None:
        rgb[where] = colour
    return replace(crop, rgb=rgb, alpha=np.where(where, 1, crop.alpha).astype(np.float32))


def test_something_like_skin_beside_the_face_is_a_hand(crop: FaceCrop) -> None:
    cheek = np.median(crop.rgb[np.abs(crop.lab - crop.skin).max(axis=2) < 8], axis=0)
    assert coverings._read_hand_beside(crop) < 1
    assert coverings._read_hand_beside(with_something(crop, cheek, width=0.45, reach=1.4)) > 9
    assert coverings._read_hand_beside(with_something(crop, cheek[::-1], width=0.45, reach=1.4)) < 1


def test_a_wall_in_the_colour_of_skin_is_no_hand(crop: FaceCrop) -> None:
    cheek = np.median(crop.rgb[np.abs(crop.lab - crop.skin).max(axis=2) < 8], axis=0)
    hand = with_something(crop, cheek, width=0.45, reach=1.4)
    walled = replace(hand, rgb=np.where((hand.alpha < 0.05)[..., None], cheek, hand.rgb).astype(np.uint8))
    assert coverings._read_hand_beside(walled) == 0


def test_a_piece_of_wall_that_the_matte_puts_on_a_head_is_seen(crop: FaceCrop) -> None:
    """In any colour: the colours of messy walls are those of clothes, too."""
    assert coverings.measure_old_background(crop) < 0.5
    brows, x = crop.points[168], np.arange(crop.rgb.shape[1])[None, :]
    y = np.arange(crop.rgb.shape[0])[:, None]
    block = (y < brows[1] - EYE_DISTANCE) & (np.abs(x - brows[0]) < 1.6 * EYE_DISTANCE)
    rgb = crop.rgb.copy()
    rgb[block] = rgb[crop.share([head_parsing.CLOTH]) > 0.8][: block.sum()].mean(axis=0)
    dressed = replace(crop, rgb=rgb, alpha=np.where(block, 1, crop.alpha).astype(np.float32))
    assert coverings.measure_old_background(dressed) > 1.5
