"""Glasses that stand out beyond a turned face are seen before hair that is drawn there."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.compositing import spectacles
from catchlight.hair.removal import clean_plate
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

SIDE, CM, FACE_FROM = 120, 20.0, 60
BLACK, WALL, HAIR = 10, 240, 90


def _seen(*, feature: float = 0.8) -> tuple[Any, Any, np.ndarray]:
    """A face from a column on, and beside it a bar of 0.4 cm with soft edges before a bright wall; and the bar's matte."""
    body = np.zeros((SIDE, SIDE), np.float32)
    body[:, FACE_FROM:] = 1
    bar = np.zeros_like(body)
    bar[50:58, 30:FACE_FROM] = 1
    bar[[49, 58], 30:FACE_FROM] = 0.5
    body = np.maximum(body, bar)
    rgb = np.rint(WALL + (BLACK - WALL) * body)[..., None].repeat(3, axis=2).astype(np.uint8)
    known = SimpleNamespace(
        cm=CM,
        rgb=rgb,
        oval=(np.arange(SIDE) >= FACE_FROM)[None].repeat(SIDE, axis=0).astype(np.float32),
        feature=np.where(np.abs(np.arange(SIDE) - 54) < 20, feature, 0)[:, None]
        .repeat(SIDE, axis=1)
        .astype(np.float32),
    )
    return known, SimpleNamespace(body=body), bar


def _laid(known: Any, without: Any) -> tuple[np.ndarray, np.ndarray]:
    picture = np.full((SIDE, SIDE, 3), HAIR, np.uint8)
    worn = np.ones((SIDE, SIDE), np.float32)
    spectacles.restore_frame(picture, worn, known, without)
    return picture[..., 0].astype(float), worn


def test_the_frame_stays_and_hair_not_the_wall_shines_through_its_edge() -> None:
    known, without, bar = _seen()
    picture, worn = _laid(known, without)
    beside = slice(32, FACE_FROM - 2)
    wanted = HAIR + (BLACK - HAIR) * bar
    assert np.abs(picture - wanted)[:, beside].max() < 4
    assert np.abs(worn - (1 - bar))[:, beside].max() < 0.01
    assert (picture[:, FACE_FROM + 4 :] == HAIR).all()


def test_what_stands_out_and_is_no_frame_is_left_under_the_hair() -> None:
    known, without, _ = _seen(feature=0.2)
    picture, worn = _laid(known, without)
    assert (picture == HAIR).all()
    assert (worn == 1).all()


@pytest.fixture
def turned(portraits: Portraits, portraits_folder: Path) -> Portrait:
    file = next(portraits_folder.glob("d10_*"))
    return view(portraits.of(codec.decode(file.read_bytes())), longest=674)


def test_faces_without_glasses_have_no_frame(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    assert spectacles.find_frame(known, clean_plate.build_clean_plate(known)) is None
