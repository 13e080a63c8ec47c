"""Hair of a photo kept as a picture of its own: written and read back, worn, without the donor's face, refused when damaged."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
from catchlight.core.errors import UnusablePicture
from catchlight.core.progress import Progress
from catchlight.hair import reference_styling
from catchlight.hair.reference import alignment, piece
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record
from catchlight.operations.hair.params import HairParams
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.service.editor import EditRequest, LocalEditor


@pytest.fixture(scope="module")
def reference(portraits: Portraits, plain_donor: Picture) -> ReferenceHair:
    return reference_styling.read_reference(portraits.of(plain_donor))


def with_facts(picture: Picture, **changes: Any) -> Picture:
    """The piece with other facts in its record."""
    step = picture.record.steps[-1]
    changed = step.model_copy(update={"facts": {**step.facts, **changes}})
    return picture.with_(record=Record(steps=(changed,)))


def test_a_piece_has_all_of_the_hair_after_it_was_a_file(hair_piece: Picture, reference: ReferenceHair) -> None:
    read = piece.read_piece(codec.decode(codec.encode(hair_piece, "image/png")))
    x0, y0, x1, y1 = piece._box(reference)
    assert (y1 - y0, x1 - x0) == read.shape
    assert np.array_equal(read.rgb, reference.rgb[y0:y1, x0:x1])
    assert np.abs(read.cover - reference.cover[y0:y1, x0:x1]).max() <= 0.51 / 255
    assert np.abs(read.ends - reference.ends[y0:y1, x0:x1]).max() <= 0.51 / 255
    assert np.abs(read.ears - reference.ears[y0:y1, x0:x1]).max() <= 0.51 / 255
    assert reference.cover.sum() == pytest.approx(read.cover.sum(), rel=0.002)
    assert read.anchors + np.array([x0, y0]) == pytest.approx(reference.anchors, abs=1e-4)
    for field in ("cm", "yaw", "pitch", "softness", "grain", "grey"):
        assert getattr(read, field) == pytest.approx(getattr(reference, field), abs=1e-4), field
    assert read.shading == pytest.approx(reference.shading, abs=1e-4)
    assert read.tone.curve == pytest.approx(reference.tone.curve, abs=1e-4)
    assert read.tone.lightness == reference.tone.lightness
    assert read.tone.spread == reference.tone.spread
    told = {
        "rgb",
        "cover",
        "ends",
        "ears",
        "anchors",
        "cm",
        "yaw",
        "pitch",
        "softness",
        "grain",
        "grey",
        "shading",
        "tone",
    }
    assert {field.name for field in dataclasses.fields(ReferenceHair)} == told


def test_ends_that_were_cut_come_back(reference: ReferenceHair) -> None:
    ends = reference.ends.copy()
    ends[-40:] = np.linspace(1, 0, 40, dtype=np.float32)[:, None]
    cut = dataclasses.replace(reference, ends=ends, cover=np.maximum(reference.cover, (ends < 0.5).astype(np.float32)))
    x0, y0, x1, y1 = piece._box(cut)
    cut = dataclasses.replace(cut, ears=np.asarray(1 - ends, np.float32))
    read = piece.read_piece(piece.make_piece(cut, "0" * 64))
    assert read.ends.min() < 0.05
    assert np.abs(read.ears - cut.ears[y0:y1, x0:x1]).max() <= 0.51 / 255
    assert read.ears.max() > 0.95
    assert np.abs(read.ends - ends[y0:y1, x0:x1]).max() <= 0.51 / 255


def test_as_many_anchors_as_a_head_has(reference: ReferenceHair) -> None:
    assert len(reference.anchors) == piece.ANCHORS
    assert len(alignment.mirror_anchors(reference.anchors, 100)) == piece.ANCHORS


def test_hair_worn_from_a_piece_is_that_of_the_photo(
    portraits: Portraits, models: Any, sample: Picture, plain_donor: Picture, hair_piece: Picture
) -> None:
    sitter = portraits.of(sample)
    worn = [
        reference_styling.apply_reference(
            sitter, reference_styling.read_reference(Portrait(each, models)), Progress(), own_colour=False
        ).styled.pixels.astype(int)
        for each in (plain_donor, codec.decode(codec.encode(hair_piece, "image/png")))
    ]
    changed = np.abs(worn[0] - sample.pixels).max(axis=2) > 4
    apart = np.abs(worn[0] - worn[1])
    assert changed.mean() > 0.02
    assert apart.max() <= 12
    assert apart[changed].mean() < 0.5


def test_a_piece_shows_no_face(hair_piece: Picture, plain_donor: Picture, portraits: Portraits) -> None:
    marks = portraits.of(plain_donor).landmarks
    read = piece.read_piece(hair_piece)
    first, last = read.anchors[0], marks.xy[10]
    shift = np.round(last - first).astype(int)
    for corner in (33, 263, 1, 61, 291):
        u, v = np.round(marks.xy[corner]).astype(int)
        assert np.abs(np.diff(plain_donor.pixels[v - 3 : v + 4, u - 3 : u + 4].astype(int), axis=1)).max() > 20
        x, y = u - shift[0], v - shift[1]
        part = hair_piece.pixels[y - 3 : y + 4, x - 3 : x + 4]
        assert part.size
        assert part[..., 3].max() == 0
        assert np.abs(np.diff(part[..., :3].astype(int), axis=1)).max() <= 3
    assert b"astronaut" not in codec.encode(hair_piece, "image/png")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"version": piece.VERSION + 1}, "newer"),
        ({"anchors": [[1.0, 2.0]] * 5}, "anchors"),
        ({"anchors": [[1e9, 2.0]] * piece.ANCHORS}, "anchors"),
        ({"cm": -1}, "cm"),
        ({"cm": "nan"}, "cm"),
        ({"shading": [[0, 0, 0]]}, "shading"),
        ({"tone": {"lightness": 0.5, "spread": 0, "curve": [[0, 0]] * 24, "residual": 0.5}}, "tone.spread"),
        ({"ends": "not base64"}, "ends"),
        ({"ends": "iVBORw0KGgo="}, "ends"),
        ({"width": 77}, "cropped"),
        ({"ears": "iVBORw0KGgo="}, "ears"),
        ({"more": 1}, "more"),
    ],
)
def test_a_damaged_piece_says_what_is_wrong(hair_piece: Picture, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UnusablePicture, match=said) as refused:
        piece.read_piece(with_facts(hair_piece, **changes))
    assert refused.value.code == "reference_unsuited"


def test_a_piece_that_was_changed_is_refused(hair_piece: Picture, models: Any) -> None:
    step = hair_piece.record.steps[-1]
    edited = hair_piece.with_(record=hair_piece.record.then(step.model_copy(update={"operation": "adjust"})))
    opaque = Picture(hair_piece.pixels[..., :3], record=hair_piece.record)
    empty = hair_piece.pixels.copy()
    empty[..., 3] = 3
    for changed, said in (
        (edited, "changed"),
        (opaque, "transparency"),
        (Picture(empty, record=hair_piece.record), "hair"),
    ):
        with pytest.raises(UnusablePicture, match=said):
            reference_styling.read_reference(Portrait(changed, models))


def test_a_preview_refuses_a_piece_that_is_too_small_for_the_whole_picture(
    portraits: Portraits, sample: Picture, hair_piece: Picture, catalogue: Any
) -> None:
    editor = LocalEditor(portraits, catalogue)
    small = piece.make_piece(piece.read_piece(hair_piece).resized(0.55), "0" * 64)
    request = EditRequest("hair", HairParams(), (sample, small))
    with pytest.raises(UnusablePicture, match="55 % of the size") as refused:
        editor.preview(request, 256, Progress())
    assert refused.value.code == "reference_unsuited"
