"""The person's own hairline, read on forehead and temples, each side for itself."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from catchlight.hair import styling_scene
from catchlight.hair.head import hairline
from catchlight.hair.head.ellipsoid import SIGNED_AZIMUTHS, Hairline
from catchlight.hair.removal import clean_plate
from catchlight.imaging.io import codec
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view


def read(portraits: Portraits, folder: Path, name: str) -> dict[float, float]:
    """Rises (cm) of a portrait's hairline by degrees from the front."""
    file = next(folder.glob(f"{name}_*"))
    seen = view(portraits.of(codec.decode(file.read_bytes())), longest=900)
    return dict(zip(SIGNED_AZIMUTHS, hairline.find_hairline(styling_scene.read_scene(seen)).rise, strict=True))


def test_a_high_forehead_is_read_as_one(portraits: Portraits, portraits_folder: Path) -> None:
    rise = read(portraits, portraits_folder, "d32")
    assert min(rise[turn] for turn in (-23, -12, 0, 12, 23)) > 1.0
    assert rise[180] == rise[-180] == rise[106] == 0


def test_temples_are_read_where_short_hair_shows_them(portraits: Portraits, portraits_folder: Path) -> None:
    rise = read(portraits, portraits_folder, "d12")
    assert rise[71] < -0.5
    assert rise[23] > -0.5
    hanging = read(portraits, portraits_folder, "d14")
    assert hanging[71] == hanging[-71] == 0


def test_only_bearded_people_have_sideburns_before_free_ears(portraits: Portraits, portraits_folder: Path) -> None:
    for name, wears in (("d14", False), ("d03", True)):
        seen = view(portraits.of(codec.decode(next(portraits_folder.glob(f"{name}_*")).read_bytes())), longest=900)
        rise = dict(
            zip(
                SIGNED_AZIMUTHS, hairline.remove_sideburns(Hairline(), styling_scene.read_scene(seen)).rise, strict=True
            )
        )
        assert (rise[84] == 0) == wears
        assert rise[-84] == rise[84] < 2
        assert rise[0] == rise[46] == rise[106] == 0


def test_a_lock_over_one_side_of_the_forehead_is_no_hairline(portraits: Portraits, portraits_folder: Path) -> None:
    rise = read(portraits, portraits_folder, "d08")
    assert rise[-35] == pytest.approx(rise[35], abs=0.6)
    assert rise[-35] > 1


def test_a_forehead_bare_to_where_the_head_turns_away_is_a_high_one(
    portraits: Portraits, portraits_folder: Path
) -> None:
    rise = read(portraits, portraits_folder, "d07")
    assert all(2.4 < rise[turn] < 3.5 for turn in (-23, -12, 0, 12, 23))


def test_a_hairline_that_fades_in_is_read(portraits: Portraits, portraits_folder: Path) -> None:
    """Hair clipped so short that skin shines through it, above receding corners."""
    rise = read(portraits, portraits_folder, "d10")
    assert rise[0] > 1.4
    assert rise[35] > rise[0] + 0.4


def test_behind_a_full_fringe_the_hairline_is_that_of_most_people(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    hair = known.hair.copy()
    hair[: int(known.marks.xy[[105, 334], 1].min())] = 1
    rise = hairline.find_hairline(replace(known, hair=hair)).rise
    assert -0.5 <= min(rise) <= max(rise) <= 0


def test_each_side_has_its_own_height() -> None:
    rise = tuple(1.0 if turn < 0 else 0.0 for turn in SIGNED_AZIMUTHS)
    right, left = Hairline(rise).height(np.radians(np.array([-35.0, 35.0], np.float32)))
    assert right == pytest.approx(left + 1, abs=0.01)


def test_a_hairline_is_steep_where_it_comes_down_at_the_temples() -> None:
    front, temple, back = Hairline().steep(np.radians(np.array([0.0, 56.0, 170.0], np.float32)))
    assert front == pytest.approx(1, abs=0.05)
    assert temple > 1.8
    assert back < 1.3


def test_the_hairline_follows_ears_that_lie_lower(portraits: Portraits, portraits_folder: Path) -> None:
    seen = view(portraits.of(codec.decode(next(portraits_folder.glob("d10_*")).read_bytes())), longest=900)
    known = styling_scene.read_scene(seen)
    ear = clean_plate.build_clean_plate(known).ear8
    rise = dict(zip(SIGNED_AZIMUTHS, hairline.fit_hairline_to_ears(Hairline(), known, ear).rise, strict=True))
    assert -1.5 <= rise[96] < -0.8
    assert rise[0] == rise[64] == rise[135] == rise[-96] == 0


def test_without_ears_the_hairline_above_them_is_that_of_most_people(portrait: Portrait) -> None:
    known = styling_scene.read_scene(portrait)
    assert hairline.fit_hairline_to_ears(Hairline(), known, np.zeros(known.shape, np.uint8)) == Hairline()
