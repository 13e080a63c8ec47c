"""Edits of a hand on the sample: what the record says, where strokes go on another picture, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.brushes.edits import BrushEdit, HandStroke, LinearGradient
from catchlight.brushes.placing import FacePlace, face_place
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.brush.run import results_of
from catchlight.operations.reduce import WHOLE
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, EditResult, LocalEditor
from catchlight.service.presets.relative_places import Size, rescale_params


def brushed(portraits: Portraits, catalogue: Catalogue, picture: Picture, *edits: BrushEdit, **more: Any) -> EditResult:
    params = BrushParams(edits=edits, **more)
    return LocalEditor(portraits, catalogue).run(EditRequest("brush", params, (picture,)), Progress())


def burn(x: float, y: float, radius: float = 12.0, **more: Any) -> BrushEdit:
    return BrushEdit(tool="burn", strokes=(HandStroke(points=((x, y),), radius=radius),), **more)


DARKER = BrushEdit(
    tool="adjust", exposure=-1.0, linear=LinearGradient(start=(0.0, 0.0), end=(0.0, 512.0)), within="background"
)


def middle_of_change(before: Picture, after: Picture) -> tuple[float, float]:
    rows, columns = np.nonzero((before.pixels != after.pixels).any(axis=2))
    return float(columns.mean()) + 0.5, float(rows.mean()) + 0.5


def test_the_record_tells_tools_and_strokes_and_what_was_touched(
    portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    made = brushed(portraits, catalogue, sample, burn(220, 150), burn(230, 160, on=False), DARKER).picture
    (step,) = made.record.steps
    assert (step.operation, step.kind) == ("brush", "pixels")
    assert step.facts == {"tools": {"burn": 1, "adjust": 1}, "strokes": 1}
    assert made.record.unfit_for_official_use
    behind = brushed(portraits, catalogue, sample, DARKER).picture
    assert behind.record.steps[-1].kind == "background"
    person = portraits.of(sample).alpha > 0.999
    assert (behind.pixels[person] == sample.pixels[person]).all()
    assert behind.pixels[20, 20].mean() < 0.85 * sample.pixels[20, 20].mean()


def test_strokes_follow_the_face_to_another_picture(
    portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    face = face_place(portraits.of(sample).faces[0])
    assert face is not None
    spot = burn(face.x, face.y + face.eyes)
    here = brushed(portraits, catalogue, sample, spot, face=face).picture
    assert middle_of_change(sample, here) == pytest.approx((face.x, face.y + face.eyes), abs=0.6)
    part = Picture(np.ascontiguousarray(sample.pixels[20:420, 60:400]))
    there = brushed(portraits, catalogue, part, spot, face=face).picture
    assert middle_of_change(part, there) == pytest.approx((face.x - 60, face.y + face.eyes - 20), abs=3)
    turned = face.model_copy(update={"angle": face.angle + 90.0, "eyes": 2 * face.eyes})
    led = brushed(portraits, catalogue, sample, burn(face.x + 2 * face.eyes, face.y), face=turned).picture
    assert middle_of_change(sample, led) == pytest.approx((face.x, face.y - face.eyes), abs=0.6)


def test_strokes_on_a_face_are_refused_where_none_shows(portraits: Portraits, catalogue: Catalogue) -> None:
    plain = Picture(np.full((200, 200, 3), 128, np.uint8))
    face = FacePlace(x=90.0, y=80.0, eyes=40.0)
    with pytest.raises(UnusablePicture, match="none shows here") as refused:
        brushed(portraits, catalogue, plain, burn(90, 90), face=face)
    assert refused.value.code == "no_face"
    everywhere = BrushEdit(tool="adjust", exposure=0.5, linear=LinearGradient(start=(0.0, 0.0), end=(0.0, 90.0)))
    assert (brushed(portraits, catalogue, plain, everywhere, face=face).picture.pixels[5, 5] > 128).all()


def test_presets_move_gradients_and_strokes_that_lie_on_no_face() -> None:
    params = BrushParams(edits=(burn(100, 50), DARKER))
    before, after = Size(width=512, height=512), Size(width=1024, height=256)
    moved = rescale_params(params, before, after)
    assert isinstance(moved, BrushParams)
    assert moved.edits[0].strokes[0].points == ((200.0, 25.0),)
    assert moved.edits[1].linear is not None
    assert moved.edits[1].linear.end == (0.0, 256.0)
    faced = params.model_copy(update={"face": FacePlace(x=9.0, y=9.0, eyes=9.0)})
    kept = rescale_params(faced, before, after)
    assert isinstance(kept, BrushParams)
    assert kept.edits[0] == params.edits[0]
    assert kept.edits[1] == moved.edits[1]


def test_one_stroke_more_goes_on_from_what_is_kept(portraits: Portraits, catalogue: Catalogue, sample: Picture) -> None:
    """As the window asks: the same pixels as from the beginning, and no more than two results in memory."""
    editor = LocalEditor(portraits, catalogue)
    heal = HandStroke(points=((200.5, 120.5),), radius=6.0)
    darker = DARKER.model_copy(update={"within": None})
    edits: tuple[BrushEdit, ...] = (darker,)
    for number in range(4):
        strokes = tuple(heal.model_copy(update={"points": ((200.5 + 12 * n, 120.5),)}) for n in range(number + 1))
        edits = (darker, BrushEdit(tool="heal", strokes=strokes), burn(150, 300))
        shown = editor.preview(EditRequest("brush", BrushParams(edits=edits), (sample,)), WHOLE, Progress())
    fresh = LocalEditor(Portraits(portraits.of(sample).models), catalogue)
    made = fresh.run(EditRequest("brush", BrushParams(edits=edits), (sample,)), Progress())
    assert np.array_equal(shown.picture.pixels, made.picture.pixels)
    assert len(results_of(portraits.of(sample))._kept) == 2


def test_a_region_alone_is_worked_on_as_a_whole_and_all_but_it_when_inverted(
    portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    alpha = portraits.of(sample).alpha
    dark = BrushEdit(tool="adjust", exposure=-2.0, within="background")
    behind = brushed(portraits, catalogue, sample, dark).picture
    assert (behind.pixels[alpha > 0.999] == sample.pixels[alpha > 0.999]).all()
    person = brushed(portraits, catalogue, sample, dark.model_copy(update={"invert": True})).picture
    assert (person.pixels[alpha < 0.001] == sample.pixels[alpha < 0.001]).all()
    assert person.pixels[alpha > 0.999].mean() < 0.7 * sample.pixels[alpha > 0.999].mean()
    assert [made.record.steps[-1].kind for made in (behind, person)] == ["background", "pixels"]


def test_what_covers_none_of_the_picture_is_refused_and_what_covers_it_without_effect_is_not(
    portraits: Portraits, catalogue: Catalogue
) -> None:
    plain = Picture(np.full((200, 200, 3), 128, np.uint8))
    with pytest.raises(UnusablePicture, match="beyond the picture") as refused:
        brushed(portraits, catalogue, plain, burn(900, 900))
    assert refused.value.code == "nothing_at_hotspot"
    copied = BrushEdit(tool="clone", strokes=(HandStroke(points=((90.0, 90.0),), radius=9.0, offset=(500.0, 0.0)),))
    with pytest.raises(UnusablePicture, match="copies from there"):
        brushed(portraits, catalogue, plain, copied)
    healed = BrushEdit(tool="heal", strokes=(HandStroke(points=((90.0, 90.0),), radius=9.0),))
    assert np.array_equal(brushed(portraits, catalogue, plain, healed).picture.pixels, plain.pixels)


def test_heal_over_nearly_all_of_a_picture_is_refused(
    portraits: Portraits, catalogue: Catalogue, sample: Picture
) -> None:
    stroke = HandStroke(points=((250.0, 250.0),), radius=400.0, softness=0.2)
    with pytest.raises(UnusablePicture, match="too little around it"):
        brushed(portraits, catalogue, sample, BrushEdit(tool="heal", strokes=(stroke,)))
