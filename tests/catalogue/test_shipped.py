"""Every shipped row of documents, papers and colours keeps what the types alone cannot say."""

from __future__ import annotations

import datetime
import json
import math
import re

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.colours import Colour
from catchlight.catalogue.documents import MM_PER_INCH, Bounds, DocumentSpec
from catchlight.catalogue.papers import Paper
from catchlight.imaging.colour import oklab
from catchlight.imaging.colour.srgb import parse_hex
from catchlight.paths import resources

CATALOGUE = Catalogue.load()
CHINESE = re.compile(r"[㐀-鿿]")


def rows(file: str) -> list[dict[str, object]]:
    return json.loads((resources() / "catalogue" / file).read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@pytest.mark.parametrize("file", ["documents.json", "papers.json", "backgrounds.json"])
def test_ids_are_unique(file: str) -> None:
    ids = [row["id"] for row in rows(file)]
    assert len(ids) == len(set(ids))


def test_ids_of_the_contract_exist() -> None:
    assert {"uk_passport", "us_passport", "cn_visa", "icao_35x45"} <= set(CATALOGUE.documents.ids)
    assert {"4r", "3r", "5r", "6r", "8r", "s8r", "2r", "hagaki", "a4", "a5", "a6", "letter"} == set(
        CATALOGUE.papers.ids
    )
    assert {"white", "off_white", "light_grey", "grey", "light_blue", "blue", "red", "cream"} <= set(
        CATALOGUE.backgrounds.ids
    )
    assert "transparent" not in CATALOGUE.backgrounds.ids


@pytest.mark.parametrize("document", list(CATALOGUE.documents), ids=lambda row: row.id)
class TestDocument:
    def test_pixels_and_millimetres_agree(self, document: DocumentSpec) -> None:
        for pixels, mm in ((document.width_px, document.width_mm), (document.height_px, document.height_mm)):
            assert pixels == round(mm * document.dpi / MM_PER_INCH)

    def test_its_own_pixels_fit_its_upload(self, document: DocumentSpec) -> None:
        if document.digital_only:
            assert document.upload is not None
        if document.upload is not None:
            assert document.upload.takes(document.width_px, document.height_px)

    def test_speaks_both_languages(self, document: DocumentSpec) -> None:
        assert document.label
        assert document.country_label
        assert CHINESE.search(document.label_zh)
        assert CHINESE.search(document.country_label_zh)
        assert document.aliases

    def test_limits_lie_inside_the_frame(self, document: DocumentSpec) -> None:
        sides = (
            (document.head_mm, document.height_mm),
            (document.eye_from_bottom_mm, document.height_mm),
            (document.top_margin_mm, document.height_mm),
            (document.head_width_mm, document.width_mm),
        )
        for limits, side in sides:
            if limits is not None:
                assert all(0 < end < side for end in (limits.low, limits.high) if end is not None)

    def test_limits_can_be_met_together(self, document: DocumentSpec) -> None:
        head, top, eyes = document.head_mm, document.top_margin_mm, document.eye_from_bottom_mm
        if head is None or head.low is None or head.high is None:
            return
        if top is not None and top.low is not None:
            assert top.low + head.low < document.height_mm
        if eyes is not None and eyes.low is not None and eyes.high is not None:
            # The eyes lie near the middle of the head.
            assert eyes.low + head.low / 2 < document.height_mm
            assert eyes.high > head.low / 2

    def test_only_published_limits_are_kept(self, document: DocumentSpec) -> None:
        limits = (document.head_mm, document.eye_from_bottom_mm, document.top_margin_mm, document.head_width_mm)
        if document.basis != "published":
            assert limits == (None, None, None, None)
        if document.head_mm is not None:
            assert document.head_measured

    def test_a_choice_has_the_words_of_its_source(self, document: DocumentSpec) -> None:
        for choice in ("glasses", "headgear", "expression", "edits", "taken_by"):
            words = getattr(document, {"edits": "edit_rule"}.get(choice, f"{choice}_rule"))
            assert getattr(document, choice) is None or words, choice

    def test_its_ground_is_one_that_it_allows(self, document: DocumentSpec) -> None:
        assert not set(document.backgrounds_allowed) & set(document.backgrounds_forbidden)
        white = document.background == "#FFFFFF"
        assert not (white and "white" in document.backgrounds_forbidden)
        named = {"light grey", "light blue", "blue", "red", "light", "very light", "neutral", "any plain colour"}
        assert white or not document.backgrounds_allowed or named & set(document.backgrounds_allowed)

    def test_size_only_rows_are_judged_by_nothing_but_size(self, document: DocumentSpec) -> None:
        judged = document.judged
        if document.verified:
            assert judged == document
            assert document.confidence in ("A", "B")
        else:
            assert (judged.head_mm, judged.eye_from_bottom_mm, judged.top_margin_mm, judged.head_width_mm) == (
                None,
            ) * 4
            assert (judged.width_mm, judged.file_kb) == (document.width_mm, document.file_kb)

    def test_names_its_sources_with_dates(self, document: DocumentSpec) -> None:
        texts = [source.text for source in document.sources]
        assert len(texts) == len(set(texts))
        assert all(len(text) > 5 for text in texts)
        assert datetime.date.fromisoformat(document.source_date)
        assert document.background_label
        if document.confidence == "A" and document.basis == "published":
            assert any(source.official for source in document.sources)

    def test_upload_sizes_can_be_had_at_its_shape(self, document: DocumentSpec) -> None:
        upload = document.upload
        if upload is None or upload.width is None or upload.height is None:
            return
        shape = document.width_mm / document.height_mm
        low = max(upload.width.low or 0, (upload.height.low or 0) * shape)
        high = min(upload.width.high or math.inf, (upload.height.high or math.inf) * shape)
        assert low <= high * 1.002


def test_rows_with_a_known_dispute_say_so() -> None:
    def row(entry: str) -> DocumentSpec:
        found = CATALOGUE.documents.get(entry)
        assert found is not None
        return found

    visa = row("cn_visa")
    assert (visa.roll_limit, visa.yaw_pitch_limit, visa.inter_eye_px) == (20, 20, 60)
    assert visa.head_mm == Bounds(low=28, high=33)
    assert "20–33" in visa.notes
    assert visa.file_kb == Bounds(low=40, high=120)
    mission = row("in_passport")
    assert (mission.width_px, mission.height_px, mission.dpi) == (630, 810, 457)
    assert (mission.digital_only, mission.head_mm) == (True, None)
    assert row("us_passport").head_mm == Bounds(low=25, high=35)
    assert row("lb_passport").eye_from_bottom_mm is None


@pytest.mark.parametrize("paper", list(CATALOGUE.papers), ids=lambda row: row.id)
def test_papers_stand_upright(paper: Paper) -> None:
    assert paper.width_mm <= paper.height_mm
    assert paper.aliases
    assert paper.source
    assert paper.label_zh


def test_inch_papers_are_exact_inches() -> None:
    inches = {"2r": (2.5, 3.5), "3r": (3.5, 5), "4r": (4, 6), "5r": (5, 7), "6r": (6, 8), "8r": (8, 10), "s8r": (8, 12)}
    for entry, (width, height) in inches.items():
        paper = CATALOGUE.papers.get(entry)
        assert paper is not None
        assert (paper.width_mm, paper.height_mm) == (pytest.approx(width * 25.4), pytest.approx(height * 25.4))


@pytest.mark.parametrize("colour", list(CATALOGUE.backgrounds), ids=lambda row: row.id)
def test_colours_are_colours(colour: Colour) -> None:
    assert parse_hex(colour.hex) is not None
    assert CHINESE.search(colour.label_zh)


def test_hair_colours_are_whole(hair_rows: list[dict[str, object]]) -> None:
    assert len(hair_rows) >= 30
    ids = [row["id"] for row in hair_rows]
    assert len(ids) == len(set(ids))
    assert {"black", "dark_brown", "golden_blonde", "platinum_blonde", "copper", "silver", "pastel_pink"} <= set(ids)
    for row in CATALOGUE.hair_colours:
        assert row.label
        assert CHINESE.search(row.label_zh), row.id
        assert row.natural == (row.family not in ("fashion", "multi")), row.id
        assert parse_hex(row.hex)
        assert parse_hex(row.target)


def test_every_request_without_a_wish_finds_one_suggestion() -> None:
    for who in ("male", "female", "neutral"):
        assert len([row for row in CATALOGUE.hair_colours if who in row.suggested_for]) == 1


def test_targets_keep_the_hue_of_their_swatch_and_are_no_lighter() -> None:
    for row in CATALOGUE.hair_colours:
        swatch, target = oklab.from_hex(row.hex), oklab.from_hex(row.target)
        assert target[0] <= swatch[0] + 0.005, row.id
        assert np.hypot(*(target - swatch)[1:]) < 0.05, row.id


@pytest.fixture
def hair_rows() -> list[dict[str, object]]:
    return rows("hair_colors.json")
