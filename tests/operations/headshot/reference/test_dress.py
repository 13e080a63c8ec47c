"""A headshot in the clothes of another picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError, Conflict, InvalidRequest, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.filters.planes import erode_mask
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot import choices
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.run import placement_of
from catchlight.paths import resources
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor

from tests.clothing.reference import doubles

Make = Callable[..., EditResult]
WORN: dict[str, Any] = {"clothing_styles": ("reference",)}


@pytest.fixture(scope="module")
def officer() -> Picture:
    return codec.decode((resources() / "samples" / "officer.jpg").read_bytes())


@pytest.fixture(scope="module")
def make(portraits: Portraits, catalogue: Catalogue) -> Make:
    def made(*pictures: Picture, **fields: Any) -> EditResult:
        request = EditRequest("headshot", HeadshotParams(**fields), list(pictures))
        return LocalEditor(portraits, catalogue).run(request, Progress())

    return made


@pytest.fixture(scope="module")
def worn(make: Make, sample: Picture, officer: Picture) -> EditResult:
    return make(sample, officer, framing_styles=("original",), **WORN)


def _face(portraits: Portraits, picture: Picture) -> Any:
    import cv2

    mask = np.zeros((picture.height, picture.width), np.uint8)
    cv2.fillPoly(mask, [np.round(portraits.of(picture).landmarks.ring(OVAL)).astype(np.int32)], 1)
    return erode_mask(mask > 0, 2)


def test_the_uniform_is_worn_and_the_face_stays_byte_for_byte(
    worn: EditResult, make: Make, sample: Picture, officer: Picture, catalogue: Catalogue, portraits: Portraits
) -> None:
    params = HeadshotParams(framing_styles=("original",), **WORN)
    matrix = placement_of(portraits.of(sample), params, catalogue, donor=portraits.of(officer))
    x, y = (round(-float(value)) for value in matrix[:, 2])
    height, width = worn.picture.height, worn.picture.width
    before = sample.pixels[y : y + height, x : x + width, :3]
    assert before.shape[:2] == (height, width)
    face = _face(portraits, sample)[y : y + height, x : x + width]
    assert face.sum() > 3000
    assert np.array_equal(worn.picture.pixels[face], before[face])
    orange = before[..., 0].astype(int) - before[..., 2] > 90
    assert orange[-60:].mean() > 0.3
    after = worn.picture.pixels[-60:]
    assert (after[..., 0].astype(int) - after[..., 2] > 90).mean() < 0.06, "nothing of the orange suit is left"


def test_the_record_tells_that_it_is_a_composite(worn: EditResult, officer: Picture) -> None:
    step = worn.picture.record.steps[-1]
    assert step.kind == "pixels"
    assert step.parameters["clothingStyles"] == ["reference"]
    assert step.facts["clothing"] == [{"part": "all", "how": "reference", "reference": officer.digest}]
    assert worn.picture.record.digital_source == "compositeCapture"
    assert worn.picture.record.unfit_for_official_use
    assert worn.details["identity"] > 0.95
    assert b"compositeCapture" in worn.file.data


def test_where_the_garment_ends_the_frame_ends(worn: EditResult, sample: Picture, make: Make, officer: Picture) -> None:
    assert worn.details["clothesEndAtFrame"]
    assert worn.picture.height < sample.height
    framed = make(sample, officer, framing_styles=("head_shoulders",), background_styles=("studio_grey",), **WORN)
    assert framed.picture.height <= worn.picture.height


def test_a_framing_that_the_clothes_do_not_reach_is_refused_and_one_is_named(
    make: Make, sample: Picture, officer: Picture, portraits: Portraits, catalogue: Catalogue
) -> None:
    told = "end above the lower edge of Chest up. Head and shoulders fits these clothes"
    grey = {"framing_styles": ("chest_up",), "background_styles": ("studio_grey",), **WORN}
    with pytest.raises(Conflict, match=told) as refusal:
        make(sample, officer, **grey)
    assert refusal.value.code == "does_not_fit"
    request = EditRequest("headshot", HeadshotParams(**grey), [sample, officer])
    with pytest.raises(Conflict, match=told):
        LocalEditor(portraits, catalogue).preview(request, 300, Progress())
    with pytest.raises(Conflict, match=told):
        placement_of(portraits.of(sample), HeadshotParams(**grey), catalogue, donor=portraits.of(officer))
    own = {"framing_styles": ("chest_up",), "background_styles": ("studio_grey",)}
    assert make(sample, **own).picture.height > 0


def test_a_preview_shows_the_same(
    portraits: Portraits, catalogue: Catalogue, sample: Picture, officer: Picture, worn: EditResult
) -> None:
    request = EditRequest("headshot", HeadshotParams(framing_styles=("original",), **WORN), [sample, officer])
    made = LocalEditor(portraits, catalogue).preview(request, 2000, Progress())
    assert (made.width, made.height) == (worn.picture.width, worn.picture.height)
    assert np.abs(made.picture.pixels.astype(int) - worn.picture.pixels).max() <= 1
    assert made.details["clothing"] == worn.details["clothing"]


def test_a_cut_out_garment_is_worn_too(make: Make, sample: Picture) -> None:
    result = make(sample, doubles.template(), framing_styles=("original",), **WORN)
    chest = result.picture.pixels[-40:, result.picture.width // 2 - 40 : result.picture.width // 2 + 40]
    assert np.abs(np.median(chest.reshape(-1, 3), axis=0) - doubles.NEW).max() < 40


def test_a_picture_too_small_for_this_one_is_refused(make: Make, sample: Picture) -> None:
    large = sample.with_(pixels=np.repeat(np.repeat(sample.pixels, 3, axis=0), 3, axis=1))
    with pytest.raises(UnusablePicture, match="too small for this picture") as refusal:
        make(large, doubles.template(width=205, height=150, neck=50, depth=30), **WORN)
    assert refusal.value.code == "reference_unsuited"


def test_words_and_pictures_belong_together(make: Make, sample: Picture, officer: Picture) -> None:
    with pytest.raises(InvalidRequest, match="clothingReference"):
        make(sample, **WORN)
    for other in ("keep_original", "navy"):
        with pytest.raises(Conflict, match=other) as refusal:
            make(sample, officer, clothing_styles=(other, "reference"))
        assert refusal.value.code == "conflicting_styles"
    assert choices.split_pictures(("reference",), ["ground", "garment"]) == ("ground", "garment")
    assert choices.split_pictures(("reference",), ["garment"]) == (None, "garment")
    assert choices.split_pictures((), ["ground"]) == ("ground", None)
    assert choices.split_pictures((), []) == (None, None)


def test_a_landscape_is_no_garment(make: Make, sample: Picture) -> None:
    plain = Picture(np.full((300, 300, 3), 120, np.uint8))
    with pytest.raises(CatchlightError) as refusal:
        make(sample, plain, **WORN)
    assert refusal.value.code == "reference_unsuited"
