"""What is seen while the pointer passes over cards: small renderings, kept in memory and on disk, so that each is made once."""

from __future__ import annotations

import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QTransform

from catchlight.gui.canvas import qt_images
from catchlight.gui.canvas.qt_images import pixels_of, wrap
from catchlight.gui.cards.card_cache import CardCache
from catchlight.imaging.picture import ByteImage

REMEMBERED = 48
"""So many are kept in memory, about 1 MB each."""
_QUALITY = 90
log = logging.getLogger(__name__)


@dataclass(frozen=True, eq=False)
class HoverPreview:
    """pixels: HxWx3 or HxWx4; placed: pixels of the source to those of the whole result, whose size is width x height.
    tightened: height of the frame by what was asked for. notes: what limits the result; strength: how far it went, 0..1.
    """

    pixels: ByteImage
    width: int
    height: int
    placed: QTransform
    tightened: float = 1.0
    notes: tuple[str, ...] = ()
    strength: float = 1.0


class HoverPreviewCache:
    """Glances by name. Safe for several threads."""

    def __init__(self, stock: CardCache) -> None:
        self._stock = stock
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, HoverPreview] = OrderedDict()

    def get(self, name: str, make: Callable[[], HoverPreview]) -> HoverPreview:
        """The one of that name: from memory, else from disk, else made and kept on both."""
        with self._lock:
            found = self._kept.get(name)
        if found is None:
            found = self._read(name)
        if found is None:
            found = make()
            self._stock.store(name, encode_preview(found))
        with self._lock:
            self._kept[name] = found
            self._kept.move_to_end(name)
            while len(self._kept) > REMEMBERED:
                self._kept.popitem(last=False)
        return found

    def _read(self, name: str) -> HoverPreview | None:
        data = self._stock.recall(name)
        if data is None:
            return None
        try:
            return decode_preview(data)
        except ValueError as fault:
            log.warning("A kept preview is damaged and made again: %s", fault)
            return None


def encode_preview(hover_preview: HoverPreview) -> bytes:
    """As bytes: one line of JSON, then the picture, lossless where it is transparent."""
    image, matrix = wrap(hover_preview.pixels), hover_preview.placed
    has_alpha = hover_preview.pixels.shape[2] == 4
    facts = {
        "size": [hover_preview.width, hover_preview.height],
        "placed": [matrix.m11(), matrix.m12(), matrix.m21(), matrix.m22(), matrix.dx(), matrix.dy()],
        "tightened": hover_preview.tightened,
        "notes": hover_preview.notes,
        "strength": hover_preview.strength,
    }
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    buffer.write(json.dumps(facts).encode() + b"\n")
    image.save(buffer, "PNG" if has_alpha else "JPEG", -1 if has_alpha else _QUALITY)  # type: ignore[call-overload]
    return bytes(buffer.data().data())


def decode_preview(data: bytes) -> HoverPreview:
    """Raises ValueError for bytes that ``encode_preview`` has not given."""
    head, _, picture = data.partition(b"\n")
    image = qt_images.decode_image(picture)
    if image.isNull():
        raise ValueError("no picture")
    try:
        facts = json.loads(head)
        (width, height), placed = facts["size"], QTransform(*facts["placed"])
        notes = tuple(str(note) for note in facts["notes"])
        size = int(width), int(height)
        return HoverPreview(pixels_of(image), *size, placed, float(facts["tightened"]), notes, float(facts["strength"]))
    except (KeyError, TypeError) as fault:
        raise ValueError(f"incomplete: {fault}") from fault
