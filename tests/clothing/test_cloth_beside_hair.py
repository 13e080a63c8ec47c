"""Cloth between strands of hair and at an outline out of focus is matted along colours."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.clothing import colour_evidence, garment_matte
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.matting.closed_form import solve_colour_lines
from catchlight.portrait import view
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait, Portraits

CLOTH, HAIR = np.array([0.05, 0.45, 0.35]), np.array([0.3, 0.17, 0.1])


def test_shares_between_strands_are_found_to_a_few_hundredths() -> None:
    """Strands of a sine's profile over cloth, known at both sides and by their purest colours alone."""
    import cv2

    x = np.arange(160)
    strand = 0.5 + 0.5 * np.sin(2 * np.pi * x / 9)
    alpha = np.tile(np.where(x < 40, 1.0, np.where(x > 120, 0.0, strand)), (60, 1))
    image = alpha[..., None] * CLOTH + (1 - alpha[..., None]) * HAIR
    image += np.random.default_rng(5).normal(0, 0.004, image.shape)
    free = np.zeros(alpha.shape, bool)
    free[:, 40:121] = True
    start = np.where(free, np.where(alpha > 0.95, 1.0, np.where(alpha < 0.05, 0.0, 0.5)), alpha).astype(np.float32)
    sure = np.where(free & (start == 0.5), 0.0, 1.0).astype(np.float32)
    lines = solve_colour_lines(image.astype(np.float32), start, free, sure)
    found = np.clip((image * lines[..., :3]).sum(axis=2) + lines[..., 3], 0, 1)
    assert np.abs(found - alpha)[free].mean() < 0.04
    blind = cv2.blur(start, (9, 9))
    assert np.abs(found - alpha)[free].mean() < 0.3 * np.abs(blind - alpha)[free].mean()


@pytest.fixture(scope="module")
def curls(portraits: Portraits, portraits_folder: Path) -> Portrait:
    """A woman whose long hair lies over a plain top."""
    picture = codec.decode(next(portraits_folder.glob("d27*")).read_bytes())
    return view.view(portraits.of(picture).upright, None, 900)


def test_no_strand_of_surely_another_colour_is_taken_for_cloth(curls: Portrait) -> None:
    strands = garment_matte.strands(curls)
    assert strands is not None
    mask = garment_matte.garment(curls, "clothes")
    lab = oklab.from_srgb(curls.picture.rgb8.astype(np.float32) / np.float32(255))
    told = colour_evidence.classify_by_colour(lab, colour_evidence.class_masks(curls, mask, np.zeros_like(mask)))
    beside = strands.where & (told.sure > 0.95) & (curls.parsing.plane([head_parsing.HAIR]) > 0.3)
    assert beside.sum() > 200
    assert np.abs(mask - told.share)[beside].mean() < 0.1


def test_a_picture_without_cloth_has_no_strands(curls: Portrait) -> None:
    from catchlight.clothing.cloth_beside_hair import estimate_cloth_matte

    assert estimate_cloth_matte(curls, np.zeros((curls.picture.height, curls.picture.width), np.float32)) is None
