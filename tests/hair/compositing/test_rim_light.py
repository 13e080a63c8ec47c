"""Light at the outline of drawn hair is as in the photo's own hair: let through there, or lost."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.hair.compositing import rim_light

SHAPE, CM = (200, 300), 20.0
NONE = np.zeros(SHAPE, np.float32)


def _hair(edge: float) -> tuple[np.ndarray, np.ndarray]:
    """Hair on the left (HxWx3) whose brightness within 0.6 cm of its outline is ``edge`` times that inside, and where it is."""
    cover = np.zeros(SHAPE, np.float32)
    cover[:, :150] = 1
    away = (150 - np.arange(SHAPE[1])) / CM
    strands = np.where(np.arange(SHAPE[0])[:, None] % 2, 1.5, 0.5)
    light = np.where(away < 0.6, 60 * edge, 60.0) * strands
    return np.repeat(light[..., None], 3, axis=2).astype(np.float32), cover


def _scene(edge: float) -> Any:
    rgb, cover = _hair(edge)

    class Marks:
        xy = np.full((478, 2), 100.0)

    class Known:
        hair = alpha = cover
        marks = Marks
        cm = CM

    known: Any = Known()
    known.rgb = rgb.astype(np.uint8)
    return known


@pytest.mark.parametrize("edge", [1.4, 0.75])
def test_drawn_hair_gets_the_rim_of_the_photos(edge: float) -> None:
    wanted = rim_light.measure_edge_profiles(_scene(edge), NONE)
    flat, cover = _hair(1.0)
    after = rim_light.match_outline_profile(flat.copy(), cover, rim_light.distance_from_outline(cover, CM), wanted)[
        100, :, 0
    ]
    assert after[143] / after[100] == pytest.approx(edge, rel=0.1)
    assert after[115] == pytest.approx(30, rel=0.02)


def test_no_strand_gets_brighter_than_the_brightest_are() -> None:
    wanted = rim_light.measure_edge_profiles(_scene(1.4), NONE)
    flat, cover = _hair(1.0)
    assert (
        rim_light.match_outline_profile(flat.copy(), cover, rim_light.distance_from_outline(cover, CM), wanted).max()
        <= flat.max() + 0.1
    )


def test_hair_with_that_rim_stays_as_it_is() -> None:
    wanted = rim_light.measure_edge_profiles(_scene(1.3), NONE)
    same, cover = _hair(1.3)
    assert np.allclose(
        rim_light.match_outline_profile(same.copy(), cover, rim_light.distance_from_outline(cover, CM), wanted),
        same,
        rtol=0.02,
    )


def test_beside_the_body_there_is_no_outline() -> None:
    wanted = rim_light.measure_edge_profiles(_scene(1.4), NONE)
    flat, cover = _hair(1.0)
    after = rim_light.match_outline_profile(
        flat.copy(), cover, rim_light.distance_from_outline(np.ones(SHAPE, np.float32), CM), wanted
    )
    assert np.allclose(after, flat)


def test_too_little_hair_tells_nothing() -> None:
    known = _scene(1.4)
    known.hair = np.zeros(SHAPE, np.float32)
    assert rim_light.measure_edge_profiles(known, NONE).outer is None


def _beside_face() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Hair on the left (HxWx3), evenly bright, where it is, and a face on the right."""
    flat, cover = _hair(1.0)
    face = np.zeros(SHAPE, np.float32)
    face[:, 150:] = 1
    return flat, cover, face


def test_drawn_hair_is_as_dark_beside_the_face_as_the_photos() -> None:
    flat, cover, face = _beside_face()
    known = _scene(0.6)
    wanted = rim_light.measure_edge_profiles(known, face)
    after = rim_light.match_face_profiles(
        flat.copy(), cover, rim_light.distance_from_skin(face, cover, CM), 100.0, wanted, CM
    )
    for row in (20, 180):
        near, inside = after[row : row + 2, 143, 0].mean(), after[row : row + 2, 60, 0].mean()
        assert near < 0.85 * inside


def test_hair_beside_a_face_is_darker_where_the_photo_tells_nothing() -> None:
    flat, cover, face = _beside_face()
    known = _scene(1.0)
    known.hair = NONE
    after = rim_light.match_face_profiles(
        flat.copy(),
        cover,
        rim_light.distance_from_skin(face, cover, CM),
        100.0,
        rim_light.measure_edge_profiles(known, face),
        CM,
    )
    near, inside = after[..., 140, 0].mean(), after[..., 60, 0].mean()
    assert 0.7 * inside < near < 0.9 * inside


def test_that_shade_ends_without_an_edge() -> None:
    flat, cover, face = _beside_face()
    known = _scene(1.0)
    known.hair = NONE
    wanted = rim_light.EdgeProfiles(None, *(np.full(7, -0.8, np.float32) for _ in range(2)))
    after = rim_light.match_face_profiles(
        flat.copy(), cover, rim_light.distance_from_skin(face, cover, CM), 100.0, wanted, CM
    )[20, :150, 0]
    shade = 1 - after / after[:40].mean()
    assert shade.max() > 0.2
    assert np.abs(np.diff(shade[: int(150 - 0.5 * CM)])).max() < 0.6 * shade.max() / (0.5 * CM)
