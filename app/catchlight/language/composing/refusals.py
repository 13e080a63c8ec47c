"""Refusals: why a sentence is not carried out, and where else it can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from catchlight.core.messages import Message

UNCLEAR: Final = Message("What is to be done is not clear.")
_ELSEWHERE: Mapping[str, Message] = {
    "elsewhere:hair": Message("Hairstyles, lengths and fringes are changed in the tab Hair."),
    "elsewhere:expression": Message("Smiles, eyes and mouths are changed in the tab Expression."),
    "elsewhere:headshot": Message("Other backgrounds and clothes are put in in the tab Headshot."),
    "elsewhere:id_photo": Message("Photos for documents are made in the tab ID photo."),
    "elsewhere:print": Message("Prints are laid out in the tab Print sheet."),
    "elsewhere:adjust": Message("Light, colours and looks of the whole picture are changed in the tab Adjust."),
    "elsewhere:edit": Message("Parts of the portrait are changed in the tab Edit."),
    "beyond:shape": Message(
        "Face, jaw, chin, forehead, eyes, nose and lips can be shaped here, nothing else of a person."
    ),
    "beyond:flyaway": Message("Stray hairs are removed in the tab Edit, at the point that was clicked."),
    "beyond:cloth": Message("Creases and lint are not cleaned all at once; single ones can be removed at a point."),
    "beyond:beard": Message("A beard can be recoloured, lightened or darkened here, not trimmed or filled."),
    "beyond:makeup": Message(
        "Of make-up there are eye shadow, foundation, blush and lipstick here; brows can be darkened."
    ),
    "beyond:canvas": Message(
        "Turning, straightening, cropping and more canvas around the picture are in the tab Crop."
    ),
    "beyond:light": Message(
        "Light can be put on from the left or from the right here; no other lamps, and no catchlights."
    ),
    "beyond:teeth": Message("Teeth can be whitened here; stains, gaps and shapes stay as they are."),
    "beyond:add": Message("Nothing that is not in the picture is put in here."),
    "beyond:replace": Message("Nobody and nothing is exchanged for another here."),
}


_OPERATIONS: Mapping[str, str] = {"expression": "face_expression", "print": "print_sheet"}
"""Operations whose names in the bank are shorter."""
_DONE_THERE: Mapping[str, str] = {"beyond:canvas": "crop"}
"""Labels of the bank from before an operation did what they name."""


class Refusal(Exception):
    """A sentence that cannot be carried out. ``elsewhere``: the tab that does it, by its operation, where there is one."""

    def __init__(self, message: Message, elsewhere: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.elsewhere = elsewhere


def refusal_of(label: str) -> Refusal:
    """The refusal for a label that is no verb."""
    kind, _, name = label.partition(":")
    elsewhere = _OPERATIONS.get(name, name) if kind == "elsewhere" else _DONE_THERE.get(label)
    return Refusal(_ELSEWHERE.get(label, UNCLEAR), elsewhere)
