"""Tidying takes single strands away, and keeps what lies side by side and the background as it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.hair import background_variation, styling_scene
from catchlight.hair.mask import stray_strands
from catchlight.hair.removal import clean_plate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import smooth, tidy
from catchlight.imaging.filters import planes
from catchlight.imaging.picture import Picture
from catchlight.portrait.portrait import Portraits

WALL = 190.0


@pytest.fixture
def seen(portraits: Portraits, sample: Picture) -> HairScene:
    """The sample, enlarged until a strand is finer than a lock, before a plain wall with some grain."""
    import cv2

    large = cv2.resize(sample.rgb8, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    found = styling_scene.read_scene(portraits.of(Picture(np.asarray(large, np.uint8))))
    share = found.alpha[..., None]
    wall = WALL + np.random.default_rng(0).normal(0, 1.5, (*found.shape, 1))
    return replace(found, rgb=np.asarray(found.rgb * share + wall * (1 - share), np.uint8))


def beside(seen: HairScene, width_cm: float, gap_cm: float) -> tuple[slice, slice]:
    """A place beside the hair at the height of the temples: two cm high, ``gap_cm`` from it."""
    row = int(seen.marks.xy[[127, 356], 1].mean())
    rows = slice(row - round(seen.cm), row + round(seen.cm))
    first = int(np.flatnonzero((seen.hair[rows] > 0.02).any(axis=0) | (seen.alpha[rows] > 0.03).any(axis=0))[0])
    last = first - round(gap_cm * seen.cm)
    return rows, slice(last - round(width_cm * seen.cm), last)


def with_strands(seen: HairScene, place: tuple[slice, slice], every: int, matted: bool) -> HairScene:
    """Black strands one pixel wide, every so many pixels, with or without the matte's knowing."""
    rgb, hair, alpha = seen.rgb.copy(), seen.hair.copy(), seen.alpha.copy()
    strands = (place[0], slice(place[1].start, place[1].stop, every))
    rgb[strands] = 20
    if matted:
        hair[strands] = alpha[strands] = 1
    return replace(seen, rgb=rgb, hair=hair, alpha=alpha)


def test_a_strand_that_the_matte_missed_is_found_and_grain_is_not(seen: HairScene) -> None:
    beyond = seen.hair < 0.02
    place = beside(seen, 0.3, 1.0)
    assert not stray_strands.find_stray_strands(seen, beyond)[place].any()
    found = stray_strands.find_stray_strands(with_strands(seen, place, 100, matted=False), beyond)
    assert found[place[0], place[1].start].mean() > 0.9
    assert found.sum() < 0.02 * found.size


def test_a_missed_strand_goes_and_the_wall_beside_it_stays(seen: HairScene) -> None:
    place = beside(seen, 0.6, 1.0)
    known = with_strands(seen, place, 100, matted=False)
    done = tidy.tidy_hair(known, clean_plate.build_clean_plate(known), 1.0, 0.0)
    strand = done.picture[place[0], place[1].start]
    assert known.rgb[place[0], place[1].start].max() == 20
    assert np.abs(strand.astype(float).mean() - WALL) < 5
    far = (place[0], slice(place[1].stop - 2, place[1].stop))
    np.testing.assert_array_equal(done.picture[far], known.rgb[far])


def test_a_line_of_the_wall_that_runs_into_the_hair_is_no_strand(seen: HairScene) -> None:
    place = beside(seen, 0.6, 1.0)
    row = int(np.mean([place[0].start, place[0].stop]))
    rgb = seen.rgb.copy()
    line = (slice(row, row + 2), slice(0, place[1].stop))
    rgb[line] = 150
    known = replace(seen, rgb=rgb)
    done = tidy.tidy_hair(known, clean_plate.build_clean_plate(known), 1.0, 0.0)
    np.testing.assert_array_equal(done.picture[line], known.rgb[line])


def test_strands_side_by_side_are_a_lock_that_one_sees_through(seen: HairScene) -> None:
    place = beside(seen, 1.0, -0.4)
    lock = with_strands(seen, place, 2, matted=True)
    loose = with_strands(seen, place, max(4, round(0.3 * seen.cm)), matted=True)
    kept, gone = (
        tidy.tidy_hair(known, clean_plate.build_clean_plate(known), 1.0, 0.0).hair[place] for known in (lock, loose)
    )
    assert kept.sum() > 0.85 * lock.hair[place].sum()
    assert gone.sum() < 0.75 * loose.hair[place].sum()


def test_cloth_seen_through_hair_is_not_drawn_out_with_it(seen: HairScene, monkeypatch: pytest.MonkeyPatch) -> None:
    # A pattern of cloth would be spared as coils are, too.
    monkeypatch.setattr(smooth, "_ALIKE", (-2.0, -1.0))
    solid = planes.erode_mask(seen.hair > 0.95, 0.5 * seen.cm)
    row, column = (int(np.median(axis)) for axis in np.nonzero(solid))
    row = int(np.flatnonzero(solid[:, column])[0]) + round(0.5 * seen.cm)
    patch = (slice(row - 12, row + 12), slice(column - 12, column + 12))
    worn = (seen.hair < 0.05) & (seen.alpha > 0.95) & (seen.cloth > 0.5)
    checks = (np.indices((24, 24)) // 4).sum(axis=0) % 2 == 0
    rgb, cloth = seen.rgb.copy(), seen.cloth.copy()
    rgb[patch] = np.where(checks[..., None], np.median(rgb[worn], axis=0), rgb[patch])
    cloth[patch] = 1
    knit = replace(seen, rgb=rgb, cloth=cloth)
    skin = np.zeros(seen.shape, np.float32)
    before = planes.as_float(rgb)
    kept, drawn = (smooth.smooth_strands(known, before, 1.0, skin) for known in (knit, replace(knit, cloth=seen.cloth)))
    contrast = [
        abs(float(picture[patch][checks].mean() - picture[patch][~checks].mean())) for picture in (before, kept, drawn)
    ]
    assert contrast[1] > 0.8 * contrast[0]
    assert contrast[2] < 0.7 * contrast[0]


def test_before_sharp_lines_a_strand_goes_and_the_lines_stay(seen: HairScene) -> None:
    place = beside(seen, 1.0, 0.3)
    stripes = (np.arange(seen.shape[0]) // round(0.5 * seen.cm) % 2 == 0)[:, None] & (seen.alpha < 0.03)
    rgb = seen.rgb.copy()
    rgb[stripes] = 90
    plain = replace(seen, rgb=rgb)
    known = with_strands(plain, place, round(0.9 * seen.cm), matted=True)
    assert not background_variation.is_background_soft(known)
    done = tidy.tidy_hair(known, clean_plate.build_clean_plate(known), 1.0, 0.0)
    strand = (place[0], place[1].start)
    left = np.abs(done.picture[strand].astype(float) - plain.rgb[strand]).mean()
    assert left < 0.4 * np.abs(known.rgb[strand].astype(float) - plain.rgb[strand]).mean()
    between = (place[0], slice(place[1].start + round(0.4 * seen.cm), place[1].start + round(0.5 * seen.cm)))
    np.testing.assert_array_equal(done.picture[between], known.rgb[between])


def test_coils_are_not_smeared_and_strands_are_laid(seen: HairScene) -> None:
    solid = planes.erode_mask(seen.hair > 0.95, 0.5 * seen.cm)
    random = np.random.default_rng(3)
    fine = random.normal(0, 25, seen.shape).astype(np.float32)
    coils = planes.blur_plane(fine, 0.12 * seen.cm)
    coils *= 25 / float(coils.std())
    x = np.arange(seen.shape[1], dtype=np.float32)[None] / np.float32(seen.cm)
    strands = np.broadcast_to(25 * np.sin(25 * x), seen.shape) + 0.5 * fine
    skin = np.zeros(seen.shape, np.float32)
    changed = []
    for pattern in (coils, strands):
        rgb = np.where((seen.hair > 0.5)[..., None], 100 + pattern[..., None], seen.rgb).clip(0, 255).astype(np.uint8)
        known, before = replace(seen, rgb=rgb), planes.as_float(rgb)
        apart = smooth.smooth_strands(known, before, 1.0, skin) - before
        changed.append(float(np.abs(apart[solid]).mean()))
    assert changed[0] < 0.5 * changed[1]
