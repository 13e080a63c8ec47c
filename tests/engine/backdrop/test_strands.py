"""Where a background is woven as finely as hair the outline is the network's, and a blank veil is no hair."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from catchlight.engine import codec
from catchlight.engine.backdrop.strands import fine_alpha, unmixed
from catchlight.engine.portrait import Portrait, Portraits

CM, EDGE = 30.0, 120
SHAPE = (240, 320)
BARE = np.zeros((24, 32), np.float32)


def _outline(wall: np.ndarray) -> np.ndarray:
    """Columns of the outline, one for each row, of dark hair before a wall (HxW, 0..1) and under a soft matte."""
    x = np.arange(SHAPE[1], dtype=float) * np.ones(SHAPE)
    alpha = np.clip((EDGE + 8 - x) / 16, 0, 1).astype(np.float32)
    grey = 0.1 * (x < EDGE) + wall * (x >= EDGE) + np.random.default_rng(2).normal(0, 0.004, SHAPE)
    pixels = np.repeat((255 * np.clip(grey, 0, 1)).astype(np.uint8)[..., None], 3, axis=2)
    return (unmixed(pixels, alpha, CM, BARE) > 0.5).sum(axis=1)[40:-40]


def test_the_threads_of_a_wall_do_not_tear_the_outline() -> None:
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]]
    assert _outline(np.where((x + y) % 12 < 6, 0.1, 0.6)).std() < 0.5


def test_before_a_plain_wall_the_outline_is_where_colours_change() -> None:
    outline = _outline(np.full(SHAPE, 0.6))
    assert outline.std() < 0.5
    assert abs(outline.mean() - EDGE) < 1


def _veil(strands: bool) -> tuple[np.ndarray, np.ndarray]:
    """The fine matte of a veil of 1.5 cm beside dark hair, before blurred lights, and where its strands are."""
    random = np.random.default_rng(7)
    lights = random.uniform(0.05, 0.3, (SHAPE[0] // 24, SHAPE[1] // 24 + 1, 3)).astype(np.float32)
    image = cv2.resize(lights, SHAPE[::-1], interpolation=cv2.INTER_CUBIC)
    alpha = np.zeros(SHAPE, np.float32)
    alpha[:, :EDGE], alpha[:, EDGE : EDGE + 45] = 1, 0.35
    y, x = np.mgrid[: SHAPE[0], : SHAPE[1]]
    hairs = (x >= EDGE) & (x < EDGE + 45) & (y % 6 < 2) & strands
    image[:, :EDGE] = image[hairs] = (0.06, 0.05, 0.04)
    image += random.normal(0, 0.004, image.shape)
    fine = unmixed((255 * np.clip(image, 0, 1)).astype(np.uint8), alpha, CM, BARE)
    return fine[40:-40, EDGE + 10 : EDGE + 35], hairs[40:-40, EDGE + 10 : EDGE + 35]


def test_a_blank_veil_is_let_go() -> None:
    assert _veil(strands=False)[0].mean() < 0.02


def test_a_veil_of_single_hairs_stays() -> None:
    fine, hairs = _veil(strands=True)
    assert fine[hairs].mean() > 0.8


def _pocket(spread: float) -> float:
    """What is left of a pocket 1.5 cm within dark hair, through which a wall is seen; spread: of the wall's light."""
    random = np.random.default_rng(5)
    wall = cv2.resize(random.normal(0.7, spread, (12, 16)).astype(np.float32), SHAPE[::-1])
    alpha = np.zeros(SHAPE, np.float32)
    alpha[:, :200] = 1
    pocket = np.s_[100:130, 140:155]
    alpha[pocket] = 0.9
    grey = np.where(alpha == 1, 0.1, wall) + random.normal(0, 0.004, SHAPE)
    pixels = np.repeat((255 * np.clip(grey, 0, 1)).astype(np.uint8)[..., None], 3, axis=2)
    return float(unmixed(pixels, alpha, CM, BARE)[pocket][4:-4, 4:-4].mean())


def test_an_even_wall_is_seen_through_a_gap_deep_in_hair() -> None:
    assert _pocket(spread=0.01) < 0.5


def test_what_may_be_behind_a_gap_before_a_mixed_wall_is_left_to_the_matte() -> None:
    assert _pocket(spread=0.25) > 0.75


def test_lines_of_colours_overrule_the_matte_by_half_at_most() -> None:
    """A lit strip of background in the colour of skin: the network sees it, colours alone take it for the person."""
    alpha = np.zeros(SHAPE, np.float32)
    alpha[:, :EDGE] = 1
    alpha[:, EDGE : EDGE + 12] = 0.1
    x = np.arange(SHAPE[1]) * np.ones(SHAPE)
    lit = np.where(x < EDGE + 12, 0.6, 0.1) + np.random.default_rng(4).normal(0, 0.004, SHAPE)
    pixels = np.repeat((255 * np.clip(lit, 0, 1)).astype(np.uint8)[..., None], 3, axis=2)
    assert unmixed(pixels, alpha, CM, BARE)[40:-40, EDGE + 3 : EDGE + 9].max() < 0.601


def _of_person(portrait: Portrait, x: float, y: float) -> float:
    """The least share of the person within three pixels of a place, told in shares of the picture."""
    alpha = fine_alpha(portrait)
    row, column = round(y * alpha.shape[0]), round(x * alpha.shape[1])
    return float(alpha[row - 3 : row + 4, column - 3 : column + 4].min())


def test_a_strip_of_light_too_vivid_for_the_hair_about_it_is_not_made_more_of_it(
    portraits_folder: Path, portraits: Portraits
) -> None:
    photo = codec.decode((portraits_folder / "d08_glasses_bokeh_bg.jpg").read_bytes())
    assert _of_person(portraits.of(photo), 0.685, 0.258) < 0.4


def test_a_stripe_of_a_shirt_may_be_as_vivid_as_it_is(portraits_folder: Path, portraits: Portraits) -> None:
    photo = codec.decode(next(portraits_folder.glob("d14_*")).read_bytes())
    assert _of_person(portraits.of(photo), 0.5433, 0.7895) > 0.8


def test_hair_lit_in_another_tint_than_what_is_behind_is_no_blank_veil(
    portraits_folder: Path, portraits: Portraits
) -> None:
    photo = codec.decode(next(portraits_folder.glob("d05_*")).read_bytes())
    assert _of_person(portraits.of(photo), 0.395, 0.062) > 0.25
