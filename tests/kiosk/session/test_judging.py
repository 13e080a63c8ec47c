"""From a camera's file to a take with its verdict."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError, Conflict, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.imaging.picture import Picture
from catchlight.kiosk.session.fallback_editor import FallbackEditor
from catchlight.kiosk.session.files import files_of
from catchlight.kiosk.session.judging import background_of, judge_take
from catchlight.kiosk.session.take import Take, judged
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import File, Preview
from catchlight.paths import resources
from catchlight.service.editor import Editor, EditRequest, EditResult

PARAMS = IdPhotoParams(spec="icao_35x45")
SAMPLE = (resources() / "samples" / "astronaut.png").read_bytes()


class Answer:
    """An editor with one answer, which counts how often it is asked."""

    def __init__(self, answer: EditResult | CatchlightError) -> None:
        self.answer = answer
        self.asked: list[EditRequest] = []

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        self.asked.append(request)
        if isinstance(self.answer, CatchlightError):
            raise self.answer
        return self.answer

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        raise NotImplementedError


def photo(overall: str, states: Sequence[tuple[str, bool]] = ()) -> EditResult:
    """A finished photo with these states of its checks, and whether an office refuses it for each."""
    checks: list[dict[str, Any]] = [
        {"id": str(number), "state": state, "hard": hard} for number, (state, hard) in enumerate(states)
    ]
    details = {"verdict": {"overall": overall, "checks": checks}, "guides": {}}
    return EditResult(picture(), File(b"photo", "image/jpeg"), details)


def picture() -> Picture:
    import numpy as np

    return Picture(np.zeros((8, 6, 3), np.uint8))


def take(catalogue: Catalogue, editor: Editor, data: bytes = SAMPLE, background: str = "") -> Take:
    document = catalogue.documents.get("icao_35x45")
    assert document is not None
    return judge_take(1, data, document, background, editor, DecodeLimits(), Progress())


def test_the_operation_is_asked_for_the_document_and_its_background(catalogue: Catalogue) -> None:
    editor = Answer(photo("pass"))
    assert take(catalogue, editor).overall == "pass"
    assert editor.asked[0].params.model_dump(include={"spec", "background"}) == {
        "spec": "icao_35x45",
        "background": "document",
    }
    take(catalogue, editor, background="#FFFFFF")
    assert editor.asked[1].params.background == "#FFFFFF"


def test_a_document_that_refuses_changed_pictures_keeps_its_wall(catalogue: Catalogue) -> None:
    refusing = [row for row in catalogue.documents if row.edits == "refused"]
    assert refusing
    assert {background_of(row, "#FFFFFF") for row in refusing} == {"original"}


def test_a_picture_that_cannot_be_used_is_a_take_that_fails(catalogue: Catalogue) -> None:
    refusal = Message("There is no face.")
    made = take(catalogue, Answer(UnusablePicture(refusal, code="no_face")))
    assert (made.overall, made.refusal, made.photo) == ("fail", refusal, None)
    assert made.taken is not None
    assert take(catalogue, Answer(photo("pass")), b"no picture").overall == "fail"


def test_a_broken_engine_is_not_the_picture_s_fault(catalogue: Catalogue) -> None:
    with pytest.raises(CatchlightError):
        take(catalogue, Answer(CatchlightError(Message("The model is missing."), code="model_unavailable")))


def test_takes_are_ranked_by_verdict_and_then_by_doubts() -> None:
    ranks = [
        judged(1, picture(), photo(overall, states)).rank
        for overall, states in (
            ("pass", []),
            ("pass", [("uncertain", False)]),
            ("uncertain", [("uncertain", True)]),
            ("uncertain", [("fail", False), ("uncertain", True)]),
            ("fail", [("fail", True)]),
        )
    ]
    assert ranks == sorted(ranks, reverse=True)
    assert len(set(ranks)) == len(ranks)


def test_what_an_office_refuses_stands_before_advice() -> None:
    made = judged(
        1, picture(), photo("fail", [("uncertain", False), ("fail", False), ("uncertain", True), ("fail", True)])
    )
    assert [check["id"] for check in made.notable] == ["3", "2", "1", "0"]


def test_files_are_named_plainly() -> None:
    names = [file.name for file in files_of(photo("pass"), "us_passport", b"%PDF")]
    assert names == ["photo-us-passport.jpg", "photo-us-passport-sheet.pdf"]
    assert [file.name for file in files_of(photo("pass"), "us_passport", None)] == names[:1]


def test_edits_come_home_while_the_server_does_not_answer() -> None:
    remote, local = Answer(CatchlightError(Message("No answer."), code="server_unreachable")), Answer(photo("pass"))
    editor = FallbackEditor(remote, local)
    request = EditRequest("id_photo", PARAMS, (picture(),))
    for _ in range(3):
        assert editor.run(request, Progress()) is local.answer
    assert len(remote.asked) == 1  # the next person does not wait for it too
    assert not editor.on_server
    patient = FallbackEditor(remote, local, avoided_s=0.0)
    patient.run(request, Progress())
    patient.run(request, Progress())
    assert len(remote.asked) == 3


def test_what_the_server_refuses_is_refused() -> None:
    remote, local = Answer(Conflict(Message("Too small."), code="too_small_for_spec")), Answer(photo("pass"))
    with pytest.raises(Conflict):
        FallbackEditor(remote, local).run(EditRequest("id_photo", PARAMS, (picture(),)), Progress())
    assert not local.asked
