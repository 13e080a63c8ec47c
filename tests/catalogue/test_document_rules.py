"""Values of the shipped documents that were wrong once, or that decide how a head is measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.documents import Bounds, DocumentSpec, UploadLimits

DOCUMENTS = Catalogue.load().documents
FIRST_IDS = (Path(__file__).parents[1] / "data" / "first_document_ids.txt").read_text(encoding="utf-8").split()


def row(entry: str) -> DocumentSpec:
    found = DOCUMENTS.get(entry)
    assert found is not None, entry
    return found


def test_ids_are_for_ever() -> None:
    assert len(FIRST_IDS) == 64
    assert set(FIRST_IDS) <= set(DOCUMENTS.ids)
    assert len(DOCUMENTS) >= 160


@pytest.mark.parametrize(
    ("entry", "crown"),
    [
        *((entry, "hair") for entry in ("jp_passport", "jp_residence", "dk_passport", "us_passport", "us_visa")),
        *((entry, "hair") for entry in ("us_dv", "us_uscis", "in_visa")),
        *((entry, "skull") for entry in ("de_passport", "fr_passport", "fi_passport", "ch_passport", "ca_passport")),
        *((entry, "skull") for entry in ("ca_visa", "icao_35x45", "at_passport", "schengen_visa", "no_passport")),
        *((entry, None) for entry in ("uk_passport", "au_passport", "kr_passport", "il_passport", "cn_visa")),
    ],
)
def test_where_the_head_ends(entry: str, crown: str | None) -> None:
    assert row(entry).crown == crown


@pytest.mark.parametrize(
    ("entry", "head"),
    [
        ("fr_passport", (32, 36)),
        ("fi_passport", (32, 36)),
        ("ch_passport", (29, 34)),
        ("tw_passport", (32, 36)),
        ("jp_passport", (32, 36)),
        ("jp_residence", (22, 28)),
        ("dk_passport", (30, 36)),
        ("cn_1inch_small", (19, 22)),
        ("cn_driving_licence", (19, 22)),
        ("ca_visa", (31, 36)),
        ("za_passport", (31.5, 36)),
        ("pl_passport", (31.5, 36)),
        ("lb_passport", None),
        ("es_dni", None),
        ("in_passport", None),
        ("se_passport", None),
        ("sg_passport", None),
        ("jp_visa", None),
    ],
)
def test_heights_of_heads(entry: str, head: tuple[float, float] | None) -> None:
    wanted = None if head is None else Bounds(low=head[0], high=head[1])
    assert row(entry).head_mm == wanted


def test_austria_states_a_greatest_height_alone() -> None:
    assert row("at_passport").head_mm == Bounds(high=36)


def test_shares_of_uploads_became_lengths_of_their_frame() -> None:
    online = row("us_passport_online")
    assert online.head_mm is not None
    assert online.head_mm.low == pytest.approx(0.50 * online.height_mm, abs=0.01)
    assert online.head_mm.high == pytest.approx(0.69 * online.height_mm, abs=0.01)


def test_fractions_of_the_frame_for_the_finnish_and_chinese_rules() -> None:
    assert (row("fi_passport").top_margin_mm, row("by_passport").top_margin_mm) == (
        Bounds(low=4, high=6),
        Bounds(low=2, high=3),
    )
    card = row("cn_social_security")
    assert card.head_width_mm == row("cn_id_card").head_width_mm == Bounds(low=14, high=16)
    assert card.eye_from_bottom_mm == Bounds(low=15)
    assert row("cn_1inch_small").head_width_mm == Bounds(low=14, high=16)


def test_documents_without_a_print() -> None:
    digital = {entry.id for entry in DOCUMENTS if entry.digital_only}
    assert {
        "ee_passport",
        "nz_passport",
        "nz_visa",
        "in_passport",
        "uk_passport_online",
        "us_passport_online",
    } <= digital
    assert not {"us_passport", "uk_passport", "sg_passport", "cn_visa", "nz_passport_print"} & digital


def one_size(width: int, height: int) -> tuple[Bounds, Bounds]:
    return Bounds(low=width, high=width), Bounds(low=height, high=height)


@pytest.mark.parametrize(
    ("entry", "width", "height", "kilobytes"),
    [
        ("ee_passport", Bounds(low=1300), Bounds(low=1600), Bounds(low=1024, high=5120)),
        ("nz_passport", Bounds(low=900, high=4500), Bounds(low=1200, high=6000), Bounds(low=500, high=10240)),
        ("nz_visa", Bounds(low=900, high=2250), Bounds(low=1200, high=3000), Bounds(low=500, high=3072)),
        ("sg_passport", *one_size(400, 514), Bounds(high=2048)),
        ("fi_passport", *one_size(500, 653), None),
        ("in_passport", *one_size(630, 810), None),
        ("hk_passport", Bounds(low=1200), Bounds(low=1600), Bounds(high=5120)),
        ("us_visa", Bounds(low=600, high=1200), Bounds(low=600, high=1200), Bounds(high=240)),
        ("us_dv", Bounds(low=600, high=1200), Bounds(low=600, high=1200), Bounds(high=240)),
        ("us_passport_online", None, None, Bounds(low=54, high=10240)),
        ("uk_passport_online", Bounds(low=600), Bounds(low=750), Bounds(low=50, high=10240)),
        ("ie_passport_online", Bounds(low=715), Bounds(low=951), Bounds(high=9216)),
        ("in_visa", Bounds(low=350, high=1000), Bounds(low=350, high=1000), Bounds(low=10, high=300)),
        ("in_evisa", Bounds(low=350), Bounds(low=350), Bounds(low=10, high=1024)),
        ("cn_cet", Bounds(low=144), Bounds(low=192), Bounds(low=20, high=200)),
        ("cn_ncre", Bounds(low=144), Bounds(low=192), Bounds(low=20, high=200)),
        ("cn_postgrad", None, None, Bounds(high=10240)),
        ("cn_visa", Bounds(low=354, high=420), Bounds(low=472, high=560), Bounds(low=40, high=120)),
        ("id_evisa", Bounds(low=400), Bounds(low=600), Bounds(high=2048)),
        ("vn_passport", None, None, Bounds(high=4096)),
    ],
)
def test_uploads(entry: str, width: Bounds | None, height: Bounds | None, kilobytes: Bounds | None) -> None:
    upload = row(entry).upload or UploadLimits()
    assert (upload.width, upload.height, upload.kilobytes) == (width, height, kilobytes)
    assert upload.exact == (width is not None and width.low == width.high)


def test_the_american_limit_of_240_kb_is_the_visas() -> None:
    assert (row("us_passport").upload, row("us_passport").file_kb) == (None, None)


@pytest.mark.parametrize(
    ("entry", "allowed", "forbidden"),
    [
        ("fr_passport", {"light blue", "light grey"}, {"white"}),
        ("nz_passport", {"light"}, {"white", "dark"}),
        ("za_passport", {"light grey", "cream"}, set()),
        ("ee_passport", {"light grey", "light blue", "beige", "light brown"}, set()),
        ("id_passport", {"white"}, {"red"}),
        ("ph_passport", {"white"}, {"off-white", "coloured"}),
        ("vn_passport", {"white"}, {"blue"}),
        ("kw_passport", {"blue"}, {"white"}),
        ("in_oci", {"light"}, {"white"}),
    ],
)
def test_grounds(entry: str, allowed: set[str], forbidden: set[str]) -> None:
    assert (set(row(entry).backgrounds_allowed), set(row(entry).backgrounds_forbidden)) == (allowed, forbidden)


def test_who_takes_the_photo() -> None:
    by = {who: {entry.id for entry in DOCUMENTS if entry.taken_by == who} for who in ("authority", "studio")}
    assert {"se_passport", "no_passport", "mx_passport", "il_passport", "cz_id_passport", "ua_passport"} <= by[
        "authority"
    ]
    assert {"my_passport", "ph_passport", "br_passport", "id_passport", "co_passport"} <= by["authority"]
    assert {"de_passport", "ca_passport", "fi_passport"} <= by["studio"]
    assert not {"us_passport", "uk_passport", "fr_passport"} & (by["authority"] | by["studio"])


def test_glasses_headgear_and_expression() -> None:
    for entry in (
        "us_passport",
        "us_visa",
        "us_dv",
        "us_uscis",
        "mx_passport",
        "ng_passport",
        "cn_postgrad",
        "ph_passport",
    ):
        assert row(entry).glasses == "forbidden", entry
    assert (row("uk_passport").glasses, row("de_passport").glasses, row("cn_id_card").glasses) == (
        "discouraged",
        "allowed",
        "allowed",
    )
    assert (row("fr_passport").headgear, row("de_passport").headgear) == ("forbidden", "religious_or_medical")
    assert (row("us_passport").expression, row("de_passport").expression) == ("natural", "neutral")


def test_edits_are_refused_only_where_a_source_says_so() -> None:
    for entry in (
        "au_passport",
        "us_passport",
        "uk_passport",
        "sg_passport",
        "jp_passport",
        "nz_passport",
        "ee_passport",
    ):
        assert (row(entry).edits, row(entry).edit_policy) == ("refused", "geometry_only"), entry
    assert (row("by_passport").edits, row("by_passport").edit_policy) == ("retouching_only", "unknown")
    assert row("cn_passport").edits == "features_kept"
    assert row("de_passport").edits is None


def test_ages_and_colours() -> None:
    ages = {entry: row(entry).age_months for entry in ("za_passport", "sg_passport", "uk_passport", "us_passport")}
    assert ages == {"za_passport": 1, "sg_passport": 3, "uk_passport": 1, "us_passport": 6}
    assert (row("us_passport").colour_mode, row("de_passport").colour_mode) == ("colour", "grey_allowed")


def test_the_visa_of_a_thai_embassy_is_no_visa_on_arrival() -> None:
    sizes = {entry: (row(entry).width_mm, row(entry).height_mm) for entry in ("th_visa", "th_visa_embassy")}
    assert sizes == {"th_visa": (40, 60), "th_visa_embassy": (35, 45)}


def test_heads_of_rows_of_grade_a_may_be_of_grade_b() -> None:
    assert [row(entry).head_confidence for entry in ("gb_visa", "gb_driving_licence", "cn_visa", "ee_passport")] == [
        "B"
    ] * 4
    assert {grade: sum(entry.confidence == grade for entry in DOCUMENTS) for grade in "ABC"}["A"] >= 35


def test_the_readme_counts_the_documents() -> None:
    text = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    assert f"{len(DOCUMENTS)} documents of {len({entry.country for entry in DOCUMENTS})} countries and bodies" in text
    for grade in "ABC":
        assert f"| {grade} | {sum(entry.confidence == grade for entry in DOCUMENTS)} |" in text
    assert f"{sum(entry.digital_only for entry in DOCUMENTS)} documents are uploads of which no print is known" in text
