"""Which of a queue's papers a page is printed on, with the least margins that it offers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from catchlight.core.messages import Message
from catchlight.kiosk.printing.ipp.encoding import Attribute, Value, ValueTag
from catchlight.kiosk.printing.port import PrinterFault

TOLERANCE = 100
"""Hundredths of a millimetre by which the queue's page may differ from ours: whole points and rounded inches."""
MARGINS = ("media-top-margin", "media-bottom-margin", "media-left-margin", "media-right-margin")


@dataclass(frozen=True)
class QueueMedia:
    """A paper of the queue: sizes in hundredths of a millimetre, margins in the order of ``MARGINS``."""

    width: int
    height: int
    margins: tuple[int, ...] = (0, 0, 0, 0)

    def attribute(self) -> Attribute:
        """As it is asked for with a job (media-col of PWG 5100.7)."""
        size = (_number("x-dimension", self.width), _number("y-dimension", self.height))
        margins = (_number(name, mm) for name, mm in zip(MARGINS, self.margins, strict=True))
        members = (Attribute("media-size", ValueTag.BEGIN_COLLECTION, (size,)), *margins)
        return Attribute("media-col", ValueTag.BEGIN_COLLECTION, (members,))


def choose_media(database: Sequence[Value], page_mm: tuple[float, float]) -> QueueMedia:
    """The queue's paper for a page of this width and height. database: media-col-database.

    Raises PrinterFault where it has none: it would print on another, at another size.
    """
    width, height = (round(side * 100) for side in page_mm)
    fitting = [media for media in map(_read, database) if media is not None and _fits(media, width, height)]
    if fitting:
        return min(
            fitting, key=lambda media: (sum(media.margins), abs(media.width - width) + abs(media.height - height))
        )
    if any(_within_custom_sizes(entry, width, height) for entry in database):
        return QueueMedia(width, height)
    raise PrinterFault(
        Message(
            "The print queue has no paper of {width:.1f} x {height:.1f} mm. Choose the printer's preset and its paper, "
            "or add this size to the queue.",
            width=page_mm[0],
            height=page_mm[1],
        )
    )


def _fits(media: QueueMedia, width: int, height: int) -> bool:
    return abs(media.width - width) <= TOLERANCE and abs(media.height - height) <= TOLERANCE


def _read(entry: Value) -> QueueMedia | None:
    x, y = _sides(entry)
    if not isinstance(x, int) or not isinstance(y, int) or not isinstance(entry, dict):
        return None
    margins = tuple(next((m for m in entry.get(name, []) if isinstance(m, int)), 0) for name in MARGINS)
    return QueueMedia(x, y, margins)


def _within_custom_sizes(entry: Value, width: int, height: int) -> bool:
    sides = _sides(entry)
    wanted = zip(sides, (width, height), strict=True)
    return all(isinstance(side, tuple) and side[0] <= length <= side[1] for side, length in wanted)


def _sides(entry: Value) -> tuple[Value, Value]:
    sizes = entry.get("media-size", []) if isinstance(entry, dict) else []
    size = sizes[0] if sizes else None
    if not isinstance(size, dict):
        return None, None
    x, y = ((size.get(name) or [None])[0] for name in ("x-dimension", "y-dimension"))
    return x, y


def _number(name: str, value: int) -> Attribute:
    return Attribute(name, ValueTag.INTEGER, (value,))
