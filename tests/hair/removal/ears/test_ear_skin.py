"""Ears freed of hair: hair that hangs over one goes, what is seen of it stays; hair at its rim that the matte missed is found."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from catchlight.hair.removal import clean_plate
from catchlight.hair.removal.ears import ear_skin
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.filters.planes import erode_mask


def _read(known: HairScene) -> list[ear_skin.Ear]:
    found = ear_skin.find_ears(known)
    return [found[side] for side in sorted(found)]


def _middle(ear: ear_skin.Ear) -> tuple[int, int]:
    """x and y of the middle of an ear in the picture."""
    rows, columns = np.nonzero(ear.shape > 0.5)
    return int(columns.mean()) + ear.part[1].start, int(rows.mean()) + ear.part[0].start


def _marked(known: HairScene, start: tuple[int, int], end: tuple[int, int], width: int) -> np.ndarray:
    import cv2

    mask = np.zeros(known.shape, np.uint8)
    cv2.line(mask, start, end, 1, width)
    return mask > 0


def test_each_ear_is_found_and_keeps_what_is_seen_of_it(seen: HairScene) -> None:
    found = _read(seen)
    assert len(found) == 2
    plate = clean_plate.build_clean_plate(seen).plate
    for ear in found:
        own = ear.own
        assert own.sum() > 0.5 * (ear.shape > 0.5).sum()
        deep = erode_mask(own & (ear.shape > 0.99), 0.2 * seen.cm) & (seen.oval[ear.part] < 0.01)
        assert deep.sum() > seen.cm**2
        assert np.abs(plate[ear.part][deep].astype(int) - seen.rgb[ear.part][deep]).max() <= 1


def test_hair_across_an_ear_leaves_neither_a_mark_on_it_nor_a_gap_in_its_outline(seen: HairScene) -> None:
    x, y = _middle(_read(seen)[1])
    reach = int(1.0 * seen.cm)
    lock = _marked(seen, (x - reach, y - reach), (x + reach, y - reach // 2), max(3, int(0.25 * seen.cm)))
    hair = np.where(lock, np.float32(1), seen.hair)
    covered = replace(seen, hair=hair, rgb=np.where(lock[..., None], np.uint8(12), seen.rgb))
    plain, freed = clean_plate.build_clean_plate(seen), clean_plate.build_clean_plate(covered)
    lock &= seen.ear > 0.5
    assert np.abs(plain.plate[lock].mean(axis=0) - freed.plate[lock].mean(axis=0)).max() < 12
    assert freed.plate[lock].mean(axis=1).min() > 40
    assert freed.body[lock].min() > 0.9


def test_the_shade_of_a_fold_is_no_hair(seen: HairScene) -> None:
    x, y = _middle(_read(seen)[1])
    fold = _marked(seen, (x, y), (x, y + int(0.3 * seen.cm)), max(3, int(0.15 * seen.cm)))
    found = _read(replace(seen, hair=np.where(fold, np.float32(1), seen.hair)))[1]
    assert found.own[fold[found.part]].all()


def test_a_single_hair_before_an_ear_leaves_no_line(seen: HairScene) -> None:
    x, y = _middle(_read(seen)[1])
    reach = int(0.5 * seen.cm)
    line = _marked(seen, (x - reach // 2, y - reach), (x + reach // 2, y + reach), 1) & (seen.ear > 0.5)
    hair = np.where(line, np.float32(0.06), seen.hair)
    crossed = replace(seen, hair=hair, rgb=np.where(line[..., None], seen.rgb // 3, seen.rgb))
    plain, freed = (_read(one)[1] for one in (seen, crossed))
    assert np.abs(plain.skin - freed.skin)[line[plain.part]].mean() < 10


def test_hair_at_an_ears_rim_that_the_matte_has_missed_is_found_and_a_fold_is_not(seen: HairScene) -> None:
    ear = _read(seen)[1]
    x, y = _middle(ear)
    edge = int(np.flatnonzero(seen.alpha[y] > 0.5)[-1])
    rim = _marked(seen, (edge, y - int(0.5 * seen.cm)), (edge, y + int(0.5 * seen.cm)), max(3, int(0.2 * seen.cm)))
    fold = _marked(seen, (x, y), (x, y + int(0.4 * seen.cm)), 2)
    tint = np.median(seen.rgb[seen.hair > 0.8], axis=0).astype(np.uint8)
    known = replace(seen, rgb=np.where((rim | fold)[..., None], tint, seen.rgb))
    missed = ear_skin.find_hair_at_ears(known)
    assert missed[rim & (seen.alpha > 0.8) & (seen.ear > 0.5)].mean() > 0.7
    assert not missed[fold].any()


def test_the_upper_end_of_an_ear_is_round() -> None:
    """Of an ear whose top hair hid, a hull is a wedge."""
    wedge = np.zeros((120, 100), np.uint8)
    cv2.fillConvexPoly(wedge, np.array([[70, 10], [30, 60], [35, 100], [50, 110], [68, 80]]), 1)
    ear = ear_skin._oval_above(wedge > 0)
    top = np.flatnonzero(ear.any(axis=1))[0]
    assert ear[top + 8].sum() > 1.5 * wedge[18].sum()
    assert np.array_equal(ear[90:], wedge[90:] > 0)
