"""Garments sewn of pieces on real people: where shirt, tie and jacket lie, and who is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import codec
from catchlight.engine.errors import Conflict
from catchlight.engine.garment import dressing, fit
from catchlight.engine.garment.pattern import Neckline
from catchlight.engine.landmarks import CHIN
from catchlight.engine.picture import ByteImage
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.view import view

from tests.engine.garment.test_dressing import LONGEST, _wear


def _seen(folder: Path, portraits: Portraits, name: str, longest: int = LONGEST) -> Portrait:
    return view(portraits.of(codec.decode((folder / name).read_bytes())).upright, None, longest)


@pytest.fixture(scope="module")
def plain(portraits_folder: Path, portraits: Portraits) -> Portrait:
    return _seen(portraits_folder, portraits, "d08_glasses_bokeh_bg.jpg")


def _at(
    portrait: Portrait, pixels: ByteImage, across: float, down: float
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Mean colour of a square centimetre so far from the chin."""
    x, y = portrait.landmarks.xy[CHIN] + np.array([across, down]) * portrait.pose.px_per_cm
    half = max(2, int(0.5 * portrait.pose.px_per_cm))
    part = pixels[int(y) - half : int(y) + half, int(x) - half : int(x) + half]
    return np.asarray(part.reshape(-1, 3).mean(axis=0), np.float64)


def test_a_suit_has_jacket_shirt_and_tie_where_they_belong(plain: Portrait, catalogue: Catalogue) -> None:
    result = _wear(plain, catalogue, "suit", "charcoal", "tie", "red").result.pixels
    jacket, shirt, tie = _at(plain, result, -13, 18), _at(plain, result, -3.6, 8.0), _at(plain, result, 0.4, 8.6)
    assert jacket.max() < 90
    assert jacket.max() - jacket.min() < 25, "charcoal is grey"
    assert shirt.min() > 150
    assert tie[0] > 2 * tie[2]
    assert tie[0] > 2 * tie[1]


def test_a_suit_leaves_face_and_background_alone(plain: Portrait, catalogue: Catalogue) -> None:
    worn = _wear(plain, catalogue, "suit")
    end = int(plain.landmarks.xy[CHIN, 1] - 2 * plain.pose.px_per_cm)
    assert np.array_equal(worn.result.pixels[:end], worn.before[:end])
    far = (worn.result.alpha < 0.01) & (worn.alpha < 0.01)
    assert np.abs(worn.result.pixels[far].astype(int) - worn.before[far]).mean() < 0.5


def test_accessories_change_only_what_is_near_them(plain: Portrait, catalogue: Catalogue) -> None:
    bare = _wear(plain, catalogue, "suit", "no_tie").result.pixels.astype(int)
    tied = _wear(plain, catalogue, "suit", "bow_tie").result.pixels.astype(int)
    changed = np.nonzero(np.abs(bare - tied).max(axis=2) > 12)
    x, y = plain.landmarks.xy[CHIN]
    cm = plain.pose.px_per_cm
    assert len(changed[0]) > 12 * cm**2
    assert np.abs(changed[1] - x).max() < 9 * cm
    assert 3 * cm < (changed[0] - y).min()
    assert (changed[0] - y).max() < 13 * cm


def test_white_cloth_stays_within_what_can_be_printed(plain: Portrait, catalogue: Catalogue) -> None:
    result = _wear(plain, catalogue, "lab_coat").result.pixels
    coat = _at(plain, result, -12, 19)
    assert 170 < coat.mean() < 252


def test_a_cup_before_the_chest_is_covered_by_a_suit(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    sitter = _seen(portraits_folder, portraits, "d31_beard_office.jpg", 1400)
    result = _wear(sitter, catalogue, "suit", "charcoal").result
    assert result.invented < 5
    cup = result.pixels[-12:, 700:780].reshape(-1, 3).mean(axis=0)
    assert cup.max() < 120, "the cup was nearly white"


def test_a_helmets_ring_beside_the_neck_is_refused(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    with pytest.raises(Conflict, match="helmet") as refusal:
        _wear(_seen(portraits_folder, portraits, "d39_astronaut.png", 1400), catalogue, "blazer_turtleneck")
    assert refusal.value.code == "does_not_fit"


def test_a_pattern_that_shows_through_hair_is_refused(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    with pytest.raises(Conflict, match="pattern") as refusal:
        _wear(_seen(portraits_folder, portraits, "d34_ombre_brick.jpg", 1400), catalogue, "suit")
    assert refusal.value.code == "does_not_fit"


def test_light_cloth_is_refused_where_hair_cannot_be_told_from_dark_clothes(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    sitter = _seen(portraits_folder, portraits, "d30_official_flag.jpg", 1400)
    for words in (("dress_shirt", "white"), ("suit", "navy")):
        with pytest.raises(Conflict, match="one colour"):
            _wear(sitter, catalogue, *words)
    assert _wear(sitter, catalogue, "blazer_turtleneck", "navy").result.invented < 5


def test_a_chest_turned_to_the_left_is_seen_and_moves_what_is_before_the_neck(
    portraits_folder: Path, portraits: Portraits
) -> None:
    def turn(name: str) -> float:
        seen = _seen(portraits_folder, portraits, name, 1000)
        return fit.turned(fit.hugged(dressing._read(seen, seen.alpha)[0]))

    assert turn("d02_bob_hair_grey.jpg") < -0.2
    assert abs(turn("d08_glasses_bokeh_bg.jpg")) < 0.1


@pytest.mark.parametrize("turn", [-0.3, 0.0, 0.3])
def test_collars_keep_to_the_neck_and_lapels_swing_with_the_chest(turn: float) -> None:
    edge = np.array([[0.0, -2.0], [5.9, -6.0]])
    shape = fit.Fit(Neckline("sewn", 4.9, 4.0, 0.15, 2.6, 0), edge, ((0, 0), (0, 0)), turn, 0.0)
    knot, tie, side = shape.place([(0.0, 0.0), (0.0, 15.0), (5.9, -6.0)])[:, 0]
    assert knot == pytest.approx(7 * turn, abs=0.6)
    assert tie == pytest.approx(11 * turn, abs=0.6)
    assert side == pytest.approx(5.9, abs=0.4)


def test_a_dress_shirt_is_buttoned_and_takes_a_tie(plain: Portrait, catalogue: Catalogue) -> None:
    bare = _wear(plain, catalogue, "dress_shirt", "light_blue").result.pixels
    tied = _wear(plain, catalogue, "dress_shirt", "light_blue", "tie", "red").result.pixels
    chest, knot = _at(plain, bare, -8, 17), _at(plain, tied, 0.4, 8.6)
    assert chest[2] > chest[0] + 15
    assert knot[0] > 2 * knot[2]
    x, y = plain.landmarks.xy[CHIN]
    cm = plain.pose.px_per_cm
    front = bare[int(y + 4 * cm) : int(y + 14 * cm), int(x - 2 * cm) : int(x + 2 * cm)].astype(int)
    warm = front[..., 0] > front[..., 2] - 12
    assert 0.3 < warm.sum() / cm**2 < 4, "buttons are of another colour than the cloth"
