"""Where hair of one head comes to lie on another."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.reference import alignment
from catchlight.hair.styling_scene import HairScene
from catchlight.portrait.portrait import Portrait


@pytest.fixture(scope="module")
def scene(astronaut: Portrait) -> HairScene:
    return styling_scene.read_scene(astronaut)


def test_a_head_lies_on_itself(scene: HairScene) -> None:
    anchors = alignment.find_anchors(scene.marks, scene.head)
    placed = alignment.align(scene, anchors)
    y, x = np.mgrid[0 : scene.shape[0], 0 : scene.shape[1]]
    assert np.abs(placed.at - np.dstack([x, y])).max() < 0.05
    assert placed.scale == pytest.approx(1, abs=1e-3)


def test_anchors_are_followed_by_scale_shift_and_turn(scene: HairScene) -> None:
    anchors = alignment.find_anchors(scene.marks, scene.head)
    angle = np.radians(12)
    turn = 1.4 * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    placed = alignment.align(scene, anchors @ turn.T + [30, -20])
    points = np.array([[60, 80], [150, 200], [220, 120]])
    there = placed.at[points[:, 1], points[:, 0]]
    assert np.abs(there - (points @ turn.T + [30, -20])).max() < 0.5
    assert placed.scale == pytest.approx(1.4, abs=0.01)


def test_a_wider_forehead_moves_what_lies_near_it_and_not_what_lies_far(scene: HairScene) -> None:
    anchors = alignment.find_anchors(scene.marks, scene.head)
    wider = anchors.copy()
    brow = anchors[:, 1] < np.median(anchors[:, 1])
    wider[brow, 0] += 6
    placed = alignment.align(scene, wider)
    x, y = scene.marks.xy[10].astype(int)
    near = placed.at[y, x, 0] - x
    far = placed.at[-1, 0, 0] - 0
    assert near > 4
    assert far < near - 1


def test_a_mirrored_mirror_is_the_same(scene: HairScene) -> None:
    anchors = alignment.find_anchors(scene.marks, scene.head)
    width = scene.shape[1]
    once = alignment.mirror_anchors(anchors, width)
    assert np.allclose(alignment.mirror_anchors(once, width), anchors)
    # The right eye's corner of the mirrored head is the left one's.
    corner = len(scene.marks.ring(alignment.mesh.OVAL)) + alignment._INNER.index(33)
    other = len(scene.marks.ring(alignment.mesh.OVAL)) + alignment._INNER.index(263)
    assert np.allclose(once[corner], [width - 1 - anchors[other, 0], anchors[other, 1]])


def test_nothing_is_sampled_beyond_the_frame(scene: HairScene) -> None:
    anchors = alignment.find_anchors(scene.marks, scene.head)
    placed = alignment.align(scene, anchors - [scene.shape[1] / 2, 0])
    inside = placed.inside(scene.shape)
    assert 0.3 < inside.mean() < 0.7
    sampled = placed.sample(np.ones(scene.shape, np.float32))
    beyond = (placed.at[..., 0] < -2) | (placed.at[..., 0] > scene.shape[1] + 1)
    assert not sampled[beyond].any()
    assert not inside[beyond].any()
