"""What speaks against taking a garment from a photo: a turned or leaning wearer, and what lies over the cloth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catchlight.clothing.reference.garment import Anchors
from catchlight.clothing.reference.throat import BEARD_DETAIL, throat_detail
from catchlight.clothing.reference.unsuited import unsuited
from catchlight.core.messages import Message
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import dilate_mask, erode_mask
from catchlight.portrait.parsing import hair_parts, head_parsing
from catchlight.portrait.parsing.part_masks import class_share
from catchlight.portrait.portrait import Portrait

if TYPE_CHECKING:
    from catchlight.clothing.reference.read_photo import Worn

MOST_YAW = 15.0
"""Degrees that a wearer may be turned to the side: beyond, one half of a collar is narrower than the other."""
MOST_TILT = 8.0
"""Degrees that the shoulders may lean."""
LEAST_CM2 = 120.0
"""Area of cloth from which there is a garment to take."""
LEAST_PX_PER_CM = 6.0
"""Pixels of a centimetre below which cloth has lost its weave: a face of 130 pixels."""
_MOST_HAIR_CM2, _MOST_BEARD_CM2 = 4.0, 3.0
"""Hair, and beard, over or before the garment that no eye finds."""
_NEAR_CM = 0.6
"""How near to cloth hair lies on it."""
_LEAST_BELOW_CM = (1.5, 7.0)
"""How far below the pit of the neck, and below the collar, a garment must reach."""
_HELD_CM2 = 4.0
"""Size from which a hole in the cloth is something that is held before it."""
_CHEEKS, _SKIN, _LIGHT_COUNTS = (50, 101, 205, 280, 330, 425), 14.0, (0.35, 1.0, 1.0)
"""Landmarks on the cheeks, the distance (CIE Lab) from their colour up to which something is skin, and weights of L, a and b."""
_ASIDE_CM = 2.4
"""How far beside the chin the collar, or the opening below it, may stand: of nine people who stand straight at most 2.1, of three
turned bodies under a face that looks ahead 2.8 to 5.1."""


def require_frontal(seen: Portrait) -> None:
    """Raise ``reference_unsuited`` for a wearer who is turned, taken from too far, or cut to a shape."""
    if seen.shape is not None:
        raise unsuited(
            Message(
                "The reference picture is cut to a round or rounded shape, and so are its clothes. Use the uncut picture."
            )
        )
    turned = abs(seen.pose.yaw)
    if turned > MOST_YAW:
        raise unsuited(
            Message(
                "The person of the reference picture is turned {turned:.0f} degrees to the side; at most {most:.0f} can be used. "
                "Use a picture taken from the front.",
                turned=turned,
                most=MOST_YAW,
            )
        )
    if seen.pose.px_per_cm < LEAST_PX_PER_CM:
        raise unsuited(Message("The clothes of the reference picture are too small. Use one taken from closer."))


def require_uncovered(worn: Worn) -> None:
    """Raise ``reference_unsuited`` for hair or a beard over the clothes."""
    seen, cm = worn.seen, worn.cm
    rows = np.arange(worn.solid.shape[0])[:, None]
    below = rows > worn.chin[1]
    beard = (hair_parts.beard(seen) > 0.5) & (rows > worn.chin[1] + 0.5 * cm)
    hair = class_share(seen, (head_parsing.HAIR,)) > 0.5
    near = dilate_mask(worn.solid, _NEAR_CM * cm)
    if (
        throat_detail(seen.picture.rgb8, worn.cloth, worn.chin, worn.axis, cm) > BEARD_DETAIL
        or (beard & near).sum() > _MOST_BEARD_CM2 * cm**2
    ):
        raise unsuited(
            Message("A beard hangs over the clothes of the reference picture. Use one in which the collar is free.")
        )
    if (hair & ~beard & below & near).sum() > _MOST_HAIR_CM2 * cm**2:
        raise unsuited(
            Message(
                "Hair hangs over the clothes of the reference picture. Use a person with short hair, or hair tied back."
            )
        )


def require_upright(worn: Worn, found: Anchors) -> None:
    """Raise ``reference_unsuited`` for shoulders that lean, or for a body that is turned under a frontal face."""
    (x0, y0), (x1, y1) = found.shoulders
    tilt = abs(np.degrees(np.arctan2(y1 - y0, x1 - x0)))
    slope = abs(np.degrees(np.arctan2(found.collar[1][1] - found.collar[0][1], found.neck)))
    aside = max(abs(found.axis - worn.chin[0]), abs(worn.axis - worn.chin[0])) / worn.cm
    if tilt > MOST_TILT or slope > 2.5 * MOST_TILT or aside > _ASIDE_CM or _lacks_shoulder(worn, found):
        raise unsuited(
            Message(
                "The body of the reference picture is turned or leans to one side. "
                "Use a picture of somebody who stands straight before the camera."
            )
        )


def _lacks_shoulder(worn: Worn, found: Anchors) -> bool:
    """Whether one shoulder ends where the other one, as far from the neck, goes on: it is turned away. Beyond the frame nobody
    knows."""
    height, width = worn.solid.shape
    columns = [round(x) for x, _ in found.shoulders]
    return any(0 <= column < width and not worn.solid[: height - 1, column].any() for column in columns)


def find_hem(worn: Worn, found: Anchors) -> float:
    """The row down to which the garment is whole: above a hand, a bare arm or something held before it; the picture's last row
    where there is none. Raises ``reference_unsuited`` where that leaves too little."""
    height = worn.solid.shape[0]
    hidden = _hidden(worn, found)
    rows = np.flatnonzero(hidden.any(axis=1))
    hem = float(rows[0] - max(2, round(0.3 * worn.cm))) if len(rows) else float(height - 1)
    low = max(found.collar[0][1], found.collar[1][1])
    if hem < max(found.pit[1] + _LEAST_BELOW_CM[0] * worn.cm, low + _LEAST_BELOW_CM[1] * worn.cm):
        if len(rows):
            raise unsuited(
                Message(
                    "A hand, an arm or something else covers the clothes of the reference picture. "
                    "Use one in which the chest and both shoulders are free and clothed."
                )
            )
        raise unsuited(
            Message(
                "The reference picture ends too close below the neck. Use one that shows the person down to the chest."
            )
        )
    return hem


def _hidden(worn: Worn, found: Anchors) -> Mask:
    """What of the person below the shoulders is no cloth, and larger than what is fastened to it, HxW."""
    import cv2

    cm = worn.cm
    height = worn.solid.shape[0]
    rows = np.arange(height)[:, None]
    columns = np.arange(worn.solid.shape[1])[None]
    person = worn.seen.alpha > 0.6
    # What shows in the opening of the neck is the chest.
    width = max(abs(x - found.axis) for x, _ in found.collar) + cm
    opening = (np.abs(columns - found.axis) < width) & (rows < found.pit[1] + 0.5 * cm)
    bare = person & ~dilate_mask(worn.solid, 0.15 * cm) & (rows > worn.chin[1] + 2 * cm) & ~opening
    bare &= _between(worn.solid) | _like_skin(worn)
    head = class_share(worn.seen, (head_parsing.HAIR, head_parsing.NECK, head_parsing.NECKLACE)) > 0.5
    bare = erode_mask(bare & ~(head & (rows < found.pit[1] + 2 * cm)), 0.2 * cm)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(bare.astype(np.uint8))
    large = np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] > _HELD_CM2 * cm**2) + 1
    return np.asarray(np.isin(labels, large)) if count > 1 else np.zeros_like(bare)


def _like_skin(worn: Worn) -> Mask:
    """Where the picture has the colours of the face's skin, HxW: a bare arm beside the clothes."""
    import cv2

    rgb = cv2.GaussianBlur(worn.seen.picture.rgb8, (0, 0), max(1.0, 0.1 * worn.cm))
    lab = cv2.cvtColor(rgb.astype(np.float32) / np.float32(255), cv2.COLOR_RGB2LAB)
    cheeks = np.clip(np.round(worn.seen.landmarks.xy[list(_CHEEKS)]).astype(int), 0, np.array(rgb.shape[1::-1]) - 1)
    own = np.median(lab[cheeks[:, 1], cheeks[:, 0]], axis=0)
    return np.asarray(np.linalg.norm((lab - own) * np.array(_LIGHT_COUNTS, np.float32), axis=2) < _SKIN)


def _between(cloth: Mask) -> Mask:
    """What lies, row by row, between the outermost cloth on both sides, HxW: beyond it a hand hides none."""
    columns = np.arange(cloth.shape[1])
    first = np.asarray(np.argmax(cloth, axis=1), np.intp)
    last = np.asarray(cloth.shape[1] - 1 - np.argmax(cloth[:, ::-1], axis=1), np.intp)
    some = np.asarray(cloth.any(axis=1), bool)
    return np.asarray((columns >= first[:, None]) & (columns <= last[:, None]) & some[:, None])
