"""Whole styles out of the person's own hair: on whom they are cut, how the ends look, and on whom they are drawn."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hairstyles import Added, Groom, Tidy, Trim, Volume
from catchlight.core.errors import Conflict
from catchlight.hair import style_plan, styling_scene
from catchlight.hair.style_plan import Options
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import from_own_hair
from catchlight.hair.trim.from_own_hair import Modifier
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view
from catchlight.retouch.regions import region

from tests.hair.conftest import Wear
from tests.hair.styles import row_of


def opened(portraits: Portraits, folder: Path, key: str) -> Portrait:
    return view(portraits.of(codec.decode(next(folder.glob(f"{key}*")).read_bytes())), longest=700)


@pytest.fixture
def long_haired(portraits: Portraits, portraits_folder: Path) -> Portrait:
    """Straight hair to the chest before one shoulder."""
    return opened(portraits, portraits_folder, "d27")


@pytest.fixture
def seen(long_haired: Portrait) -> HairScene:
    return styling_scene.read_scene(long_haired)


def recipe(catalogue: Catalogue, seen: HairScene, *names: str, **options: float) -> tuple[Modifier, ...] | None:
    rows = [row_of(catalogue, name) for name in names]
    asked = Options(**options)  # type: ignore[arg-type]
    wish = style_plan.merge_styles(rows, asked)
    assert isinstance(wish.groom, Groom)
    return from_own_hair.plan_from_own_hair(seen, wish.groom, wish, asked)


def test_long_straight_hair_is_cut_to_a_shorter_straight_style(catalogue: Catalogue, seen: HairScene) -> None:
    assert [type(shape) for shape in recipe(catalogue, seen, "long bob") or ()] == [Trim]
    for name in ("curly_pixie", "pixie", "slick_back"):
        assert recipe(catalogue, seen, name) is None, name


def test_modifiers_and_a_fringe_join_the_cut(catalogue: Catalogue, seen: HairScene) -> None:
    shapes = recipe(catalogue, seen, "fringed bob", "more_volume", "tidy")
    assert [type(shape) for shape in shapes or ()] == [Tidy, Trim, Volume, Added]


def test_a_cut_before_a_busy_background_is_doubted(wear: Wear, portraits: Portraits, portraits_folder: Path) -> None:
    calm, busy = (wear("bob", on=opened(portraits, portraits_folder, key)) for key in ("d02", "c01b"))
    assert calm.doubts == ()
    assert "ground" in busy.doubts


def test_a_longer_wish_is_drawn_and_so_is_another_parting_or_texture(catalogue: Catalogue, seen: HairScene) -> None:
    short = recipe(catalogue, seen, "long bob", length=0.8)
    assert short is not None
    assert isinstance(short[0], Trim)
    assert short[0].below_chin < 6
    assert from_own_hair.photo_hair_reach(seen) < 22
    for wish in ({"length": 1.6}, {"parting": -3.0}, {"texture": 0.5}):
        assert recipe(catalogue, seen, "long bob", **wish) is None, wish


def test_short_and_curly_hair_is_not_cut_to_long_straight(
    catalogue: Catalogue, portraits: Portraits, portraits_folder: Path
) -> None:
    curly = styling_scene.read_scene(opened(portraits, portraits_folder, "d33"))
    assert recipe(catalogue, curly, "bob") is None
    bob = styling_scene.read_scene(opened(portraits, portraits_folder, "d02"))
    assert recipe(catalogue, bob, "bob") is not None


def test_a_cut_keeps_every_pixel_above_it_and_is_offered(wear: Wear, long_haired: Portrait, seen: HairScene) -> None:
    before, done = long_haired.picture.pixels, wear("long bob", on=long_haired)
    line = int(seen.chin[1] + 3.3 * seen.cm)
    assert np.array_equal(done.pixels[:line], before[:line])
    assert done.doubts == ()
    assert (done.hair[int(seen.chin[1] + 11 * seen.cm) :] > 0.3).sum() == 0
    assert (seen.hair[int(seen.chin[1] + 11 * seen.cm) :] > 0.3).sum() > 1000


def test_ends_grow_thin_strand_by_strand(wear: Wear, long_haired: Portrait, seen: HairScene) -> None:
    """Across the hair, coverage at the cut changes from strand to strand; well above it all of it is there."""
    hair, cm, chin = wear("long bob", on=long_haired).hair, seen.cm, seen.chin[1]
    solid = seen.hair > 0.97
    above = int(chin + 3 * cm)
    assert hair[above][solid[above]].mean() > 0.99
    rows = [hair[at][solid[at]] for at in range(above, int(chin + 7 * cm))]
    ends = min(rows, key=lambda row: abs(float(row.mean()) - 0.5))
    assert 0.4 < ends.mean() < 0.6
    assert np.abs(np.diff(ends)).mean() > 0.04


def test_the_cut_takes_the_wished_colour(wear: Wear, long_haired: Portrait, seen: HairScene) -> None:
    before = long_haired.picture.pixels
    dyed = before.copy()
    dyed[seen.hair > 0.05] = (20, 40, 160)
    done = wear("long bob", on=long_haired, dyed=dyed)
    red, _, blue = done.pixels[done.hair > 0.97].mean(axis=0)
    assert blue > 3 * red
    thin = (done.hair > 0.4) & (done.hair < 0.6) & (np.abs(done.pixels.astype(int) - before).max(axis=2) > 8)
    red, _, blue = done.pixels[thin].mean(axis=0)
    assert blue > red


@pytest.mark.parametrize("styles", [("trim_shoulder",), ("trim_shoulder", "more_volume")])
def test_a_jacket_that_has_to_be_made_up_is_refused(
    wear: Wear, portraits: Portraits, portraits_folder: Path, styles: tuple[str, ...]
) -> None:
    with pytest.raises(Conflict, match=r"Hair (hides|lies on)"):
        wear(*styles, on=opened(portraits, portraits_folder, "d33"))


def test_a_cut_below_the_ends_of_the_hair_is_refused(wear: Wear) -> None:
    with pytest.raises(Conflict, match="nothing would change"):
        wear("trim_shoulder")
    assert wear("trim_shoulder", "more_volume").hair.any()


def test_a_fringe_covers_the_forehead(wear: Wear, long_haired: Portrait, seen: HairScene) -> None:
    forehead = region(long_haired, "forehead") > 0.5
    assert float(wear("blunt_fringe", on=long_haired).hair[forehead].mean()) > float(seen.hair[forehead].mean()) + 0.15


def test_hair_that_may_be_wavy_does_not_hang_straight(seen: HairScene, monkeypatch: pytest.MonkeyPatch) -> None:
    assert from_own_hair.hangs_straight(seen)
    monkeypatch.setattr(from_own_hair, "photo_hair_textures", lambda _: frozenset({"straight", "wavy"}))
    assert not from_own_hair.hangs_straight(seen)
