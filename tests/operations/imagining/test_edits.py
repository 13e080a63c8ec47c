"""Edits and headshots in which an engine paints: its record, its variants, and where it is never let in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imagine.fill import Imagine
from catchlight.imagine.port import GenerationRequest
from catchlight.imaging.io import codec, xmp
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import TRAINED_COMPOSITE
from catchlight.operations.edit.marks import Box, Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Params
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor
from pydantic import ValidationError

from tests.imagine.engines import ToldEngine, repainted

Run = Callable[..., EditResult]
FLAG = Box(x=8, y=30, width=60, height=70)


def edit(prompt: str = "remove this", box: Box | None = FLAG, **more: Any) -> EditParams:
    return EditParams(user_prompt=prompt, hotspot=Hotspot(x=38, y=65), box=box, imagine=True, **more)


@pytest.fixture
def engine() -> ToldEngine:
    return ToldEngine(repainted)


@pytest.fixture
def run(portraits: Portraits, catalogue: Catalogue, engine: ToldEngine, sample: Picture) -> Run:
    def ran(params: Params, operation: str = "edit", picture: Picture = sample) -> EditResult:
        editor = LocalEditor(portraits, catalogue, lambda: Imagine(engine, portraits.models))
        return editor.run(EditRequest(operation, params, (picture,)), Progress())

    return ran


def test_what_is_removed_is_painted_and_told_in_the_file(run: Run, sample: Picture, engine: ToldEngine) -> None:
    result = run(edit(seed=5))
    changed = np.abs(result.picture.pixels.astype(int) - sample.pixels).max(axis=2) > 0
    rows, columns = np.nonzero(changed)
    assert columns.max() < 90
    assert 10 < rows.min() < rows.max() < 125
    step = codec.decode(result.file.data).record.steps[-1]
    assert step.kind == "imagined"
    (facts,) = step.facts["imagined"]
    assert (facts["engine"], facts["model"], facts["seed"]) == ("told", "model", 5)
    assert "empty background" in facts["prompt"]
    assert 0 < facts["maskShare"] < 0.05
    assert (xmp.DIGITAL_SOURCES + TRAINED_COMPOSITE).encode() in result.file.data
    assert engine.requests[0].picture.nbytes <= 512 * 512 * 3


def test_variants_are_further_seeds_the_best_first(run: Run, engine: ToldEngine) -> None:
    result = run(edit(seed=3, variants=3))
    assert [request.seed for request in engine.requests] == [3, 4, 5]
    assert len(result.variants) == 2
    every = [one.picture.record.steps[-1].facts["imagined"][0] for one in (result, *result.variants)]
    assert sorted(facts["seed"] for facts in every) == [3, 4, 5]
    assert [facts["seam"] for facts in every] == sorted(facts["seam"] for facts in every)
    assert result.details["variants"] == {"tried": 3}


def test_variants_that_fail_are_left_out_and_counted(run: Run, engine: ToldEngine) -> None:
    def second_fails(request: GenerationRequest) -> Any:
        picture = np.array(request.picture)
        if len(engine.requests) == 2:
            picture[request.mask > 0] = (255, 0, 255)
        return picture

    engine.answer = second_fails
    result = run(edit(variants=3))
    assert result.details["variants"] == {"tried": 3, "dropped": [{"seed": 1, "gate": "seam"}]}
    engine.answer = lambda request: np.where(request.mask[..., None] > 0, np.uint8(255), request.picture)
    with pytest.raises(CatchlightError) as failed:
        run(edit(seed=40))
    assert failed.value.code == "imagining_failed"


def test_words_put_something_in_a_box_and_replace_a_thing(run: Run, engine: ToldEngine) -> None:
    result = run(edit("add a red kite"))
    assert engine.requests[-1].prompt.startswith("a red kite,")
    assert result.details["added"] == "a red kite"
    run(edit("把旗子换成窗帘"))
    assert engine.requests[-1].prompt.startswith("窗帘,")
    with pytest.raises(CatchlightError, match="Drag a box") as refused:
        run(edit("add a red kite", None))
    assert refused.value.code == "nothing_at_hotspot"


def test_a_face_is_never_painted(run: Run, engine: ToldEngine) -> None:
    with pytest.raises(CatchlightError, match="never paints on a face"):
        run(edit("add a moustache", Box(x=205, y=110, width=50, height=45)))
    assert engine.requests == []


def test_a_wish_that_no_engine_helps_with_is_refused(run: Run, engine: ToldEngine) -> None:
    with pytest.raises(CatchlightError, match="without imagine") as refused:
        run(edit("make the jacket navy"))
    assert refused.value.code == "invalid_request"
    with pytest.raises(CatchlightError) as refused:
        run(edit("zorble the frumps"))
    assert refused.value.code == "prompt_not_understood"
    assert engine.requests == []


def test_a_headshot_is_carried_on_beyond_the_photo(run: Run, engine: ToldEngine, sample: Picture) -> None:
    wish = {"framing_styles": ("wide_left",), "straighten": False}
    plain = run(HeadshotParams(**wish), "headshot")
    result = run(HeadshotParams(**wish, imagine=True, seed=2), "headshot")
    changed = np.abs(result.picture.pixels.astype(int) - plain.picture.pixels).max(axis=2) > 0
    assert changed.any()
    assert not changed[:, : int(0.6 * changed.shape[1])].any()
    assert result.picture.record.steps[-1].kind == "imagined"
    assert "beyond its edges" in result.details["imagined"][0]["prompt"]
    assert "imagined" not in plain.details
    assert (xmp.DIGITAL_SOURCES + TRAINED_COMPOSITE).encode() not in plain.file.data


def test_a_headshot_that_needs_nothing_beyond_says_so(run: Run, engine: ToldEngine) -> None:
    result = run(HeadshotParams(framing_styles=("face_tight",), imagine=True), "headshot")
    assert any("nothing had to be imagined" in note for note in result.details["notes"])
    assert result.picture.record.steps[-1].kind != "imagined"
    assert engine.requests == []
    with pytest.raises(CatchlightError, match="keep_original"):
        run(HeadshotParams(background_styles=("transparent",), imagine=True), "headshot")


def test_no_document_takes_what_an_engine_has_painted_in(run: Run, portraits: Portraits) -> None:
    painted = codec.decode(run(edit()).file.data)
    for operation, params in (("id_photo", IdPhotoParams()), ("layout", LayoutParams())):
        with pytest.raises(CatchlightError, match="no photo for a document") as refused:
            run(params, operation, painted)
        assert refused.value.code == "does_not_fit"
    assert "imagine" not in IdPhotoParams.model_fields
    assert "imagine" not in LayoutParams.model_fields


def test_without_an_engine_the_wish_is_refused(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    editor = LocalEditor(portraits, catalogue)
    with pytest.raises(CatchlightError) as off:
        editor.run(EditRequest("edit", edit(), (sample,)), Progress())
    assert off.value.code == "imagining_off"


@pytest.mark.parametrize("more", [{"variants": 2}, {"seed": 4}])
def test_options_of_an_engine_need_one(more: dict[str, int]) -> None:
    with pytest.raises(ValidationError, match="needs imagine"):
        EditParams(user_prompt="remove this", hotspot=Hotspot(x=1, y=1), **more)
