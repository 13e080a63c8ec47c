"""A drawn garment laid over a drawn person: where it lies, what shows in it and beside it, and its light."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.clothing.reference import compose, layers, match, placement
from catchlight.clothing.reference.garment import Garment
from catchlight.clothing.reference.sitter import Sitter

from tests.clothing.reference import doubles
from tests.clothing.reference.doubles import AXIS, CHIN_Y, CM, GROUND, NEW, OLD, SKIN


def _worn(garment: Garment, sitter: Sitter, enlarged: int = 1) -> np.ndarray:
    placed = placement.place(garment, sitter)
    laid = layers.lay(garment, placed, sitter)
    light = match.match_light(garment, sitter, placed.scale)
    pixels = np.repeat(np.repeat(sitter.rgb, enlarged, axis=0), enlarged, axis=1)
    return compose.compose(pixels, garment, placed, sitter, laid, light, 0)


def test_it_is_scaled_by_the_face_and_meets_the_neck() -> None:
    for scale in (0.6, 1.0, 2.0):
        placed = placement.place(doubles.garment(scale), doubles.sitter())
        assert placed.scale == pytest.approx(scale, rel=0.02)
    wide = placement.place(doubles.garment(neck_cm=14.0), doubles.sitter(neck_cm=12.0))
    assert 1.05 < wide.scale <= 1.14, "a wider neck makes the garment smaller, within what the head bears"
    piece = doubles.garment(neck_cm=14.0)
    rows = slice(0, 600)
    x, y = placement.maps(wide, rows, rows, doubles.SIZE)
    row = int(np.argmin(np.abs(y[:, int(AXIS)] - piece.anchors.collar[0][1])))
    met = [int(np.argmin(np.abs(x[row] - point[0]))) for point in piece.anchors.collar]
    assert met == pytest.approx([AXIS - 60, AXIS + 60], abs=3), "the mesh takes the rest"


def test_it_follows_shoulders_that_lie_lower_and_lean() -> None:
    level = doubles.sitter()
    before = placement.place(doubles.garment(), level)
    high = placement.place(doubles.garment(), replace(level, line=level.line - np.float32(12)))
    assert before.hem - high.hem == pytest.approx(0.7 * 12, abs=0.5)
    away = placement.place(doubles.garment(), replace(level, line=level.line + np.float32(200)))
    assert 0 < away.hem - before.hem < 1.8 * CM, "but not down to the knees"
    lean = (np.arange(600) - AXIS).astype(np.float32) * np.float32(0.05)
    placed = placement.place(doubles.garment(), replace(level, line=level.line + lean))
    _, y = placement.maps(placed, slice(0, 600), slice(0, 600), doubles.SIZE)
    assert y[300, int(AXIS + 13 * CM)] < y[300, int(AXIS - 13 * CM)] - 5


def test_the_hem_and_the_cut_sides_are_told() -> None:
    piece = doubles.garment(cut=frozenset({"left", "bottom"}))
    placed = placement.place(piece, doubles.sitter())
    lies = placement.place(piece, doubles.sitter())
    _, y = placement.maps(lies, slice(0, 600), slice(0, 600), doubles.SIZE)
    assert y[int(placed.hem), int(AXIS)] == pytest.approx(piece.anchors.hem, abs=1.5)
    assert placed.left == pytest.approx(AXIS - 25 * CM, abs=6)
    assert placed.right is None


def test_new_cloth_skin_in_its_opening_and_ground_for_what_stood_out() -> None:
    sitter = doubles.sitter()
    result = _worn(doubles.garment(), sitter)
    at = {"chest": (CHIN_Y + 150, AXIS), "opening": (CHIN_Y + 55, AXIS), "stood out": (CHIN_Y + 52, AXIS - 110)}
    found = {name: result[int(y), int(x)].astype(int) for name, (y, x) in at.items()}
    assert sitter.rgb[int(CHIN_Y + 55), int(AXIS)].tolist() == list(OLD)
    assert np.abs(found["chest"] - NEW).max() < 12
    assert np.abs(found["opening"] - SKIN).max() < 40, found["opening"]
    assert found["opening"][0] > found["opening"][1] > found["opening"][2]
    assert sitter.rgb[int(CHIN_Y + 63), int(AXIS - 110)].tolist() == list(OLD)
    assert np.abs(found["stood out"] - GROUND).max() <= 1
    assert not (result == np.array(OLD)).all(axis=2)[: int(placement.place(doubles.garment(), sitter).hem)].any()


def test_the_face_and_what_is_before_it_keep_their_pixels() -> None:
    sitter = doubles.sitter()
    result = _worn(doubles.garment(), sitter)
    front = sitter.front > 0.99
    assert np.array_equal(result[front], sitter.rgb[front])
    away = np.s_[:60, :60]
    assert np.array_equal(result[away], sitter.rgb[away]), "background beside the person is not touched"


def test_strands_over_the_cloth_show_it_between_them() -> None:
    sitter = doubles.sitter()
    hair = np.zeros(doubles.SIZE, np.float32)
    hair[300:360, 180:220] = 0.5
    black = sitter.rgb.copy()
    black[300:360, 180:220] = (np.array(OLD) * 0.5).astype(np.uint8)
    own = black.copy()
    own[300:360, 180:220] = 0
    result = _worn(
        doubles.garment(), replace(sitter, rgb=black, hair=hair, front=np.maximum(sitter.front, hair), fore=own)
    )
    assert np.abs(result[330, 200].astype(int) - np.array(NEW) // 2).max() < 25, "half black, half the new cloth"


def test_it_is_laid_at_the_picture_s_own_size() -> None:
    sitter = doubles.sitter()
    large = _worn(doubles.garment(2.0), sitter, enlarged=2)
    assert large.shape == (1200, 1200, 3)
    small = _worn(doubles.garment(2.0), sitter)
    apart = np.abs(large[::2, ::2].astype(int) - small).max(axis=2)
    assert (apart < 25).mean() > 0.97


def test_it_takes_the_light_of_the_picture() -> None:
    piece = doubles.garment()
    same = match.match_light(piece, doubles.sitter(), 1.0)
    assert same.gain == pytest.approx((1, 1, 1))
    darker = match.match_light(piece, doubles.sitter(skin=0.1), 1.0)
    assert 0.6 < darker.gain[1] < 0.8
    warm = match.match_light(piece, replace(doubles.sitter(), warmth=0.5), 1.0)
    assert warm.gain[0] > 1 > warm.gain[2]
    white = np.full((4, 4, 3), 250, np.float32)
    brighter = match.in_light(white, match.match_light(piece, doubles.sitter(skin=0.9), 1.0))
    assert 250 <= brighter.max() <= 255
    grey = match.match_light(piece, replace(doubles.sitter(), grey=True), 1.0)
    toned = match.in_light(np.full((4, 4, 3), NEW, np.float32), grey)
    assert np.ptp(toned[0, 0]) < 0.5


def test_it_is_as_soft_as_the_picture() -> None:
    piece = doubles.garment()
    assert match.match_light(piece, doubles.sitter(blur=0.55), 1.0).blur == 0
    assert match.match_light(piece, doubles.sitter(blur=1.6), 1.0).blur == pytest.approx((1.6**2 - 0.55**2) ** 0.5)
    assert match.match_light(replace(piece, blur=1.6), doubles.sitter(blur=1.6), 1.0).blur == 0


def test_a_collar_that_stands_off_the_neck_has_no_step_beside_it() -> None:
    sitter = doubles.sitter(neck_cm=8.0)
    placed = placement.place(doubles.garment(neck_cm=14.0), sitter)
    body = layers.lay(doubles.garment(neck_cm=14.0), placed, sitter).body
    first = int(np.flatnonzero(body[:, int(AXIS - 48)] > 0.5)[0])
    second = int(np.flatnonzero(body[:, int(AXIS - 44)] > 0.5)[0])
    assert second < first, "it slopes from the neck down to the collar"
