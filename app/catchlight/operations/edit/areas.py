"""From a target to the pixels it covers: regions, things under the hotspot, the window's box and brush, what must stay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catchlight.core.memo import LastValueCache
from catchlight.core.messages import Message
from catchlight.imaging.colour import srgb
from catchlight.imaging.picture import FloatPlane
from catchlight.language.intents import Intent
from catchlight.operations.edit.aiming import TargetRegion, nothing_at_hotspot
from catchlight.operations.edit.hotspot_scene import PAIRED, EditScene
from catchlight.operations.edit.marks import Box, Stroke
from catchlight.operations.edit.recolour_warnings import WHITE
from catchlight.operations.edit.removable import check_pointed_at, passer_by, removable
from catchlight.portrait import view
from catchlight.portrait.parsing import head_parsing
from catchlight.retouch import regions
from catchlight.retouch.area import Area
from catchlight.retouch.select.box_object import segment_in_box
from catchlight.retouch.select.like_region import strands_at, thing_at
from catchlight.retouch.select.object_segmentation import figure_at, resegment_figure

_KIND = 0.15
"""Share of what lies around a thing from which its gap may be filled with the like."""
_STRAND_CM = 3.0
_JEWELLERY = {"earring": (head_parsing.EARRING,), "necklace": (head_parsing.NECKLACE,)}
_NEAR_CM, _UNDER_CM = 3.0, 0.3
"""How far from the hotspot jewellery may lie that is named, and that is not."""
_SOFTEST = 0.03
"""Blur of the widest softness, as a share of the picture's longer side."""
_REPEATED = frozenset({"text", "logo", "watermark"})
"""Things of many pieces of one colour."""
_MIXED = (0.15, 0.85)
"""Shares of an area on the person between which it lies on the outline."""
_SKETCH = 1400
"""Longer side in pixels at which it is told where patches may come from: finer than the patches themselves."""


@dataclass(frozen=True)
class AreaMarks:
    """What the window adds to the sentence. softness 0..1."""

    box: Box | None = None
    strokes: Sequence[Stroke] = ()
    softness: float = 0.0


def area_of(scene: EditScene, target: TargetRegion, intent: Intent, marks: AreaMarks) -> Area:
    """The area of a target, corrected by box and brush. Raises UnusablePicture ``nothing_at_hotspot``."""
    if target.name == "thing":
        area = _thing(scene, intent, marks)
    else:
        doubt = scene.doubt(target.name, _wanted(intent)) if marks == AreaMarks() else None
        if doubt is not None:
            raise nothing_at_hotspot(
                Message("{doubt} Or drag a box around what is meant, or mark it with the brush.", doubt=doubt)
            )
        area = scene.area(target.name, target.side)
        if marks.box is not None:
            area = _within(area, marks.box)
    area = _brushed(scene, area, marks)
    if area.empty:
        raise nothing_at_hotspot(
            Message(
                "No {what} is left under the hotspot. Click another place or mark it with the brush.",
                what=target.spoken,
            )
        )
    return area


def mark_area(scene: EditScene, area: Area, marks: AreaMarks) -> Area:
    """An area that was drawn, corrected by box and brush."""
    return _brushed(scene, area if marks.box is None else _within(area, marks.box), marks)


def _brushed(scene: EditScene, area: Area, marks: AreaMarks) -> Area:
    if not (marks.strokes or marks.softness):
        return area
    plane = area.on((scene.picture.height, scene.picture.width))
    for stroke in marks.strokes:
        _brush(plane, stroke)
    return Area(scene.whole, _soft(plane, marks.softness) if marks.softness else plane)


def _wanted(intent: Intent) -> tuple[int, int, int] | None:
    """The colour that is asked for, sRGB 0..255; None where what is there keeps its own."""
    said = intent.colour
    rgb = None if said is None or said.hex is None else srgb.parse_hex(said.hex.lower())
    if intent.verb == "whiten":
        return WHITE
    return rgb if intent.verb == "recolour" else None


def subtract_protected_areas(scene: EditScene, area: Area, intent: Intent) -> Area:
    """The area without what the sentence protects."""
    mask = area.mask
    for region in intent.protected:
        if region.name not in regions.REGIONS or not scene.knows(region.name):
            continue
        kept = scene.area(region.name, region.side if region.name in PAIRED else None)
        plane = np.clip(kept.on((scene.picture.height, scene.picture.width)) * 2.5, 0, 1)
        x0, y0, x1, y1 = area.box
        mask = mask * (1 - plane[y0:y1, x0:x1])
    if mask is not area.mask and not (mask > 0.1).any():
        raise nothing_at_hotspot(Message("Everything that would change is also to stay as it is. Name another place."))
    return Area(area.box, np.asarray(mask, np.float32))


def surroundings(scene: EditScene, area: Area) -> FloatPlane | None:
    """Where patches may come from to fill an area: the same kind of thing that lies around it.

    float32 over the whole picture, at the size of a sketch where that is enough.
    """
    if not scene.has_person:
        return None
    import cv2

    x0, y0, x1, y1 = area.box
    inside = area.mask > 0.3
    on_person = float(scene.alpha[y0:y1, x0:x1][inside].mean()) if inside.any() else 0.0
    if _MIXED[0] < on_person < _MIXED[1]:
        return None  # a box over the outline: both go on behind it
    if on_person < 0.5:
        sketch = view.shrink(scene.alpha, _SKETCH)
        reach = max(3, round(0.25 * scene.cm * max(sketch.shape) / max(scene.alpha.shape))) | 1
        person = cv2.dilate(sketch, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach, reach)))
        return np.asarray(1 - np.clip(person * 3, 0, 1), np.float32)
    if not scene.has_face:
        return None  # without a face nobody knows whether this is a person or the thing itself
    hole = (area.on((scene.picture.height, scene.picture.width)) > 0.3).astype(np.float32)
    near = view.resize(hole, (scene.small.picture.width, scene.small.picture.height))
    shares = {}
    for name in ("skin", "hair", "clothes"):
        small = scene.sketch(name)
        ring = cv2.dilate(near, np.ones((9, 9), np.uint8)) - near
        shares[name] = float((small * ring).sum() / max(float(ring.sum()), 1e-6))
    # An earring lies on skin and before hair: both may go on behind it.
    kinds = [name for name, share in shares.items() if share >= max(_KIND, 0.4 * max(shares.values()))]
    return scene.sketch(kinds[0]) if len(kinds) == 1 else scene.small.alpha


def _thing(scene: EditScene, intent: Intent, marks: AreaMarks) -> Area:
    if marks.box is not None:
        return segment_in_box(scene.picture.rgb8, *_corners(scene, marks.box), refine=intent.verb != "remove")
    if any(not stroke.erase for stroke in marks.strokes):
        return Area(scene.whole, np.zeros((scene.picture.height, scene.picture.width), np.float32))
    if intent.thing == "stray_hair":
        return Area(scene.whole, strands_at(scene.picture.rgb8, (scene.x, scene.y), _STRAND_CM * scene.cm))
    if intent.verb == "remove" and intent.thing is not None and scene.has_face:
        someone = passer_by(scene) if intent.thing == "passer_by" else None
        if someone is not None:
            return someone
        check_pointed_at(scene, intent.thing)
    small = scene.small
    jewellery = _jewellery(scene, intent)
    if jewellery is not None:
        return jewellery
    last: LastValueCache[FloatPlane] = small.kept("thing", LastValueCache)
    plane = last.get((*scene.point(small), intent.verb == "remove", intent.thing), lambda: _clicked(scene, intent))
    return Area(scene.whole, view.resize(plane, (scene.picture.width, scene.picture.height)))


def _clicked(scene: EditScene, intent: Intent) -> FloatPlane:
    """The thing under the hotspot, over the small picture."""
    small, bound = scene.small, None
    if scene.has_person:
        person = small.alpha
        bound = person if scene.value(person, 0) > 0.5 else np.asarray(1 - person, np.float32)
    x, y = scene.point(small)
    plane = thing_at(small, x, y, bound, repeated=intent.thing in _REPEATED)
    if intent.verb != "remove":
        return plane
    if intent.thing not in _REPEATED:
        plane = resegment_figure(small.picture.rgb8, plane, (x, y), bound)
    return removable(scene, plane, figure_at(small.picture.rgb8, x, y, bound))


def _jewellery(scene: EditScene, intent: Intent) -> Area | None:
    """An earring or a necklace that is named near the hotspot, or lies right under it; None where there is none."""
    named = _JEWELLERY.get(intent.thing or "")
    unnamed = intent.thing is None and intent.verb == "remove"
    if not scene.has_face or (named is None and not unnamed):
        return None
    for labels in [named] if named is not None else _JEWELLERY.values():
        plane = scene.small.parsing.plane(labels) * scene.small.alpha
        if scene.distance(plane) < (_UNDER_CM if unnamed else _NEAR_CM):
            return Area(scene.whole, view.resize(_near(scene, plane), (scene.picture.width, scene.picture.height)))
    return None


def _near(scene: EditScene, plane: FloatPlane) -> FloatPlane:
    """The piece of a small plane that is nearest to the hotspot."""
    import cv2

    _, labels = cv2.connectedComponents((plane > 0.4).astype(np.uint8))
    rows, columns = np.nonzero(labels)
    x, y = scene.point(scene.small)
    nearest = int(np.hypot(columns - x, rows - y).argmin())
    piece = cv2.dilate((labels == labels[rows[nearest], columns[nearest]]).astype(np.uint8), np.ones((5, 5), np.uint8))
    return np.asarray(np.clip(1.5 * plane, 0, 1) * piece, np.float32)


def _corners(scene: EditScene, box: Box) -> tuple[int, int, int, int]:
    x0, y0 = max(0, round(box.x)), max(0, round(box.y))
    x1, y1 = min(scene.picture.width, round(box.x + box.width)), min(scene.picture.height, round(box.y + box.height))
    if x1 - x0 < 2 or y1 - y0 < 2:
        raise nothing_at_hotspot(Message("The box lies outside the picture. Drag one over the thing that is meant."))
    return x0, y0, x1, y1


def _within(area: Area, box: Box) -> Area:
    x0, y0, x1, y1 = area.box
    y, x = np.ogrid[y0:y1, x0:x1]
    inside = (x >= box.x) & (x < box.x + box.width) & (y >= box.y) & (y < box.y + box.height)
    return Area(area.box, np.asarray(area.mask * inside, np.float32))


def _brush(plane: FloatPlane, stroke: Stroke) -> None:
    """Add a stroke to a full mask, or take it away, with a soft rim."""
    import cv2

    points = np.array(stroke.points, np.float64)
    margin = stroke.radius * 1.3 + 2
    low = np.maximum(np.floor(points.min(axis=0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(points.max(axis=0) + margin), [plane.shape[1], plane.shape[0]]).astype(int)
    if (high <= low).any():
        return
    drawn = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    line = np.round((points - low) * 8).astype(np.int32)
    if len(line) == 1:
        cv2.circle(drawn, tuple(int(v) for v in line[0]), round(stroke.radius * 8), 255, cv2.FILLED, shift=3)
    else:
        cv2.polylines(drawn, [line], False, 255, max(1, round(2 * stroke.radius)), cv2.LINE_8, shift=3)
    soft = cv2.GaussianBlur(drawn, (0, 0), max(0.6, 0.12 * stroke.radius)).astype(np.float32) / 255
    part = plane[low[1] : high[1], low[0] : high[0]]
    part[...] = part * (1 - soft) if stroke.erase else np.maximum(part, soft)


def _soft(plane: FloatPlane, softness: float) -> FloatPlane:
    from catchlight.imaging.filters.gaussian import gaussian_blur

    return np.asarray(np.clip(gaussian_blur(plane, softness * _SOFTEST * max(plane.shape)), 0, 1), np.float32)
