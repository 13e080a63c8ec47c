"""What an edit would touch, before it is done, and what it did touch: the area under the hotspot with its name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging import difference
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.language.intents import Intent, NotUnderstood
from catchlight.operations import sentences
from catchlight.operations.edit.aiming import TargetRegion, at_hotspot, offers, resolve_targets, spoken_of
from catchlight.operations.edit.areas import AreaMarks, area_of, subtract_protected_areas
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.portrait_verbs.drawn_areas import drawn_area
from catchlight.operations.edit.request import EditJob

_NOTHING = Intent("lighten")
_SLIGHT = 0.02
"""Strength below which no change is wished for."""
_WITHIN = frozenset(
    {"recolour", "lighten", "darken", "saturate", "desaturate", "warm", "cool", "contrast", "soften", "sharpen", "whiten",
     "reduce_shine", "reduce_shadow", "reduce_redness", "remove_blemishes", "reduce_wrinkles", "smooth_skin", "even_skin", "tan",
     "blush", "lipstick", "brighten_eyes", "under_eye"}
)  # fmt: skip
"""Verbs that change nothing but the region that is named."""
_REACH_CM, _ELSEWHERE = 0.4, 0.1
"""How far beside a region soft edges go, and the share of the changed pixels beyond from which that is told."""
_LOOKED_AT = 1200
"""Longer side in pixels at which changes are compared."""


@dataclass(frozen=True, eq=False)
class Outline:
    """mask: float32 HxW of the scene's picture. targets: what is meant. offers: what else lies there, the smallest first."""

    mask: FloatPlane
    targets: tuple[TargetRegion, ...]
    offers: tuple[TargetRegion, ...]
    refusal: UnusablePicture | None = None
    """Why there is no area; the mask is empty then."""


def outline_targets(scene: EditScene, prompt: str, chosen: str | None, marks: AreaMarks) -> Outline:
    """The area of a sentence, or of what lies under the hotspot while there is no sentence that is understood yet."""
    shape = (scene.picture.height, scene.picture.width)
    mask = np.zeros(shape, np.float32)
    found: list[TargetRegion] = []
    others = offers(scene)
    try:
        for target, intent in _targets(scene, prompt, chosen):
            area = drawn_area(scene, target, intent, intent.amount.strength, marks)
            if area is None:
                area = subtract_protected_areas(scene, area_of(scene, target, intent, marks), intent)
            x0, y0, x1, y1 = area.box
            np.maximum(mask[y0:y1, x0:x1], area.mask, out=mask[y0:y1, x0:x1])
            found.append(target)
    except UnusablePicture as refusal:
        return Outline(mask, tuple(found), others, refusal)
    return Outline(mask, tuple(dict.fromkeys(found)), others)


def _targets(scene: EditScene, prompt: str, chosen: str | None) -> list[tuple[TargetRegion, Intent]]:
    try:
        said = sentences.interpreter("edit").understand(prompt, spoken_of(offers(scene))) if prompt else None
    except NotUnderstood:
        said = None
    if said is not None:
        return [(target, wish.intent) for wish in resolve_targets(scene, said, chosen) for target in wish.targets]
    if chosen is not None:
        target = TargetRegion(chosen)
        same = next((offer for offer in offers(scene) if offer.name == chosen), None)
        return [(same or target, _NOTHING)]
    target = at_hotspot(scene) or TargetRegion("thing")
    return [(target, _NOTHING)]


def tell_touched(job: EditJob, before: Pixels, after: Pixels) -> Message | None:
    """Why what was changed is not what was named: nothing at all, or much elsewhere; None where all is as it was wished."""
    if abs(job.amount) < _SLIGHT:
        return None
    verb = Message(sentences.interpreter("edit").vocabulary.grammar.verbs[job.intent.verb].label)
    where = Message("place under the hotspot") if job.target.name == "thing" else job.target.spoken
    if before.shape != after.shape:
        return None
    box = difference.box(before, after)
    if box is None:
        return Message(
            "{verb} changed nothing: the {what} shows none of it. Click another place, or say more.",
            verb=verb,
            what=where,
        )
    if job.intent.verb not in _WITHIN or not job.areas:
        return None
    step = max(1, max(before.shape[:2]) // _LOOKED_AT)
    changed = (before[::step, ::step] != after[::step, ::step]).any(axis=2)
    elsewhere = float(changed[~_grown(job, step)].sum()) / max(1, int(changed.sum()))
    return Message("Some of what changed lies beside the {what}.", what=where) if elsewhere > _ELSEWHERE else None


def is_unchanged(before: Pixels, after: Pixels) -> bool:
    return before.shape == after.shape and difference.box(before, after) is None


def _grown(job: EditJob, step: int) -> Any:
    """The named region with what its soft edges reach, bool over every ``step``-th pixel."""
    import cv2

    mask = np.zeros((job.scene.picture.height, job.scene.picture.width), np.uint8)
    for area in job.areas:
        x0, y0, x1, y1 = area.box
        np.maximum(mask[y0:y1, x0:x1], (area.mask > 0.01).astype(np.uint8), out=mask[y0:y1, x0:x1])
    small = np.ascontiguousarray(mask[::step, ::step])
    side = 2 * max(1, round(_REACH_CM * job.scene.cm / step)) + 1
    return cv2.dilate(small, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))) > 0
