"""A garment kept as a picture of its own: written and read back, laid the same, without its wearer, corrected, refused when
damaged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from catchlight.clothing.reference import piece, placement
from catchlight.clothing.reference.closing import close_holes, find_holes
from catchlight.clothing.reference.garment import Anchors, Garment
from catchlight.clothing.reference.read_template import read_template
from catchlight.core.errors import InvalidRequest, UnusablePicture
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record

from tests.clothing.reference import doubles

FACE = (240, 10, 240)
"""A colour of what is not the garment's."""


def worn() -> Garment:
    """The drawn garment, whose colours show something else wherever it is transparent."""
    made = doubles.garment()
    rgb = np.where(made.alpha[..., None] > 0, made.rgb, np.array(FACE, np.uint8)).astype(np.uint8)
    return replace(made, rgb=rgb, blur=0.8, warmth=-0.2)


def saved(picture: Picture) -> Picture:
    return codec.decode(codec.encode(picture, "image/png"))


def with_facts(picture: Picture, **changes: Any) -> Picture:
    step = picture.record.steps[-1]
    return picture.with_(record=Record(steps=(step.model_copy(update={"facts": {**step.facts, **changes}}),)))


def test_a_piece_has_all_of_the_garment_after_it_was_a_file() -> None:
    made = worn()
    read = piece.read_piece(saved(piece.make_piece(made, "a" * 64)))
    first = int(np.flatnonzero((made.alpha >= 4).any(axis=1))[0])
    assert first == 30
    assert np.array_equal(read.alpha, made.alpha[first:])
    shown = read.alpha > 0
    assert np.array_equal(read.rgb[shown], made.rgb[first:][shown])
    wanted = made.anchors.moved(0, -first)
    for place in ("pit", "collar", "shoulders", "hem"):
        assert np.abs(np.subtract(getattr(read.anchors, place), getattr(wanted, place))).max() < 1e-4, place
    assert read.chin == (made.chin[0], made.chin[1] - first)  # type: ignore[index]
    for field in ("px_per_cm", "cut", "skin", "warmth", "blur", "grey"):
        assert getattr(read, field) == getattr(made, field), field


def test_it_is_laid_where_the_garment_itself_is() -> None:
    made, sitter = worn(), doubles.sitter()
    read = piece.read_piece(piece.make_piece(made, "a" * 64))
    one, other = placement.place(made, sitter), placement.place(read, sitter)
    assert other.hem == pytest.approx(one.hem, abs=0.01)
    assert np.abs(other.x - one.x).max() < 0.01
    assert np.abs(other.y + 30 - one.y).max() < 0.01


def test_nothing_of_the_wearer_is_in_a_piece() -> None:
    made = piece.make_piece(worn(), "a" * 64)
    colours = np.unique(made.pixels[..., :3].reshape(-1, 3), axis=0)
    assert colours.tolist() == [list(doubles.NEW)]


def test_damaged_pieces_are_refused_with_the_reason() -> None:
    whole = piece.make_piece(worn(), "a" * 64)
    facts = whole.record.steps[-1].facts
    cases = {
        "transparency": whole.with_(pixels=np.ascontiguousarray(whole.pixels[..., :3])),
        "cropped": whole.with_(pixels=np.ascontiguousarray(whole.pixels[:-4])),
        "no clothes": whole.with_(pixels=np.zeros_like(whole.pixels)),
        "newer": with_facts(whole, version=2),
        "pxPerCm": with_facts(whole, pxPerCm=-1.0),
        "left of the right": with_facts(whole, collar=facts["collar"][::-1]),
        "changed since": whole.with_(
            record=whole.record.then(whole.record.steps[-1].model_copy(update={"operation": "adjust"}))
        ),
    }
    for told, picture in cases.items():
        assert piece.is_piece(picture)
        with pytest.raises(UnusablePicture, match=told) as refusal:
            piece.read_piece(picture)
        assert refusal.value.code == "reference_unsuited"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"hem": 30.0}, "hem must lie below"),
        ({"pit": (250.0, 5.0)}, "pit of the neck must lie below"),
        ({"collar": ((310.0, 30.0), (190.0, 30.0))}, "left of the right"),
        ({"shoulders": ((240.0, 60.0), (260.0, 60.0))}, "further out"),
        ({"shoulders": ((400.0, 60.0), (480.0, 60.0))}, "both sides"),
        ({"pit": (9000.0, 70.0)}, "far outside"),
    ],
)
def test_places_by_which_nothing_can_be_laid_are_refused(change: dict[str, Any], told: str) -> None:
    made = doubles.garment()
    with pytest.raises(InvalidRequest, match=told):
        made.with_anchors(replace(made.anchors, **change))


def test_every_place_that_is_moved_moves_the_garment() -> None:
    """One option that does nothing would be a lie."""
    made, sitter = doubles.garment(), doubles.sitter()
    before = placement.place(made, sitter)
    (left, right), (outer, other) = made.anchors.collar, made.anchors.shoulders
    moves: dict[str, Anchors] = {
        "collar": replace(made.anchors, collar=((left[0] - 20, left[1]), (right[0] + 20, right[1]))),
        "pit": replace(made.anchors, pit=(made.anchors.pit[0] + 8, made.anchors.pit[1])),
        "shoulder": replace(made.anchors, shoulders=((outer[0], outer[1] - 15), other)),
        "shoulders further out": replace(
            made.anchors, shoulders=((outer[0] - 50, outer[1]), (other[0] + 50, other[1]))
        ),
    }
    for name, anchors in moves.items():
        after = placement.place(made.with_anchors(anchors), sitter)
        assert max(np.abs(after.x - before.x).max(), np.abs(after.y - before.y).max()) > 1, name
    lower = placement.place(made.with_anchors(replace(made.anchors, hem=made.anchors.hem - 40)), sitter)
    assert before.hem - lower.hem == pytest.approx(40 / before.scale, abs=0.1)


def test_a_leaning_midline_stands_upright_on_the_person() -> None:
    made, sitter = doubles.garment(), doubles.sitter()
    corrected = made.with_anchors(replace(made.anchors, pit=(made.anchors.pit[0] + 4, made.anchors.pit[1])))
    assert (made.anchors.lean, corrected.anchors.lean) == (0, 0.1)
    placed = placement.place(corrected, sitter)
    column = round(sitter.axis / 8)
    rows = placed.y[:, column]
    inside = (rows > made.anchors.pit[1]) & (rows < made.anchors.hem)
    slope = np.polyfit(rows[inside], placed.x[inside, column], 1)[0]
    assert slope == pytest.approx(0.1, abs=0.01)


def test_a_template_is_scaled_anew_by_its_collar() -> None:
    made = read_template(doubles.template())
    (left, right) = made.anchors.collar
    wider = made.with_anchors(replace(made.anchors, collar=((left[0] - 25, left[1]), (right[0] + 25, right[1]))))
    assert wider.px_per_cm == pytest.approx(made.px_per_cm + 0.5 * 50 / 12.5)
    kept = doubles.garment()
    (left, right) = kept.anchors.collar
    moved = replace(kept.anchors, collar=((left[0] - 5, left[1]), right))
    assert kept.with_anchors(moved).px_per_cm == kept.px_per_cm, "a wearer's face tells better"


def test_a_hole_below_the_pit_is_closed_by_the_cloth_around_it() -> None:
    made = doubles.garment()
    alpha, rgb = made.alpha.copy(), made.rgb.copy()
    alpha[150:200, 235:265], rgb[150:200, 235:265] = 0, FACE
    alpha[150:200, 100:110] = 0  # beside the midline: between an arm and the body, or a buttonhole
    torn = replace(made, alpha=alpha, rgb=rgb)
    assert find_holes(torn).sum() == 50 * 30
    closed = close_holes(torn)
    assert (closed.alpha[150:200, 235:265] == 255).all()
    assert (closed.alpha[150:200, 100:110] == 0).all()
    assert np.abs(closed.rgb[150:200, 235:265].astype(int) - doubles.NEW).max() <= 8
    above = replace(torn, anchors=replace(torn.anchors, pit=(250.0, 210.0)))
    assert close_holes(above) is above, "above the pit it is the neck's own opening"
    assert close_holes(made) is made
