"""What may be taken away with one click: a thing, not a wall, a hand or a jacket."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatPlane
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.portrait import view
from catchlight.portrait.face.detect import Face
from catchlight.retouch.area import Area
from catchlight.retouch.select.object_segmentation import steepness

_NOTHING = Message("Nothing stands out at the hotspot. Click right on the thing, or drag a box around it.")
_EDGE = 3.0
"""Steepness (8-bit CIELAB per pixel) which four fifths of a thing's contour have, were it out of focus."""
_WALL = (0.08, 0.15)
"""Share of the picture, and of its border, from which what was found is the wall and no thing before it."""
_BODY_CM2, _WORN_CM2, _SAME_CLOTH = 5.0, 8.0, 0.08
"""Areas from which what is found is no thing but a hand or a piece of cloth, and how like (OKLab) to the rest of the cloth."""
_SKIN = (0.2, 0.035)
"""Difference of lightness and of chroma (OKLab) within which hands and arms are from the face."""
_FEATURES, _FEATURE = ("eye", "brow", "lips", "teeth", "ear"), 0.4
"""Parts of a face that nobody takes away, and how much of what is found lies on one."""
_TOO_LARGE = 0.3
"""Share of the picture from which what lies under the hotspot is no thing but a wall."""
_AROUND = frozenset(
    {"lamp", "sign", "pole", "car", "furniture", "window", "picture_frame", "plant", "socket", "building", "fence", "bird",
     "lens_flare", "umbrella", "balloon", "wire"}
)  # fmt: skip
"""Things that nobody wears."""
_INSIDE, _MORE = 0.7, 1.15
"""Share of an area of one colour that lies in a thing of many, and growth, from which the latter is meant."""


def passer_by(scene: EditScene) -> Area | None:
    """Another person than the one who is portrayed: the one at the hotspot, or the only other one.

    None where something without a face lies under the hotspot, off the person portrayed. Raises UnusablePicture
    ``nothing_at_hotspot`` where it is not told who is meant, or where who is meant stands before or behind somebody else.
    """
    import cv2

    others = view.others(scene.person)
    faces = (*scene.person.faces, *others)
    main = max(faces, key=lambda face: face.size)
    on_someone = scene.value(scene.sketch("person")) > 0.5
    meant = scene.person.faces[0] if on_someone and scene.person.faces[0] is not main else None
    if meant is None:
        rest = [face for face in faces if face is not main]
        if not on_someone:
            return None
        if len(rest) != 1:
            raise nothing_at_hotspot(Message("Click on the person who is to go, or drag a box around them."))
        meant = rest[0]
    height, width = scene.small.alpha.shape
    scale = width / scene.picture.width
    everybody = (view.view(view.of_face(scene.person, None), None, max(height, width)).alpha > 0.5).astype(np.uint8)
    own = (everybody | (scene.small.alpha > 0.5)).astype(np.uint8)
    _, labels = cv2.connectedComponents(own)

    def piece_of(face: Face) -> int:
        x, y = (
            int(np.clip(value * scale, 0, size - 1)) for value, size in zip(face.centre, (width, height), strict=True)
        )
        return int(labels[y, x])

    piece = piece_of(meant)
    if piece == 0 or any(piece_of(face) == piece for face in faces if face is not meant):
        raise nothing_at_hotspot(
            Message(
                "This person cannot be told from the others beside them. Drag a box around who is to go, or use the brush."
            )
        )
    soft = np.asarray((labels == piece) * np.maximum(scene.small.alpha, everybody), np.float32)
    return Area(scene.whole, view.resize(soft, (scene.picture.width, scene.picture.height)))


def check_pointed_at(scene: EditScene, thing: str) -> None:
    """Refuse a thing of the surroundings that is named while the hotspot lies on the person: nobody knows where it is."""
    if thing in _AROUND and scene.value(scene.small.alpha, 0) > 0.5:
        raise nothing_at_hotspot(Message("Click right on the thing that is to go, or drag a box around it."))


def removable(scene: EditScene, plain: FloatPlane, motley: FloatPlane | None) -> FloatPlane:
    """The mask of the thing that is meant: that of many colours, where that of one colour is only a part of it, or no thing.

    plain, motley: what lies under the hotspot, over the small picture. Raises UnusablePicture ``nothing_at_hotspot`` with the
    reason where what lies there is no thing.
    """
    part = plain > 0.5
    figure = part if motley is None else motley > 0.5
    within = float(figure[part].mean()) if part.any() else 1.0
    if motley is not None and within > _INSIDE and figure.sum() > _MORE * part.sum():
        _check_owner(scene, part)
        _check(scene, figure)
        return motley
    try:
        _check(scene, part)
    except UnusablePicture:
        if motley is None:
            raise
        _check(scene, figure)
        return motley
    return plain


def _check(scene: EditScene, thing: npt.NDArray[np.bool_]) -> None:
    """Refuse what is no thing. thing: over the small picture."""
    rim = np.concatenate([thing[0], thing[-1], thing[1:-1, 0], thing[1:-1, -1]])
    share = float(thing.mean())
    if share > _TOO_LARGE or (share > _WALL[0] and float(rim.mean()) > _WALL[1]):
        raise nothing_at_hotspot(_NOTHING)
    if not thing.any():
        return
    if not _set_off(scene, thing):
        raise nothing_at_hotspot(_NOTHING)
    _check_owner(scene, thing)


def _check_owner(scene: EditScene, thing: npt.NDArray[np.bool_]) -> None:
    """Refuse what is the person's: a hand, an eye, a jacket."""
    on_person = scene.has_person and thing.any() and float(scene.small.alpha[thing].mean()) > 0.5
    own = _own(scene, thing) if on_person and scene.has_face else None
    if own is not None:
        raise nothing_at_hotspot(
            Message(
                "What lies under the hotspot is {what}. Drag a box around what is to go, or mark it with the brush.",
                what=own,
            )
        )


def _set_off(scene: EditScene, thing: npt.NDArray[np.bool_]) -> bool:
    """Whether a contour runs around what was found."""
    import cv2

    rim = (cv2.dilate(thing.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0) & ~thing
    lab = cv2.cvtColor(scene.small.picture.rgb8, cv2.COLOR_RGB2LAB).astype(np.float32)
    return bool(rim.any()) and float(np.percentile(steepness(lab)[rim], 20)) > _EDGE


def _own(scene: EditScene, thing: npt.NDArray[np.bool_]) -> Message | None:
    """What of the person something found on it is; None for a thing. Hands and arms have the colours of the face."""
    area = float(thing.sum()) / scene.small.pose.px_per_cm**2
    if max(float(scene.sketch(name)[thing].mean()) for name in _FEATURES) > _FEATURE:
        return Message("part of the person")
    seen = oklab.from_srgb(scene.small.picture.rgb8.astype(np.float32) / 255)
    found = np.median(seen[thing], axis=0)
    if area > _BODY_CM2:
        face = scene.sketch("face") > 0.9
        away = np.abs(np.median(seen[face], axis=0) - found) if face.any() else np.ones(3)
        skin = away[0] < _SKIN[0] and float(np.hypot(*away[1:])) < _SKIN[1]
        if skin or max(float(scene.sketch(name)[thing].mean()) for name in ("skin", "hair")) > 0.5:
            return Message("part of the person")
    worn = scene.sketch("clothes")
    if area > _WORN_CM2 and float(worn[thing].mean()) > 0.5:
        away = np.abs(np.median(seen[worn > 0.5], axis=0) - found)
        if float(np.linalg.norm(away)) < _SAME_CLOTH:
            return Message("what is worn")
    return None
