"""What printers say of themselves in IPP's keywords, in the words of the port (RFC 8011, 5.4.12; PWG 5100.9)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from catchlight.kiosk.printing.ipp.encoding import Value, Values
from catchlight.kiosk.printing.port import JobStatus, PrinterReason

JOB_STATES: dict[int, JobStatus] = {
    3: "waiting",
    4: "held",
    5: "printing",
    6: "held",
    7: "cancelled",
    8: "failed",
    9: "done",
}
"""RFC 8011, 5.3.7."""
ENDED: dict[str, JobStatus] = {"done": "done", "failed": "failed", "cancelled": "cancelled"}
"""Of these a job changes no more."""
WORST_FIRST: tuple[PrinterReason, ...] = (
    "offline",
    "cover_open",
    "paper_jam",
    "paper_empty",
    "ribbon_empty",
    "paused",
    "other",
    "paper_low",
    "ribbon_low",
)
NOT_BLOCKING: frozenset[PrinterReason] = frozenset({"paper_low", "ribbon_low"})
"""What is told while printing goes on."""
MEANINGS: dict[str, PrinterReason] = {
    "media-empty": "paper_empty",
    "media-needed": "paper_empty",
    "input-tray-missing": "paper_empty",
    "media-low": "paper_low",
    "media-jam": "paper_jam",
    "media-path-media-jam": "paper_jam",
    "marker-supply-empty": "ribbon_empty",
    "marker-supply-missing": "ribbon_empty",
    "marker-ribbon-empty": "ribbon_empty",
    "toner-empty": "ribbon_empty",
    "marker-supply-low": "ribbon_low",
    "marker-ribbon-low": "ribbon_low",
    "toner-low": "ribbon_low",
    "cover-open": "cover_open",
    "door-open": "cover_open",
    "interlock-open": "cover_open",
    "connecting-to-device": "offline",
    "timed-out": "offline",
    "offline": "offline",
    "shutdown": "offline",
    "power-down": "offline",
    "paused": "paused",
    "moving-to-paused": "paused",
}
_SEVERITY = re.compile(r"-(error|warning|report)$")
_PRINTS_LEFT = re.compile(r"(\d+) (?:native )?prints? remaining")
"""The dye-sublimation backends of Gutenprint: "'187 native prints remaining on 4x6 media'" in marker-message."""
_TRAY_SHEETS = re.compile(r"(?:^|;)level=(\d+)(?:;|$)")
"""printer-input-tray of PWG 5100.13, in sheets; -2 and -3 stand for unknown."""
LOW_LEVEL = 10
"""Per cent, where the printer gives no marker-low-levels of its own."""


def words(values: Iterable[Value]) -> list[str]:
    """Those of the values that are text."""
    return [value for value in values if isinstance(value, str)]


def numbers(values: Iterable[Value]) -> list[int]:
    """Those of the values that are numbers."""
    return [value for value in values if isinstance(value, int) and not isinstance(value, bool)]


def read_reasons(keywords: Iterable[str]) -> list[PrinterReason]:
    """Worst first. A keyword that is not known counts as ``other`` where it is an error, else not at all.

    Without a severity a keyword is an error (RFC 8011, 5.4.12); those of CUPS ("cups-waiting-for-job-completed") tell of its
    own work and are none.
    """
    found: set[PrinterReason] = set()
    for keyword in keywords:
        severity = _SEVERITY.search(keyword)
        plain = keyword[: severity.start()] if severity else keyword
        if plain in MEANINGS:
            found.add(MEANINGS[plain])
        elif plain != "none" and not plain.startswith("cups-") and (severity is None or severity.group(1) == "error"):
            found.add("other")
    return in_order(found)


def in_order(reasons: Iterable[PrinterReason]) -> list[PrinterReason]:
    """Each once, worst first."""
    return sorted(set(reasons), key=WORST_FIRST.index)


def blocking(reasons: Iterable[PrinterReason]) -> list[PrinterReason]:
    """Those that keep a sheet from being printed."""
    return [reason for reason in reasons if reason not in NOT_BLOCKING]


def supply_reasons(attributes: Values) -> list[PrinterReason]:
    """What the levels of ribbons (marker-levels, per cent) say; levels that the printer does not know say nothing."""
    levels = numbers(attributes.get("marker-levels", []))
    low = numbers(attributes.get("marker-low-levels", []))
    kinds = words(attributes.get("marker-types", []))
    found: set[PrinterReason] = set()
    for place, level in enumerate(levels):
        if level < 0 or (place < len(kinds) and kinds[place].lower().startswith("waste")):
            continue
        limit = low[place] if place < len(low) and low[place] >= 0 else LOW_LEVEL
        if level <= limit:
            found.add("ribbon_empty" if level == 0 else "ribbon_low")
    return in_order(found)


def supply_levels(attributes: Values) -> Mapping[str, int]:
    """Per cent of each supply (marker-levels) by its name (marker-names), or by its place where it has none; those that the
    printer does not know (below 0, PWG 5100.9) are left out."""
    names = words(attributes.get("marker-names", []))
    found: dict[str, int] = {}
    for place, level in enumerate(numbers(attributes.get("marker-levels", []))):
        if 0 <= level <= 100:
            found[names[place] if place < len(names) and names[place] else str(place + 1)] = level
    return found


def prints_left(attributes: Values) -> int | None:
    """Sheets until paper or ribbon is empty: by the driver's message, and by the trays that tell; None where nobody does."""
    told = [
        int(match) for message in words(attributes.get("marker-message", [])) for match in _PRINTS_LEFT.findall(message)
    ]
    trays = attributes.get("printer-input-tray", [])
    sheets = [int(level) for tray in trays for level in _TRAY_SHEETS.findall(_text(tray))]
    if sheets:
        told.append(sum(sheets))
    return min(told, default=None)


def job_status(attributes: Values) -> JobStatus:
    """Of a job by its attributes; one that came to its end with errors has failed."""
    status = JOB_STATES.get(first_number(attributes.get("job-state", [])) or 0, "failed")
    if status == "done" and "job-completed-with-errors" in words(attributes.get("job-state-reasons", [])):
        return "failed"
    return status


def _text(value: Value) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value if isinstance(value, str) else ""


def first_word(values: Sequence[Value]) -> str:
    """The first text, or ""."""
    return next(iter(words(values)), "")


def first_number(values: Sequence[Value]) -> int | None:
    """The first number, or None."""
    return next(iter(numbers(values)), None)
