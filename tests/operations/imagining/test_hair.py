"""Hair styles that an engine finishes: their draft, their place beside the face, and what becomes of answers that are none."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.imagine.port import GenerationRequest
from catchlight.imagine.prompts import style_words
from catchlight.imaging.io import codec, xmp
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import TRAINED_COMPOSITE
from catchlight.operations.hair.params import HairParams
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.portrait import Portraits

from tests.imagine.engines import ToldEngine
from tests.operations.imagining.conftest import Finish


def wish(style: str = "smooth", **more: Any) -> HairParams:
    return HairParams(hair_styles=(style,), hair_color="original", **more)


def test_a_style_is_finished_the_face_stays_and_the_file_tells_it(
    finish: Finish, finisher: ToldEngine, sample: Picture, portraits: Portraits
) -> None:
    draft = finish("hair", wish("bob")).picture.pixels
    result = finish("hair", wish("bob", imagine=True, variants=2))
    changed = (result.picture.pixels != draft).any(axis=2)
    assert changed.sum() > 5000
    face = np.zeros(changed.shape, np.uint8)
    cv2.fillConvexPoly(face, cv2.convexHull(portraits.of(sample).landmarks.ring(OVAL).astype(np.int32)), 1)
    assert not changed[face > 0].any()
    styled = (draft != sample.pixels[..., :3]).any(axis=2).astype(np.uint8)
    assert not changed[cv2.dilate(styled, np.ones((25, 25), np.uint8)) == 0].any()
    assert [request.seed for request in finisher.requests] == [0, 1]
    request = finisher.requests[-1]
    assert 0.3 <= request.strength < 1
    assert not (request.picture == sample.pixels[: request.height, : request.width, :3]).all()
    assert "chin-length bob" in request.prompt
    assert "hair, light from" in request.prompt
    step = codec.decode(result.file.data).record.steps[-1]
    assert step.kind == "imagined"
    (facts,) = step.facts["imagined"]
    assert facts["engine"] == "told"
    assert facts["overlap"] > 0.8
    assert step.facts["styles"] == ["bob"]
    assert (xmp.DIGITAL_SOURCES + TRAINED_COMPOSITE).encode() in result.file.data
    assert result.details["metadata"]["appliedStyles"] == ["bob"]
    assert result.details["variants"] == {"tried": 2}
    assert len(result.variants) == 1


def test_hair_of_another_colour_takes_the_drafts(finish: Finish, finisher: ToldEngine) -> None:
    def purple(request: GenerationRequest) -> Any:
        grey = request.picture.mean(axis=2, keepdims=True)
        hair = (request.mask[..., None] > 0) & (grey < 175)
        return np.where(hair, grey * [0.9, 0.3, 0.9], request.picture).astype(np.uint8)

    draft = finish("hair", wish()).picture.pixels
    finisher.answer = purple
    result = finish("hair", wish(imagine=True))
    assert result.details["imagined"][0]["recoloured"]
    hair = np.s_[40:60, 190:250]
    assert np.abs(result.picture.pixels[hair].mean((0, 1)) - draft[hair].mean((0, 1))).max() < 15


def test_what_is_no_hair_is_dropped(finish: Finish, finisher: ToldEngine) -> None:
    finisher.answer = lambda request: np.where(request.mask[..., None] > 0, np.uint8(170), request.picture)
    with pytest.raises(CatchlightError) as failed:
        finish("hair", wish(imagine=True))
    assert failed.value.code == "imagining_failed"
    assert failed.value.gate == "detail"  # type: ignore[attr-defined]
    finisher.answer = lambda request: np.array(request.picture[:, ::-1])
    with pytest.raises(CatchlightError) as other:
        finish("hair", wish(imagine=True, seed=1))
    assert other.value.code == "imagining_failed"


def test_a_colour_alone_and_an_engine_without_words_are_refused(finish: Finish, finisher: ToldEngine) -> None:
    with pytest.raises(CatchlightError, match="no style is chosen") as refused:
        finish("hair", HairParams(hair_color="copper", imagine=True))
    assert refused.value.code == "invalid_request"
    finisher.words = False
    with pytest.raises(CatchlightError, match="takes no words") as unsuited:
        finish("hair", wish(imagine=True))
    assert unsuited.value.code == "engine_unsuited"
    assert finisher.requests == []


def test_every_shipped_style_has_words(catalogue: Catalogue) -> None:
    for style in catalogue.hair_styles:
        assert style_words(style.id, "") != ""
    assert style_words("my_own", "Side Cut") == "side cut"
