"""What lies before what: strands before or behind the body, and the depth of that."""

from __future__ import annotations

import numpy as np

from catchlight.core.threads import each
from catchlight.hair.head.ellipsoid import FACE
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.strands.strands import Strands, strand_blocks
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatPlane

_PARTS_AT = -4.3
"""Canonical y (cm) below which hair lies before or behind the body: at the jaw."""
_RESTING_CM = 6.0
"""Hair that ends less than this below the line of the shoulders lies on them; longer hair may hang behind them."""
_ABOVE_CM = 3.0
"""Hair that ends further above that line touches no shoulder."""
_OUTSIDE_CM = 5.6
"""Distance from the neck's axis beyond which hair of the back lies on a shoulder rather than behind the neck."""
_NECK_CM = 5.2
"""Half the width of an average neck, in which places beside it are told."""
_SLOPE_CM = 2.5
"""Below the chin, where the slope between neck and shoulder has come to the torso's plane."""
_NAPE_CM, _NAPE_DEEP_CM, _NAPE_FROM = 4.0, 12.0, (0.4, 0.9)
"""Above the chin, up to where the neck stands before some of the hair that hangs over ears, how far it stands back there, and
from which part of its half width on it comes to do so: in front it does not, or hair would end at a notch under the jaw."""
_UNDER_CM, _THROUGH_CM = 2.5, 3.0
"""How far below the chin hair of the front lies before the chest, and how near to the neck's axis none of it is above that."""
_SINKS_CM, _OVER_CM, _TURNED = 2.5, 0.35, 0.25
"""How deep hair may sink into a face that it lies on, how far before that it comes to lie, and sine of the angle by which a side
may be turned away: hair of the far side does pass behind the cheek."""
_EAR = np.array([7.6, 0.5, -5.0], np.float32)
"""Canonical place (cm) of the left ear's root."""
_EAR_CM, _EAR_WIDE_CM = 1.0, 4.0
"""How far the edge of an ear stands before its root, and how far inwards it may reach in the picture."""


def face_depth(scene: HairScene) -> FloatPlane:
    """View z (cm) of the face's surface where its mesh lies, very small elsewhere; HxW."""
    import cv2

    points = scene.marks.points[:468]
    # Landmark depth has no absolute place: the bridge of the nose lies where the pose puts it.
    bridge = float((scene.head.turn @ FACE)[2])
    near = (points[6, 2] - points[:, 2]) / scene.cm + bridge
    low, high = float(near.min()), float(near.max())
    canvas = np.zeros(scene.shape, np.uint8)
    flat = near[scene.triangles].mean(axis=1)
    for index in np.argsort(flat):
        ring = np.round(points[scene.triangles[index], :2] * 16).astype(np.int32)
        level = 1 + 254 * (flat[index] - low) / max(high - low, 1e-6)
        cv2.fillConvexPoly(canvas, ring, float(level), cv2.LINE_8, 4)
    depth = low + (blur_plane(canvas, 0.3 * scene.cm) - 1) / 254 * (high - low)
    return np.asarray(np.where(canvas > 0, depth, np.float32(-1e3)), np.float32)


def lift_guides_onto_face(scene: HairScene, lines: Floats, face: FloatPlane) -> Floats:
    """Guides (NxSx3, canonical cm) that come down before the face and sink into a cheek fuller than the average lie on it: they
    would end in it. face: HxW, ``face_depth``."""
    viewed = scene.head.viewed(lines)
    x, y = (
        np.clip(np.round(place), 0, side - 1).astype(np.intp)
        for place, side in zip(np.moveaxis(scene.head.placed(viewed), -1, 0), scene.shape[::-1], strict=True)
    )
    over = viewed[..., 2] - face[y, x]
    turned = scene.head.turn[2, 0] * np.sign(lines[..., 0])
    lies = np.logical_and.accumulate((over > -_SINKS_CM) & (turned > -_TURNED), axis=1)
    raised = np.where(lies, np.maximum(_OVER_CM - over, 0), 0).astype(np.float32)
    return np.asarray(lines + raised[..., None] * (scene.head.turn[2] / np.float32(scene.head.scale)), np.float32)


def place_around_body(
    scene: HairScene,
    bare: CleanPlate,
    strands: Strands,
    pixels: Floats,
    near: Floats,
    random: np.random.Generator,
) -> Floats:
    """From the jaw down each strand gets to run wholly before or behind the body; each a little lower or
    higher than the next.

    What is only just long enough to touch the shoulders lies on them.
    """
    neck = float(scene.head.viewed(np.array([0, -6, -4.2], np.float32))[2])
    begins = _PARTS_AT + random.normal(0, 0.7, (len(near), 1)).astype(np.float32)
    tips = pixels[:, -1]
    column = np.clip(np.round(tips[:, 0]), 0, scene.shape[1] - 1).astype(int)
    below = (tips[:, 1] - bare.torso.line[column]) / scene.cm
    resting = below < _RESTING_CM * (1 + random.normal(0, 0.25, len(near)))
    resting &= below > -_ABOVE_CM
    resting &= (np.abs(bare.torso.beside(tips[:, 0], tips[:, 1])) * _NECK_CM > _OUTSIDE_CM) & ~strands.front
    result = np.empty(near.shape, np.float32)

    def came(part: slice) -> None:
        depth, share = near[part], np.clip((begins[part] - strands.points[part, :, 1]) / 2.5, 0, 1)
        aside = np.abs(bare.torso.beside(pixels[part, :, 0], pixels[part, :, 1])) * _NECK_CM
        lying = resting[part, None] & (aside > _OUTSIDE_CM)
        lower = pixels[part, :, 1] - np.float32(scene.chin[1])
        under = lower > _UNDER_CM * scene.cm
        # What lies behind the neck comes out in front of nothing: a lock that found its way through would be strokes on a collar.
        through = ((aside < _THROUGH_CM) & (lower > 0) & ~under).any(axis=1)
        front = (strands.front[part] & ~through)[:, None]
        ahead = lying | (front & ((aside > 4.6) | under))
        # Hair that lies before the neck further down comes out from under the jaw, not out of the skin.
        ahead = np.maximum.accumulate(ahead[:, ::-1], axis=1)[:, ::-1]
        wanted = np.where(ahead, np.maximum(depth, neck + 1), np.minimum(depth, neck - 5))
        result[part] = np.where(ahead | ~front, depth + (wanted - depth) * share, depth)

    each(came, strand_blocks(len(near)))
    return result


def body_depth(scene: HairScene, bare: CleanPlate, face: FloatPlane, ears: bool) -> FloatPlane:
    """View z (cm) of face, skull, neck and torso: the fitted face, the ellipsoid, a cylinder, and a plane beyond it.

    face: HxW, ``face_depth``. ears: whether they stand before the hair.
    """
    height, width = scene.shape
    down = np.arange(height, dtype=np.float32)[:, None]
    x = bare.torso.beside(np.arange(width, dtype=np.float32)[None], down)
    base = float(scene.head.viewed(np.array([0, -6, -7], np.float32))[2])
    torso = (base + 0.85 * _NECK_CM * np.sqrt(np.clip(1 - x**2, 0, None))).astype(np.float32)
    solid = bare.body > 0.5
    below = solid & (bare.torso.shape > 0.5)
    # The slope between neck and shoulder comes forward little by little: hair must not end at a line.
    down = down - np.float32(scene.chin[1])
    if not ears:
        # Hair that covers the ears covers the nape below them too: little by little, or it would end at a line.
        outer = np.clip((np.abs(x) - _NAPE_FROM[0]) / (_NAPE_FROM[1] - _NAPE_FROM[0]), 0, 1)
        torso = torso - np.float32(_NAPE_DEEP_CM) * outer * np.clip(-down / np.float32(_NAPE_CM * scene.cm), 0, 1)
    slope = torso - np.float32(5) * np.clip(1 - down / np.float32(_SLOPE_CM * scene.cm), 0, 1)
    part = bare.skull.part
    inside = bare.skull.inside[part] > 0.5
    depth = np.where(below, torso, np.where(solid & (down > 0), slope, np.float32(-1e3)))
    depth[part][inside] = bare.skull.depth[inside] + np.float32(0.12)
    if ears:
        # What is seen of the neck beside the jaw hides the ends of hair behind it.
        depth = np.where(solid & (down <= 0), np.maximum(depth, np.float32(base)), depth)
        for side in (-1, 1):
            root = scene.head.viewed(_EAR * np.array([side, 1, 1], np.float32))
            within = (scene.head.placed(root)[0] - np.arange(width, dtype=np.float32)) * side < _EAR_WIDE_CM * scene.cm
            seen = (bare.ear8 > 127) & within
            depth = np.where(seen, np.maximum(depth, root[2] + np.float32(_EAR_CM)), depth)
    return np.asarray(np.maximum(depth, face, out=depth))
