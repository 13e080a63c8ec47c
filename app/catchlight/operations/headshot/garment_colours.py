"""What is worn, in another colour: the person's own clothes with their own folds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from catchlight.catalogue.garment_colours import Part
from catchlight.clothing import garment_matte
from catchlight.clothing.segment import garments
from catchlight.core.errors import Conflict
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.picture import FloatPlane, Pixels
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.headshot.choices import Dye, Rgb
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait
from catchlight.retouch import dye
from catchlight.retouch.area import Area
from catchlight.retouch.paint import paint

_LONGEST = 1600
"""Longer side at which garments are drawn; alpha and parsing know no finer detail."""
_SHOWS = 0.004
"""Share of the picture from which a garment can be dyed."""
_LONGEST_OUTLINE = 16.0
"""Outline by the root of the area: a jacket with two fronts has about 8 to 11."""
_WHAT = {
    "clothes": Message("no clothes"),
    "jacket": Message("no clothes"),
    "shirt": Message("no shirt under a jacket"),
    "tie": Message("no tie"),
}


def dye_garments(portrait: Portrait, pixels: Pixels, dyes: Sequence[Dye], progress: Progress) -> Pixels:
    """A copy of ``pixels`` with garments dyed.

    Raises Conflict ``does_not_fit`` for a garment that does not show, or of which it cannot surely be told where it ends.
    """
    picture = portrait.picture
    seen = view.view(portrait, None, _LONGEST)
    scene = _scene(portrait)
    for number, one in enumerate(dyes):
        part = one.part or "jacket"
        mask = garment_matte.garment(seen, part)
        if (
            one.part is None
            and _is_one(portrait)
            and (_ragged(mask) or dye_warning(portrait, part, one.rgb) is not None)
        ):
            # One garment that does not end cleanly at its own border: all that is worn takes the colour.
            part = "clothes"
            mask = garment_matte.garment(seen, part)
        if float((mask > 0.5).mean()) < _SHOWS:
            raise Conflict(
                Message(
                    "The picture shows {what} that could take this colour; choose another garment, or keep the own clothes.",
                    what=_WHAT[part],
                )
            )
        if (why := dye_warning(portrait, part, one.rgb)) is not None:
            raise Conflict(Message("{why} Or keep the own clothes.", why=why))
        whole = (0, 0, picture.width, picture.height)
        area = Area(whole, np.asarray(view.resize(mask, (picture.width, picture.height)), np.float32))
        done = progress.part(number / len(dyes), (number + 1) / len(dyes))
        pixels = paint(pixels, area, dye.dye(one.rgb, 1.0, scene.ceiling), portrait.pose.px_per_cm, done)
    return pixels


def dye_warning(portrait: Portrait, part: Part, rgb: Rgb) -> Message | None:
    """Why a part of what is worn would not look dyed well, as the edit of a picture asks it; None where nothing speaks against
    it."""
    return _scene(portrait).doubt(part, rgb)


def _scene(portrait: Portrait) -> EditScene:
    return EditScene(portrait, *(float(value) for value in portrait.landmarks.eyes))


def _is_one(portrait: Portrait) -> bool:
    """Whether one garment is worn: a colour for a jacket never goes to its shirt and tie."""
    found = garments.segment_garments(view.view(portrait, None, _LONGEST))
    return not found.parts and not found.mixed


def _ragged(mask: FloatPlane) -> bool:
    """Whether a garment's outline is far longer than cloth in a few pieces has one."""
    import cv2

    solid = (mask > 0.5).astype(np.uint8)
    contours, _ = cv2.findContours(solid, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    area = float(solid.sum())
    return bool(area) and sum(cv2.arcLength(one, True) for one in contours) / area**0.5 > _LONGEST_OUTLINE
