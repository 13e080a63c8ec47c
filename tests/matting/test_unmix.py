"""The rim of a matte is where colours change, and the network's where they do not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.matting.unmix import fine_alpha, unmix_rim
from catchlight.portrait.portrait import Portraits

from tests.benchmarks.mattes import grounds
from tests.benchmarks.mattes.__main__ import composite, error, people

CM, EDGE = 30.0, 120
SHAPE = (240, 320)


def _rim(hair: float, wall: float, noise: float = 0.004) -> np.ndarray:
    """The fine matte of hair before a wall, both grey in 0..1, under a soft matte that lies 6 pixels too far out."""
    x = np.arange(SHAPE[1], dtype=float) * np.ones(SHAPE)
    alpha = np.clip((EDGE + 14 - x) / 16, 0, 1).astype(np.float32)
    grey = np.where(x < EDGE, hair, wall) + np.random.default_rng(2).normal(0, noise, SHAPE)
    pixels = np.repeat((255 * np.clip(grey, 0, 1)).astype(np.uint8)[..., None], 3, axis=2)
    return unmix_rim(pixels, alpha, CM)[40:-40]


def test_before_a_plain_wall_the_outline_is_where_colours_change() -> None:
    outline = (_rim(0.1, 0.6) > 0.5).sum(axis=1)
    assert outline.std() < 0.5
    assert abs(outline.mean() - EDGE) < 1


def test_black_hair_before_a_dark_hill_keeps_the_networks_outline() -> None:
    """Where both are alike lines of colours follow noise: outer strands were cut off."""
    fine = _rim(0.08, 0.1, noise=0.02)
    x = np.arange(SHAPE[1], dtype=float)
    assert np.abs(fine - np.clip((EDGE + 14 - x) / 16, 0, 1)).max() < 0.1


def test_single_hairs_in_a_veil_are_told_from_what_is_between_them() -> None:
    random = np.random.default_rng(7)
    image = np.full((*SHAPE, 3), 0.7, np.float32)
    alpha = np.zeros(SHAPE, np.float32)
    alpha[:, :EDGE], alpha[:, EDGE : EDGE + 20] = 1, 0.4
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]]
    hairs = (x >= EDGE) & (x < EDGE + 20) & (y % 8 < 3)
    image[:, :EDGE] = image[hairs] = (0.06, 0.05, 0.04)
    image += random.normal(0, 0.004, image.shape)
    fine = unmix_rim((255 * np.clip(image, 0, 1)).astype(np.uint8), alpha, CM)
    within = np.s_[40:-40, EDGE + 3 : EDGE + 17]
    assert fine[within][hairs[within]].mean() > 0.75
    assert fine[within][~hairs[within]].mean() < 0.15


def test_lines_of_colours_add_half_to_the_matte_at_most() -> None:
    """A lit strip of background in the colour of skin: the network sees it, colours alone take it for the person."""
    alpha = np.zeros(SHAPE, np.float32)
    alpha[:, :EDGE] = 1
    alpha[:, EDGE : EDGE + 12] = 0.1
    x = np.arange(SHAPE[1]) * np.ones(SHAPE)
    lit = np.where(x < EDGE + 12, 0.6, 0.1) + np.random.default_rng(4).normal(0, 0.004, SHAPE)
    pixels = np.repeat((255 * np.clip(lit, 0, 1)).astype(np.uint8)[..., None], 3, axis=2)
    assert unmix_rim(pixels, alpha, CM)[40:-40, EDGE + 3 : EDGE + 9].max() < 0.601


@pytest.mark.parametrize(
    ("person", "ground", "most"), [("c03", "hills", 0.5), ("c03", "white", 0.1), ("c01", "bricks", 0.7)]
)
def test_mattes_of_known_truth_are_better_than_the_networks(
    person: str, ground: str, most: float, portraits_folder: Path, portraits: Portraits
) -> None:
    fore, truth = people(portraits_folder)[person]
    behind = grounds.draw(ground, max(truth.shape), portraits_folder)[: truth.shape[0], : truth.shape[1]]
    portrait = portraits.of(composite(fore, truth, behind))
    fine = error(fine_alpha(portrait), truth)
    assert fine < min(most, error(portrait.alpha, truth))


def test_a_stripe_of_a_shirt_may_be_as_vivid_as_it_is(portraits_folder: Path, portraits: Portraits) -> None:
    portrait = portraits.of(codec.decode(next(portraits_folder.glob("d14_*")).read_bytes()))
    alpha = fine_alpha(portrait)
    row, column = round(0.7895 * alpha.shape[0]), round(0.5433 * alpha.shape[1])
    assert alpha[row - 3 : row + 4, column - 3 : column + 4].min() > 0.8
