"""Marks and hints in words, and the colours of labels."""

from __future__ import annotations

from collections.abc import Sequence

from catchlight.gui.wording.i18n import tr, tr_counted
from catchlight.imaging.sidecar.mark import Label, PictureMark
from catchlight.service.marks.hints import PictureHints

LABEL_COLOURS: dict[Label, str] = {
    "red": "#D9534A",
    "yellow": "#E0B83C",
    "green": "#58A55C",
    "blue": "#4C84D6",
    "purple": "#9A66C8",
}


def label_name(label: Label) -> str:
    return {
        "": tr("No label"),
        "red": tr("Red"),
        "yellow": tr("Yellow"),
        "green": tr("Green"),
        "blue": tr("Blue"),
        "purple": tr("Purple"),
    }[label]


def mark_words(mark: PictureMark) -> str:
    """``3 stars, picked, red``; empty for none."""
    parts = []
    if mark.rating:
        parts.append(tr_counted("{count} star", "{count} stars", mark.rating))
    if mark.flag:
        parts.append(tr("picked") if mark.flag == "pick" else tr("rejected"))
    if mark.label:
        parts.append(label_name(mark.label))
    return ", ".join(parts)


def hint_words(hints: PictureHints | None) -> list[str]:
    """What is worth a look; nothing where nothing was seen."""
    if hints is None:
        return []
    found = []
    if hints.closed:
        found.append(
            tr("Eyes may be closed")
            if len(hints.eyes) == 1
            else tr_counted(
                "Eyes may be closed on {count} of {all} faces",
                "Eyes may be closed on {count} of {all} faces",
                hints.closed,
                all=len(hints.eyes),
            )
        )
    if hints.soft:
        found.append(tr("Eyes may be out of focus"))
    return found


def left_out_words(rejected: int, hidden: int, further: Sequence[str] = ()) -> str:
    """Why pictures are left out of what is done to all; empty where none is. further: other reasons, with their numbers."""
    reasons = list(further)
    if rejected:
        reasons.append(tr("rejected: {count}", count=rejected))
    if hidden:
        reasons.append(tr("hidden by the filter of the film strip: {count}", count=hidden))
    return tr("Left out: {reasons}", reasons="  ·  ".join(reasons)) if reasons else ""
