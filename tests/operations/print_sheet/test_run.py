"""Print sheets from ID photos and portraits, through the operation itself."""

from __future__ import annotations

import io
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError, Conflict, InvalidRequest, UnknownEntry, UnusablePicture
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Record, Step
from catchlight.operations.operation import Context, Outcome
from catchlight.operations.print_sheet import photos
from catchlight.operations.print_sheet import run as layout
from catchlight.operations.print_sheet.params import LayoutParams, SheetItem
from catchlight.portrait.portrait import Portraits
from pydantic import ValidationError
from pypdf import PdfReader


@dataclass(frozen=True)
class Shop:
    """Runs the operation as an editor would."""

    portraits: Portraits
    catalogue: Catalogue

    def run(self, params: LayoutParams, *pictures: Picture, progress: Progress | None = None) -> Outcome:
        def begin(kind: Kind, facts: dict[str, Any]) -> Step:
            made = datetime(2026, 1, 1, tzinfo=UTC)
            return Step(operation="layout", parameters={}, kind=kind, source="", made=made, facts=facts)

        context = Context(progress or Progress(), self.catalogue, begin)
        return layout.run([self.portraits.of(picture) for picture in pictures], params, context)


@pytest.fixture(scope="module")
def shop(portraits: Portraits, catalogue: Catalogue) -> Shop:
    return Shop(portraits, catalogue)


def noise(width: int, height: int, channels: int = 3, seed: int = 0) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.random.default_rng(seed).integers(0, 250, (height, width, channels), np.uint8)


def recorded(width: int, height: int, document: str, width_mm: float, height_mm: float, channels: int = 3) -> Picture:
    """An ID photo that says what it is."""
    facts = {"document": document, "widthMm": width_mm, "heightMm": height_mm}
    step = Step(operation="id_photo", parameters={}, kind="background", source="", facts=facts)
    return Picture(noise(width, height, channels), dpi=300, record=Record(steps=(step,)))


UK = recorded(413, 531, "uk_passport", 35, 45)


def patches(picture: Picture, outcome: Outcome) -> list[np.ndarray[Any, Any]]:
    """The parts of the sheet where the details say that photos lie, turned upright."""
    found = []
    for place in outcome.details["placements"]:
        turned = place["rotated"]
        width, height = (picture.height, picture.width) if turned else (picture.width, picture.height)
        x, y = (round(place[key] * outcome.details["dpi"] / 25.4) for key in ("x", "y"))
        part = outcome.picture.pixels[y : y + height, x : x + width]
        found.append(np.rot90(part) if turned else part)
    return found


def test_defaults_fill_a_six_inch_sheet_pixel_for_pixel(shop: Shop) -> None:
    outcome = shop.run(LayoutParams(), UK)
    details = outcome.details
    assert (details["paper"], details["widthMm"], details["heightMm"]) == ("4r", 101.6, 152.4)
    assert (details["widthPx"], details["heightPx"], details["dpi"]) == (1200, 1800, 300)
    assert (details["copies"], details["capacity"], details["columns"], details["rows"]) == (8, 8, 2, 4)
    assert details["rotated"] is True
    assert outcome.picture.pixels.shape == (1800, 1200, 3)
    assert outcome.picture.dpi == 300
    assert outcome.file is None
    assert len(details["placements"]) == 8
    for part in patches(UK, outcome):
        assert np.array_equal(part, UK.pixels)


@pytest.mark.parametrize("media_type", ["image/png", "image/jpeg"])
def test_file_keeps_density_and_record(shop: Shop, media_type: str) -> None:
    outcome = shop.run(LayoutParams(dpi=600, copies=2), UK)
    read = codec.decode(codec.encode(outcome.picture, media_type))
    assert (read.width, read.height) == (2400, 3600)
    assert read.dpi == pytest.approx(600, abs=0.1)
    assert [step.operation for step in read.record.steps] == ["id_photo", "layout"]
    last = read.record.steps[-1]
    assert last.kind == "print"
    assert last.facts == {"paper": "4r", "copies": 2, "documents": ["uk_passport"]}


def test_every_document_at_its_own_dpi_is_not_resampled(shop: Shop, catalogue: Catalogue) -> None:
    for document in catalogue.documents:
        if document.digital_only:
            continue
        picture = recorded(document.width_px, document.height_px, document.id, document.width_mm, document.height_mm)
        outcome = shop.run(LayoutParams(paper="a4", dpi=document.dpi, copies=1, cut_lines="none"), picture)
        assert np.array_equal(patches(picture, outcome)[0], picture.pixels), document.id


@pytest.mark.parametrize("spec", ["nz_passport", "ee_passport", "uk_passport_online"])
def test_a_document_that_takes_no_print_has_no_sheet(shop: Shop, sample: Picture, spec: str) -> None:
    row = shop.catalogue.documents.get(spec)
    assert row is not None
    made = recorded(row.width_px, row.height_px, spec, row.width_mm, row.height_mm)
    for picture, params in ((sample, LayoutParams(spec=spec)), (made, LayoutParams()), (made, LayoutParams(spec=spec))):
        with pytest.raises(Conflict, match="uploaded as a file") as raised:
            shop.run(params, picture)
        assert raised.value.code == "digital_only"


def test_a_picture_is_not_taken_for_an_upload_by_its_pixels(catalogue: Catalogue) -> None:
    row = catalogue.documents.get("nz_passport")
    assert row is not None
    assert (
        photos.recognise_photo(Picture(noise(row.width_px, row.height_px), dpi=float(row.dpi)), None, catalogue) is None
    )


def test_hd_photo_is_resampled_to_the_sheet(shop: Shop) -> None:
    hd = recorded(826, 1062, "uk_passport", 35, 45)
    outcome = shop.run(LayoutParams(copies=1, cut_lines="none"), hd)
    rows, columns = np.where((outcome.picture.pixels != 255).any(axis=2))
    assert (np.ptp(columns) + 1, np.ptp(rows) + 1) == (413, 531)


@pytest.mark.parametrize(
    ("background", "expected"),
    [("document", (230, 230, 230)), ("blue", (0x43, 0x8E, 0xDB)), ("#102030", (16, 32, 48))],
)
def test_transparent_photo_lies_on_the_wished_colour(shop: Shop, background: str, expected: tuple[int, ...]) -> None:
    clear = recorded(413, 531, "uk_passport", 35, 45, channels=4)
    pixels = clear.pixels.copy()
    pixels[:200, :, 3] = 0
    pixels[200:, :, 3] = 255
    outcome = shop.run(LayoutParams(background=background), clear.with_(pixels=pixels))
    for part in patches(clear, outcome):
        assert (part[:200] == expected).all()
        assert np.array_equal(part[200:], pixels[200:, :, :3])


def test_sixteen_bit_photo_prints_as_eight(shop: Shop) -> None:
    deep = UK.with_(pixels=(np.dstack([UK.pixels, np.full((531, 413), 255, np.uint8)]).astype(np.uint16) * 257))
    assert np.array_equal(patches(UK, shop.run(LayoutParams(), deep))[0], UK.pixels)


def test_pdf_is_the_paper_with_the_photo_embedded_at_full_resolution(shop: Shop) -> None:
    hd = recorded(827, 1063, "uk_passport", 35, 45)
    outcome = shop.run(LayoutParams(format="pdf", ruler=True, paper="a4"), hd)
    assert outcome.file is not None
    assert outcome.file.media_type == "application/pdf"
    page = PdfReader(io.BytesIO(outcome.file.data)).pages[0]
    assert float(page.mediabox.width) * 25.4 / 72 == pytest.approx(210, abs=0.01)
    assert float(page.mediabox.height) * 25.4 / 72 == pytest.approx(297, abs=0.01)
    images = [image.image for image in page.images]
    assert len(images) == 1
    assert np.array_equal(np.asarray(images[0]), hd.pixels)
    assert outcome.picture.pixels.shape == (3508, 2480, 3)


class TestRecognition:
    def known(self, picture: Picture, spec: str | None, catalogue: Catalogue) -> str | None:
        found = photos.recognise_photo(picture, spec, catalogue)
        return None if found is None else found.document.id if found.document else f"{found.width_mm}x{found.height_mm}"

    def test_by_record(self, catalogue: Catalogue) -> None:
        assert self.known(UK, None, catalogue) == "uk_passport"
        assert self.known(UK, "uk_passport", catalogue) == "uk_passport"

    def test_by_record_of_a_size_of_ones_own(self, catalogue: Catalogue) -> None:
        assert self.known(recorded(472, 709, "custom", 40, 60), None, catalogue) == "40.0x60.0"

    def test_record_of_another_document_does_not_count(self, catalogue: Catalogue) -> None:
        assert self.known(UK, "us_passport", catalogue) is None

    def test_record_of_a_photo_that_was_cropped_since_does_not_count(self, catalogue: Catalogue) -> None:
        assert self.known(UK.with_(pixels=noise(400, 400)), None, catalogue) is None

    def test_by_exact_pixels_of_the_wished_document(self, catalogue: Catalogue) -> None:
        bare = Picture(noise(600, 600))
        assert self.known(bare, "us_passport", catalogue) == "us_passport"
        assert self.known(Picture(noise(1200, 1200)), "us_passport", catalogue) == "us_passport"
        assert self.known(Picture(noise(601, 600)), "us_passport", catalogue) is None
        assert self.known(bare, None, catalogue) is None

    def test_by_exact_pixels_and_density(self, catalogue: Catalogue) -> None:
        assert self.known(Picture(noise(413, 531), dpi=300), None, catalogue) == "icao_35x45"
        assert self.known(Picture(noise(826, 1062), dpi=600), None, catalogue) == "icao_35x45"
        assert self.known(Picture(noise(413, 531), dpi=72), None, catalogue) is None
        assert self.known(Picture(noise(358, 441), dpi=350), None, catalogue) == "cn_social_security"

    @pytest.mark.parametrize("facts", [{}, {"widthMm": "35", "heightMm": 45}, {"widthMm": 0, "heightMm": -1}])
    def test_damaged_facts_do_not_count(self, facts: dict[str, Any], catalogue: Catalogue) -> None:
        step = Step(operation="id_photo", parameters={}, kind="background", source="", facts=facts)
        assert self.known(Picture(noise(300, 400), record=Record(steps=(step,))), None, catalogue) is None


class TestFromPortrait:
    def test_the_photo_is_made_first(self, shop: Shop, sample: Picture) -> None:
        outcome = shop.run(LayoutParams(spec="uk_passport", copies=2), sample)
        assert outcome.details["copies"] == 2
        place = outcome.details["placements"][0]
        assert (place["width"], place["height"]) == (35, 45)
        steps = outcome.picture.record.steps
        assert [step.operation for step in steps] == ["id_photo", "layout"]
        assert steps[0].facts["document"] == "uk_passport"
        assert steps[0].parameters["spec"] == "uk_passport"
        x, y = (round(place[key] * 300 / 25.4) for key in ("x", "y"))
        assert np.abs(outcome.picture.pixels[y + 4, x + 4].astype(int) - 230).max() <= 12

    def test_without_a_face_there_is_no_sheet(self, shop: Shop) -> None:
        with pytest.raises(UnusablePicture) as fault:
            shop.run(LayoutParams(), Picture(np.full((700, 500, 3), 128, np.uint8)))
        assert fault.value.code == "no_face"

    def test_paper_needs_a_ground(self, shop: Shop, sample: Picture) -> None:
        with pytest.raises(InvalidRequest, match="background"):
            shop.run(LayoutParams(background="transparent"), sample)


class TestMixed:
    US = recorded(600, 600, "us_passport", 50.8, 50.8)

    def test_each_picture_has_its_size_and_copies(self, shop: Shop) -> None:
        params = LayoutParams(paper="a4", copies=4, mixed=(SheetItem(copies=3),))
        outcome = shop.run(params, UK, self.US)
        places = outcome.details["placements"]
        assert outcome.details["copies"] == 7
        assert [place["picture"] for place in places] == [0] * 4 + [1] * 3
        assert {round(place["width"] + place["height"], 1) for place in places[4:]} == {101.6}
        facts = outcome.picture.record.steps[-1].facts
        assert facts["documents"] == ["uk_passport", "us_passport"]

    def test_pictures_without_an_item_share_the_room(self, shop: Shop) -> None:
        outcome = shop.run(LayoutParams(copies=4), UK, self.US)
        assert {place["picture"] for place in outcome.details["placements"]} == {0, 1}

    def test_more_items_than_pictures_are_refused(self, shop: Shop) -> None:
        with pytest.raises(InvalidRequest, match="further pictures"):
            shop.run(LayoutParams(mixed=(SheetItem(),)), UK)

    def test_what_does_not_fit_together_is_refused(self, shop: Shop) -> None:
        with pytest.raises(Conflict, match="together") as fault:
            shop.run(LayoutParams(copies=8, mixed=(SheetItem(copies=2),)), UK, self.US)
        assert fault.value.code == "does_not_fit"
        assert "fit 8, 2 times" in fault.value.message


@pytest.mark.parametrize(
    ("params", "code", "said"),
    [
        (LayoutParams(paper="4x6"), "unknown_paper", "4x6"),
        (LayoutParams(paper="A4"), "unknown_paper", "Did you mean"),
        (LayoutParams(spec="uk_pasport"), "unknown_spec", "uk_passport"),
        (LayoutParams(copies=9), "does_not_fit", "8 would"),
        (LayoutParams(copies=500, paper="a4"), "does_not_fit", "would"),
        (LayoutParams(paper="2r", margin_mm=30), "does_not_fit", "larger paper"),
        (LayoutParams(margin_mm=50), "does_not_fit", "smaller margins"),
        (LayoutParams(background="plaid"), "invalid_request", "plaid"),
        (LayoutParams(background="#12345"), "invalid_request", "#rrggbb"),
    ],
)
def test_refusals_say_what_to_do(shop: Shop, params: LayoutParams, code: str, said: str) -> None:
    with pytest.raises(CatchlightError) as fault:
        shop.run(params, UK)
    assert fault.value.code == code
    assert said in fault.value.message


def test_unknown_document_of_a_further_picture(shop: Shop) -> None:
    with pytest.raises(UnknownEntry):
        shop.run(LayoutParams(copies=1, mixed=(SheetItem(spec="atlantis_passport"),)), UK, UK)


def test_transparent_photo_without_colour_is_refused(shop: Shop) -> None:
    with pytest.raises(InvalidRequest, match="colour"):
        shop.run(LayoutParams(background="original"), recorded(413, 531, "uk_passport", 35, 45, channels=4))


@pytest.mark.parametrize(
    "wrong",
    [
        {"copies": 0},
        {"copies": 501},
        {"gapMm": -1},
        {"marginMm": 51},
        {"dpi": 149},
        {"dpi": 300.5},
        {"cutLines": "dotted"},
        {"format": "docx"},
        {"ruler": "yes"},
        {"mixed": [{"copies": "two"}]},
        {"format": "pdf", "outputFormat": "png"},
        {"colour": "red"},
    ],
)
def test_wrong_values_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        LayoutParams.model_validate(wrong)


def test_gap_and_margin_are_kept(shop: Shop) -> None:
    places = shop.run(LayoutParams(gap_mm=5, margin_mm=8, paper="a4"), UK).details["placements"]
    assert min(place["x"] for place in places) >= 8
    assert max(place["y"] + place["height"] for place in places) <= 289
    row = sorted(place["x"] for place in places if place["y"] == places[0]["y"])
    assert row[1] - row[0] - places[0]["width"] == pytest.approx(5, abs=1e-3)


def test_placements_need_no_pixels(catalogue: Catalogue) -> None:
    paper = catalogue.papers.get("4r")
    assert paper is not None
    planned = layout.placements(LayoutParams(ruler=True), [(35, 45)], paper)
    assert planned.copies == (8,)
    assert planned.ruler is not None


def test_progress_rises_and_cancel_stops(shop: Shop) -> None:
    heard: list[float] = []
    progress = Progress(lambda fraction, step: heard.append(fraction))
    shop.run(LayoutParams(format="pdf"), UK, progress=progress)
    assert heard == sorted(heard)
    assert len(heard) >= 3
    progress.cancel()
    with pytest.raises(Cancelled):
        shop.run(LayoutParams(), UK, progress=progress)
