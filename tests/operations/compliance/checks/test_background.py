"""Checks of what is behind and beside the person: background, other people, what is cut off or made up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.record import TRAINED
from catchlight.matting.repair.scraps import alike_share
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.compliance.checks.background import check_edge, check_leftover, check_making
from catchlight.operations.compliance.cues.coverings import measure_cues
from catchlight.operations.compliance.cues.face_crop import FaceCrop
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.provenance import PhotoProvenance
from catchlight.operations.crop.params import CropParams
from catchlight.operations.id_photo.framing import Framing
from catchlight.service.editor import EditRequest, LocalEditor

from tests.operations.compliance.conftest import Booth, rows_of


def test_the_documents_ground_passes_and_a_room_does_not(booth: Booth) -> None:
    plain, room = booth.rows("officer"), booth.rows("officer", background="original")
    assert plain["background_uniform"]["state"] == plain["background_colour"]["state"] == "pass"
    assert plain["background_left"]["state"] == "pass"
    assert (room["background_uniform"]["state"], room["background_uniform"]["hard"]) == ("fail", True)
    assert (room["background_colour"]["state"], room["background_colour"]["hard"]) == ("fail", True)
    assert "background_left" not in room, "nothing was replaced"


def test_a_colour_that_is_forbidden_by_name_is_refused(booth: Booth) -> None:
    assert booth.document("fr_passport").backgrounds_forbidden == ("white",)
    white = booth.rows("officer", "fr_passport", background="white")["background_colour"]
    assert (white["state"], white["hard"], white["text"]) == ("fail", True, "white is refused")
    assert booth.rows("officer", "fr_passport")["background_colour"]["state"] == "pass"
    assert booth.rows("officer", "us_passport", background="white")["background_colour"]["state"] == "pass"


def test_a_colour_that_no_name_allows_is_refused(booth: Booth) -> None:
    blue = booth.rows("officer", "us_passport", background="#4080c0")["background_colour"]
    assert (blue["state"], blue["hard"]) == ("fail", True)


def test_a_transparent_photo_is_not_judged_by_its_ground(booth: Booth) -> None:
    row = booth.rows("officer", background="transparent")["background_colour"]
    assert row["state"] == "info"
    assert row["text"].startswith("transparent; ")


def test_old_background_beside_the_face_is_found(booth: Booth, monkeypatch: pytest.MonkeyPatch) -> None:
    """The matte takes the flag and the blue ground beside the hat for the person."""
    portrait = booth.portraits.of(booth.picture("officer"))
    clean = measure_cues(portrait)
    crop = FaceCrop.of(portrait)
    alpha = crop.alpha.copy()
    alpha[230:330, 520:620] = 1.0
    assert crop.alpha[230:330, 520:620].max() < 0.05
    monkeypatch.setattr(FaceCrop, "of", lambda _: replace(crop, alpha=alpha))
    left = measure_cues(portrait)
    states = []
    for cues in (clean, left):
        findings = Findings()
        check_leftover(findings, cues, replaced=True)
        states.append((findings.checks[0].state, findings.checks[0].hard))
    assert states == [("pass", True), ("fail", True)]
    unchanged = Findings()
    check_leftover(unchanged, left, replaced=False)
    assert unchanged.checks == []


def test_somebody_else_in_the_photo_is_refused(booth: Booth) -> None:
    found = booth.rows("officer, neighbour")
    assert (found["other_people"]["state"], found["other_people"]["value"]) == ("fail", 1)
    assert (found["single_face"]["state"], found["single_face"]["value"]) == ("fail", 2)
    alone = booth.rows("officer")
    assert "other_people" not in alone
    assert alone["single_face"]["state"] == "pass"
    assert booth.refusal("officer, twin").code == "several_faces"


def test_a_hat_cut_off_above_is_told_by_the_documents_rule(booth: Booth) -> None:
    assert booth.document("de_passport").crown == "skull"
    row = booth.rows("officer, cut above", "de_passport")["complete"]
    assert (row["state"], row["text"]) == ("uncertain", "hair is cut off above")
    assert booth.document("us_passport").crown == "hair"
    cut = booth.rows("officer, cut above", "us_passport")["complete"]
    assert (cut["state"], cut["hard"], cut["text"]) == ("fail", True, "hair is cut off above")


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("cut through", "cuts the head off above"),
        ("tight", "the shoulders would have to be invented"),
        ("narrow", "the shoulder would have to be invented"),
        ("circle, alpha", "cut to a round or rounded shape"),
        ("circle, white", "cut to a round or rounded shape"),
        ("circle, grey", "cut to a round or rounded shape"),
    ],
)
@pytest.mark.sampled(3)
def test_a_body_that_would_have_to_be_invented_is_refused(fault: str, words: str, booth: Booth) -> None:
    """For the document with the tightest frame, and for the one with the most room."""
    error = booth.refusal(f"officer, {fault}", "de_passport")
    assert error.code == "does_not_fit"
    assert words in error.message
    assert booth.refusal(f"officer, {fault}", "us_passport").code == "does_not_fit"


def test_a_narrow_strip_that_was_carried_on_is_told(booth: Booth) -> None:
    result = booth.result("officer", spec="us_passport")
    row = booth.rows("officer")["complete"]
    assert result.details["invented"] == ["right"]
    assert (row["state"], row["text"]) == ("uncertain", "right")
    assert booth.rows("astronaut")["complete"]["state"] == "pass"


def test_edits_of_the_person_are_refused_where_the_document_says_so(booth: Booth) -> None:
    document = booth.document("us_passport")
    assert document.edits == "refused"
    assert booth.rows("officer")["edit_provenance"]["state"] == "info", (
        "a new background is judged by what is seen of it"
    )
    editor = LocalEditor(booth.portraits, booth.catalogue)
    wish = EditRequest("adjust", AdjustParams(adjustment_prompt="warmer"), [booth.picture("officer")])
    warmer = editor.run(wish, Progress()).picture
    findings = Findings()
    check_making(findings, warmer, document, PhotoProvenance())
    (row,) = findings.checks
    assert (row.id, row.state, row.hard, row.text) == ("edit_provenance", "fail", True, "adjust: pixels")
    silent = Findings()
    check_making(silent, warmer, booth.document("de_passport"), PhotoProvenance())
    assert silent.checks == [], "nothing is said of edits there"


@pytest.mark.parametrize(
    ("wish", "spec", "state", "words"),
    [
        (
            {"turns": 1, "angle": 2.0, "x": 30, "y": 30, "width": 300, "height": 300},
            "us_passport",
            "pass",
            "geometry only",
        ),
        ({"flip_horizontal": True}, "us_passport", "fail", "mirrored"),
        ({"flip_vertical": True}, "de_passport", "fail", "mirrored"),
        ({"flip_horizontal": True, "flip_vertical": True}, "us_passport", "pass", "geometry only"),
        ({"vertical": 20.0}, "us_passport", "fail", "crop: pixels"),
        ({"vertical": 20.0}, "de_passport", "uncertain", "perspective"),
    ],
)
def test_a_mirrored_face_and_another_perspective_are_told_and_a_crop_is_not(
    wish: dict[str, Any], spec: str, state: str, words: str, booth: Booth
) -> None:
    editor = LocalEditor(booth.portraits, booth.catalogue)
    made = editor.run(EditRequest("crop", CropParams(**wish), [booth.picture("officer")]), Progress()).picture
    findings = Findings()
    check_making(findings, made, booth.document(spec), PhotoProvenance())
    (row,) = findings.checks
    assert (row.id, row.state, row.hard) == ("edit_provenance", state, state == "fail")
    assert words in row.text
    again = editor.run(EditRequest("crop", CropParams(flip_vertical=True), [made]), Progress()).picture
    assert again.record.mirrored == (words != "mirrored")


def test_a_source_that_says_it_was_generated_makes_the_verdict_doubt(booth: Booth) -> None:
    """Whether the document speaks of edits or not; a change of the person that it refuses stays a failure."""
    source = booth.picture("officer")
    said = source.with_(metadata=replace(source.metadata, generative=TRAINED))
    for spec in ("us_passport", "de_passport"):
        row = rows_of(booth.make(said, spec=spec))["edit_provenance"]
        assert (row["state"], row["hard"]) == ("uncertain", False)
        assert "a generator had a part in it (trainedAlgorithmicMedia)" in row["text"]
    result = booth.make(said, spec="us_passport")
    assert result.picture.record.digital_source == TRAINED
    assert codec.decode(result.file.data).metadata.generative == TRAINED, "other programs read it too"
    editor = LocalEditor(booth.portraits, booth.catalogue)
    warmer = editor.run(EditRequest("adjust", AdjustParams(adjustment_prompt="warmer"), [said]), Progress()).picture
    findings = Findings()
    check_making(findings, warmer, booth.document("us_passport"), PhotoProvenance())
    (row,) = findings.checks
    assert (row.state, row.hard) == ("fail", True)


def test_haze_along_the_outline_fails() -> None:
    """A veil of half a face's width round a head, and none."""
    y, x = np.mgrid[:531, :413]
    away = np.hypot(x - 206, (y - 260) / 1.2) - 130
    framing = SimpleNamespace(head_mm=34.0, head_width_mm=24.0, document=SimpleNamespace(height_mm=45.0))
    states = []
    for width in (1.0, 60.0):
        findings = Findings()
        check_edge(findings, np.clip(0.5 - away / width, 0, 1).astype(np.float32), cast(Framing, framing))
        states.append({row.id: (row.state, row.hard) for row in findings.checks})
    assert states == [
        {"background_edge": ("pass", True), "background_soft": ("pass", False)},
        {"background_edge": ("fail", True), "background_soft": ("fail", False)},
    ]


def test_scraps_of_the_old_background_are_for_somebody_to_look_at(portraits_folder: Path, booth: Booth) -> None:
    """A flag beside a beard, and a man before a plain wall."""
    states = {}
    for key in ("d03", "c03a"):
        (path,) = portraits_folder.glob(f"{key}_*")
        verdict = booth.make(codec.decode(path.read_bytes()), spec="icao_35x45").details["verdict"]
        rows = {check["id"]: check["state"] for check in verdict["checks"]}
        states[key] = (rows["background_rim"], verdict["overall"])
    assert states == {"d03": ("fail", "uncertain"), "c03a": ("pass", "pass")}


def test_an_outline_that_colours_do_not_tell_is_for_somebody_to_look_at(booth: Booth) -> None:
    """A grey disc before white, and before its own grey for a quarter of its outline."""
    y, x = np.mgrid[:400, :400]
    alpha = np.clip((120 - np.hypot(x - 200, y - 200)) / 2, 0, 1).astype(np.float32)
    lab = np.where(alpha[..., None] > 0.5, np.float32([55, 5, 5]), np.float32([90, 0, 0]))
    everywhere = np.ones(alpha.shape, bool)
    assert alike_share(lab, alpha, everywhere, 20.0) == 0
    lab[(x > 200) & (y > 200)] = (55, 5, 5)
    share = alike_share(lab, alpha, everywhere, 20.0)
    assert share == pytest.approx(0.25, abs=0.04)
    findings = Findings()
    cues = replace(measure_cues(booth.portraits.of(booth.picture("officer"))), alike=100 * share)
    check_leftover(findings, cues, replaced=True)
    row = {check.id: check for check in findings.checks}["background_alike"]
    assert (row.state, row.hard) == ("fail", False)
