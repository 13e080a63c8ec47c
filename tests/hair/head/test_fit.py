"""A head is no larger than the person that is seen."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.hair.head.ellipsoid import CENTRE, RADII, HeadPlacement, project_skull
from catchlight.hair.head.fit import fit_head
from catchlight.portrait.face.pose import Pose

SHAPE = (700, 700)


def _turned(yaw: float) -> HeadPlacement:
    turn = np.radians(yaw)
    about = np.array([[np.cos(turn), 0, np.sin(turn)], [0, 1, 0], [-np.sin(turn), 0, np.cos(turn)]])
    return HeadPlacement(Pose(about, 20.0, np.array([350.0, 400.0]), yaw, 0, 0, 0.3), SHAPE)


def _person(head: HeadPlacement, share: float) -> np.ndarray:
    """The matte of somebody whose skull is ``share`` of the average's."""
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]]
    middle = head.points(CENTRE[None])[0]
    head_shaped = ((x - middle[0]) / (share * 8.4)) ** 2 + ((y - middle[1]) / (share * 9.7)) ** 2 < head.cm**2
    shoulders = y > 480
    return np.asarray(head_shaped | shoulders, np.float32)


def _standing_out(head: HeadPlacement, alpha: np.ndarray) -> float:
    """Cm2 of the ellipsoid above the ears that are not the person."""
    inside = project_skull(head, np.array([[300.0, 400.0], [400.0, 450.0]], np.float32)).inside > 0.5
    return float((inside & (alpha < 0.5))[:400].sum()) / head.cm**2


def test_an_ellipsoid_that_stands_out_is_made_smaller_from_the_face_on() -> None:
    head = _turned(30)
    alpha = _person(head, 0.93)
    small = fit_head(head, alpha, 400)
    assert 0.88 <= small.scale < 1
    assert _standing_out(small, alpha) < 0.35 * _standing_out(head, alpha)
    bridge = np.array([[0, 3.0, 5.2]], np.float32)
    assert np.linalg.norm(small.points(bridge) - head.points(bridge)) < 0.5 * head.cm


def test_a_head_under_hair_is_left_as_it_is() -> None:
    head = _turned(30)
    assert fit_head(head, _person(head, 1.15), 400) is head


def test_a_matte_that_holds_no_head_is_not_believed() -> None:
    head = _turned(0)
    alpha = np.zeros(SHAPE, np.float32)
    alpha[500:] = 1
    assert fit_head(head, alpha, 400) is head


@pytest.mark.parametrize("yaw", [0, 25])
def test_the_skull_that_rays_meet_is_the_one_on_which_hair_grows(yaw: float) -> None:
    head = fit_head(_turned(yaw), _person(_turned(yaw), 0.93), 400)
    seen = project_skull(head, np.array([[300.0, 400.0], [400.0, 450.0]], np.float32))
    x0, y0, x1, y1 = seen.box
    row, column = (y1 - y0) // 2, (x1 - x0) // 2
    point = seen.point[row, column]
    assert np.linalg.norm((point - CENTRE) / RADII) == pytest.approx(1, abs=1e-3)
    assert head.points(point[None])[0] == pytest.approx([x0 + column, y0 + row], abs=0.01)
    assert head.viewed(point[None])[0, 2] == pytest.approx(float(seen.depth[row, column]), abs=1e-3)
