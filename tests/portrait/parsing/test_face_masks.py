"""Irises, lips, bald skulls and skin by its place: on a shipped portrait, and against masks drawn by hand."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.imaging.picture import Picture
from catchlight.portrait.parsing import irises, lip_contour, skull_skin, stubble
from catchlight.portrait.portrait import Portraits

from tests.benchmarks.regions import file_of, found_mask, overlap, read_masks


def test_an_iris_is_round_as_far_as_the_lids_leave_it_free(portraits: Portraits, sample: Picture) -> None:
    portrait = portraits.of(sample)
    right, left = irises.fit_irises(portrait)
    assert right.radius == left.radius
    assert 0.5 < right.radius / portrait.pose.px_per_cm < 0.75
    drawn = irises.iris_masks(portrait) * irises.openings(portrait)
    outside = drawn[irises.openings(portrait) < 0.05]
    assert outside.max() < 0.05
    for iris, centre in ((right, portrait.landmarks.right_eye), (left, portrait.landmarks.left_eye)):
        assert np.linalg.norm(iris.centre - centre) < 0.8 * portrait.pose.px_per_cm


def test_upper_and_lower_lip_are_the_lips_and_nothing_of_both(portraits: Portraits, sample: Picture) -> None:
    portrait = portraits.of(sample)
    both, upper, lower = lip_contour.lips(portrait), lip_contour.upper_lip(portrait), lip_contour.lower_lip(portrait)
    assert both.max() > 0.9
    assert np.abs(both - upper - lower).max() < 0.15
    rows = np.arange(both.shape[0])[:, None]
    assert (rows * upper).sum() / upper.sum() < (rows * lower).sum() / lower.sum()


def test_neck_ends_where_the_chest_begins_and_nobody_has_a_beard(portraits: Portraits, sample: Picture) -> None:
    portrait = portraits.of(sample)
    neck, chest = skull_skin.neck(portrait), skull_skin.chest(portrait)
    assert float((neck * chest).max()) <= 0.26  # only where one fades into the other
    assert not stubble.stubble(portrait).any()
    assert float(skull_skin.nose(portrait)[128, 226]) > 0.8
    assert float(skull_skin.chin(portrait)[128, 226]) < 0.1


@pytest.mark.parametrize(
    ("name", "region", "least"),
    [("d34", "iris", 0.8), ("d34", "lips", 0.78), ("d21", "scalp", 0.88)],
)
def test_a_region_lies_where_it_was_drawn(
    name: str, region: str, least: float, portraits_folder: Path, portraits: Portraits
) -> None:
    drawn = next(one for one in read_masks() if (one.portrait, one.region) == (name, region))
    path = file_of(name, portraits_folder)
    assert path is not None
    assert overlap(*found_mask(portraits, path, drawn)) > least
