"""What to do in front of the camera, in a few words that are read at a glance."""

from __future__ import annotations

from collections.abc import Mapping

from catchlight.core.messages import mark
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.guidance.port import AdviceId, Guidance

ADVICE: Mapping[AdviceId, str] = {
    "no_face": mark("Please sit in front of the camera."),
    "one_person": mark("Only one person may be in the picture."),
    "nearer": mark("Please come nearer."),
    "further": mark("Please move back a little."),
    "left": mark("Please move a little to the left."),
    "right": mark("Please move a little to the right."),
    "up": mark("Please sit a little higher."),
    "down": mark("Please sit a little lower."),
    "turn_left": mark("Please turn your head a little to the left."),
    "turn_right": mark("Please turn your head a little to the right."),
    "chin_down": mark("Please lower your chin a little."),
    "chin_up": mark("Please raise your chin a little."),
    "straighten_head": mark("Please hold your head straight."),
    "look_here": mark("Please look into the camera."),
    "open_eyes": mark("Please open your eyes."),
    "close_mouth": mark("Please close your mouth."),
    "take_off_glasses": mark("Please take off your glasses."),
    "take_off_hat": mark("Please take off your hat."),
    "hair_off_face": mark("Please move your hair out of your face."),
    "too_dark": mark("Your face is too dark. Please turn towards the light."),
    "too_bright": mark("Your face is too bright. Please move back a little from the light."),
    "light_from_one_side": mark("The light comes from one side. Please turn towards it."),
    "hold_still": mark("Please hold still."),
}


def advice_of(guidance: Guidance) -> str:
    """The most important advice; that all is right where there is none."""
    if guidance.advice:
        return tr(ADVICE[guidance.advice[0]])
    return tr("Very good. Please hold still.")
