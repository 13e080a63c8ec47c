"""Headshots that an engine takes part in: clothes of another picture finished, and a background from a sentence."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imagine.port import GenerationRequest
from catchlight.imaging.io import xmp
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import TRAINED_COMPOSITE
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor
from pydantic import ValidationError

from tests.clothing.reference import doubles
from tests.imagine.engines import ToldEngine
from tests.operations.imagining.conftest import Finish

PLACE = "a library in the evening"


def wish(**more: Any) -> HeadshotParams:
    return HeadshotParams(framing_styles=("original",), straighten=False, **more)


def shelves(request: GenerationRequest) -> Any:
    """An even place of one colour."""
    return np.full_like(request.picture, (70, 50, 40))


def face_of(portraits: Portraits, picture: Picture) -> np.ndarray:
    face = np.zeros((picture.height, picture.width), np.uint8)
    cv2.fillConvexPoly(face, cv2.convexHull(np.round(portraits.of(picture).landmarks.ring(OVAL)).astype(np.int32)), 1)
    return face > 0


def test_a_sentence_becomes_the_background_and_the_person_stays(
    finish: Finish, finisher: ToldEngine, sample: Picture
) -> None:
    finisher.answer = shelves
    result = finish("headshot", wish(background_prompt=PLACE, imagine=True, match=0.0, seed=4))
    (request,) = finisher.requests
    assert request.prompt.startswith(PLACE)
    assert "light from" in request.prompt
    assert "{" not in request.prompt
    assert request.mask[: request.height, : request.width].max() == 1
    sent = request.picture.astype(int)
    # Nothing of the person is sent, nor anything else that is sharp.
    assert np.abs(np.diff(sent[:480, :480], axis=0)).max() < 20
    pixels = result.picture.pixels
    assert np.abs(pixels[20:60, 130:150].astype(int) - (70, 50, 40)).max() < 12
    painted = Picture(np.full((512, 512, 3), (70, 50, 40), np.uint8))
    own = finish("headshot", wish(background_styles=("own_picture",), match=0.0, seed=4), sample, painted)
    assert np.abs(pixels.astype(int) - own.picture.pixels).max() <= 1
    assert result.details["background"] == "imagined"
    assert result.details["imagined"][0]["seed"] == 4
    assert result.picture.record.steps[-1].kind == "imagined"
    assert (xmp.DIGITAL_SOURCES + TRAINED_COMPOSITE).encode() in result.file.data


def test_the_person_is_fitted_to_it_as_to_a_picture_of_ones_own(finish: Finish, finisher: ToldEngine) -> None:
    finisher.answer = shelves
    assert finish("headshot", wish(background_prompt=PLACE, imagine=True)).details["fitted"]


def test_somebody_in_the_background_is_refused(finish: Finish, finisher: ToldEngine, sample: Picture) -> None:
    def crowd(request: GenerationRequest) -> Any:
        return cv2.resize(sample.pixels[..., :3], (request.width, request.height))

    finisher.answer = crowd
    with pytest.raises(CatchlightError, match="another face") as failed:
        finish("headshot", wish(background_prompt=PLACE, imagine=True))
    assert failed.value.code == "imagining_failed"


def test_a_preview_says_that_it_is_not_painted_yet(portraits: Portraits, catalogue: Any, sample: Picture) -> None:
    request = EditRequest("headshot", wish(background_prompt=PLACE, imagine=True), (sample,))
    made = LocalEditor(portraits, catalogue).preview(request, 400, Progress())
    assert "when it has painted it" in made.details["notes"][-1]
    assert made.picture.width == 400


def test_words_and_another_background_exclude_each_other(finish: Finish, finisher: ToldEngine) -> None:
    for other in ({"background_styles": ("white",)}, {"background_color": "#102030"}):
        with pytest.raises(CatchlightError, match="in words exclude") as refused:
            finish("headshot", wish(background_prompt=PLACE, imagine=True, **other))
        assert refused.value.code == "conflicting_styles"
    assert finisher.requests == []
    for wrong in ({"background_prompt": PLACE}, {"background_prompt": "  ", "imagine": True}):
        with pytest.raises(ValidationError, match="backgroundPrompt"):
            HeadshotParams(**wrong)


def test_clothes_of_a_picture_are_finished_beside_face_and_hair(
    finish: Finish, finisher: ToldEngine, sample: Picture, portraits: Portraits
) -> None:
    garment = doubles.template()
    plain = finish("headshot", wish(clothing_styles=("reference",)), sample, garment).picture
    result = finish("headshot", wish(clothing_styles=("reference",), imagine=True), sample, garment)
    changed = (result.picture.pixels != plain.pixels).any(axis=2)
    face = face_of(portraits, plain)
    rows, _ = np.nonzero(face)
    assert changed[rows.max() + 40 :].mean() > 0.6
    assert not changed[face].any()
    assert not changed[: rows.mean().astype(int)].any()
    (request,) = finisher.requests
    assert "clothes" in request.prompt
    assert request.strength < 1
    step = result.picture.record.steps[-1]
    assert step.kind == "imagined"
    assert step.facts["clothing"][0]["how"] == "reference"
    assert result.picture.record.digital_source == TRAINED_COMPOSITE
