"""Styles on the shipped sample: what they change, what they leave alone, and what they refuse."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.hair import analysis, style_plan, style_warnings, styling_scene
from catchlight.hair.style_plan import Options
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import resources
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.retouch.regions import region

from tests.hair.conftest import Wear
from tests.hair.styles import row_of


def inner_face(portrait: Portrait) -> tuple[slice, slice]:
    """From the eyes to the chin, between the pupils: out of reach of hair and its shadow."""
    xy = portrait.landmarks.xy
    return slice(int(xy[468, 1]), int(xy[17, 1])), slice(int(xy[468, 0]), int(xy[473, 0]))


@pytest.mark.parametrize("name", ["bob", "long curly", "more_volume", "less_volume", "smooth"])
def test_a_style_changes_hair_and_leaves_face_and_clothes(wear: Wear, portrait: Portrait, name: str) -> None:
    before = portrait.picture.pixels
    after = wear(name).pixels
    assert after.shape == before.shape
    assert after.dtype == before.dtype
    changed = np.abs(after.astype(int) - before).max(axis=2) > 2
    hair = region(portrait, "hair")
    assert changed[hair > 0.5].mean() > 0.02
    face = inner_face(portrait)
    assert np.array_equal(after[face], before[face])
    assert np.array_equal(after[-40:, :40], before[-40:, :40])


def test_the_same_seed_gives_the_same_hair_and_another_seed_other_strands(wear: Wear) -> None:
    first, second, other = wear("bob", seed=3), wear("bob", seed=3), wear("bob", seed=4)
    assert np.array_equal(first.pixels, second.pixels)
    assert not np.array_equal(first.pixels, other.pixels)


def test_a_preview_is_coarser_but_the_same_hair(wear: Wear) -> None:
    fine, quick = wear("bob"), wear("bob", quick=True)
    both = (fine.hair > 0.5) & (quick.hair > 0.5)
    assert both.sum() > 0.93 * max((fine.hair > 0.5).sum(), (quick.hair > 0.5).sum())
    assert not np.array_equal(fine.pixels, quick.pixels)
    light = [done.pixels[both].mean() for done in (fine, quick)]
    assert abs(light[0] - light[1]) < 6


def test_volume_moves_the_outline_out_and_in(wear: Wear, portrait: Portrait) -> None:
    own = float(analysis.analyse_hair(portrait).mask.sum()) / 65535
    more, less = float(wear("more_volume").hair.sum()), float(wear("less_volume").hair.sum())
    assert more > 1.04 * own > 1.04 * less


def test_longer_and_fuller_hair_covers_more(wear: Wear) -> None:
    own = float(wear("bob").hair.sum())
    assert float(wear("bob", length=1.4).hair.sum()) > 1.05 * own
    assert float(wear("bob", volume=1.6).hair.sum()) > 1.05 * own


def test_a_parting_leaves_no_deep_notch_in_the_crown(wear: Wear, portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    hair = wear("long").hair > 0.5
    aside = (np.arange(hair.shape[1]) - known.middle) / known.cm
    top = np.where(hair.any(axis=0), hair.argmax(axis=0), len(hair))
    beside = np.median(top[(np.abs(aside) > 1.5) & (np.abs(aside) < 2.5)])
    assert (np.percentile(top[np.abs(aside) < 1.5], 90) - beside) / known.cm < 0.5


def test_nothing_asked_changes_nothing(wear: Wear, portrait: Portrait) -> None:
    assert wear().pixels is portrait.picture.pixels


@pytest.mark.parametrize(
    "names", [("bob", "pixie"), ("bob", "trim_shoulder"), ("more_volume", "less_volume"), ("tidy", "smooth")]
)
def test_styles_that_exclude_each_other_are_refused(wear: Wear, names: tuple[str, ...]) -> None:
    with pytest.raises(Conflict) as refusal:
        wear(*names)
    assert refusal.value.code == "conflicting_styles"


def test_modifiers_join_each_other_and_a_groom(wear: Wear) -> None:
    both = wear("tidy", "more_volume")
    assert not np.array_equal(both.pixels, wear("more_volume").pixels)
    assert float(wear("bob", "more_volume").hair.sum()) > float(wear("bob").hair.sum())


def test_a_hat_is_refused(wear: Wear, portraits: Portraits) -> None:
    officer = portraits.of(codec.decode((resources() / "samples" / "officer.jpg").read_bytes()))
    for name in ("bob", "more_volume"):
        with pytest.raises(UnusablePicture) as refusal:
            wear(name, on=officer)
        assert refusal.value.code == "no_hair"


def test_new_hair_takes_the_colour_of_the_dyed_picture(wear: Wear, portrait: Portrait) -> None:
    dyed = portrait.picture.pixels.copy()
    dyed[region(portrait, "hair") > 0.05] = (20, 40, 160)
    red, _, blue = wear("bob", dyed=dyed).pixels[wear("bob").hair > 0.98].mean(axis=0)
    assert blue > 2 * red
    red, _, blue = wear("bob").pixels[wear("bob").hair > 0.98].mean(axis=0)
    assert red > blue


def test_sixteen_bits_and_transparency_stay(wear: Wear, portraits: Portraits, sample: Picture) -> None:
    deep = np.dstack([sample.pixels[..., :3], np.full(sample.pixels.shape[:2], 255, np.uint8)]).astype(np.uint16) * 257
    deep[:, :8, 3] = 0
    after = wear("more_volume", on=portraits.of(Picture(deep))).pixels
    assert after.dtype == np.uint16
    assert np.array_equal(after[..., 3], deep[..., 3])
    assert np.unique(after[..., 0] & 255).size > 200


def test_a_large_picture_is_worked_on_smaller_and_comes_back_whole(
    wear: Wear, portraits: Portraits, sample: Picture
) -> None:
    import cv2

    large = np.asarray(cv2.resize(sample.rgb8, None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC), np.uint8)
    portrait = portraits.of(Picture(large))
    after = wear("bob", on=portrait).pixels
    assert after.shape == large.shape
    face = inner_face(portrait)
    assert np.array_equal(after[face], large[face])
    assert not np.array_equal(after, large)


def test_texture_curls_and_straightens(wear: Wear, catalogue: Catalogue) -> None:
    row = row_of(catalogue, "long wavy")

    def waves(texture: float) -> float:
        groom = style_plan.merge_styles([row], Options(texture=texture)).groom
        assert groom is not None
        return groom.wave.radius if groom.wave is not None else 0.0

    assert waves(-1) == 0
    assert waves(-0.5) < waves(0) < waves(1)
    assert not np.array_equal(wear("bob", texture=1.0).pixels, wear("bob").pixels)


@pytest.mark.parametrize("name", ["bob", "curly_pixie", "long wavy"])
def test_the_face_away_from_hair_stays_as_it_is(wear: Wear, portrait: Portrait, name: str) -> None:
    import cv2

    done = wear(name)
    own = analysis.analyse_hair(portrait)
    hair = done.hair > 0.05
    x0, y0, x1, y1 = own.box
    hair[y0:y1, x0:x1] |= own.mask > 3000
    away = cv2.distanceTransform((~hair).astype(np.uint8), cv2.DIST_L2, 5) > 1.5 * portrait.pose.px_per_cm
    face = np.zeros(hair.shape, np.uint8)
    cv2.fillPoly(face, [np.round(portrait.landmarks.ring(OVAL)).astype(np.int32)], 1)
    face[: int(portrait.landmarks.xy[[105, 334], 1].min())] = 0
    kept = away & (face > 0)
    assert kept.sum() > 500
    assert np.array_equal(done.pixels[kept], portrait.picture.pixels[kept])


def test_a_moved_parting_moves_hair_to_the_other_side(wear: Wear, portrait: Portrait) -> None:
    forehead = region(portrait, "forehead") > 0.5
    middle = int(portrait.landmarks.xy[10, 0])

    def on_the_right(parting: float) -> float:
        over = np.where(forehead, wear("bob", parting=parting).hair, 0)
        return float(over[:, :middle].sum() / forehead[:, :middle].sum())

    # Hair parted at the person's left falls over the other half of the forehead.
    assert on_the_right(5.0) > on_the_right(-5.0) + 0.05


def test_a_style_that_looks_drawn_on_most_people_is_doubted(wear: Wear, catalogue: Catalogue) -> None:
    for name in ("french_bob", "neat_bob", "bob"):
        row = catalogue.hair_styles.get(name)
        assert row is not None
        assert row.rated is not None
        assert row.rated < style_warnings.LEAST_REAL_RATING
        assert "style" in wear(name).doubts


def test_the_samples_hidden_forehead_is_doubted_unless_a_fringe_covers_it(wear: Wear) -> None:
    assert "forehead" in wear("bob").doubts
    assert "forehead" not in wear("fringed bob").doubts
