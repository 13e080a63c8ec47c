"""Which part of a photo a check is about, and which of the measured lines belong to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_HEAD_LINES = ("crown", "eye", "chin")
_LINES: Mapping[str, tuple[str, ...]] = {
    "head_height": ("crown", "chin"),
    "top_margin": ("crown",),
    "eye_line": ("eye",),
    "own_lines": _HEAD_LINES,
    "readable_face": _HEAD_LINES,
}
"""Checks of a length: the whole photo is shown, with these lines."""
_EYES = frozenset({"eyes_open", "eyes_visible", "gaze", "glasses", "glare", "red_eyes", "occlusion", "inter_eye"})
_MOUTH = frozenset({"mouth_closed", "expression", "teeth", "mouth_seen"})
_ABOVE = frozenset({"head_covering"})
"""Checks of a place in the face: that is shown enlarged."""


@dataclass(frozen=True)
class CheckArea:
    """top_mm, bottom_mm: rows of the photo, from its top edge. aspect: width by height of what is shown. lines: names in the
    guides."""

    top_mm: float
    bottom_mm: float
    aspect: float = 10.0
    lines: tuple[str, ...] = ()


def area_of(check: str, guides: Mapping[str, Any], height_mm: float) -> CheckArea:
    """Where to look for a check; all of the photo where it is about all of it. guides: see ``operations.id_photo.guides``."""
    crown, eye, chin = (float(guides[name]) for name in ("crownMm", "eyeMm", "chinMm"))
    head = chin - crown
    if check in _EYES:
        return CheckArea(eye - 0.2 * head, eye + 0.2 * head, 2.0)
    if check in _MOUTH:
        mouth = eye + 0.62 * (chin - eye)
        return CheckArea(mouth - 0.2 * head, mouth + 0.2 * head, 1.6)
    if check in _ABOVE:
        return CheckArea(0.0, eye, 1.6)
    return CheckArea(0.0, height_mm, lines=_LINES.get(check, ()))
