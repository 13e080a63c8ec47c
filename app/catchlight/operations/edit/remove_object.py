"""The verb that takes something away: what it covers, what fills the gap, and what is said where that shows."""

from __future__ import annotations

import numpy as np

from catchlight.core.messages import Message
from catchlight.imagine.prompts import prompt_for
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.operations.edit.aiming import nothing_at_hotspot
from catchlight.operations.edit.areas import AreaMarks, surroundings
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.request import EditJob, blend_pixels
from catchlight.portrait import view
from catchlight.retouch import spots
from catchlight.retouch.area import Area
from catchlight.retouch.removal import remove as removal
from catchlight.retouch.removal.coherence import strangeness
from catchlight.retouch.removal.hole import grow_hole
from catchlight.retouch.removal.seam import seam

MAY_SHOW = Message(
    "What lies around it is varied: look at the place at 100 %. A trace of what was taken away may show."
)
SHOWS = Message(
    "What lies around it is too varied to be carried on behind it unseen. Mark a smaller part with a box or the brush."
)
_SEAM = 1.4
"""Steepness of a filled gap's rim by that around it from which its contour shows."""
_STRANGE = 12.0
"""Difference (CIELAB) of what a filled gap shows from all that is around, from which it is seen as made up."""
_LARGE = 0.06
"""Share of the picture from which somebody who is taken away leaves too much to be made up unseen."""
_SPOT_CM = 0.35
"""How far from the hotspot a mark on skin may lie."""


def remove(job: EditJob) -> Pixels:
    """Raises UnusablePicture ``nothing_at_hotspot`` where what one click finds is no thing or would leave a trace, and with an
    engine what ``EnginePainter.paint`` raises."""
    refusal = {
        "hat": Message("What is under the hat is not in the picture, so it cannot be taken off."),
        "beard": Message(
            "The skin under the beard is not in the picture, so it cannot be shaved off. It can be made lighter or softer."
        ),
        "glasses": Message(
            "The skin behind the frame is not in the picture. Reduce the shine on the glasses, or recolour them."
        ),
    }.get(job.target.name)
    if refusal is not None:
        raise nothing_at_hotspot(refusal)
    scene = job.scene
    plain_click = job.target.name == "thing" and job.intent.thing is None and job.marks == AreaMarks()
    if plain_click and scene.has_face and job.painter is None:
        mark = _spot(job)
        if mark is not None:
            return mark
    area = job.area()
    allowed = surroundings(scene, area)
    if job.target.name == "tie":
        allowed = scene.area("shirt").on((scene.picture.height, scene.picture.width))
    if job.intent.thing == "passer_by":
        allowed = np.asarray(1 - np.clip(3 * _everybody(scene), 0, 1), np.float32)
    hole = grow_hole(area.trimmed(), job.pixels)
    if job.painter is not None:
        words = prompt_for("remove")
        filled = job.painter.paint(
            scene, job.pixels, hole, allowed, words, add=False, progress=job.progress, notes=job.notes
        )
        return filled if job.amount >= 0.99 else blend_pixels(job.pixels, filled, job.amount)
    filled = removal.fill(job.pixels, hole, allowed)
    if _shows(filled, hole):
        large = float(hole.mask.sum()) > _LARGE * job.scene.picture.width * job.scene.picture.height
        if job.marks == AreaMarks() and (large or job.intent.thing != "passer_by"):
            raise nothing_at_hotspot(SHOWS)
        job.notes.append(MAY_SHOW)
    return filled if job.amount >= 0.99 else blend_pixels(job.pixels, filled, job.amount)


def _shows(filled: Pixels, hole: Area) -> bool:
    """Whether a filled gap would be seen: by its contour, or by what lies nowhere else."""
    return seam(filled, hole) > _SEAM or strangeness(filled, hole) > _STRANGE


def _spot(job: EditJob) -> Pixels | None:
    """A mark on bare skin right under the hotspot, healed; None where there is none."""
    scene = job.scene
    reach = round(_SPOT_CM * scene.small.pose.px_per_cm) + 1
    if scene.value(scene.sketch("face"), reach) < 0.5:
        return None
    skin_area = scene.bare(scene.area("face"))
    marks = spots.nearest_mark(spots.find(job.pixels, skin_area, scene.cm, 0.8), scene.x, scene.y, _SPOT_CM * scene.cm)
    return (
        None if marks.trimmed().empty else spots.heal(job.pixels, marks, skin_area, scene.cm, job.share, job.progress)
    )


def _everybody(scene: EditScene) -> FloatPlane:
    return view.of_face(scene.person, None).alpha
