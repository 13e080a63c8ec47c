"""What becomes of a picture in another frame: its bits, its density, its colours, its record; and what is refused."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import PIL.Image
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict, InvalidRequest, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import cicp, codec, icc
from catchlight.imaging.picture import Picture
from catchlight.operations.crop.params import CropParams
from catchlight.operations.crop.plan import plan_crop
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor
from pydantic import ValidationError

P3 = icc.build_profile(cicp.to_xyz(cicp.PRIMARIES[12]), cicp.light(cicp.SRGB, np.linspace(0, 1, 4096)))  # type: ignore[arg-type]


def cropped(portraits: Portraits, catalogue: Catalogue, picture: Picture, **wish: Any) -> EditResult:
    return LocalEditor(portraits, catalogue).run(EditRequest("crop", CropParams(**wish), (picture,)), Progress())


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
def test_the_part_is_the_pictures_own_pixels(
    portraits: Portraits, catalogue: Catalogue, dtype: type[np.uint8] | type[np.uint16]
) -> None:
    pixels = np.random.default_rng(1).integers(0, np.iinfo(dtype).max, (90, 120, 4), dtype)
    made = cropped(portraits, catalogue, Picture(pixels, dpi=240.0), x=7, y=11, width=100, height=70)
    assert np.array_equal(made.picture.pixels, pixels[11:81, 7:107])
    assert made.picture.dpi == 240
    (step,) = made.picture.record.steps
    assert (step.operation, step.kind) == ("crop", "geometry")
    assert not made.picture.record.unfit_for_official_use
    turned = cropped(portraits, catalogue, Picture(pixels), turns=-1, x=7, y=11, width=66, height=70)
    assert np.array_equal(turned.picture.pixels, np.rot90(pixels)[11:81, 7:73])


@pytest.mark.parametrize(
    ("wish", "kind", "facts"),
    [
        ({"turns": 2, "angle": 3.0}, "geometry", {"angle": 3.0}),
        ({"flip_horizontal": True}, "pixels", {"mirrored": True}),
        ({"flip_horizontal": True, "flip_vertical": True}, "geometry", {}),
        ({"horizontal": -10.0}, "pixels", {"perspective": True}),
        ({"space_top": 10.0}, "background", {"canvas": {"top": 9, "bottom": 0, "left": 0, "right": 0}}),
        ({"space_left": 5.0, "space_unit": "px", "canvas_fill": "color"}, "pixels", {"canvasFill": "color"}),
    ],
)
def test_the_record_says_what_was_done(
    portraits: Portraits, catalogue: Catalogue, wish: dict[str, Any], kind: str, facts: dict[str, Any]
) -> None:
    picture = Picture(np.full((90, 120, 3), 128, np.uint8))
    made = cropped(portraits, catalogue, picture, **wish)
    (step,) = made.picture.record.steps
    assert step.kind == kind
    assert step.facts.items() >= facts.items()
    assert "mirrored" in step.facts or "mirrored" not in facts
    assert step.parameters


def test_a_part_beyond_the_picture_is_refused(portraits: Portraits, catalogue: Catalogue) -> None:
    picture = Picture(np.zeros((90, 120, 3), np.uint8))
    with pytest.raises(InvalidRequest, match=r"\(120, 90\)"):
        cropped(portraits, catalogue, picture, x=30, y=0, width=91, height=90)
    with pytest.raises(InvalidRequest, match="outside of the straightened"):
        cropped(portraits, catalogue, picture, angle=20.0, x=0, y=0, width=90, height=90)
    with pytest.raises(InvalidRequest, match="Nothing is asked for"):
        cropped(portraits, catalogue, picture, output_format="png")
    with pytest.raises(InvalidRequest, match="at most 45"):
        cropped(portraits, catalogue, picture, angle=40.0, level=(0.0, 0.0, 100.0, -30.0))
    with pytest.raises(InvalidRequest, match="two points that lie apart"):
        cropped(portraits, catalogue, picture, level=(1.0, 1.0, 1.0, 1.0))
    with pytest.raises(InvalidRequest, match="no quadrangle"):
        cropped(portraits, catalogue, picture, corners=(0.0, 0.0, 50.0, 50.0, 90.0, 0.0, 40.0, 10.0))


@pytest.mark.parametrize(
    ("wish", "size"),
    [
        ({"width": 63, "height": 90}, "63 x 90"),
        ({"width": 120, "height": 10}, "120 x 10"),
        ({"ratio": "1:4"}, "22 x 90"),
        ({"corners": (0.0, 0.0, 50.0, 0.0, 50.0, 50.0, 0.0, 50.0)}, "50 x 50"),
    ],
)
def test_what_could_not_be_read_again_is_not_made(
    portraits: Portraits, catalogue: Catalogue, wish: dict[str, Any], size: str
) -> None:
    picture = Picture(np.zeros((90, 120, 3), np.uint8))
    with pytest.raises(InvalidRequest, match=f"would have {size} pixels; the shorter side must have at least 64"):
        cropped(portraits, catalogue, picture, **wish)
    with pytest.raises(InvalidRequest, match=f"would have {size} pixels"):
        plan_crop(portraits.of(picture), CropParams(**wish))


def test_the_shortest_side_is_that_of_the_result_and_no_more_than_the_pictures_own(
    portraits: Portraits, catalogue: Catalogue
) -> None:
    picture = Picture(np.zeros((90, 120, 3), np.uint8))
    room = {"width": 60, "height": 60, "space_left": 4.0, "space_top": 4.0, "space_unit": "px", "canvas_fill": "color"}
    assert cropped(portraits, catalogue, picture, **room).picture.pixels.shape == (64, 64, 3)
    small = Picture(np.zeros((40, 120, 3), np.uint8))
    assert cropped(portraits, catalogue, small, turns=1).picture.pixels.shape == (120, 40, 3)
    with pytest.raises(InvalidRequest, match="at least 40"):
        cropped(portraits, catalogue, small, width=39, height=40)


@pytest.mark.parametrize(
    "wish", [{"corners": (1.0, 2.0)}, {"level": (1.0, 2.0)}, {"ratio": "4x5"},
             {"extend_to": "original"}, {"canvas_color": "red"}, {"space_top": 500.0}, {"turns": 4}]
)  # fmt: skip
def test_what_means_nothing_is_no_parameter(wish: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        CropParams(**wish)


def test_a_ratio_keeps_the_head_and_the_middle_is_the_middle(
    portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    face = portraits.of(sample).faces[0]
    made = cropped(portraits, catalogue, sample, ratio="1:2")
    x, y, width, height = made.details["box"]
    assert (width, height) == (256, 512)
    assert made.details["placedBy"] == "face"
    assert x + width / 2 == pytest.approx(face.centre[0], abs=2)
    middle = cropped(portraits, catalogue, sample, ratio="1:2", around="middle")
    assert middle.details["box"] == [128, 0, 256, 512]
    wide = cropped(portraits, catalogue, sample, ratio="3:1")
    x, y, width, height = wide.details["box"]
    assert y == 0 or y + 0.42 * height == pytest.approx(face.centre[1] - 0.22 * face.height, abs=3)
    bare = Picture(np.full((40, 60, 3), 90, np.uint8))
    assert cropped(portraits, catalogue, bare, ratio="1:1").details["placedBy"] == "middle"
    with pytest.raises(UnusablePicture, match="no face"):
        cropped(portraits, catalogue, bare, ratio="1:1", around="face")


def test_a_format_gets_its_space_above_or_at_both_sides(portraits: Portraits, catalogue: Catalogue) -> None:
    picture = Picture(np.full((100, 120, 3), 128, np.uint8))
    tall = cropped(portraits, catalogue, picture, extend_to="4:5", canvas_fill="color", canvas_color="#0A141E").picture
    assert (tall.width, tall.height) == (120, 150)
    assert tall.pixels[49, 60].tolist() == [10, 20, 30]
    assert np.array_equal(tall.pixels[50:], picture.pixels)
    wide = cropped(portraits, catalogue, picture, extend_to="2:1").picture
    assert (wide.width, wide.height) == (200, 100)
    assert np.abs(wide.pixels.astype(int) - 128).max() <= 1


def test_a_cut_body_is_refused_and_a_colour_is_not(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    with pytest.raises(Conflict, match="bottom edge"):
        cropped(portraits, catalogue, sample, space_bottom=10.0)
    made = cropped(portraits, catalogue, sample, space_bottom=10.0, canvas_fill="color")
    assert made.picture.height == 512 + 51


def test_the_files_own_colours_survive_turns_straightening_and_canvas(
    portraits: Portraits, catalogue: Catalogue
) -> None:
    pixels = np.zeros((80, 100, 3), np.uint8)
    pixels[:] = (20, 250, 30)  # greener than sRGB can hold
    pixels[:40] = (90, 90, 90)
    file = io.BytesIO()
    PIL.Image.fromarray(pixels).save(file, "png", icc_profile=P3)
    picture = codec.decode(file.getvalue())
    for wish, green in (
        ({"turns": 1}, np.s_[10:90, 2:38]),
        ({"angle": 3.0}, np.s_[-20:, 20:60]),
        ({"space_top": 50.0, "canvas_fill": "color"}, np.s_[85:, :]),
    ):
        made = cropped(portraits, catalogue, picture, **wish)
        with PIL.Image.open(io.BytesIO(made.file.data)) as written:
            assert written.info["icc_profile"] == P3
            assert np.abs(np.asarray(written).astype(int)[green] - (20, 250, 30)).max() <= 1
