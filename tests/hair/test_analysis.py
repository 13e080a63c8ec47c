"""What is found of the hair: its matte, how it lies and grows, its colours, and when there is none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.hair.colour import brows
from catchlight.hair.mask import brush_corrections
from catchlight.hair.mask.brush_corrections import BrushStroke
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.imaging.picture import FloatPlane, Picture
from catchlight.paths import resources
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.retouch.regions import region


def whole(found: Hair) -> FloatPlane:
    plane = np.zeros(found.shape, np.float32)
    x0, y0, x1, y1 = found.box
    plane[y0:y1, x0:x1] = found.mask / np.float32(65535)
    return plane


def test_the_matte_is_hair_and_not_the_face(hair: Hair, astronaut: Portrait) -> None:
    matte = whole(hair)
    assert matte[40, 225] > 0.9
    for name in ("eye", "lips", "cheek", "brow"):
        inside = region(astronaut, name) > 0.4
        assert matte[inside].mean() < 0.05, name
    assert matte[300:].max() == 0


def test_the_colours_are_those_of_brown_hair(hair: Hair) -> None:
    tones = hair.tones
    assert tones.levels[0] < tones.levels[1] < tones.levels[2]
    assert tones.shadows[0] < tones.base[0] < tones.highlights[0]
    assert 0.4 < tones.base[0] < 0.7
    assert tones.base[2] > 0.02
    assert np.all(np.diff(tones.curve[:, 0]) >= 0)


def test_roots_lie_at_the_hairline_and_tips_away_from_it(hair: Hair) -> None:
    growth = hair.lie.growth
    assert growth.hairline.any()
    assert growth.depth[growth.hairline].max() < 0.1
    assert growth.length > 1


def test_what_is_read_is_kept(hair: Hair, astronaut: Portrait) -> None:
    assert analysis.analyse_hair(astronaut) is hair


def test_a_hat_leaves_no_hair(portraits: Portraits) -> None:
    officer = portraits.of(codec.decode((resources() / "samples" / "officer.jpg").read_bytes()))
    with pytest.raises(UnusablePicture, match="hat") as refused:
        analysis.analyse_hair(officer)
    assert refused.value.code == "no_hair"


@pytest.mark.parametrize(
    "name", ["d29_bald_big_beard.jpg", "d20_hardhat_dim_tunnel.jpg", "d22_hat_scarf_old_print.jpg"]
)
def test_bald_and_covered_heads_are_refused(name: str, portraits_folder: Path, portraits: Portraits) -> None:
    with pytest.raises(UnusablePicture) as refused:
        analysis.analyse_hair(portraits.of(codec.decode((portraits_folder / name).read_bytes())))
    assert refused.value.code == "no_hair"


@pytest.mark.parametrize("name", ["c03a_comp_office.jpg", "c03b_comp_forest.jpg"])
def test_the_matte_agrees_with_the_truth(name: str, portraits_folder: Path, portraits: Portraits) -> None:
    import cv2

    truth = cv2.imread(str(portraits_folder / "truth" / "c03_hair.png"), cv2.IMREAD_GRAYSCALE) > 127
    found = whole(analysis.analyse_hair(portraits.of(codec.decode((portraits_folder / name).read_bytes())))) > 0.5
    edge = cv2.morphologyEx(truth.astype(np.uint8), cv2.MORPH_GRADIENT, np.ones((13, 13), np.uint8)) > 0
    shared = (found & truth & ~edge).sum() / ((found | truth) & ~edge).sum()
    assert shared > 0.95


def test_a_patterned_wall_is_no_hair(portraits_folder: Path, portraits: Portraits) -> None:
    matte = whole(
        analysis.analyse_hair(portraits.of(codec.decode((portraits_folder / "d07_dark_skin_woman.jpg").read_bytes())))
    )
    assert matte[100:700, 40:200].mean() < 0.005


def test_brows_are_found_apart(portraits_folder: Path, portraits: Portraits) -> None:
    portrait = portraits.of(codec.decode((portraits_folder / "d34_ombre_brick.jpg").read_bytes()))
    found = brows.analyse_brows(portrait)
    assert found is not None
    matte = whole(found)
    assert matte[region(portrait, "brow") > 0.7].mean() > 0.3
    assert matte[whole(analysis.analyse_hair(portrait)) > 0.9].mean() < 0.02
    lighter, darker = oklab.from_hex("#C6A474"), oklab.from_hex(brows.brow_colour("#C6A474"))
    assert darker[0] < lighter[0]


def test_a_brush_adds_and_erases(astronaut: Portrait, hair: Hair) -> None:
    added = brush_corrections.apply_strokes(astronaut, hair, [BrushStroke(((60.0, 400.0), (90.0, 400.0)), 12.0)])
    assert whole(added)[400, 75] > 0.95
    assert whole(added)[40, 225] > 0.9
    erased = brush_corrections.apply_strokes(astronaut, hair, [BrushStroke(((225.0, 40.0),), 10.0, erase=True)])
    assert whole(erased)[40, 225] < 0.05
    assert brush_corrections.apply_strokes(astronaut, hair, []) is hair


def test_the_same_picture_gives_the_same_hair(sample: Picture, astronaut: Portrait, hair: Hair) -> None:
    again = analysis.analyse_hair(Portrait(sample, astronaut.models))
    assert np.array_equal(again.mask, hair.mask)
    assert np.array_equal(again.shade, hair.shade)
