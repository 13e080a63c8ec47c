"""What a person can do about a check at a kiosk: there is neither a guide to move nor a setting to change here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from catchlight.core.messages import mark
from catchlight.gui.wording.check_words import advice_text
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.session.take import Check

_STAFF = mark("Please ask a member of staff: this is a matter of the kiosk's settings.")
_AGAIN = mark("Please take the picture again.")
ADVICE: Mapping[str, str] = {
    "photo_size": _STAFF,
    "dpi_tag": _STAFF,
    "file_kb": _STAFF,
    "file_type": _STAFF,
    "compression": _STAFF,
    "head_height": _AGAIN,
    "eye_line": _AGAIN,
    "head_width": _AGAIN,
    "centering": mark("Please take the picture again, with your head in the middle of the oval."),
    "roll": mark("Please take the picture again and hold your head straight."),
    "single_face": mark("Please take the picture again with nobody else in it."),
    "other_people": mark("Please take the picture again with nobody else in it."),
    "inter_eye": mark("Please take the picture again a little nearer to the camera."),
    "resolution": mark("Please take the picture again a little nearer to the camera."),
    "complete": mark("Please take the picture again with some room around your head and shoulders."),
    "top_margin": mark("Please take the picture again with more room above your head."),
    "background_uniform": mark("Please sit so that nothing but the plain wall is behind you."),
    "background_colour": mark("Please sit so that nothing but the plain wall is behind you."),
    "background_left": mark("Please sit so that nothing but the plain wall is behind you."),
    "background_rim": mark("Please sit so that nothing but the plain wall is behind you."),
    "background_alike": mark("Your hair or clothes are as light or dark as the wall. Please ask a member of staff."),
    "background_edge": mark("Please sit so that nothing but the plain wall is behind you."),
    "background_soft": mark("Please take the picture again and hold still."),
    "sharpness": mark("Please take the picture again and hold still."),
    "natural_colour": mark("The light here has a colour. Please ask a member of staff."),
    "own_lines": _AGAIN,
    "edit_provenance": mark("This document takes no changed photos. Please ask a member of staff."),
}
"""By id; for others the advice of the verdict itself serves."""
_OF_THE_FILE = frozenset({"photo_size", "dpi_tag", "file_kb", "file_type", "compression", "edit_provenance"})
"""Checks that a person can neither see nor do anything about."""


def advice_for(check: Check) -> str:
    """A sentence that says what to do."""
    known = ADVICE.get(str(check["id"]))
    return tr(known) if known is not None else advice_text(check)


def shown_checks(checks: Sequence[Check]) -> Sequence[Check]:
    """Those that a person wants to know of: worst first, then what passed, without what is of the file alone and in order."""
    order = {"fail": 0, "uncertain": 1, "pass": 2}
    kept = [
        check
        for check in checks
        if check["state"] in order and (check["state"] != "pass" or check["id"] not in _OF_THE_FILE)
    ]
    return sorted(kept, key=lambda check: (order[check["state"]], not check["hard"]))
