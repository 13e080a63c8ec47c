"""The shade that hair casts: deep and warm at the hair, gone a little way from it, less of short hair."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.removal import cast_shadow
from catchlight.hair.styling_scene import HairScene
from catchlight.portrait.portrait import Portrait

_LONG = 20.0


@pytest.fixture
def known(portrait: Portrait) -> HairScene:
    return styling_scene.read_scene(portrait)


def _curtain(known: HairScene) -> np.ndarray:
    """Hair on the left half of the picture, HxW."""
    cover = np.zeros(known.shape, np.float32)
    cover[:, : int(known.middle)] = 1
    return cover


def _at(known: HairScene, shade: np.ndarray, cm: float) -> float:
    """The shade ``cm`` beside the curtain."""
    return float(shade[known.shape[0] // 2, int(known.middle + cm * known.cm)])


def test_skin_has_the_shade_of_real_skin_beside_long_hair(known: HairScene) -> None:
    body, none = np.ones(known.shape, np.float32), np.zeros(known.shape, np.float32)
    shade = cast_shadow.cast_shadow(_curtain(known), none, known, body, _LONG)
    assert 0.25 < _at(known, shade, 0.1) < 0.5
    assert 0.12 < _at(known, shade, 0.35) < 0.3
    assert _at(known, shade, 0.8) < 0.15
    assert _at(known, shade, 1.5) == 0


def test_cloth_has_the_shade_of_real_cloth_beside_long_hair(known: HairScene) -> None:
    body, none = np.ones(known.shape, np.float32), np.zeros(known.shape, np.float32)
    bare = replace(known, hair=none)
    shade = cast_shadow.cast_shadow(_curtain(known), none, bare, body, _LONG, cloth=body)
    assert 0.12 < _at(known, shade, 0.65) < 0.28
    assert 0.10 < _at(known, shade, 1.0) < 0.25
    assert 0.02 < _at(known, shade, 1.8) < 0.12
    assert _at(known, shade, 3.7) == 0
    same = replace(known, hair=_curtain(known))
    there = cast_shadow.cast_shadow(_curtain(known), none, same, body, _LONG, cloth=body)
    assert _at(known, there, 1.0) < 0.4 * _at(known, shade, 1.0)


def test_hair_behind_the_face_shades_its_outline(known: HairScene) -> None:
    curtain, none = _curtain(known), np.zeros(known.shape, np.float32)
    assert _at(known, cast_shadow.cast_shadow(none, curtain, known, 1 - curtain, _LONG), 0.1) > 0.12


def test_no_shade_is_added_where_there_is_one(known: HairScene) -> None:
    body, none = np.ones(known.shape, np.float32), np.zeros(known.shape, np.float32)
    shade = cast_shadow.cast_shadow(_curtain(known), none, known, body, _LONG)
    assert not cast_shadow.subtract_shadow(shade, shade).any()
    np.testing.assert_allclose(cast_shadow.subtract_shadow(shade, none), shade, atol=1e-6)
    some = 0.3 * shade
    np.testing.assert_allclose((1 - cast_shadow.subtract_shadow(shade, some)) * (1 - some), 1 - shade, atol=1e-5)


def test_short_hair_shades_less(known: HairScene) -> None:
    body, none = np.ones(known.shape, np.float32), np.zeros(known.shape, np.float32)
    long, short = (cast_shadow.cast_shadow(_curtain(known), none, known, body, length) for length in (_LONG, 0.4))
    assert _at(known, short, 0.1) < 0.6 * _at(known, long, 0.1)


def test_hair_hangs_some_centimetres_from_its_roots_however_long_it_is(known: HairScene) -> None:
    body, none = np.ones(known.shape, np.float32), np.zeros(known.shape, np.float32)

    def beside(length: float, from_root: float) -> float:
        place = np.full(known.shape, from_root / length, np.float32)
        return _at(known, cast_shadow.cast_shadow(_curtain(known), none, known, body, length, place), 0.1)

    assert beside(40, 6) == pytest.approx(beside(20, 8), abs=1e-3)
    assert beside(40, 1) < 0.7 * beside(40, 6)


def test_shade_is_warm_but_in_a_picture_without_colours(known: HairScene) -> None:
    red, green, blue = cast_shadow.shade_powers(known)
    assert red < green < blue
    grey = replace(known, rgb=np.repeat(known.rgb[..., 1:2], 3, axis=-1))
    assert np.ptp(cast_shadow.shade_powers(grey)) == 0


def _warmth(colour: np.ndarray) -> float:
    return float(colour[0] - colour[2])


@pytest.mark.parametrize("skin", [(222, 174, 151), (221, 192, 196), (171, 115, 80), (123, 73, 49)])
def test_skin_in_shade_turns_redder_but_does_not_glow(known: HairScene, skin: tuple[int, int, int]) -> None:
    lit = np.array(skin, np.float32)
    shaded = cast_shadow.apply_shade(lit, np.float32(0.65), cast_shadow.shade_powers(known))
    assert shaded[0] / shaded[2] > 1.05 * lit[0] / lit[2]
    assert _warmth(shaded) < 1.45 * _warmth(lit)
    assert shaded.max() < 0.78 * lit.max()


def test_white_and_blue_cloth_gets_darker_only(known: HairScene) -> None:
    for cloth in ((230, 230, 230), (40, 60, 120)):
        lit = np.array(cloth, np.float32)
        np.testing.assert_allclose(
            cast_shadow.apply_shade(lit, np.float32(0.6), cast_shadow.shade_powers(known)), 0.6 * lit, rtol=1e-4
        )


def test_white_skin_has_its_own_colour_in_the_shade_and_white_cloth_has_none(known: HairScene) -> None:
    warm = cast_shadow.skin_warmth(known)
    assert 0.1 < warm < 0.6
    ground, left = np.full((2, 3), 252, np.float32), np.full(2, 0.7, np.float32)
    skin, cloth = cast_shadow.apply_shade(
        ground, left, cast_shadow.shade_powers(known), np.array([warm, 0], np.float32)
    )
    assert skin[0] > skin[1] > skin[2]
    assert np.ptp(cloth) < 1e-3
    assert skin.mean() == pytest.approx(cloth.mean(), rel=0.06)


def test_shade_on_skin_in_strong_light_is_no_grey_rim(known: HairScene) -> None:
    lit = np.array([[254, 227, 220]], np.float32)
    shaded = cast_shadow.apply_shade(
        lit,
        np.array([0.85], np.float32),
        cast_shadow.shade_powers(known),
        np.array([cast_shadow.skin_warmth(known)], np.float32),
    )[0]
    assert _warmth(shaded) > 1.6 * _warmth(lit[0])
    assert 0.9 < shaded[0] / lit[0, 0] < 1


def test_shade_on_skin_in_strong_light_begins_without_an_edge(known: HairScene) -> None:
    lit = np.array([[240, 215, 205]] * 2, np.float32)
    left, warm = np.array([0.999, 0.99], np.float32), np.full(2, cast_shadow.skin_warmth(known), np.float32)
    assert np.abs(cast_shadow.apply_shade(lit, left, cast_shadow.shade_powers(known), warm) - lit).max() < 3
