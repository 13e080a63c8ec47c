"""Where a garment lies on a person: scaled by face, neck and shoulders, on a mesh that bends gently from the one to the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.clothing.reference.garment import Garment
from catchlight.clothing.reference.sitter import Sitter
from catchlight.imaging.picture import FloatPlane

_FACE, _NECK = 0.55, 0.45
"""Weights of face and neck in a garment's scale."""
_OFF_FACE = (0.9, 1.14)
"""Scale of a garment by that of the face, least and most: beyond, a head looks too large or too small for its body."""
_NECK_LEFT = (0.86, 1.16)
"""What the mesh at the neck may still stretch, least and most."""
_MESH_CM = (6.0, 16.0)
"""How far beside the axis the mesh goes over from the neck's measure to the shoulders'."""
_DOWN_CM = (2.0, 12.0)
"""How far below the collar it does so."""
_FOLLOWS, _UP_CM, _DOWN_MOST_CM = 0.7, 1.2, 1.8
"""How far a garment follows a person's shoulders that lie higher or lower than its wearer's did, and most of that up and down."""
_LEAN_CM, _LEANS = 1.4, 0.8
"""Most that one shoulder is lowered or lifted against the other, and the share of the difference that is followed."""
_REACH_CM = (7.0, 22.0)
"""How far beside the axis heights of shoulders are compared, least and most."""
_STEP = 8
"""Pixels of the working size for one of the mesh."""


@dataclass(frozen=True)
class GarmentPlacement:
    """x, y: hxw, the piece's pixel for every ``_STEP``-th pixel of the person's picture. shape: of that picture. scale: pixels of
    the piece for one of the picture. hem: the row of the picture at which the garment ends. left, right: columns beyond which it
    is cut, None where it is whole.
    """

    x: FloatPlane
    y: FloatPlane
    shape: tuple[int, int]
    scale: float
    hem: float
    left: float | None
    right: float | None


def place(garment: Garment, sitter: Sitter) -> GarmentPlacement:
    """Lay a garment over a person."""
    anchors = garment.anchors
    height, width = sitter.shape
    face = garment.px_per_cm / sitter.cm
    fit = _Fit.of(garment, sitter, face)
    columns, rows = (np.arange(0, size + _STEP, _STEP, dtype=np.float32) for size in (width, height))
    gx, gy = np.meshgrid(columns, rows)
    away = gx - np.float32(fit.axis)
    # Beside the neck the mesh has the neck's own width; outwards and downwards it goes over to the garment's scale.
    side = 1 - _smooth(np.abs(away) / sitter.cm, *_MESH_CM)
    down = 1 - _smooth((gy - fit.collar) / sitter.cm, *_DOWN_CM)
    # The stretch is that of a width: integrated outwards, so that cloth further out moves aside with it.
    near = np.minimum(np.abs(away), _MESH_CM[0] * sitter.cm) * np.sign(away)
    x = anchors.axis + away * fit.scale + near * (fit.stretch - 1) * fit.scale * down * np.maximum(side, 0.35)
    lean = np.where(away < 0, fit.lean[0], fit.lean[1]) * _smooth(np.abs(away) / sitter.cm, 3.0, fit.reach)
    y = fit.top + (gy - fit.row - lean.astype(np.float32)) * fit.scale
    # A midline that leans in the piece stands upright on the person.
    x += np.float32(anchors.lean) * (y - np.float32(anchors.middle[1]))
    x, y = np.asarray(x, np.float32), np.asarray(y, np.float32)
    hem = fit.row + (anchors.hem - fit.top) / fit.scale
    piece_width = garment.shape[1]
    left = fit.axis + (1.0 - anchors.axis) / fit.scale if "left" in garment.cut else None
    right = fit.axis + (piece_width - 2.0 - anchors.axis) / fit.scale if "right" in garment.cut else None
    return GarmentPlacement(x, y, sitter.shape, fit.scale, float(hem), left, right)


@dataclass(frozen=True)
class _Fit:
    """axis: column of the person's neck. row, top: rows of picture and piece that meet. collar: the row of the collar. scale:
    pixels of the piece for one of the picture. stretch: of the mesh at the neck. lean: how much lower the left and right shoulder
    lies. reach: cm beside the axis at which the shoulders' heights are compared."""

    axis: float
    row: float
    top: float
    collar: float
    scale: float
    stretch: float
    lean: tuple[float, float]
    reach: float

    @classmethod
    def of(cls, garment: Garment, sitter: Sitter, face: float) -> _Fit:
        anchors = garment.anchors
        low = (anchors.collar[0][1] + anchors.collar[1][1]) / 2
        shoulders = float(np.mean([point[1] for point in anchors.shoulders]))
        reach = float(np.clip(anchors.half_span / garment.px_per_cm, *_REACH_CM))
        left, right = (float(sitter.line[_column(sitter, side * reach)]) for side in (-1, 1))
        if garment.chin is None:
            # Without a wearer nothing but the shoulders tells how high a garment sits.
            row, top = (left + right) / 2, shoulders
            collar = row + (low - top) / face
        else:
            meant = (shoulders - garment.chin[1]) / garment.px_per_cm
            there = ((left + right) / 2 - sitter.chin[1]) / sitter.cm
            moved = float(np.clip(_FOLLOWS * (there - meant), -_UP_CM, _DOWN_MOST_CM)) * sitter.cm
            row, top = sitter.chin[1] + moved, garment.chin[1]
            collar = row + (low - top) / face
        at = int(np.clip(round(collar), 0, sitter.shape[0] - 1))
        neck = max(float(sitter.neck_sides[1, at] - sitter.neck_sides[0, at]), 4 * sitter.cm)
        axis = 0.5 * sitter.axis + 0.5 * float(sitter.neck_sides[:, at].mean())
        wished = anchors.neck / neck
        scale = float(np.clip(face**_FACE * wished**_NECK, _OFF_FACE[0] * face, _OFF_FACE[1] * face))
        stretch = float(np.clip(wished / scale, *_NECK_LEFT))
        # One shoulder against the other: their common height was followed above.
        placed = [row + (point[1] - top) / scale for point in anchors.shoulders]
        apart = [(left - placed[0]), (right - placed[1])]
        common = (apart[0] + apart[1]) / 2
        most = _LEAN_CM * sitter.cm
        lean = tuple(float(np.clip(_LEANS * (value - common), -most, most)) for value in apart)
        return cls(axis, row, top, collar, scale, stretch, (lean[0], lean[1]), reach)


def _column(sitter: Sitter, beside: float) -> int:
    """beside: cm to the right of the axis."""
    return int(np.clip(sitter.axis + beside * sitter.cm, 0, sitter.shape[1] - 1))


def _smooth(value: FloatPlane, low: float, high: float) -> FloatPlane:
    """0 up to ``low``, 1 from ``high``, smooth between."""
    share = np.clip((value - np.float32(low)) / np.float32(high - low), 0, 1)
    return np.asarray(share * share * (3 - 2 * share), np.float32)


def maps(
    placement: GarmentPlacement, rows: slice, columns: slice, size: tuple[int, int]
) -> tuple[FloatPlane, FloatPlane]:
    """The piece's pixel for each pixel of a part of the person's picture at any size. size: its height and width."""
    import cv2

    sy, sx = placement.shape[0] / size[0], placement.shape[1] / size[1]
    # The mesh's node (i, j) is the working picture's pixel (8 i, 8 j).
    matrix = np.array(
        [
            [sx / _STEP, 0, ((columns.start + 0.5) * sx - 0.5) / _STEP],
            [0, sy / _STEP, ((rows.start + 0.5) * sy - 0.5) / _STEP],
        ]
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    part = (columns.stop - columns.start, rows.stop - rows.start)
    found = [
        cv2.warpAffine(mesh, matrix, part, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        for mesh in (placement.x, placement.y)
    ]
    return np.asarray(found[0], np.float32), np.asarray(found[1], np.float32)


def sample(garment: Garment, x: FloatPlane, y: FloatPlane) -> tuple[FloatPlane, FloatPlane]:
    """Colours (hxwx3, 0..255) and alpha (hxw, 0..1) of the piece at its pixels; nothing above and beside it, its last rows and
    columns carried on where it is cut."""
    import cv2

    colours = cv2.remap(garment.rgb, x, y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.remap(garment.alpha, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    share = alpha.astype(np.float32) * np.float32(1 / 255)
    width = garment.shape[1]
    beyond = y < -0.5
    if "left" not in garment.cut:
        beyond |= x < -0.5
    if "right" not in garment.cut:
        beyond |= x > width - 0.5
    share[beyond] = 0
    return np.asarray(colours, np.float32), share
