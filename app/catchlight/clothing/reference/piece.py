"""A garment as a picture of its own: a piece, which shows nothing else of the picture that it was taken from.

A piece is an RGBA picture of 8 bits: the cloth's colours, carried on where there is none, and its matte as alpha, cut to where
there is cloth. The last step of its record has the operation ``garment_piece``, and its facts hold the rest of a ``Garment`` as
JSON: ``GarmentFacts``. Written as PNG, a piece is read back as it was.
"""

from __future__ import annotations

import hashlib
import json
from typing import Annotated, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.clothing.reference.garment import Anchors, Garment
from catchlight.clothing.reference.unsuited import unsuited
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.arrays import Bytes
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.portrait.piece_record import damaged, picture_of_piece, read_facts

OPERATION = "garment_piece"
VERSION = 1
_FAINT = 4
"""Alpha (of 255) below which nothing of the picture is kept."""
_DIGITS = 4
_FURTHEST = 20_000.0

Place = Annotated[float, Field(ge=-_FURTHEST, le=_FURTHEST, allow_inf_nan=False)]
PlacePair = tuple[Place, Place]
"""x, y."""


class GarmentFacts(BaseModel):
    """What a ``Garment`` has besides colours and matte; lengths in pixels of the piece."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)

    version: int = Field(ge=1)
    width: int = Field(ge=2, le=20_000)
    height: int = Field(ge=2, le=20_000)
    pit: PlacePair
    collar: tuple[PlacePair, PlacePair]
    shoulders: tuple[PlacePair, PlacePair]
    hem: Place
    px_per_cm: float = Field(gt=0, le=2000)
    chin: PlacePair | None = None
    cut: tuple[Literal["left", "right", "bottom"], ...] = Field((), max_length=3)
    skin: float | None = Field(None, ge=0, le=1)
    warmth: float | None = Field(None, ge=-10, le=10)
    blur: float = Field(ge=0, le=100)
    grey: bool


def is_piece(picture: Picture) -> bool:
    """Whether a picture is, or was made from, a piece."""
    return picture.record.last(OPERATION) is not None


def places_key(picture: Picture) -> str:
    """What tells pieces with the same pixels and other places apart; empty for other pictures."""
    if not is_piece(picture):
        return ""
    facts = json.dumps(picture.record.steps[-1].facts, sort_keys=True)
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def make_piece(garment: Garment, source: str) -> Picture:
    """The piece of a garment. source: digest of the picture that it was taken from."""
    solid = garment.alpha >= _FAINT
    rows, columns = (np.flatnonzero(solid.any(axis=axis)) for axis in (1, 0))
    y0, x0, x1 = int(rows[0]), int(columns[0]), int(columns[-1]) + 1
    # A side at which cloth was cut stays the side of the piece.
    x0 = 0 if "left" in garment.cut else x0
    x1 = garment.shape[1] if "right" in garment.cut else x1
    part = (slice(y0, garment.shape[0]), slice(x0, x1))
    alpha = np.where(solid, garment.alpha, 0)[part].astype(np.uint8)
    pixels = np.dstack([_carry_on(garment.rgb[part], alpha), alpha])
    facts = facts_of(garment, -float(x0), -float(y0), (pixels.shape[1], pixels.shape[0]))
    return picture_of_piece(pixels, OPERATION, facts, source)


def corrected(picture: Picture, garment: Garment) -> Picture:
    """The piece of ``picture`` as ``garment`` has it now: read from it, its places moved since."""
    source = picture.record.steps[-1].source
    height, width = garment.shape
    pixels = np.dstack([garment.rgb, garment.alpha])
    return picture_of_piece(pixels, OPERATION, facts_of(garment, 0.0, 0.0, (width, height)), source)


def facts_of(garment: Garment, across: float, down: float, size: tuple[int, int]) -> GarmentFacts:
    """The facts of a garment whose piece begins elsewhere. across, down: by how much its places move; size: width and height."""
    anchors = garment.anchors.moved(across, down)
    chin = None if garment.chin is None else _rounded((garment.chin[0] + across, garment.chin[1] + down))
    return GarmentFacts(
        version=VERSION,
        width=size[0],
        height=size[1],
        pit=_rounded(anchors.pit),
        collar=(_rounded(anchors.collar[0]), _rounded(anchors.collar[1])),
        shoulders=(_rounded(anchors.shoulders[0]), _rounded(anchors.shoulders[1])),
        hem=round(float(anchors.hem), _DIGITS),
        px_per_cm=round(float(garment.px_per_cm), _DIGITS),
        chin=chin,
        cut=tuple(side for side in ("left", "right", "bottom") if side in garment.cut),
        skin=garment.skin,
        warmth=garment.warmth,
        blur=round(float(garment.blur), _DIGITS),
        grey=garment.grey,
    )


def read_piece(picture: Picture) -> Garment:
    """The garment of a piece. Raises UnusablePicture ``reference_unsuited`` for one that is damaged, was changed since, or was
    made by a newer program."""
    facts = read_facts(picture, OPERATION, VERSION, GarmentFacts, unsuited)
    if not picture.has_alpha or picture.depth != 8:
        raise _damaged(Message("it has lost its transparency"))
    if (picture.width, picture.height) != (facts.width, facts.height):
        raise _damaged(Message("it was cropped or made larger or smaller"))
    alpha = np.ascontiguousarray(picture.pixels[..., 3], np.uint8)
    if not (alpha > 127).any():
        raise _damaged(Message("it shows no clothes"))
    anchors = Anchors(facts.pit, facts.collar, facts.shoulders, facts.hem)
    fault = anchors.find_fault(alpha.shape)
    if fault is not None:
        raise _damaged(fault)
    return Garment(
        np.ascontiguousarray(picture.pixels[..., :3], np.uint8),
        alpha,
        anchors,
        facts.px_per_cm,
        facts.chin,
        frozenset(facts.cut),
        facts.skin,
        facts.warmth,
        facts.blur,
        facts.grey,
    )


def _damaged(why: Message) -> UnusablePicture:
    return damaged(why, unsuited)


def _rounded(point: tuple[float, float]) -> tuple[float, float]:
    return round(float(point[0]), _DIGITS), round(float(point[1]), _DIGITS)


def _carry_on(rgb: ByteImage, alpha: Bytes) -> ByteImage:
    """The colours of the cloth, those of the nearest where there is none: nothing of a wearer, and no seam when it is resized."""
    import cv2

    if (alpha > 0).all():
        return np.ascontiguousarray(rgb)
    # Each pixel without cloth takes the label of the nearest one that has some.
    _, labels = cv2.distanceTransformWithLabels(
        (alpha == 0).astype(np.uint8), cv2.DIST_L2, 3, labelType=cv2.DIST_LABEL_PIXEL
    )
    colours = np.zeros((int(labels.max()) + 1, 3), np.uint8)
    cloth = alpha > 0
    colours[labels[cloth]] = rgb[cloth]
    return np.ascontiguousarray(np.where(cloth[..., None], rgb, colours[labels]))
