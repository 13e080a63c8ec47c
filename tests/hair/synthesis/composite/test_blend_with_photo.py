"""The photo's own hair under a style: where it lies alike it stays, in the wished colour, and the style goes on from it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.synthesis.strands import strand_directions
from catchlight.imaging.filters import planes
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view
from catchlight.retouch.regions import region

from tests.hair.conftest import Wear


def strands(turn: float, spread: float) -> tuple[np.ndarray, np.ndarray]:
    """Strands over 200 x 200 pixels in one direction, more or less alike."""
    random = np.random.default_rng(5)
    angle = turn + random.normal(0, spread, 3000)
    way = np.stack([np.cos(angle), np.sin(angle)], axis=1)[:, None]
    points = random.uniform(0, 200, (3000, 1, 2)) + way * np.linspace(0, 20, 6)[None, :, None]
    return points.astype(np.float32), np.zeros(points.shape[:2], np.float32)


@pytest.mark.parametrize("turn", [0.0, 0.5, 1.2, 2.4])
def test_strands_tell_which_way_they_lie(turn: float) -> None:
    points, near = strands(turn, 0.02)
    found = strand_directions.orientation_of_strands(points, near, np.zeros(len(points), bool), (200, 200), 24.0)
    inside = (slice(15, 35), slice(15, 35))
    assert np.allclose(found.across[inside], np.cos(2 * turn), atol=0.1)
    assert np.allclose(found.down[inside], np.sin(2 * turn), atol=0.1)
    assert found.worn[inside].mean() > 0.9


def test_curls_agree_less_than_straight_hair() -> None:
    straight, curled = (
        strand_directions.orientation_of_strands(*strands(1.5, spread), np.zeros(3000, bool), (200, 200), 24.0)
        for spread in (0.05, 1.5)
    )
    assert straight.agreement[15:35, 15:35].mean() > 0.95 > 0.8 > curled.agreement[15:35, 15:35].mean()


def test_only_the_outermost_strands_count() -> None:
    over, near = strands(0.0, 0.02)
    under, _ = strands(np.pi / 2, 0.02)
    found = strand_directions.orientation_of_strands(
        np.concatenate([over, under]), np.concatenate([near + 4, near]), np.zeros(6000, bool), (200, 200), 24.0
    )
    assert found.across[15:35, 15:35].min() > 0.9


def unchanged(after: np.ndarray, before: np.ndarray, where: np.ndarray) -> float:
    return float((after[where] == before[where]).all(axis=1).mean())


@pytest.fixture
def long_haired(portraits: Portraits, portraits_folder: Path) -> Portrait:
    file = next(portraits_folder.glob("d05*"))
    return view(portraits.of(codec.decode(file.read_bytes())), longest=700)


@pytest.fixture
def upper(long_haired: Portrait) -> np.ndarray:
    """Solid hair above the mouth."""
    hair = region(long_haired, "hair") > 0.7
    hair[int(long_haired.landmarks.xy[13, 1]) :] = False
    assert hair.sum() > 1000
    return hair


def test_long_hair_stays_above_the_mouth_unless_another_outline_is_wished(
    wear: Wear, long_haired: Portrait, upper: np.ndarray
) -> None:
    before = long_haired.picture.pixels
    plain = unchanged(wear("long", on=long_haired).pixels, before, upper)
    assert plain > 0.8
    for wish in ({"volume": 1.5}, {"parting": -3.0}):
        assert unchanged(wear("long", on=long_haired, **wish).pixels, before, upper) < 0.6 * plain


def test_straight_hair_does_not_stay_under_curls(wear: Wear, long_haired: Portrait, upper: np.ndarray) -> None:
    assert unchanged(wear("long curly", on=long_haired).pixels, long_haired.picture.pixels, upper) < 0.3


def test_hair_that_stays_has_the_wished_colour(wear: Wear, long_haired: Portrait, upper: np.ndarray) -> None:
    before = long_haired.picture.pixels
    dyed = np.where(upper[..., None], 255 - before, before)
    assert unchanged(wear("long", on=long_haired, dyed=dyed).pixels, dyed, upper) > 0.8


def test_short_hair_is_no_patch_in_a_style(wear: Wear, portrait: Portrait) -> None:
    """The sample's curls are unlike a bob: nothing of them is left in it."""
    solid = wear("bob").hair > 0.98
    old = region(portrait, "hair") > 0.7
    assert unchanged(wear("bob").pixels, portrait.picture.pixels, solid & old) < 0.2


def test_a_small_patch_of_the_photos_hair_does_not_stay_beside_a_large_one(
    wear: Wear, portraits: Portraits, portraits_folder: Path
) -> None:
    file = next(portraits_folder.glob("d07*"))
    parted = view(portraits.of(codec.decode(file.read_bytes())), longest=1000)
    known = styling_scene.read_scene(parted)
    hair = known.hair > 0.7
    hair[int(parted.landmarks.xy[13, 1]) :] = False
    hair[:, : round(known.middle + 5 * known.cm)] = False
    assert unchanged(wear("pixie", on=parted).pixels, parted.picture.pixels, hair) < 0.05


@pytest.fixture
def bob(portraits: Portraits, portraits_folder: Path) -> Portrait:
    file = next(portraits_folder.glob("d02*"))
    return view(portraits.of(codec.decode(file.read_bytes())), longest=700)


@pytest.mark.parametrize("style", ["long", "long wavy"])
def test_longer_hair_leaves_the_outline_of_a_bob_slowly(wear: Wear, bob: Portrait, style: str) -> None:
    known = styling_scene.read_scene(bob)
    after = wear(style, on=bob)
    row, cm = int(known.marks.xy[13, 1]), known.cm
    aside = np.arange(known.shape[1]) - known.middle
    for side in (-1, 1):
        half = ((np.abs(aside) < 14 * cm) & (aside * side > 0))[None]
        own, worn = (
            np.array(
                [
                    np.abs(aside)[line].max()
                    for line in ((planes.blur_plane(hair, 0.3 * cm) > 0.5) & half)[row : row + int(cm)]
                ]
            )
            for hair in (known.hair, after.hair)
        )
        assert np.abs(own - worn).max() < 0.45 * cm


def test_where_the_photos_hair_is_thin_longer_hair_is_drawn(wear: Wear, bob: Portrait) -> None:
    known = styling_scene.read_scene(bob)
    after = wear("long", on=bob)
    row, cm = int(known.marks.xy[13, 1]), known.cm
    dense = planes.blur_plane(known.hair, 0.4 * cm)
    thin = (known.hair > 0.95) & (dense < 0.85) & (after.hair > 0.95) & (known.oval < 0.05)
    thin[: row + int(1.2 * cm)] = False
    assert thin.sum() > 100
    assert unchanged(after.pixels, bob.picture.pixels, thin) < 0.05
