"""An ear that hair hides comes back where it is, in the person's skin; one that is seen is left alone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from catchlight.engine import codec
from catchlight.engine import landmarks as mesh
from catchlight.engine.groom import bare, ears, hidden_ears, scene
from catchlight.engine.groom.head import skull
from catchlight.engine.groom.planes import grown
from catchlight.engine.groom.scene import Scene
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.view import view


def _read(known: Scene) -> list[ears.Ear]:
    seen = ears.read(known)
    both = seen | ears.hidden(known, skull(known.head, known.marks.ring(mesh.OVAL)), seen)
    return [both[side] for side in sorted(both)]


def _covered(known: Scene, above: float) -> tuple[Scene, np.ndarray]:
    """Dark hair laid over all of the right ear in the picture that lies higher than a share of it, and what is ear there."""
    columns = np.arange(known.shape[1])
    ear = (known.ear > 0.5) & (columns > known.middle)
    rows = np.flatnonzero(ear.any(axis=1))
    low = int(rows[0] + above * np.ptp(rows))
    over = grown(ear, 1.2 * known.cm) & (np.arange(known.shape[0])[:, None] < low) & (columns > known.middle)
    over &= known.oval < 0.5
    hair, alpha = (np.where(over, np.float32(1), plane) for plane in (known.hair, known.alpha))
    shown = np.where(over, np.float32(0), known.ear)
    rgb = np.where(over[..., None], np.uint8(14), known.rgb)
    return replace(known, hair=hair, alpha=alpha, ear=shown, rgb=rgb), ear


def _of_right_ear(covered: Scene) -> np.ndarray:
    return ears.outlines(covered, [one for one in _read(covered) if one.part[1].start > covered.middle]) > 0.5


def test_the_upper_half_of_an_ear_comes_back_where_it_was(seen: Scene) -> None:
    covered, ear = _covered(seen, 0.6)
    found = _of_right_ear(covered)
    assert (found & ear).sum() > 0.8 * ear.sum()
    assert (found & ~grown(ear, 0.5 * seen.cm)).sum() < 0.1 * ear.sum()


def test_an_ear_of_which_nothing_is_seen_comes_to_where_ears_are(seen: Scene) -> None:
    covered, ear = _covered(seen, 1.5)
    found = _of_right_ear(covered)
    apart = np.argwhere(found).mean(axis=0) - np.argwhere(ear).mean(axis=0)
    assert np.hypot(*apart) < 1.6 * seen.cm
    assert 3 < found.sum() / seen.cm**2 < 12


def test_it_has_the_tone_of_what_is_seen_of_it_and_folds(seen: Scene) -> None:
    covered, ear = _covered(seen, 0.6)
    found = next(one for one in _read(covered) if one.part[1].start > seen.middle)
    put = (found.shape > 0.9) & (covered.hair[found.part] > 0.5) & ear[found.part]
    apart = np.median(found.skin[put], axis=0) - np.median(seen.rgb[found.part][put], axis=0)
    assert np.abs(apart).max() < 35
    light = found.skin[put].mean(axis=-1)
    assert np.percentile(light, 5) < 0.65 * np.percentile(light, 95)
    assert light.min() > 18
    cheek = np.percentile(seen.rgb[(seen.skin > 0.9) & (seen.oval > 0.9) & (seen.feature < 0.1)].mean(axis=-1), 90)
    assert np.percentile(light, 98) < cheek


def test_what_is_seen_of_an_ear_stays_and_no_background_becomes_ear(seen: Scene) -> None:
    covered, _ = _covered(seen, 0.6)
    found = next(one for one in _read(covered) if one.part[1].start > seen.middle)
    assert found.own.any()
    assert (found.shape[found.own] > 0.5).mean() > 0.97
    air = (covered.alpha[found.part] < 0.1) & (covered.hair[found.part] < 0.1)
    assert not (found.shape[air] > 0.6).any()


def test_one_that_is_seen_is_none_of_this(seen: Scene) -> None:
    ball = skull(seen.head, seen.marks.ring(mesh.OVAL))
    columns = np.arange(seen.shape[1])
    ear = (seen.ear > 0.5) & (columns > seen.middle)
    bare = replace(seen, hair=np.where(grown(ear, seen.cm), np.float32(0), seen.hair))
    assert hidden_ears.whole(bare, ball, 1, ear, ear) is None


def test_an_earring_stays_and_tells_nothing_of_the_skin(portraits: Portraits, portraits_folder: Path) -> None:
    photo = codec.decode(next(portraits_folder.glob("d33_*")).read_bytes())
    known = scene.read(view(portraits.of(photo), longest=1500))
    stud = known.earring > 0.5
    assert stud.sum() > 0.05 * known.cm**2
    plate = bare.read(known).eared().plate
    assert np.abs(plate[stud].astype(int) - known.rgb[stud]).mean() < 12
    ear = next(one for one in _read(known) if one.part[1].start > known.middle)
    skin = np.median(ear.skin[(ear.shape > 0.9) & ~stud[ear.part]], axis=0)
    assert skin[0] > 1.3 * skin[2]


def test_only_a_style_that_frees_an_ear_uncovers_it(seen: Scene) -> None:
    covered, ear = _covered(seen, 1.5)
    under = bare.read(covered)
    free = under.eared()
    whole = (free.ear8 > 127) & (np.arange(seen.shape[1]) > seen.middle)
    assert whole.sum() > 3 * seen.cm**2
    assert free.body8[whole].mean() > 248
    assert not under.ear8[whole].any()
    away = ~grown(whole | (free.ear8 > 0), 3.2 * seen.cm)
    assert np.array_equal(free.plate[away], under.plate[away])
    assert np.abs(free.plate[whole & ear].astype(int) - under.plate[whole & ear]).mean() > 10


def test_the_sample_gets_both_of_its_own(portrait: Portrait) -> None:
    known = scene.read(view(portrait, longest=900))
    found = _read(known)
    assert len(found) == 2
    for ear in found:
        assert (ear.shape > 0.5).sum() > 1.5 * known.cm**2
        skin = np.median(ear.skin[ear.shape > 0.9], axis=0)
        cheek = np.median(known.rgb[(known.skin > 0.9) & (known.oval > 0.9) & (known.feature < 0.1)], axis=0)
        assert skin[0] > skin[1] > 0.9 * skin[2]
        assert 0.45 < skin.mean() / cheek.mean() < 1.3
