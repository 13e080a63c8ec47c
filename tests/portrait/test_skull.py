"""The top of the head: skull and hair, and the outline that tells them."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.paths import resources
from catchlight.portrait import skull
from catchlight.portrait.portrait import Portrait, Portraits


@pytest.fixture(scope="module")
def officer(portraits: Portraits) -> Portrait:
    return portraits.of(codec.decode((resources() / "samples" / "officer.jpg").read_bytes()))


def test_the_skull_lies_under_the_hat(officer: Portrait) -> None:
    """Between the brim and the badge; the hat's top is where the blue ground begins, at row 24 of the picture."""
    crown, cm = officer.crown, officer.pose.px_per_cm
    assert crown.hair is not None
    assert crown.hair[1] == pytest.approx(24, abs=0.5 * cm)
    assert crown.point[1] > crown.hair[1] + 0.25 * cm
    assert not crown.bare
    head = float(np.linalg.norm(skull.chin(officer.landmarks) - crown.point)) / cm
    assert 19 < head < 26, "centimetres of a face of average size"


def test_a_bald_head_ends_at_its_outline_and_a_haired_one_below(officer: Portrait) -> None:
    """An outline drawn at a known height, once told as skin and once as hair."""
    marks, pose = officer.landmarks, officer.pose
    up, _ = skull.axes(marks)
    top = 12.0 * pose.px_per_cm
    alpha = np.zeros((officer.picture.height + 200, officer.picture.width), np.float32)
    y, x = np.mgrid[: alpha.shape[0], : alpha.shape[1]]
    high = (np.stack([x, y - 200], axis=-1) - marks.eyes) @ up
    alpha[high < top] = 1.0
    shift = np.array([[1.0, 0, 0], [0, 1.0, 200]])
    bare = skull.crown(marks, pose, alpha, shift, lambda _: True)
    haired = skull.crown(marks, pose, alpha, shift, lambda _: False)
    assert float((bare.point - marks.eyes) @ up) == pytest.approx(top, abs=0.06 * pose.px_per_cm)
    assert bare.bare
    assert not haired.bare
    assert float((haired.point - bare.point) @ up) <= -0.2 * pose.px_per_cm
    assert haired.hair is not None
    assert float((haired.hair - marks.eyes) @ up) == pytest.approx(top, abs=0.06 * pose.px_per_cm)


def test_without_an_outline_the_uncertainty_grows(officer: Portrait) -> None:
    unseen = skull.crown(officer.landmarks, officer.pose)
    assert unseen.hair is None
    assert unseen.sigma_px >= officer.crown.sigma_px
    full = skull.crown(officer.landmarks, officer.pose, np.ones((50, 50), np.float32))
    assert full.hair is None, "the picture ends before the head does"


def test_the_chin_lies_on_the_midline(officer: Portrait) -> None:
    up, across = skull.axes(officer.landmarks)
    assert up @ across == pytest.approx(0)
    assert up[1] < 0
    assert (skull.chin(officer.landmarks) - officer.landmarks.eyes) @ across == pytest.approx(0, abs=1e-6)
