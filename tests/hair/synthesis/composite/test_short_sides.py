"""Short styles on short hair: sideburns, ears and nape stay the photo's own, and no seam shows below them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from catchlight.hair import style_warnings, styling_scene
from catchlight.hair.orientation_field import CELLS_PER_CM
from catchlight.hair.style_warnings import StylingFacts
from catchlight.hair.synthesis.composite import short_sides
from catchlight.imaging.filters import planes
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

from tests.hair.conftest import Wear


@pytest.fixture
def short_haired(portraits: Portraits, portraits_folder: Path) -> Portrait:
    file = next(portraits_folder.glob("d01*"))
    return view(portraits.of(codec.decode(file.read_bytes())), longest=700)


def beside_the_ears(portrait: Portrait) -> np.ndarray:
    """From a little below the brows down to the jaw, beside the face."""
    xy = portrait.landmarks.xy
    cm = portrait.pose.px_per_cm
    place = np.zeros((portrait.picture.height, portrait.picture.width), bool)
    top, low = (int(value) for value in (xy[[33, 263], 1].mean(), xy[13, 1]))
    for mark, side in ((234, -1), (454, 1)):
        ends = sorted(int(xy[mark, 0] + side * away * cm) for away in (0.5, 4.0))
        place[top:low, ends[0] : ends[1]] = True
    return place


def test_ears_and_sideburns_stay_under_a_short_style(wear: Wear, short_haired: Portrait) -> None:
    before, where = short_haired.picture.pixels, beside_the_ears(short_haired)
    kept = wear("pixie", on=short_haired)
    assert (kept.pixels[where] == before[where]).all(axis=1).mean() > 0.98
    drawn = wear("bob", on=short_haired).pixels
    assert (drawn[where] == before[where]).all(axis=1).mean() < 0.7


@pytest.mark.parametrize("style", ["quiff", "pixie"])
def test_above_the_seam_the_outline_goes_on_from_the_photos(wear: Wear, short_haired: Portrait, style: str) -> None:
    known = styling_scene.read_scene(short_haired)
    worn = wear(style, on=short_haired).hair
    row = int(known.head.points(np.array([[0.0, 4.8, -3.0]]))[0, 1])
    for rows in (slice(row - round(0.8 * known.cm), row), slice(row, row + round(0.8 * known.cm))):
        for side in (slice(0, round(known.middle)), slice(known.shape[1] - 1, round(known.middle), -1)):
            before, after = (np.argmax(hair[rows, side] > 0.3, axis=1) for hair in (known.hair, worn))
            assert np.abs(before - after).max() < 0.4 * known.cm


def test_the_top_is_drawn_anew(wear: Wear, short_haired: Portrait) -> None:
    first = int(short_haired.landmarks.xy[10, 1])
    done = wear("quiff", on=short_haired).pixels[:first]
    changed = (done != short_haired.picture.pixels[:first]).any(axis=-1)
    assert changed[styling_scene.read_scene(short_haired).hair[:first] > 0.9].mean() > 0.8


def test_what_stays_lies_below_its_rows_and_beside_the_face(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    height, width = known.shape
    row = float(known.marks.eyes[1])
    stays = short_sides.photo_share_at_sides(known, (0, 0, width, height), (row, row), seed=1)
    far = round(3 * known.cm)
    middle = round(known.middle)
    assert stays[: int(row) - far].max() == 0
    assert stays[int(row) + far :, : middle - 7 * round(known.cm)].min() == 1
    assert stays[:, middle - 4 * round(known.cm) : middle + 4 * round(known.cm)].max() == 0


def test_hair_of_the_temples_that_new_hair_leaves_uncovered_runs_out_above_the_seam(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    height, width = known.shape
    row, cm = float(known.marks.eyes[1]), known.cm
    rows, far = slice(int(row - 1.4 * cm), int(row - 1.1 * cm)), int(row - 5 * cm)
    solid = planes.erode_mask(known.hair > 0.95, 0.3 * cm)
    solid[:, round(known.middle - 6.5 * cm) : round(known.middle + 6.5 * cm)] = False
    assert solid[rows].sum() > 0.4 * cm**2
    stripes = np.broadcast_to(np.arange(width) % round(0.8 * cm) < 2, known.shape).astype(np.float32)
    beside, bare, covered = (
        short_sides.photo_share_at_sides(known, (0, 0, width, height), (row, row), seed=1, cover=cover)
        for cover in (stripes, np.zeros_like(stripes), np.ones_like(stripes))
    )
    assert beside[rows][solid[rows]].mean() > 0.2
    assert max(bare[rows][solid[rows]].mean(), covered[rows][solid[rows]].mean()) < 0.1
    assert beside[:far].max() == 0


def test_own_sides_speak_for_a_style_that_looks_drawn(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    hair = known.hair
    assert "style" in style_warnings.find_quality_warnings(known, hair, 0.0, StylingFacts(grown=True, rated=3.3))
    assert "style" not in style_warnings.find_quality_warnings(
        known, hair, 0.0, StylingFacts(grown=True, rated=3.3, sides=True)
    )
    assert "style" in style_warnings.find_quality_warnings(
        known, hair, 0.0, StylingFacts(grown=True, rated=3.1, sides=True)
    )


def test_drawn_hair_that_goes_on_from_the_photos_own_is_doubted_unless_that_is_most_of_it(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    for kept, said in ((0.5, ["joined"]), (0.9, []), (0.0, ["style"])):
        found = style_warnings.find_quality_warnings(
            known, known.hair, 0.0, StylingFacts(grown=True, rated=3.0, kept=kept)
        )
        assert [doubt for doubt in found if doubt in ("joined", "style")] == said


def test_fringes_drawn_on_own_hair_are_doubted_as_drawn_hair_is_and_thin_hair_is_told(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    assert style_warnings.find_quality_warnings(known, known.hair, 0.0, StylingFacts(grown=False, rated=2.5)) == (
        "style",
    )
    assert style_warnings.find_quality_warnings(known, known.hair, 0.0, StylingFacts(grown=False)) == ()
    thin = replace(known, hair=known.hair * np.float32(0.5))
    assert style_warnings.find_quality_warnings(thin, thin.hair, 0.0, StylingFacts(grown=False)) == ("sparse",)


def test_hair_drawn_beside_lost_black_is_doubted_unless_the_photos_own_stays(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    assert "lost" in style_warnings.find_quality_warnings(
        known, known.hair, 0.0, StylingFacts(grown=True, rated=4.0, lost=True)
    )
    for kept in ({"sides": True}, {"kept": 0.9}):
        assert "lost" not in style_warnings.find_quality_warnings(
            known, known.hair, 0.0, StylingFacts(grown=True, rated=4.0, lost=True, **kept)
        )


def test_a_background_with_sharp_edges_is_told_where_hair_would_uncover_what_it_hid(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    height, width = known.shape
    hard = (known.hair > 0.5).astype(np.float32)
    plain = replace(known, hair=hard, rgb=np.full((height, width, 3), 128, np.uint8))
    stripes = ((np.arange(width) // round(1.5 * known.cm)) % 2 * 200).astype(np.uint8)
    striped = replace(plain, rgb=np.broadcast_to(stripes[None, :, None], (height, width, 3)).copy())
    assert style_warnings.find_quality_warnings(plain, hard, 0.0, StylingFacts(grown=False, freed=hard)) == ()
    assert style_warnings.find_quality_warnings(striped, hard, 0.0, StylingFacts(grown=False, freed=hard)) == (
        "ground",
    )
    assert (
        style_warnings.find_quality_warnings(striped, hard, 0.0, StylingFacts(grown=False, freed=hard, told=True)) == ()
    )
    assert style_warnings.find_quality_warnings(striped, hard, 0.0, StylingFacts(grown=False)) == ()


def test_no_strand_is_pulled_into_the_face_where_the_photos_hair_ends() -> None:
    size, middle, ends = 4.0, 200.0, 60
    known: Any = SimpleNamespace(cm=size * CELLS_PER_CM, middle=middle)
    columns = (np.arange(100) + 0.5) * size - middle
    near = (np.abs(columns) > 2 * known.cm) & (np.abs(columns) < 5.5 * known.cm)
    old = np.zeros((100, 100), np.float32)
    old[20:ends, near] = 1
    worn = np.zeros((100, 100), bool)
    worn[10:80, near] = True
    new: Any = SimpleNamespace(size=size, worn=worn)
    down = np.arange(10, 80, dtype=np.float32) * size
    strand = np.stack([np.full_like(down, middle - 5 * known.cm), down], axis=1)[None]
    moved = short_sides.continue_photo_outline(strand, known, old, new, (40 * size, 40 * size))
    assert np.abs(np.diff(moved[0, :, 0])).max() < 0.1 * known.cm
