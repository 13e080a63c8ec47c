"""What folders held beside their pictures, in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from catchlight.core.files.naming import display_name
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.service.files.discovery import DiscoveredFiles


def exclusion_reasons(found: DiscoveredFiles) -> str:
    """Every reason with its number; empty where nothing was left out."""
    words = {
        "hidden": tr("hidden, or of the system"),
        "other": tr("no picture that can be read"),
        "pair": tr("JPEGs beside their raw files"),
        "folder": tr("folders inside"),
        "irregular": tr("no regular file"),
        "unreachable": tr("not to be reached"),
    }
    return "  ·  ".join(f"{words[reason]}: {count}" for reason, count in found.left_out.items())


def exclusion_summary(found: DiscoveredFiles) -> str:
    """How many entries of folders were left out."""
    return tr("Left out of folders: {count}", count=sum(found.left_out.values()))


def problems_of_folders(found: DiscoveredFiles) -> Iterator[Problem]:
    """What is to be told after folders were opened; the last matters most. A raw file with its JPEG is one picture, of which
    nothing is left out: the film strip and the line below the picture tell of both."""
    found = replace(found, left_out={reason: count for reason, count in found.left_out.items() if reason != "pair"})
    reasons = exclusion_reasons(found)
    for place in found.empty:
        text = "\n".join(part for part in (display_name(place), reasons) if part)
        yield Problem(tr("There is no picture in this folder"), text, "open")
    if reasons and found.files:
        title = tr("Pictures opened: {count}", count=len(found.files))
        yield Problem(f"{title}  ·  {exclusion_summary(found)}", reasons, good=True)
    for place, reason in found.closed:
        yield Problem(tr("This folder cannot be read"), f"{display_name(place)}: {reason}", "open")
