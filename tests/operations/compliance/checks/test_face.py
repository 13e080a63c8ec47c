"""Each check of the face on a picture that passes and on one with the fault."""

from __future__ import annotations

from dataclasses import replace

import pytest
from catchlight.operations.compliance.checks.face import check_cues
from catchlight.operations.compliance.cues.coverings import measure_cues
from catchlight.operations.compliance.findings import Findings

from tests.operations.compliance.conftest import Booth


@pytest.mark.parametrize(
    ("check", "good", "faulty"),
    [
        ("glasses", "astronaut", "officer"),
        ("mouth_closed", "officer", "astronaut"),
        ("teeth", "officer", "astronaut"),
        ("eyes_open", "astronaut", "astronaut, eyes closed"),
        ("occlusion", "astronaut", "astronaut, narrow lock"),
        ("eyes_visible", "officer", "officer, opaque sunglasses"),
        ("mouth_seen", "officer", "officer, mask"),
        ("exposure", "officer", "officer, 5 % light"),
        ("overexposure", "officer", "officer, burnt"),
        ("colour", "officer", "officer, grey"),
        ("colour", "officer", "officer, sepia"),
    ],
)
def test_a_certain_fault_fails_the_photo_and_nothing_else_does(
    check: str, good: str, faulty: str, booth: Booth
) -> None:
    right, wrong = booth.rows(good)[check], booth.rows(faulty)[check]
    assert (right["state"], right["advice"]) == ("pass", "")
    assert (wrong["state"], wrong["hard"]) == ("fail", True)
    assert abs(wrong["margin"]) > wrong["sigma"]
    assert wrong["advice"]
    assert wrong["source"]
    assert booth.overall(faulty) == "fail"


def test_every_check_that_can_refuse_names_its_limit_and_source(booth: Booth) -> None:
    for row in booth.rows("officer").values():
        if row["hard"] and row["value"] is not None and row["unit"] not in ("dpi", "% of face"):
            assert (row["low"], row["high"]) != (None, None), row["id"]
        assert row["source"] or row["state"] == "info", row["id"]


def test_a_grey_photo_is_fine_where_the_document_takes_grey(booth: Booth) -> None:
    assert booth.document("de_passport").colour_mode == "grey_allowed"
    assert booth.rows("officer, grey", "us_passport")["colour"]["state"] == "fail"
    assert booth.rows("officer, grey", "de_passport")["colour"]["state"] == "info"


def test_glasses_and_hats_are_judged_by_the_documents_own_rule(booth: Booth) -> None:
    assert booth.document("us_passport").glasses == "forbidden"
    assert booth.document("uk_passport").glasses == "discouraged"
    assert booth.document("fr_passport").glasses == "allowed"
    discouraged, allowed = booth.rows("officer", "uk_passport"), booth.rows("officer", "fr_passport")
    assert (discouraged["glasses"]["state"], discouraged["glasses"]["hard"]) == ("uncertain", False)
    assert "glasses" not in allowed
    assert discouraged["glare"]["state"] == allowed["glare"]["state"] == "pass"
    assert booth.document("fr_passport").headgear == "forbidden"
    assert allowed["head_covering"]["state"] == "fail"
    excused = booth.rows("officer", "us_passport")["head_covering"]
    assert (excused["state"], excused["text"]) == ("uncertain", "covered")
    assert booth.rows("astronaut", "us_passport")["head_covering"]["state"] == "pass"


def test_glasses_are_refused_by_a_row_of_ones_own(booth: Booth) -> None:
    portrait = booth.portraits.of(booth.picture("officer"))
    cues = portrait.kept("cues", lambda: measure_cues(portrait))
    own = booth.document("fr_passport").model_copy(update={"id": "mine", "glasses": "forbidden"})
    findings = Findings()
    check_cues(findings, cues, own, portrait.picture.rgb8, portrait.landmarks)
    (row,) = (row for row in findings.checks if row.id == "glasses")
    assert (row.state, row.hard, row.source) == ("fail", True, own.source)
    bare = Findings()
    check_cues(bare, replace(cues, glasses=0.1), own, portrait.picture.rgb8, portrait.landmarks)
    assert next(row for row in bare.checks if row.id == "glasses").state == "pass"


def test_a_smile_is_told_and_never_fails(booth: Booth) -> None:
    """Closed mouths that are fit read as high as laughs; where a natural smile is allowed, only an open jaw counts."""
    assert booth.document("uk_passport").expression == "neutral"
    assert booth.document("us_passport").expression == "natural"
    neutral, natural = (booth.rows("astronaut", spec)["expression"] for spec in ("uk_passport", "us_passport"))
    assert (neutral["state"], neutral["hard"]) == ("uncertain", False)
    assert neutral["value"] > neutral["high"] + neutral["sigma"]
    assert (natural["state"], natural["text"]) == ("pass", "a natural smile is allowed")
    assert natural["value"] < neutral["value"]


@pytest.mark.parametrize(
    ("hues", "score", "state"),
    [
        (1.8, 0.915, "fail"),
        (1.8, 0.95, "pass"),
        (5.0, 0.90, "pass"),
        (2.7, 0.929, "uncertain"),
        (0.5, 0.915, "pass"),
        (1.8, None, "pass"),
    ],
)
def test_a_face_is_a_statue_only_where_hues_and_detector_agree(
    hues: float, score: float | None, state: str, booth: Booth
) -> None:
    portrait = booth.portraits.of(booth.picture("astronaut"))
    cues = portrait.kept("cues", lambda: measure_cues(portrait))
    assert cues.hue_spread > 3
    assert cues.face_score is not None
    assert cues.face_score > 0.934
    findings = Findings()
    seen = replace(cues, hue_spread=hues, face_score=score)
    check_cues(findings, seen, booth.document("us_passport"), portrait.picture.rgb8, portrait.landmarks)
    (row,) = (row for row in findings.checks if row.id == "person")
    assert (row.state, row.hard) == (state, state != "pass" or score == 0.95)


def test_a_person_in_grey_and_one_under_a_hat_are_no_statues(booth: Booth) -> None:
    assert booth.rows("officer", "uk_passport")["person"]["state"] == "pass"
    assert booth.rows("officer, grey", "de_passport")["person"]["state"] == "pass"
