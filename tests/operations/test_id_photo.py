"""ID photos of the shipped samples, measured on the finished file."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import PIL.Image
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.compliance import judge_file
from catchlight.operations.id_photo import run as id_photo
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.paths import resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor
from pydantic import ValidationError


class Studio:
    """Runs ID photos and reads their checks."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue) -> None:
        self.portraits, self.catalogue = portraits, catalogue

    def make(self, picture: Picture, progress: Progress | None = None, **wishes: Any) -> EditResult:
        request = EditRequest("id_photo", IdPhotoParams(**wishes), [picture])
        return LocalEditor(self.portraits, self.catalogue).run(request, progress or Progress())


def checks(result: EditResult) -> dict[str, Any]:
    return {check["id"]: check for check in result.details["verdict"]["checks"]}


def refusal(studio: Studio, picture: Picture, **wishes: Any) -> str:
    with pytest.raises(CatchlightError) as raised:
        studio.make(picture, **wishes)
    assert raised.value.message.endswith((".", "?"))
    return raised.value.code


@pytest.fixture(scope="module")
def studio(portraits: Portraits, catalogue: Catalogue) -> Studio:
    return Studio(portraits, catalogue)


@pytest.fixture(scope="module")
def officer() -> Picture:
    return codec.decode((resources() / "samples" / "officer.jpg").read_bytes(), name="officer.jpg")


@pytest.mark.parametrize("spec", ["uk_passport", "us_passport", "icao_35x45", "cn_visa", "ca_passport", "jp_passport"])
def test_size_density_and_head_are_right_on_the_decoded_file(spec: str, studio: Studio, sample: Picture) -> None:
    document = studio.catalogue.documents.get(spec)
    assert document is not None
    result = studio.make(sample, spec=spec)
    photo = codec.decode(result.file.data)
    assert result.file.media_type == "image/png"
    assert photo.has_alpha
    assert (photo.width, photo.height) == (document.width_px, document.height_px)
    assert photo.dpi == pytest.approx(document.dpi, abs=0.05)
    found = checks(result)
    assert found["photo_size"]["state"] == found["dpi_tag"]["state"] == "pass"
    assert document.head_mm is not None
    assert document.head_mm.low <= found["head_height"]["value"] <= document.head_mm.high
    assert found["head_height"]["state"] == "pass"
    assert found["roll"]["value"] < 2


def test_the_person_is_cut_out_without_the_room(studio: Studio, sample: Picture) -> None:
    photo = codec.decode(studio.make(sample, spec="uk_passport").file.data)
    alpha = photo.pixels[..., 3]
    assert alpha[200:330, 150:260].min() == 255
    assert alpha[:40, :40].max() == 0
    assert (alpha[-1] > 200).mean() > 0.6
    soft = (alpha > 10) & (alpha < 245)
    assert 0.002 < soft.mean() < 0.08


@pytest.mark.parametrize(
    ("wish", "colour"), [("white", (255, 255, 255)), ("#4080c0", (64, 128, 192)), ("document", (230, 230, 230))]
)
def test_a_background_colour_is_exact_and_takes_the_inputs_type(
    wish: str, colour: tuple[int, int, int], studio: Studio, officer: Picture
) -> None:
    result = studio.make(officer, spec="uk_passport", background=wish, output_format="png")
    photo = codec.decode(result.file.data)
    assert not photo.has_alpha
    assert tuple(photo.pixels[5, 5]) == colour
    assert studio.make(officer, spec="uk_passport", background=wish).file.media_type == "image/jpeg"
    assert checks(result)["background_uniform"]["value"] < 0.5


def test_the_original_background_is_geometry_only_and_fit_for_offices(studio: Studio, officer: Picture) -> None:
    result = studio.make(officer, spec="uk_passport", background="original")
    made = codec.decode(result.file.data).record.last("id_photo")
    assert made is not None
    assert made.kind == "geometry"
    assert not result.details["verdict"]["unofficial"]
    assert checks(result)["edit_provenance"]["state"] == "pass"
    assert studio.make(officer, spec="uk_passport").details["verdict"]["unofficial"]


def test_the_record_travels_in_the_file(studio: Studio, sample: Picture) -> None:
    made = codec.decode(studio.make(sample, spec="us_passport").file.data).record.last("id_photo")
    assert made is not None
    assert made.facts["document"] == "us_passport"
    assert made.facts["widthMm"] == 50.8
    assert made.parameters == {"spec": "us_passport"}
    assert made.source == sample.digest
    assert made.program.startswith("Catchlight ")


def test_hd_doubles_the_pixels_with_super_resolution(studio: Studio, officer: Picture) -> None:
    plain = codec.decode(studio.make(officer, spec="cn_1inch").file.data)
    result = studio.make(officer, spec="cn_1inch", hd=True)
    photo = codec.decode(result.file.data)
    assert (photo.width, photo.height, photo.dpi) == (2 * plain.width, 2 * plain.height, pytest.approx(600, abs=0.1))
    assert "super_resolution" in result.details["invented"]
    assert checks(result)["complete"]["state"] == "uncertain"


def test_a_size_of_ones_own_has_no_limits(studio: Studio, sample: Picture) -> None:
    result = studio.make(sample, width_mm=30.0, height_mm=40.0, dpi=200)
    assert (result.details["widthPx"], result.details["heightPx"]) == (236, 315)
    assert not result.details["verdict"]["verified"]
    assert checks(result)["head_height"]["state"] == "info"


def test_the_users_own_lines_move_the_frame(studio: Studio, sample: Picture) -> None:
    portrait = studio.portraits.of(sample)
    measured = id_photo.plan(portrait, IdPhotoParams(spec="uk_passport"), studio.catalogue)
    higher = float(measured.crown[1]) - 12
    moved = id_photo.plan(portrait, IdPhotoParams(spec="uk_passport", crown_y=higher), studio.catalogue)
    assert moved.crown[1] == pytest.approx(higher)
    assert moved.scale < measured.scale
    assert moved.head_mm == pytest.approx(measured.head_mm, abs=0.5)
    with_hair = refusal(studio, sample, spec="uk_passport", crown_y=400.0)
    assert with_hair == "invalid_request"


def test_a_tilted_head_is_levelled_unless_told_not_to(studio: Studio, officer: Picture) -> None:
    turn = cv2.getRotationMatrix2D((256, 280), 9, 1.0)
    tilted = Picture(
        np.asarray(cv2.warpAffine(officer.rgb8, turn, (512, 600), borderMode=cv2.BORDER_REPLICATE), np.uint8)
    )
    assert checks(studio.make(tilted, spec="uk_passport"))["roll"]["value"] < 2
    assert checks(studio.make(tilted, spec="uk_passport", align=False))["roll"]["state"] == "fail"


def test_shoulders_are_carried_on_where_the_picture_ends_early(studio: Studio, officer: Picture) -> None:
    chin = float(studio.portraits.of(officer).landmarks.xy[152, 1])
    short = Picture(np.ascontiguousarray(officer.rgb8[: int(chin + 45)]))
    result = studio.make(short, spec="uk_passport")
    assert "bottom" in result.details["invented"]
    alpha = codec.decode(result.file.data).pixels[..., 3]
    widths = (alpha > 128).sum(axis=1)
    assert (widths[-60:] > 150).all()
    assert abs(int(widths[-1]) - int(widths[-40])) < 80


@pytest.mark.parametrize(
    ("box", "code"),
    [((0, 0, 512, 330), "does_not_fit"), ((0, 190, 512, 600), "does_not_fit"), ((200, 0, 512, 600), "does_not_fit")],
    ids=["no shoulders", "head cut off above", "half a face"],
)
def test_a_cut_head_is_refused(box: tuple[int, int, int, int], code: str, studio: Studio, officer: Picture) -> None:
    x0, y0, x1, y1 = box
    part = Picture(np.ascontiguousarray(officer.rgb8[y0:y1, x0:x1]))
    assert refusal(studio, part, spec="uk_passport") == code


def test_refusals_have_their_codes(studio: Studio, sample: Picture) -> None:
    blank = Picture(np.full((400, 300, 3), 128, np.uint8))
    assert refusal(studio, blank, spec="uk_passport") == "no_face"
    assert refusal(studio, Picture(np.hstack([sample.rgb8, sample.rgb8])), spec="uk_passport") == "several_faces"
    assert refusal(studio, sample, spec="uk_pasport") == "unknown_spec"
    assert refusal(studio, sample, background="puce") == "invalid_request"
    assert refusal(studio, sample, spec="uk_passport", dpi=1200) == "too_small_for_spec"
    assert refusal(studio, sample, spec="uk_passport", max_kilobytes=2) == "cannot_reach_size"


@pytest.mark.parametrize(
    "wishes", [{"width_mm": 30.0}, {"dpi": "300"}, {"dpi": 10}, {"crown_y": float("nan")}, {"colour": 1}]
)
def test_bad_parameters_cannot_be_made(wishes: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        IdPhotoParams(**wishes)


@pytest.mark.parametrize("limit", [25, 40, 80])
def test_a_file_size_target_is_met_and_never_padded(limit: int, studio: Studio, officer: Picture) -> None:
    result = studio.make(officer, spec="us_passport", background="white", max_kilobytes=limit, output_format="jpeg")
    assert len(result.file.data) <= limit * 1000
    photo = codec.decode(result.file.data)
    assert photo.width == 600
    assert photo.width / photo.dpi * 25.4 == pytest.approx(50.8, abs=0.1)  # type: ignore[operator]
    assert checks(result)["photo_size"]["state"] == "pass"


def test_cancelling_stops_before_the_result(studio: Studio, sample: Picture) -> None:
    progress = Progress(lambda fraction, step: progress.cancel() if fraction > 0.5 else None)
    with pytest.raises(Cancelled):
        studio.make(sample, progress, spec="uk_passport")


def test_progress_names_its_steps(studio: Studio, sample: Picture) -> None:
    heard: list[str] = []
    studio.make(sample, Progress(lambda _, step: heard.append(step)), spec="uk_passport")
    assert {"finding the face", "matting", "cutting", "measuring the result", "done"} <= set(heard)


def test_the_verdict_on_a_strange_file_says_what_is_wrong(studio: Studio, sample: Picture) -> None:
    document = studio.catalogue.documents.get("uk_passport")
    assert document is not None
    out = io.BytesIO()
    PIL.Image.fromarray(sample.rgb8).resize((413, 531)).save(out, "JPEG")
    verdict = judge_file(out.getvalue(), "image/jpeg", document, portraits=studio.portraits)
    states = {check.id: check.state for check in verdict.checks}
    assert verdict.overall == "fail"
    assert states["photo_size"] == "pass"
    assert states["dpi_tag"] == "fail"
    assert states["head_height"] == "fail"
    assert states["inter_eye"] == "fail"
    assert all(check.source for check in verdict.checks if check.hard)
    assert all(check.advice for check in verdict.checks if check.state in ("fail", "uncertain"))


def test_size_only_documents_judge_no_limit(studio: Studio, sample: Picture) -> None:
    for document in studio.catalogue.documents:
        if not document.verified and document.height_mm < 46 and document.dpi == 300:
            result = studio.make(sample, spec=document.id)
            assert checks(result)["head_height"]["state"] == "info", document.id
            break
    else:
        pytest.fail("the catalogue has no such document")


def test_every_usable_portrait_passes_where_it_counts(portraits_folder: Path, studio: Studio) -> None:
    for name in (
        "d04_long_curly_hair.jpg",
        "d13_png_alpha_circle.png",
        "d29_bald_big_beard.jpg",
        "d31_beard_office.jpg",
    ):
        picture = codec.decode((portraits_folder / name).read_bytes())
        for spec in ("uk_passport", "cn_visa"):
            found = checks(studio.make(picture, spec=spec))
            assert found["head_height"]["margin"] >= 0, (name, spec)
            assert found["photo_size"]["state"] == "pass", (name, spec)


@pytest.mark.parametrize(
    ("name", "code"),
    [("d11_small_face_climber.jpg", "too_small_for_spec"), ("d22_hat_scarf_old_print.jpg", "does_not_fit")],
)
def test_unusable_portraits_are_refused(name: str, code: str, portraits_folder: Path, studio: Studio) -> None:
    assert refusal(studio, codec.decode((portraits_folder / name).read_bytes()), spec="uk_passport") == code


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_picture_on_its_side_gives_the_same_photo(turns: int, studio: Studio, officer: Picture) -> None:
    side = Picture(np.ascontiguousarray(np.rot90(officer.rgb8, turns)))
    result = studio.make(side, spec="uk_passport")
    found = checks(result)
    assert found["head_height"]["margin"] > 0
    assert found["roll"]["value"] < 2
    planned = id_photo.plan(studio.portraits.of(side), IdPhotoParams(spec="uk_passport"), studio.catalogue)
    face = studio.portraits.of(side).landmarks.xy[4]
    low, high = planned.corners.min(axis=0), planned.corners.max(axis=0)
    assert (low < face).all()
    assert (face < high).all()
    assert refusal(studio, side, spec="uk_passport", crown_y=50.0) == "invalid_request"


def test_a_photo_that_measures_otherwise_than_planned_is_made_again(studio: Studio, officer: Picture) -> None:
    blown = Picture(np.clip(officer.rgb8 * 1.6 + 20, 0, 255).astype(np.uint8))
    found = checks(studio.make(blown, spec="jp_passport"))["head_height"]
    assert found["margin"] >= 0
