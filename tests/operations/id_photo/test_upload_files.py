"""What is delivered without a wish of one's own meets what the document's upload asks for: pixels, type, kB."""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import Bounds, DocumentSpec, UploadLimits
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo.filesize import fit_file_size
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor

LIMITED = [row for row in Catalogue.load().documents if row.upload is not None]


@pytest.fixture(scope="module")
def editor(portraits: Portraits, catalogue: Catalogue) -> LocalEditor:
    return LocalEditor(portraits, catalogue)


@pytest.fixture(scope="module")
def large() -> Picture:
    """The officer at three times the pixels, with a sensor's grain: no source of ours has a head of 600 pixels."""
    small = codec.decode((resources() / "samples" / "officer.jpg").read_bytes(), name="officer.jpg").rgb8
    size = (small.shape[1] * 3, small.shape[0] * 3)
    smooth = cv2.resize(small, size, interpolation=cv2.INTER_CUBIC).astype(np.float32)
    grain = np.random.default_rng(7).normal(0, 4, smooth.shape[:2])[..., None]
    return Picture(np.clip(smooth + grain, 0, 255).astype(np.uint8))


def made(editor: LocalEditor, picture: Picture, **wishes: Any) -> EditResult:
    return editor.run(EditRequest("id_photo", IdPhotoParams(**wishes), [picture]), Progress())


@pytest.mark.parametrize("row", LIMITED, ids=lambda row: row.id)
@pytest.mark.sampled(10)
def test_a_default_file_meets_its_documents_upload(editor: LocalEditor, large: Picture, row: DocumentSpec) -> None:
    result = made(editor, large, spec=row.id, background="document")
    upload = row.upload
    assert upload is not None
    photo = codec.decode(result.file.data)
    assert upload.takes(photo.width, photo.height)
    assert photo.dpi is not None
    assert photo.width / photo.dpi * 25.4 == pytest.approx(row.width_mm, abs=0.15)
    if upload.formats:
        assert result.file.media_type.removeprefix("image/") in upload.formats
    if upload.kilobytes is not None:
        assert len(result.file.data) <= (upload.kilobytes.high or math.inf) * 1000
        assert len(result.file.data) >= (upload.kilobytes.low or 0) * 1024
    assert result.details["notes"] == []


def test_a_site_that_crops_itself_gets_room_around_the_head(editor: LocalEditor, large: Picture) -> None:
    shares = {}
    for spec in ("uk_passport_online", "cn_ncre", "pk_nadra_online"):
        guides = made(editor, large, spec=spec, background="document").details
        shares[spec] = (guides["guides"]["chinMm"] - guides["guides"]["crownMm"]) / guides["heightMm"]
    assert 0.40 < shares["uk_passport_online"] < 0.50
    assert 0.65 < shares["cn_ncre"] < 0.75
    assert 0.64 < shares["pk_nadra_online"] < 0.77


@pytest.mark.parametrize("spec", ["us_visa", "cn_visa", "ee_passport"])
def test_a_transparent_photo_stays_png_and_says_what_the_upload_takes(
    editor: LocalEditor, large: Picture, spec: str
) -> None:
    result = made(editor, large, spec=spec)
    assert result.file.media_type == "image/png"
    assert codec.decode(result.file.data).has_alpha
    assert result.details["notes"][0].startswith("The upload takes JPEG, and this file is PNG.")
    size = {"us_visa": 240, "cn_visa": 120, "ee_passport": 5120}[spec]
    too_large = len(result.file.data) > size * 1000
    assert any(f"at most {size} kB" in note for note in result.details["notes"]) == too_large


def test_a_png_of_an_opaque_photo_is_the_persons_own_wish(editor: LocalEditor, large: Picture) -> None:
    result = made(editor, large, spec="us_visa", background="white", output_format="png")
    assert result.file.media_type == "image/png"
    assert len(result.details["notes"]) == 2


def test_a_print_document_takes_the_inputs_type_without_a_limit(editor: LocalEditor, sample: Picture) -> None:
    result = made(editor, sample, spec="us_passport", background="document")
    assert (result.file.media_type, result.details["notes"]) == ("image/png", [])


def noise(width: int, height: int, spread: int = 60) -> Picture:
    values = np.random.default_rng(3).integers(128 - spread, 128 + spread, (height, width, 3))
    return Picture(values.astype(np.uint8), dpi=300.0)


def with_upload(**upload: Any) -> DocumentSpec:
    row = Catalogue.load().documents.get("us_visa")
    assert row is not None
    return row.model_copy(update={"upload": UploadLimits(**upload)})


def test_quality_gives_way_before_size_and_size_only_inside_the_range() -> None:
    sides = {"width": Bounds(low=300, high=600), "height": Bounds(low=300, high=600)}
    narrow = with_upload(formats=("jpeg",), kilobytes=Bounds(high=40), **sides)
    made_small = fit_file_size(noise(600, 600), narrow, None, None, "image/png")
    assert len(made_small.file.data) <= 40_000
    assert 300 <= made_small.picture.width < 600
    assert made_small.picture.dpi == pytest.approx(300 * made_small.picture.width / 600, rel=0.01)
    wide = fit_file_size(noise(600, 600, 10), narrow, None, None, "image/png")
    assert (wide.picture.width, wide.notes) == (600, ())


def test_sizes_that_nothing_limits_below_are_kept() -> None:
    for upload in ({}, {"width": Bounds(high=700), "height": Bounds(high=700)}):
        row = with_upload(formats=("jpeg",), kilobytes=Bounds(high=300), **upload)
        assert fit_file_size(noise(600, 600), row, None, None, "image/png").picture.width == 600


def test_a_limit_of_the_document_that_cannot_be_kept_is_told() -> None:
    row = with_upload(formats=("jpeg",), kilobytes=Bounds(high=10))
    result = fit_file_size(noise(600, 600), row, None, None, "image/jpeg")
    assert result.notes == (
        f"The upload takes at most 10 kB, and this file has {len(result.file.data) / 1000:.0f} kB.",
    )


def test_a_least_size_is_met_by_quality_and_never_padded() -> None:
    plain = noise(300, 300, 3)
    usual = len(codec.encode(plain, "image/jpeg"))
    best = len(codec.encode(plain, "image/jpeg", 100))
    least = (usual + best) // 2 / 1024
    row = with_upload(formats=("jpeg",), kilobytes=Bounds(low=least))
    result = fit_file_size(plain, row, None, None, "image/jpeg")
    assert least * 1024 <= len(result.file.data) <= best
    assert result.notes == ()
    short = fit_file_size(plain, with_upload(formats=("jpeg",), kilobytes=Bounds(low=5000)), None, None, "image/jpeg")
    assert len(short.file.data) == best
    assert short.notes[0].startswith("The upload takes no less than 5000 kB")


def test_sizes_that_the_upload_does_not_take_are_not_fitted_to_its_limit() -> None:
    """HD is for prints and archives: 1200 pixels more than the form takes are no upload."""
    row = with_upload(formats=("jpeg",), kilobytes=Bounds(high=20), width=Bounds(high=300), height=Bounds(high=300))
    result = fit_file_size(noise(600, 600), row, None, None, "image/jpeg")
    assert (result.picture.width, result.notes) == (600, ())
    assert len(result.file.data) > 20_000


def test_a_persons_own_target_is_met_or_refused() -> None:
    row = with_upload(formats=("jpeg",), kilobytes=Bounds(high=10))
    assert len(fit_file_size(noise(600, 600), row, None, 200, "image/jpeg").file.data) <= 200_000
    with pytest.raises(UnusablePicture, match="5 kB cannot be reached") as raised:
        fit_file_size(noise(600, 600), row, None, 5, "image/jpeg")
    assert raised.value.code == "cannot_reach_size"


@pytest.mark.parametrize(
    ("formats", "kilobytes", "source", "written"),
    [
        (("jpeg",), None, "image/png", "image/jpeg"),
        (("png", "jpeg"), None, "image/jpeg", "image/png"),
        (("heic", "jpeg"), None, "image/png", "image/jpeg"),
        ((), Bounds(high=500), "image/png", "image/jpeg"),
        ((), Bounds(high=500), "image/webp", "image/webp"),
        ((), None, "image/png", "image/png"),
        ((), None, "image/heic", "image/png"),
    ],
)
def test_types(formats: tuple[str, ...], kilobytes: Bounds | None, source: str, written: str) -> None:
    row = with_upload(formats=formats, kilobytes=kilobytes)
    assert fit_file_size(noise(60, 60), row, None, None, source).file.media_type == written
