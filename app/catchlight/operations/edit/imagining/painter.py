"""An engine at an edit: what is taken away or put there is painted by it, beside the face and within the mask alone."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.inpaint import fill_smoothly
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.retouch.area import Area
from catchlight.retouch.removal import remove as removal

if TYPE_CHECKING:
    from catchlight.imagine.fill import Imagine
    from catchlight.imagine.prompts import PromptPair

_FACE_SHARE = 0.5
"""Share of an area from which it lies on a face, where nothing is painted."""


@dataclass
class EnginePainter:
    """The engine of one try, and what it has made so far. done: facts of each painted area, for the record."""

    imagine: Imagine
    seed: int
    done: list[dict[str, Any]] = field(default_factory=list)

    def paint(
        self, scene: EditScene, pixels: Pixels, hole: Area, allowed: FloatPlane | None, words: PromptPair, *, add: bool,
        progress: Progress, notes: list[str],
    ) -> Pixels:  # fmt: skip
        """The picture with the hole painted. allowed: as of ``retouch.removal``. add: something is put there, which has a rim.

        Raises UnusablePicture ``nothing_at_hotspot`` for a hole on a face, EngineFault, ImaginingFailed, Cancelled.
        """
        from catchlight.imagine import gates
        from catchlight.imagine.fill import FillTask

        area = spare_faces(scene, hole)
        plate = fill_plainly(pixels, area, allowed)
        task = FillTask(pixels, plate, area, words.prompt, words.avoid, self.seed, needs_words=add, seam=not add)
        made = self.imagine.fill(task, progress)
        if scene.has_face and _overlap(area.box, scene.head):
            gates.require_same_person(scene.person, made.pixels)
        self.done.append(made.facts)
        notes.extend(made.notes)
        return made.pixels


def spare_faces(scene: EditScene, hole: Area) -> Area:
    """The hole without skin and features of the face: an engine never paints those."""
    if not scene.has_face:
        return hole
    whole = float(hole.mask.sum())
    mask = hole.mask
    x0, y0, x1, y1 = hole.box
    for name in ("face", "glasses"):
        plane = scene.area(name).on((scene.picture.height, scene.picture.width))
        mask = mask * (1 - np.clip(4 * plane[y0:y1, x0:x1], 0, 1))
    if float(mask.sum()) < (1 - _FACE_SHARE) * whole or not (mask > 0.1).any():
        raise nothing_at_hotspot(
            Message("An engine never paints on a face. Do this without it, or mark a place beside the face.")
        )
    return Area(hole.box, np.asarray(mask, np.float32))


def fill_plainly(pixels: Pixels, area: Area, allowed: FloatPlane | None) -> Pixels:
    """The picture with an area filled by our own means: what an engine goes on from."""
    try:
        return removal.fill(pixels, area, allowed)
    except UnusablePicture:  # too little around it to take patches from: its colours still tell what lies there
        top = float(np.iinfo(pixels.dtype).max)
        free = 1 - np.asarray(area.on((pixels.shape[0], pixels.shape[1])) > 0, np.float32)
        smooth = fill_smoothly(np.asarray(pixels[..., :3], np.float32) / np.float32(top), free)
        plate: Any = pixels.copy()
        hidden = free == 0
        plate[..., :3][hidden] = np.round(np.clip(smooth[hidden], 0, 1) * top).astype(pixels.dtype)
        filled: Pixels = plate
        return filled


def _overlap(first: tuple[int, int, int, int], second: tuple[int, int, int, int]) -> bool:
    return first[0] < second[2] and second[0] < first[2] and first[1] < second[3] and second[1] < first[3]
