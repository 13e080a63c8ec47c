"""A drawn garment and a drawn person, on which places and colours are known exactly."""

from __future__ import annotations

import cv2
import numpy as np
from catchlight.clothing.reference.garment import Anchors, Garment
from catchlight.clothing.reference.sitter import Sitter
from catchlight.imaging.arrays import Mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane, Picture

CM = 10.0
AXIS, CHIN_Y = 300.0, 200.0
SIZE = (600, 600)
SKIN, OLD, GROUND, NEW = (200, 150, 120), (20, 120, 20), (90, 90, 200), (180, 30, 40)


def template(width: int = 440, height: int = 300, neck: int = 120, depth: int = 60) -> Picture:
    """A jacket without a wearer: shoulders that fall to both sides of a neck opening, on nothing."""
    alpha = np.zeros((height + 40, width + 60), np.uint8)
    left, right, top = 30, 30 + width, 20
    middle = (left + right) // 2
    outline = [
        (left, height + 39),
        (left, top + 70),
        (middle - neck // 2, top),
        (middle, top + depth),
        (middle + neck // 2, top),
        (right, top + 70),
        (right, height + 39),
    ]
    cv2.fillPoly(alpha, [np.array(outline)], 255)
    colours = np.full((*alpha.shape, 3), NEW, np.uint8)
    return Picture(np.dstack([colours, alpha]))


def garment(scale: float = 1.0, *, neck_cm: float = 12.0, cut: frozenset[str] = frozenset({"bottom"})) -> Garment:
    """A garment of ``NEW`` with a V-neck 4 cm deep, of a wearer with ``CM * scale`` pixels for a cm and the chin at the top."""
    cm = CM * scale
    height, width = round(30 * cm), round(50 * cm)
    middle, half = width / 2, neck_cm / 2 * cm
    alpha = np.zeros((height, width), np.uint8)
    outline = [
        (0, height),
        (0, 8 * cm),
        (middle - half, 3 * cm),
        (middle, 7 * cm),
        (middle + half, 3 * cm),
        (width, 8 * cm),
        (width, height),
    ]
    cv2.fillPoly(alpha, [np.round(np.array(outline)).astype(np.int32)], 255)
    drop = 3 * cm + (13 * cm - half) / (middle - half) * 5 * cm
    anchors = Anchors(
        (middle, 7 * cm),
        ((middle - half, 3 * cm), (middle + half, 3 * cm)),
        ((middle - 13 * cm, drop), (middle + 13 * cm, drop)),
        height - 1.0,
    )
    return Garment(
        np.full((height, width, 3), NEW, np.uint8), alpha, anchors, cm, (middle, 0.0), cut, skin=0.3, warmth=0.0
    )


def sitter(neck_cm: float = 12.0, skin: float = 0.3, blur: float = 0.55) -> Sitter:
    """A person in clothes of ``OLD`` that stand 2 cm higher and wider than any new ones, before ``GROUND``."""
    height, width = SIZE
    rows, columns = np.ogrid[:height, :width]
    face = ((rows - CHIN_Y + 90) / 90) ** 2 + ((columns - AXIS) / 70) ** 2 < 1
    half = neck_cm / 2 * CM
    neck = (np.abs(columns - AXIS) < half) & (rows > CHIN_Y - 40) & (rows < CHIN_Y + 60)
    line = np.full(width, CHIN_Y + 40, np.float32) + np.abs(np.arange(width) - AXIS).astype(np.float32) * 0.2
    torso = (rows > line[None]) & (np.abs(columns - AXIS) < 280)
    bare = neck & ~face & (rows < CHIN_Y + 35)
    rgb = np.full((height, width, 3), GROUND, np.uint8)
    rgb[torso], rgb[bare], rgb[face] = OLD, SKIN, SKIN
    person = face | neck | torso

    def ground(where: Mask) -> ByteImage:
        return np.full((height, width, 3), GROUND, np.uint8)

    def make_skin(wanted: FloatPlane) -> FloatImage:
        return np.full((height, width, 3), SKIN, np.float32)

    def plane(mask: Mask) -> FloatPlane:
        return np.broadcast_to(mask, SIZE).astype(np.float32)

    sides = np.stack([np.full(height, AXIS - half), np.full(height, AXIS + half)]).astype(np.float32)
    return Sitter(
        rgb=rgb,
        alpha=plane(person),
        front=plane(face),
        hair=np.zeros(SIZE, np.float32),
        fore=rgb,
        bare=plane(bare),
        cloth=plane(torso & ~bare & ~face),
        neck=plane(neck),
        neck_sides=sides,
        line=line,
        chin=(AXIS, CHIN_Y),
        axis=AXIS,
        cm=CM,
        skin=skin,
        warmth=0.0,
        blur=blur,
        grain=0.0,
        grey=False,
        ground=ground,
        make_skin=make_skin,
    )
