"""Areas that make-up is drawn on: no region of the face, but the lid above the eye, the hollows of the cheeks."""

from __future__ import annotations

from collections.abc import Callable

from catchlight.core.messages import Message
from catchlight.language.intents import Intent
from catchlight.operations.edit.aiming import TargetRegion, nothing_at_hotspot
from catchlight.operations.edit.areas import AreaMarks, mark_area, subtract_protected_areas
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.portrait import view
from catchlight.retouch import regions
from catchlight.retouch.area import Area
from catchlight.retouch.makeup import eye_shadow
from catchlight.retouch.makeup.geometry import lens_opening
from catchlight.retouch.makeup.geometry.eye_frame import EyeFrame, eye_frames, head_window

_LEAST_COVER = 0.2
"""Densest cover at full strength below which a product lies hidden by hair or rims."""
_VIEW = 1600

Draw = Callable[[EditScene, TargetRegion, Intent, float], Area]


def drawn_area(scene: EditScene, target: TargetRegion, intent: Intent, amount: float, marks: AreaMarks) -> Area | None:
    """The area that a verb draws for itself, corrected by box and brush, without what is protected; None for other verbs.

    amount: 0..1. Raises UnusablePicture ``nothing_at_hotspot`` for what is turned away, closed or covered.
    """
    draw = _DRAWN.get(intent.verb)
    if draw is None:
        return None
    if not scene.has_face:
        raise nothing_at_hotspot(Message("No face can be read here. Use a picture of a person."))
    area = subtract_protected_areas(scene, mark_area(scene, draw(scene, target, intent, amount), marks), intent)
    if not area.mask.size or float(area.mask.max()) < _LEAST_COVER * min(1.0, amount):
        raise nothing_at_hotspot(
            Message("Hair, a hat or the rim of the glasses lies over the place where this is put on.")
        )
    return area


def meant_eyes(scene: EditScene, target: TargetRegion) -> tuple[EyeFrame, ...]:
    """The eyes that are meant and seen, closed ones too. Raises UnusablePicture ``nothing_at_hotspot``."""
    eyes = meant_sides(scene, target)
    if not eyes:
        raise nothing_at_hotspot(Message("No eye is seen here: the face is turned away. Take a picture that shows it."))
    seen = view.view(scene.person, head_window(scene.person), _VIEW)
    glasses, cheeks = regions.region(seen, "glasses"), regions.region(seen, "cheek")
    if lens_opening.hides_eyes(seen, glasses, eye_frames(seen), cheeks):
        raise nothing_at_hotspot(Message("Dark glasses hide the eyes."))
    return eyes


def meant_sides(scene: EditScene, target: TargetRegion) -> tuple[EyeFrame, ...]:
    """The eyes of the side that is meant, closed ones too; perhaps none."""
    return tuple(eye for eye in eye_frames(scene.person) if target.side in (None, scene.side_of(eye.centre)))


def _shadow(scene: EditScene, target: TargetRegion, intent: Intent, amount: float) -> Area:
    return eye_shadow.eye_shadow(scene.person, meant_eyes(scene, target), amount, intent.style == "smoky")


_DRAWN: dict[str, Draw] = {
    "eye_shadow": _shadow,
}
