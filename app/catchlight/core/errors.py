"""The errors a user can meet, each with its stable code and a sentence that says what to do.

CatchlightError
├── InvalidRequest            invalid_request
├── UnknownEntry              unknown_style, unknown_color, unknown_spec, unknown_paper, unknown_generation, unknown_preset,
│                             unknown_piece
├── Conflict                  conflicting_styles, does_not_fit, too_small_for_spec, digital_only
├── ImageTooLarge             image_too_large
├── UnsupportedImage          unsupported_image
├── UnusablePicture           no_face, several_faces, face_too_small, face_turned_away, no_hair,
│                             cannot_reach_size, identity_lost, unknown_expression, nothing_at_hotspot, prompt_not_understood,
│                             reference_unsuited
├── ModelUnavailable          model_unavailable
└── StorageFault              storage_fault (a disk that is full, read-only or damaged)

Codes never change; sentences may. Cancelling is no error of this tree: see ``progress.Cancelled``.
"""

from __future__ import annotations

from collections.abc import Iterable

from catchlight.core.messages import Message, mark
from catchlight.core.suggest import close_matches

UNKNOWN_KINDS = (
    mark("style"),
    mark("color"),
    mark("spec"),
    mark("paper"),
    mark("generation"),
    mark("preset"),
    mark("job"),
    mark("batch"),
    mark("result"),
    mark("look"),
    mark("piece"),
)
"""What an entry that is not known can have been looked for as; each gives the code ``unknown_...``."""


class CatchlightError(Exception):
    """A fault with a stable ``code`` and a ``message`` for a person: what happened and what to do."""

    code = "internal_error"

    def __init__(self, message: Message, *, code: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code


class InvalidRequest(CatchlightError):
    """A field, a value or a combination that cannot be carried out."""

    code = "invalid_request"


class UnknownEntry(CatchlightError):
    """An id that no catalogue row and no stored generation has."""

    def __init__(self, kind: str, entry: str, known: Iterable[str] = (), nearest: str | None = None) -> None:
        """kind: what was looked for, as in the code (``spec`` gives ``unknown_spec``); known: ids to suggest from; nearest: what
        to choose instead of an entry that was withdrawn."""
        self.nearest = nearest
        super().__init__(_unknown(kind, entry, known, nearest), code=f"unknown_{kind}")


def _unknown(kind: str, entry: str, known: Iterable[str], nearest: str | None) -> Message:
    named = Message(kind)
    if nearest is not None:
        return Message(
            "The {kind} {entry!r} is no longer offered. Choose {nearest!r}, which is nearest to it.",
            kind=named,
            entry=entry,
            nearest=nearest,
        )
    near = close_matches(entry, known, n=3, cutoff=0.4)
    if near:
        return Message("There is no {kind} {entry!r}. Did you mean {near}?", kind=named, entry=entry, near=near)
    return Message("There is no {kind} {entry!r}.", kind=named, entry=entry)


class Conflict(CatchlightError):
    """Valid wishes that this picture or this paper cannot fulfil together."""

    code = "does_not_fit"


class ImageTooLarge(CatchlightError):
    """More bytes or pixels than the limits of the settings allow."""

    code = "image_too_large"


class DigestMismatch(CatchlightError):
    """Bytes that came and are not those of the digest under which they were sent."""

    code = "digest_mismatch"


class UnsupportedImage(CatchlightError):
    """Bytes that are not a readable picture of the type they claim to be."""

    code = "unsupported_image"


class UnusablePicture(CatchlightError):
    """A readable picture that the wished operation cannot use."""

    code = "no_face"


class ModelUnavailable(CatchlightError):
    """A weight file that is missing or differs from its manifest."""

    code = "model_unavailable"


class StorageFault(CatchlightError):
    """The disk refused to read or write what the program keeps."""

    code = "storage_fault"
