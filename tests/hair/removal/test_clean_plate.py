"""The picture without hair: single strands on the forehead go, and the head meets an ear that is seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.mask import stray_strands
from catchlight.hair.removal import clean_plate, hairline_shade
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view


@pytest.fixture
def seen(portraits: Portraits, portraits_folder: Path) -> HairScene:
    """A bare forehead."""
    photo = codec.decode(next(portraits_folder.glob("d33_*")).read_bytes())
    return styling_scene.read_scene(view(portraits.of(photo), longest=1000))


def _drawn(seen: HairScene, way: tuple[float, float], darker: int = 255, wide: int = 2) -> tuple[HairScene, np.ndarray]:
    """A dark line from beside the hair on the middle of the forehead, and where it is. way: cm that it goes across and down."""
    import cv2

    roots = hairline_shade.hair_without_specks(seen)
    column = int(seen.marks.xy[10, 0])
    top = int(np.flatnonzero(roots[: int(seen.marks.xy[9, 1]), column])[-1] + 0.3 * seen.cm)
    ends = [(column, top), (int(column + way[0] * seen.cm), int(top + way[1] * seen.cm))]
    mask = np.zeros(seen.shape, np.uint8)
    cv2.line(mask, *ends, 255, wide)
    dark = np.maximum(seen.rgb.astype(int) - darker, 40).astype(np.uint8)
    return replace(seen, rgb=np.where(mask[..., None] > 0, dark, seen.rgb)), mask > 0


def test_a_strand_that_hangs_over_the_forehead_is_found_and_a_wrinkle_is_not(seen: HairScene) -> None:
    known, strand = _drawn(seen, (0.3, 1.0))
    assert stray_strands.find_forehead_strands(known, hairline_shade.hair_without_specks(known))[strand].mean() > 0.8
    known, wrinkle = _drawn(seen, (1.2, 0.1))
    assert not stray_strands.find_forehead_strands(known, hairline_shade.hair_without_specks(known))[wrinkle].any()


def test_a_single_hair_that_is_hardly_darker_than_the_skin_is_found(seen: HairScene) -> None:
    known, strand = _drawn(seen, (1.2, 2.8), darker=24, wide=1)
    roots = hairline_shade.hair_without_specks(known)
    assert stray_strands.find_forehead_strands(known, roots)[strand].mean() > 0.8
    assert not stray_strands.find_forehead_strands(seen, roots)[strand].any()


def test_the_plate_has_no_strand_on_the_forehead(seen: HairScene) -> None:
    known, strand = _drawn(seen, (0.3, 1.0))
    plain, cleaned = (clean_plate.build_clean_plate(one).plate[strand].mean() for one in (seen, known))
    assert abs(plain - cleaned) < 6
    assert known.rgb[strand].mean() < plain - 60


def test_no_skin_stands_out_above_an_ear(portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("d01_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=1000))
    body = clean_plate.build_clean_plate(known).body > 0.5
    ear = known.ear > 0.5
    ear[:, : int(known.middle)] = False
    top, cm = int(np.flatnonzero(ear.any(axis=1))[0]), known.cm
    edge = [int(np.flatnonzero(body[top + round(down * cm)])[-1]) for down in (-1.5, -0.3)]
    assert edge[1] - edge[0] < 0.3 * cm


def test_nothing_stands_out_where_nothing_is_seen() -> None:
    apart = np.full((40, 40), 30, np.float32)
    assert not stray_strands.find_lines(apart, np.zeros((40, 40), bool), 3.0, 10.0).any()


def test_where_no_cloth_is_seen_shoulders_are_no_hole(portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("c04a_*")).read_bytes())
    known = styling_scene.read_scene(view(portraits.of(photo), longest=600))
    without = clean_plate.build_clean_plate(known)
    shoulders = (without.torso.cloth > 0.9) & (without.zone > 0.5)
    assert shoulders.any()
    assert without.plate.max(axis=-1)[shoulders].min() > 30
    assert without.cost[shoulders].mean() > 0.9
