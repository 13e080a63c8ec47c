"""What only an engine can do: put something into a picture that is not there, in the user's own words."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imagine.prompts import prompt_for
from catchlight.imaging.picture import Pixels
from catchlight.language.intents import Intent
from catchlight.operations.edit.aiming import TargetRegion, nothing_at_hotspot
from catchlight.operations.edit.areas import AreaMarks, area_of, surroundings
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.imagining.painter import EnginePainter
from catchlight.operations.edit.imagining.sentence import Addition
from catchlight.retouch.area import Area
from catchlight.retouch.removal.hole import grow_hole

_SOFT = 0.01
"""How softly a box ends, as a share of its longer side."""


def paint_addition(
    scene: EditScene,
    addition: Addition,
    marks: AreaMarks,
    painter: EnginePainter,
    progress: Progress,
    notes: list[str],
) -> Pixels:
    """The picture with it. What is added takes the marked box or brush; what gives way, the thing at the hotspot.

    Raises UnusablePicture ``nothing_at_hotspot`` where nothing is marked, and what ``EnginePainter.paint`` raises.
    """
    pixels = scene.picture.pixels
    words = prompt_for("add", addition.what)
    if addition.replaces:
        thing = Intent("remove")
        area = grow_hole(area_of(scene, TargetRegion("thing"), thing, marks).trimmed(), pixels)
        allowed = surroundings(scene, area)
    else:
        area, allowed = _marked(scene, marks), None
    return painter.paint(scene, pixels, area, allowed, words, add=True, progress=progress, notes=notes)


def _marked(scene: EditScene, marks: AreaMarks) -> Area:
    """The box, else the brush; softly ended."""
    if marks.box is None:
        if not any(not stroke.erase for stroke in marks.strokes):
            raise nothing_at_hotspot(
                Message("Drag a box where it is to be, or mark the place with the brush: an engine paints there alone.")
            )
        return area_of(scene, TargetRegion("thing"), Intent("remove"), marks)
    import cv2

    box = marks.box
    x0, y0 = max(0, round(box.x)), max(0, round(box.y))
    x1, y1 = min(scene.picture.width, round(box.x + box.width)), min(scene.picture.height, round(box.y + box.height))
    if x1 - x0 < 16 or y1 - y0 < 16:
        raise nothing_at_hotspot(Message("The box is too small, or lies outside the picture. Drag a larger one."))
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    rim = max(2, round(2 * _SOFT * max(mask.shape)))
    mask[rim:-rim, rim:-rim] = 1
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.8, rim / 2.5))
    return Area((x0, y0, x1, y1), np.asarray(soft, np.float32))
