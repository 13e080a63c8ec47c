"""Garments sewn of pieces on real people: where shirt, tie and jacket lie, and who is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import codec
from catchlight.engine.errors import Conflict
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


def test_a_pattern_that_shows_through_hair_is_refused(
    portraits_folder: Path, portraits: Portraits, catalogue: Catalogue
) -> None:
    with pytest.raises(Conflict, match="pattern") as refusal:
        _wear(_seen(portraits_folder, portraits, "d34_ombre_brick.jpg", 1400), catalogue, "suit")
    assert refusal.value.code == "does_not_fit"
