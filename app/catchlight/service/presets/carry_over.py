"""From the steps of one picture to a preset for others: what is kept, what is kept relative, what is left out and why."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from catchlight.clothing.reference import piece as garment_piece
from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.hair.reference import piece as hair_piece
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Params
from catchlight.service.presets.preset import PICTURE_BYTES, NameFault, Preset, PresetStep, check, clean_name
from catchlight.service.presets.relative_places import LEFT_OUT, PLACED, Size

Kind = Literal["relative", "strokes", "face", "lines", "own_picture", "photo", "sheet"]
_FATAL: tuple[Kind, ...] = ("own_picture", "photo", "sheet")
_BY_FIELD: dict[str, Kind] = {"strokes": "strokes", "crown_y": "lines", "chin_y": "lines", "eye_y": "lines"}
_LARGEST_LOSSLESS = 20_000_000


@dataclass(frozen=True)
class AppliedStep:
    """A step as it was done. size: of the upright picture that it started from; pictures: what joined it, where known; lost:
    a photo did whose hair is worn, and it is not known any more."""

    operation: str
    params: Params
    size: tuple[int, int]
    pictures: Sequence[Picture] = ()
    lost: bool = False


def notes_on(done: AppliedStep) -> tuple[Kind, ...]:
    """What a user should know before the step goes into a preset; nothing where it carries over whole."""
    found: list[Kind] = []
    if len(done.pictures) < _needed_pictures(done.params):
        found.append("own_picture")
    if done.lost:
        found.append("photo")
    if getattr(done.params, "mixed", ()):
        found.append("sheet")
    if PLACED.get(done.operation):
        found.append("relative")
    if getattr(done.params, "face", None) is not None:
        found.append("face")
    given = done.params.model_dump(exclude_defaults=True)
    found += [_BY_FIELD[name] for name in LEFT_OUT.get(done.operation, ()) if name in given]
    return tuple(dict.fromkeys(found))


def carries(done: AppliedStep) -> bool:
    """Whether the step can be a step of a preset at all."""
    return not any(kind in _FATAL for kind in notes_on(done))


def preset_of(name: str, steps: Sequence[AppliedStep]) -> Preset:
    """The preset of those steps that carry over; takes time where pictures are embedded.

    Raises InvalidRequest where none does, for a name that is none, and for an own picture beyond 40 MB.
    """
    kept = [_step(done) for done in steps if carries(done)]
    if not kept:
        raise InvalidRequest(
            Message("None of these steps can be done to another picture, so there is nothing to save.")
        )
    try:
        name = clean_name(name)
    except NameFault as fault:
        raise InvalidRequest(fault.sentence) from fault
    preset = Preset(name=name, steps=tuple(kept))
    check(preset, name)
    return preset


def _step(done: AppliedStep) -> PresetStep:
    gone = {name: type(done.params).model_fields[name].default for name in LEFT_OUT.get(done.operation, ())}
    params = done.params.model_copy(update=gone)
    given: dict[str, Any] = params.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    placed = Size(width=done.size[0], height=done.size[1]) if done.operation in PLACED else None
    takes = _needed_pictures(params) > 0 or done.operation == "hair"
    joined = tuple(_data_url(picture) for picture in done.pictures) if takes else ()
    return PresetStep(operation=done.operation, parameters=given, placed_in=placed, pictures=joined)


def _needed_pictures(params: Params) -> int:
    """How many pictures it asks for besides its source: its background, its clothes, its hair."""
    return (
        ("own_picture" in getattr(params, "background_styles", ()))
        + ("reference" in getattr(params, "clothing_styles", ()))
        + bool(getattr(params, "needs_reference", False))
    )


def _data_url(picture: Picture) -> str:
    """Lossless where that is not too large, else JPEG of quality 95. A piece of the style book is its record too, and stays as it
    is."""
    kept = hair_piece.is_piece(picture) or garment_piece.is_piece(picture)
    media_type, data = "image/png", codec.encode(picture, "image/png", metadata=kept)
    if len(data) > _LARGEST_LOSSLESS and not kept:
        media_type, data = "image/jpeg", codec.encode(picture, "image/jpeg", metadata=False)
    if len(data) > PICTURE_BYTES:
        raise InvalidRequest(
            Message(
                "The picture that joins has {size:.0f} MB; a preset takes {limit}. Use a smaller one.",
                size=len(data) / 1e6,
                limit=PICTURE_BYTES // 10**6,
            )
        )
    return f"data:{media_type};base64,{base64.b64encode(data).decode('ascii')}"
