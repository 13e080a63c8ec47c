"""The form of an ear: as large and where people's are, its folds in each other's shade, and seen as the head is turned."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.engine.groom import auricle
from catchlight.engine.groom.auricle import Auricle, Place
from catchlight.engine.groom.head import Head
from catchlight.engine.pose import Pose

SHAPE = (700, 700)


def _turned(yaw: float) -> Head:
    turn = np.radians(yaw)
    about = np.array([[np.cos(turn), 0, np.sin(turn)], [0, 1, 0], [-np.sin(turn), 0, np.cos(turn)]])
    return Head(Pose(about, 20.0, np.array([350.0, 400.0]), yaw, 0, 0, 0.3), SHAPE)


def _area(ear: Auricle, head: Head) -> float:
    """Cm^2."""
    return float((ear.cover > 0.5).sum()) / head.cm**2


def test_it_is_as_tall_as_an_ear_and_lies_between_brow_and_mouth() -> None:
    head = _turned(0)
    ear = auricle.seen(head, 1, Place())
    rows = np.flatnonzero((ear.cover > 0.5).any(axis=1)) + ear.corner[1]
    assert 5.3 < (rows[-1] - rows[0]) / head.cm < 6.7
    brow, mouth = head.points([[0.0, 4.6, 4.0], [0.0, -4.0, 4.0]])[:, 1]
    assert brow < rows[0]
    assert rows[-1] < mouth


def test_both_sides_are_alike_on_a_head_that_faces_the_camera() -> None:
    head = _turned(0)
    right, left = (auricle.seen(head, side, Place()) for side in (-1, 1))
    assert _area(right, head) == pytest.approx(_area(left, head), rel=0.03)
    ends = [2 * 350 - (right.corner[0] + right.cover.shape[1]), left.corner[0]]
    assert ends[0] == pytest.approx(ends[1], abs=2)


def test_a_turned_head_shows_one_ear_wider_and_the_other_narrower() -> None:
    areas = {yaw: _area(auricle.seen(_turned(yaw), 1, Place()), _turned(yaw)) for yaw in (-25, 0, 25)}
    first, middle, last = sorted(areas.values())
    assert areas[0] == middle
    assert first < 0.8 * middle
    assert last > 1.3 * middle


def test_what_stands_off_further_is_seen_wider() -> None:
    head = _turned(0)
    close, far = (_area(auricle.seen(head, 1, Place(flare=float(np.radians(angle)))), head) for angle in (20, 40))
    assert far > 1.4 * close


def test_the_hollow_of_it_sees_less_of_the_sky_than_its_rim() -> None:
    head = _turned(25)
    ear = max((auricle.seen(head, side, Place()) for side in (-1, 1)), key=lambda one: _area(one, head))
    solid = ear.cover > 0.9
    rows = np.nonzero(solid)[0]
    height = np.ptp(rows)
    inner = solid & (np.abs(np.arange(len(solid))[:, None] - rows.mean()) < 0.12 * height)
    assert np.percentile(ear.sky[inner], 5) < 0.6 * np.percentile(ear.sky[solid], 90)
    assert ear.sky[solid].max() <= 1.01
    assert ear.sky[solid].min() > 0.1
    assert np.allclose(np.linalg.norm(ear.normal[solid], axis=-1), 1, atol=1e-3)


def test_it_is_laid_on_any_part_of_the_picture() -> None:
    ear = auricle.seen(_turned(0), 1, Place())
    (x, y), (tall, wide) = ear.corner, ear.cover.shape
    wider = ear.on((slice(y - 5, y + tall + 7), slice(x - 3, x + wide)))
    assert np.array_equal(wider.cover[5:-7, 3:], ear.cover)
    assert not wider.cover[:5].any()
    assert not wider.cover[:, :3].any()
    cut = ear.on((slice(y + 10, y + 20), slice(x, x + wide)))
    assert np.array_equal(cut.sky, ear.sky[10:20])
    beside = ear.on((slice(y, y + tall), slice(x + wide + 5, x + wide + 20)))
    assert beside.cover.shape == (tall, 15)
    assert not beside.cover.any()
    assert not ear.on((slice(0, 9), slice(0, 9))).cover.any()
