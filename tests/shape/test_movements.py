"""Forms of features over the canonical face: local, without folds, the same on both sides."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.shape.face_shape import FEATURES, REGIONS, FaceShape
from catchlight.shape.movements import MOVEMENTS

STEP = 0.25
Y, X = np.mgrid[-24.0:24.0:STEP, -20.0:20.1:STEP]
PLACES = np.column_stack([X.ravel(), Y.ravel()])


@pytest.mark.parametrize("name", MOVEMENTS)
@pytest.mark.parametrize("end", [-1, 1])
def test_a_feature_is_local_symmetric_and_never_folds(name: str, end: int) -> None:
    ways = end * MOVEMENTS[name](PLACES).reshape(*X.shape, 2)
    across_y, across_x = np.gradient(ways[..., 0], STEP)
    down_y, down_x = np.gradient(ways[..., 1], STEP)
    assert ((1 + across_x) * (1 + down_y) - across_y * down_x).min() > 0.3
    assert 0.1 < np.hypot(ways[..., 0], ways[..., 1]).max() < 1.4
    assert np.allclose(ways[:, ::-1] * [-1, 1], ways, atol=1e-9)
    rim = np.ones(X.shape, bool)
    rim[4:-4, 4:-4] = False
    assert np.abs(ways[rim]).max() < 1e-6


def test_above_zero_is_more_of_a_feature() -> None:
    cheek, chin, hairline, nostril = (np.array([place]) for place in ((7.0, -2.0), (0, -9.4), (0, 9.8), (1.6, -1.3)))
    assert MOVEMENTS["face_width"](cheek)[0, 0] > 0.3
    assert MOVEMENTS["chin"](chin)[0, 1] < -0.3  # y is up
    assert MOVEMENTS["forehead"](hairline)[0, 1] > 0.5
    assert MOVEMENTS["nose_width"](nostril)[0, 0] > 0.1


def test_every_feature_has_a_region() -> None:
    assert sorted(name for names in REGIONS.values() for name in names) == sorted(FEATURES)


def test_shapes_add_up_within_their_limits() -> None:
    both = FaceShape(nose=-0.7, jaw=0.6).plus(FaceShape(nose=-0.7, jaw=0.9, eyes=0.2))
    assert both == FaceShape(nose=-1.0, jaw=1.0, eyes=0.2)
    assert both.scaled(0.5).amounts() == {"jaw": 0.5, "eyes": 0.1, "nose": -0.5}
