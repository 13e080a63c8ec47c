"""Hair of a reference photo as a picture of its own: a piece, which shows nothing else of that photo.

A piece is an RGBA picture of 8 bits: the hair's colours, which go on beyond it, and its matte as alpha, cut out with some room
around it (an edge of the photo that cuts the hair is an edge of the piece). The last step of its record has the operation
``hair_piece``, and its facts hold the rest of a ``ReferenceHair`` as JSON: ``PieceFacts``. The plane ``ends`` is 1 but for a band
above the lower edge: its rows from ``endsFrom`` on are a grey PNG in base64, and so is the plane ``ears``. Written as PNG, a
piece is read back as it was.
"""

from __future__ import annotations

import base64
import binascii
from typing import Annotated

import numpy as np
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.hair.reference.suitability import unsuited
from catchlight.hair.reference.tone import HairTone
from catchlight.imaging.arrays import Floats
from catchlight.imaging.picture import FloatPlane, Picture
from catchlight.portrait.piece_record import damaged, picture_of_piece, read_facts

OPERATION = "hair_piece"
VERSION = 1
ANCHORS = 83
"""Points of ``alignment.find_anchors``, for which version 1 of pieces is made."""
_ROOM_CM = 2.5
"""Of colours around the hair: what opens between it and the body is filled with them."""
_FAINT = 0.004
_DIGITS = 5
_FURTHEST = 20_000.0
"""Pixels from the corner of the piece up to which there are anchors: its head lies inside it or near it."""
_MOST_BASE64 = 4_000_000

Number = Annotated[float, Field(allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1)]
Place = Annotated[float, Field(ge=-_FURTHEST, le=_FURTHEST)]
Angle = Annotated[float, Field(ge=-90, le=90)]
Chroma = Annotated[float, Field(ge=-1, le=1)]
Lamp = Annotated[float, Field(ge=-100, le=100)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class ToneFacts(_Part):
    """A ``HairTone``."""

    lightness: Share
    spread: float = Field(gt=0, le=1)
    curve: tuple[tuple[Chroma, Chroma], ...] = Field(min_length=24, max_length=24)
    residual: Share


class PieceFacts(_Part):
    """What a ``ReferenceHair`` has besides colours and matte; lengths in pixels of the piece."""

    version: int = Field(ge=1)
    width: int = Field(ge=2, le=20_000)
    height: int = Field(ge=2, le=20_000)
    anchors: tuple[tuple[Place, Place], ...] = Field(min_length=ANCHORS, max_length=ANCHORS)
    cm: float = Field(gt=0, le=2000)
    yaw: Angle
    pitch: Angle
    shading: tuple[tuple[Lamp, Lamp, Lamp], ...] = Field(min_length=4, max_length=4)
    softness: float = Field(ge=0, le=100)
    grain: float = Field(ge=0, le=255)
    tone: ToneFacts
    grey: bool
    ends_from: int = Field(0, ge=0, le=20_000)
    ends: str = Field("", max_length=_MOST_BASE64)
    ears: str = Field("", max_length=_MOST_BASE64)


def is_piece(picture: Picture) -> bool:
    """Whether a picture is, or was made from, a piece."""
    return picture.record.last(OPERATION) is not None


def make_piece(reference: ReferenceHair, source: str) -> Picture:
    """The piece of a reference photo's hair. source: digest of the photo."""
    x0, y0, x1, y1 = _box(reference)
    alpha = np.rint(np.clip(reference.cover[y0:y1, x0:x1], 0, 1) * 255).astype(np.uint8)
    pixels = np.dstack([reference.rgb[y0:y1, x0:x1], alpha])
    first, ends = _write_ends(reference.ends[y0:y1, x0:x1])
    tone = reference.tone
    facts = PieceFacts(
        version=VERSION,
        width=x1 - x0,
        height=y1 - y0,
        anchors=_pairs(reference.anchors - (x0, y0)),
        cm=round(float(reference.cm), _DIGITS),
        yaw=round(float(reference.yaw), _DIGITS),
        pitch=round(float(reference.pitch), _DIGITS),
        shading=tuple((float(r), float(g), float(b)) for r, g, b in np.round(reference.shading, _DIGITS)),
        softness=round(float(reference.softness), _DIGITS),
        grain=round(float(reference.grain), _DIGITS),
        tone=ToneFacts(
            lightness=float(tone.lightness),
            spread=float(tone.spread),
            curve=_pairs(tone.curve),
            residual=float(tone.residual),
        ),
        grey=bool(reference.grey),
        ends_from=first,
        ends=ends,
        ears=_write_grey(reference.ears[y0:y1, x0:x1]) if reference.ears[y0:y1, x0:x1].any() else "",
    )
    return picture_of_piece(pixels, OPERATION, facts, source)


def read_piece(picture: Picture) -> ReferenceHair:
    """The hair of a piece. Raises UnusablePicture ``reference_unsuited`` for one that is damaged, was changed since, or was made
    by a newer program."""
    facts = read_facts(picture, OPERATION, VERSION, PieceFacts, unsuited)
    if not picture.has_alpha or picture.depth != 8:
        raise _damaged(Message("it has lost its transparency"))
    if (picture.width, picture.height) != (facts.width, facts.height):
        raise _damaged(Message("it was cropped or made larger or smaller"))
    cover = np.asarray(picture.pixels[..., 3] / np.float32(255), np.float32)
    if not (cover > 0.5).any():
        raise _damaged(Message("it shows no hair"))
    tone = facts.tone
    return ReferenceHair(
        np.ascontiguousarray(picture.pixels[..., :3], np.uint8),
        cover,
        _read_ends(facts),
        _decode_grey(facts.ears, (facts.height, facts.width), "ears") if facts.ears else np.zeros_like(cover),
        np.asarray(facts.anchors, np.float64),
        facts.cm,
        facts.yaw,
        facts.pitch,
        np.asarray(facts.shading, np.float32),
        facts.softness,
        facts.grain,
        HairTone(tone.lightness, tone.spread, np.asarray(tone.curve, np.float32), tone.residual),
        facts.grey,
    )


def _damaged(why: Message) -> UnusablePicture:
    return damaged(why, unsuited)


def _box(reference: ReferenceHair) -> tuple[int, int, int, int]:
    """x0, y0, x1, y1 of the hair with room around it, inside the photo."""
    height, width = reference.shape
    rows, columns = (np.flatnonzero((reference.cover > _FAINT).any(axis=axis)) for axis in (1, 0))
    room = int(np.ceil(_ROOM_CM * reference.cm))
    x0, x1 = max(0, int(columns[0]) - room), min(width, int(columns[-1]) + 1 + room)
    y0, y1 = max(0, int(rows[0]) - room), min(height, int(rows[-1]) + 1 + room)
    return x0, y0, x1, y1


def _pairs(points: Floats) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in np.round(points, _DIGITS))


def _write_ends(ends: FloatPlane) -> tuple[int, str]:
    """The first row that is not all 1, and the rows from there on; empty where there is none."""
    rows = np.flatnonzero((ends < 1).any(axis=1))
    if not len(rows):
        return 0, ""
    first = int(rows[0])
    return first, _write_grey(ends[first:])


def _write_grey(plane: FloatPlane) -> str:
    """A plane in 0..1 as a grey PNG in base64."""
    import cv2

    done, data = cv2.imencode(".png", np.rint(np.clip(plane, 0, 1) * 255).astype(np.uint8))
    if not done:
        raise ValueError("a plane of the hair could not be written as PNG")
    return base64.b64encode(data.tobytes()).decode("ascii")


def _read_ends(facts: PieceFacts) -> FloatPlane:
    result = np.ones((facts.height, facts.width), np.float32)
    if not facts.ends:
        return result
    result[facts.ends_from :] = _decode_grey(facts.ends, (facts.height - facts.ends_from, facts.width), "ends")
    return result


def _decode_grey(text: str, shape: tuple[int, int], field: str) -> FloatPlane:
    """A plane in 0..1 from a grey PNG of exactly this shape, which its header is asked for before it is decoded. field: its name
    in the facts."""
    import cv2

    fault = _damaged(Message("its record is not valid at {field}", field=field))
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as reason:
        raise fault from reason
    said = (int.from_bytes(data[20:24], "big"), int.from_bytes(data[16:20], "big"))
    if data[:8] != b"\x89PNG\r\n\x1a\n" or said != shape:
        raise fault
    plane = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if plane is None or plane.shape != shape:
        raise fault
    return np.asarray(plane / np.float32(255), np.float32)
