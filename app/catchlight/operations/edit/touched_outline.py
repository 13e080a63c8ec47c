"""What an edit would touch, before it is done: the area under the hotspot with its name, for the window to show."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.imaging.picture import FloatPlane
from catchlight.language.intents import Intent, NotUnderstood
from catchlight.operations import sentences
from catchlight.operations.edit.aiming import TargetRegion, at_hotspot, offers, resolve_targets, spoken_of
from catchlight.operations.edit.areas import AreaMarks, area_of, subtract_protected_areas
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.portrait_verbs.drawn_areas import drawn_area

_NOTHING = Intent("lighten")


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
