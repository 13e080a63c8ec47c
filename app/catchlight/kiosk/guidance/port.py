"""What guidance says of a frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AdviceId = Literal[
    "no_face",
    "one_person",
    "nearer",
    "further",
    "left",
    "right",
    "up",
    "down",
    "turn_left",
    "turn_right",
    "chin_down",
    "chin_up",
    "straighten_head",
    "look_here",
    "open_eyes",
    "close_mouth",
    "take_off_glasses",
    "take_off_hat",
    "hair_off_face",
    "too_dark",
    "too_bright",
    "light_from_one_side",
    "hold_still",
]
"""What the person should do or what is wrong; directions as the person sees them in the mirrored view.

hair_off_face: hair, cloth or a hand over an eye, the mouth or the face. take_off_glasses, take_off_hat: where the document
forbids them, glasses also where they hide the eyes."""


@dataclass(frozen=True)
class Oval:
    """Where the head should be or is: centre and half axes, in shares of the frame's width and height."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Guidance:
    """Of one frame. advice: most important first, () where all is right. target: the oval to fill. head: where it is, or None.
    held: share of the time for which all has been right, 1.0 when the picture may be taken."""

    advice: tuple[AdviceId, ...]
    target: Oval
    head: Oval | None
    held: float
