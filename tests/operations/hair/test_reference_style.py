"""A photo that is worn for a style of the catalogue: worn as that, drawn where it does not suit, refused where it is too much."""

from __future__ import annotations

from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import Record
from catchlight.operations.hair import styles
from catchlight.operations.hair.params import HairParams
from catchlight.operations.operation import Preview
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor

SIZE = 400


@pytest.fixture
def editor(portraits: Portraits, catalogue: Catalogue) -> LocalEditor:
    return LocalEditor(portraits, catalogue)


def preview(editor: LocalEditor, *pictures: Picture, **fields: Any) -> Preview:
    return editor.preview(EditRequest("hair", HairParams(**fields), pictures), SIZE, Progress())


def test_an_unsuited_photo_gives_way_to_the_drawn_style_and_that_is_told(
    editor: LocalEditor, sample: Picture, hair_piece: Picture
) -> None:
    step = hair_piece.record.steps[-1]
    turned = step.model_copy(update={"facts": {**step.facts, "yaw": 40.0}})
    unsuited = hair_piece.with_(record=Record(steps=(turned,)))
    with pytest.raises(UnusablePicture) as refusal:
        preview(editor, sample, unsuited, hair_styles=("reference",))
    assert refusal.value.code == "reference_unsuited"
    made = preview(editor, sample, unsuited, hair_styles=("reference", "bob"))
    (note,) = made.details["notes"]
    assert "is drawn instead" in note
    assert "turned" in note
    assert made.details["metadata"]["appliedStyles"] == ["bob"]


def test_a_face_that_is_no_longer_surely_the_same_is_refused(
    editor: LocalEditor, sample: Picture, hair_piece: Picture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "notes" not in preview(editor, sample, hair_piece, hair_styles=("reference", "bob")).details
    monkeypatch.setattr(styles, "LEAST_ALIKE", 0.999)
    with pytest.raises(UnusablePicture, match="same person") as refusal:
        preview(editor, sample, hair_piece, hair_styles=("reference",))
    assert refusal.value.code == "identity_lost"


@pytest.mark.parametrize(
    "fields", [{"hair_styles": ("bob",)}, {"hair_styles": ("reference", "bob", "pixie")}, {"volume": 1.2}]
)
def test_what_a_photo_cannot_be_joined_with_is_refused(
    editor: LocalEditor, sample: Picture, hair_piece: Picture, fields: dict[str, Any]
) -> None:
    with pytest.raises(Conflict) as refusal:
        preview(editor, sample, hair_piece, **fields)
    assert refusal.value.code == "conflicting_styles"
