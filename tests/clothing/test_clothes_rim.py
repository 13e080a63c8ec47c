"""Clothes end where their colours end: at pearls, beside hair, at a collar of another colour than the rest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from catchlight.clothing import clothes_rim, garment_matte
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait, Portraits

RED, SKIN = np.array([200, 40, 50], np.uint8), np.array([190, 150, 130], np.uint8)


class _Plain:
    """No hair anywhere."""

    def plane(self, classes: list[int]) -> Any:
        return np.zeros((200, 240), np.float32)


@pytest.fixture
def edge(sample: Picture, portraits: Portraits) -> Portrait:
    """Red cloth below row 100, mixed with skin over three rows, for a person of 20 pixels for one cm."""
    share = np.clip((np.arange(200) - 98) / 4, 0, 1)[:, None, None]
    pixels = np.round(share * RED + (1 - share) * SKIN).astype(np.uint8) * np.ones((1, 240, 1), np.uint8)
    made = Portrait(Picture(pixels), portraits.models)
    seen = portraits.of(sample)
    for name, value in {
        "head": (seen.landmarks, type(seen.pose)(**{**vars(seen.pose), "px_per_cm": 20.0})),
        "parsing": _Plain(),
        "region:beard": np.zeros((200, 240), np.float32),
    }.items():
        made.kept(name, lambda value=value: value)  # type: ignore[misc]
    return made


@pytest.mark.parametrize("found", [95, 100, 105])
def test_the_border_is_found_again_where_it_was_missed_by_some_pixels(edge: Portrait, found: int) -> None:
    cloth = np.arange(200)[:, None] * np.ones((1, 240)) >= found
    made = clothes_rim.matte_rim(edge, cloth, ~cloth)
    inner = made.share[:, 30:-30]
    assert inner[:97].max() < 0.05
    assert inner[104:].min() > 0.95
    assert abs(inner[100].mean() - 0.5) < 0.2
    assert made.sure[:, 30:-30][92].mean() > 0.8


@pytest.fixture
def worn(portraits_folder: Path, portraits: Portraits) -> Any:
    def share(name: str, x: float, y: float) -> float:
        portrait = portraits.of(codec.decode(sorted(portraits_folder.glob(f"{name}*"))[0].read_bytes()))
        plane = garment_matte.garment(view.view(portrait, None, 900), "clothes")
        column, row = round(x * plane.shape[1]), round(y * plane.shape[0])
        return float(plane[row - 2 : row + 3, column - 2 : column + 3].mean())

    return share


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [("d07", 0.670, 0.646), ("d07", 0.368, 0.632), ("d32", 0.363, 0.560), ("d32", 0.302, 0.591), ("d14", 0.432, 0.617)],
)
def test_collars_and_neckbands_of_any_colour_are_clothes(name: str, x: float, y: float, worn: Any) -> None:
    assert worn(name, x, y) > 0.95


@pytest.mark.parametrize(
    ("name", "x", "y"),
    [("d07", 0.637, 0.646), ("d07", 0.502, 0.804), ("d07", 0.508, 0.690), ("d14", 0.264, 0.442), ("d38", 0.118, 0.602)],
)
def test_pearls_skin_hair_and_flags_are_none(name: str, x: float, y: float, worn: Any) -> None:
    assert worn(name, x, y) < 0.05


def test_the_helmet_of_the_sample_keeps_its_colour(sample: Picture, portraits: Portraits) -> None:
    plane = garment_matte.garment(view.view(portraits.of(sample), None, 512), "clothes")
    assert plane[440:480, 330:380].mean() < 0.02
    assert plane[400:420, 100:130].mean() > 0.95
