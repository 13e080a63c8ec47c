"""Shape in an edit: by sentence, by slider, by both; told in the record, and refused by documents."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Kind, Step
from catchlight.language.intents import Amount, Intent
from catchlight.operations import sentences
from catchlight.operations.edit import preview, run
from catchlight.operations.edit.marks import Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.shaping.verbs import SHAPE_VERBS, shape_of
from catchlight.operations.id_photo.refusals import check_source
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portraits
from catchlight.shape.face_shape import FEATURES, FaceShape
from pydantic import ValidationError

FACE = Hotspot(x=225, y=120)


@pytest.fixture
def shape(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> Any:
    def shaped(prompt: str = "", **more: Any) -> Outcome:
        def begin(kind: Kind, facts: dict[str, Any]) -> Step:
            made = datetime(2026, 1, 1, tzinfo=UTC)
            return Step(operation="edit", parameters={}, kind=kind, source="", made=made, facts=facts)

        params = EditParams(user_prompt=prompt, hotspot=FACE, **more)
        return run.run([portraits.of(sample)], params, Context(Progress(), catalogue, begin))

    return shaped


def test_a_sentence_and_a_slider_are_the_same_wish(shape: Any) -> None:
    said = shape("make the nose 60 % smaller")
    slid = shape(shape=FaceShape(nose=-0.6))
    assert np.array_equal(said.picture.pixels, slid.picture.pixels)
    facts = slid.details["shape"]
    assert facts["amounts"] == {"nose": -0.6}
    assert 0.8 < facts["identity"] < 1
    assert slid.details["changed"] is not None
    assert slid.picture.record.steps[-1].kind == "pixels"


def test_both_add_up_after_all_else_that_is_wished(shape: Any) -> None:
    made = shape("bigger eyes, whiten the teeth", shape=FaceShape(eyes=0.3), strength=0.5)
    assert made.details["shape"]["amounts"] == {"eyes": 0.4}
    assert [intent["verb"] for intent in made.details["intents"]] == ["enlarge_eyes", "whiten"]
    plain = shape("whiten the teeth", strength=0.5)
    assert not np.array_equal(made.picture.pixels, plain.picture.pixels)


def test_no_document_takes_a_person_who_was_reshaped(shape: Any) -> None:
    made = shape(shape=FaceShape(face_width=-0.4))
    assert made.picture.record.reshaped
    with pytest.raises(Conflict, match="another shape"):
        check_source(made.picture)
    check_source(shape("whiten the teeth").picture)


def test_a_preview_shows_the_same(shape: Any, portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    params = EditParams(hotspot=FACE, shape=FaceShape(lips=0.8))
    seen = preview.preview([portraits.of(sample)], params, 1024, Context(Progress(), catalogue, lambda *_: None))
    made = shape(shape=FaceShape(lips=0.8))
    assert np.array_equal(seen.picture.pixels, made.picture.pixels)
    assert seen.details["shape"] == made.details["shape"]


@pytest.mark.parametrize("values", [{}, {"user_prompt": " "}, {"shape": {"nose": 2.0}}, {"shape": {"ears": 0.5}}])
def test_a_request_without_a_wish_or_with_a_wrong_one_is_an_error(values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EditParams(**{"hotspot": FACE, **values})


SAID = {
    "make my face a bit slimmer": FaceShape(face_width=-0.25),
    "smaller nose": FaceShape(nose=-0.5),
    "bigger eyes": FaceShape(eyes=0.5),
    "fuller lips": FaceShape(lips=0.5),
    "lower forehead": FaceShape(forehead=-0.5),
    "wider face": FaceShape(face_width=0.5),
    "narrower nose, 40 %": FaceShape(nose_width=-0.4),
    "瘦脸": FaceShape(face_width=-0.5),
    "大眼": FaceShape(eyes=0.5),
    "鼻子小一点": FaceShape(nose=-0.25),
    "嘴唇丰满一点": FaceShape(lips=0.25),
}


@pytest.mark.parametrize("sentence", SAID)
def test_a_sentence_wishes_a_shape(sentence: str) -> None:
    said = sentences.parse_sentence("edit", sentence)
    assert shape_of(said.intents) == SAID[sentence]


@pytest.mark.parametrize(
    "sentence",
    ["thinner brows", "bigger smile", "wide crop", "thin hair", "brighter eyes", "redder lips", "smooth the forehead",
     "眼睛亮一点", "嘴唇红一点", "brighten the shoulders"],
)  # fmt: skip
def test_what_sounds_alike_reshapes_nobody(sentence: str) -> None:
    try:
        verbs = {intent.verb for intent in sentences.parse_sentence("edit", sentence).intents}
    except UnusablePicture:
        return
    assert not verbs & SHAPE_VERBS.keys()


def test_verbs_of_shape_reach_every_feature_in_every_direction() -> None:
    ends = {(row.feature, row.towards) for row in SHAPE_VERBS.values()}
    assert ends == {(name, end) for name in FEATURES for end in (-1.0, 1.0)}
    assert shape_of([Intent("slim_face", amount=Amount(0.25)), Intent("enlarge_eyes")]) == FaceShape(
        face_width=-0.25, eyes=0.5
    )
