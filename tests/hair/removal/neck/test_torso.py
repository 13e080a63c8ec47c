"""Neck and collar where long hair hides them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.removal import clean_plate
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.filters.frequency_bands import disc
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


@pytest.fixture
def seen(portraits: Portraits, portraits_folder: Path) -> tuple[HairScene, CleanPlate]:
    """Curls hang over both sides of a wide neckline."""
    photo = codec.decode(next(portraits_folder.glob("d33_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=1000))
    return known, clean_plate.build_clean_plate(known)


def test_between_places_where_skin_is_seen_there_is_no_cloth(seen: tuple[HairScene, CleanPlate]) -> None:
    known, without = seen
    row = int(known.chin[1] + 3 * known.cm)
    bare_at = np.flatnonzero((known.neck + known.skin)[row] > 0.5)
    assert without.torso.skin[row, bare_at[0] : bare_at[-1]].min() > 0.9


def test_a_collar_that_is_guessed_has_an_edge(seen: tuple[HairScene, CleanPlate]) -> None:
    known, without = seen
    skin = without.torso.skin * (without.torso.shape > 0.99) * (without.zone > 0.5)
    blurred = ((skin > 0.1) & (skin < 0.9)).sum()
    assert (skin > 0.9).sum() > 20 * known.cm**2
    assert blurred < 0.03 * (skin > 0.9).sum()


def test_a_neck_widens_where_it_meets_the_shoulder(seen: tuple[HairScene, CleanPlate]) -> None:
    known, without = seen
    left, right = without.torso.neck
    upper, lower = int(known.chin[1]), int(known.chin[1] + 4 * known.cm)
    assert (right - left)[lower] > (right - left)[upper] + 0.8 * known.cm


def test_a_shoulder_that_is_seen_lies_where_it_is_seen(seen: tuple[HairScene, CleanPlate]) -> None:
    known, without = seen
    columns = np.arange(int(known.middle + 18 * known.cm), int(known.middle + 21 * known.cm))
    person = (known.alpha > 0.6) & (known.hair < 0.1)
    person[: int(known.chin[1])] = False
    top = person[:, columns].argmax(axis=0)
    assert np.abs(without.torso.line[columns] - top).max() < 0.3 * known.cm


def _read(portraits: Portraits, folder: Path, name: str) -> tuple[HairScene, CleanPlate]:
    photo = codec.decode(next(folder.glob(f"{name}_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=1000))
    return known, clean_plate.build_clean_plate(known)


def test_a_neck_that_is_seen_below_hair_goes_on_behind_it(portraits: Portraits, portraits_folder: Path) -> None:
    known, without = _read(portraits, portraits_folder, "d08")
    row = int(known.chin[1] + 0.6 * known.cm)
    edge = np.flatnonzero(known.alpha[row] > 0.5)[0]
    above = slice(int(known.chin[1] - 2 * known.cm), row)
    assert np.abs(without.torso.neck[0, above] - edge).max() < 0.25 * known.cm


def test_no_cloth_stands_beside_a_bare_neck_above_the_shoulders(portraits: Portraits, portraits_folder: Path) -> None:
    known, without = _read(portraits, portraits_folder, "d02")
    torso, rows = without.torso, np.arange(known.shape[0])[:, None]
    above = (rows < torso.line) & (without.zone > 0.9) & (torso.shape > 0.9) & (rows < known.chin[1] + 2 * known.cm)
    assert above.sum() > known.cm**2
    assert torso.cloth[above].max() < 0.5


def test_short_hair_behind_a_lobe_is_neck(portraits: Portraits, portraits_folder: Path) -> None:
    known, without = _read(portraits, portraits_folder, "d01")
    ear = (known.ear > 0.5) & (np.arange(known.shape[1]) > known.middle)
    lobe = int(np.flatnonzero(ear.any(axis=1))[-1])
    rows = slice(lobe, int(lobe + 0.5 * known.cm))
    dark = (known.rgb[rows].mean(axis=2) < 40) & (known.alpha[rows] > 0.9) & (known.oval[rows] < 0.1)
    dark[:, : int(known.middle)] = False
    assert dark.sum() > 0.05 * known.cm**2
    red, _, blue = without.plate[rows][dark].mean(axis=0)
    assert red - blue > 25
    assert without.body[rows][dark].mean() > 0.8


def test_background_between_strands_leaves_no_gaps_in_a_shoulder(portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("d04_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=900))
    body = (clean_plate.build_clean_plate(known).torso.shape > 0.5).astype(np.uint8)
    closed = cv2.morphologyEx(body, cv2.MORPH_CLOSE, disc(0.3 * known.cm))
    assert (closed > body).sum() < 0.6 * known.cm**2
