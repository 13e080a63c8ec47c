"""Pictures wherever they lie: in files of their own, inside other files, in databases, in PDFs, written out as text."""

from __future__ import annotations

import base64
import binascii
import contextlib
import io
import mmap
import re
import sqlite3
import warnings
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from catchlight.kiosk.wipe.pdf_images import pdf_images
from catchlight.kiosk.wipe.removal import SQLITE

Pixels8 = NDArray[np.uint8]
_STARTS = re.compile(
    rb"\xff\xd8\xff[\xc0-\xcf\xdb\xe0-\xef\xfe]|\x89PNG\r\n\x1a\n|RIFF....WEBPVP8|....ftyp(?:avif|heic|heix|mif1|msf1)"
    rb"|GIF8[79]a|\x00\x00\x00\x0cJXL |\x00\x00\x00\x0cjP  ",
    re.DOTALL,
)
"""How pictures begin wherever they are embedded."""
_AT_START = re.compile(rb"II\*\x00|MM\x00\*|BM|\xff\x0a|P[56]\s")
"""How further ones begin that are only looked for at the start of a file: these few bytes stand everywhere."""
_BASE64 = re.compile(rb"(?:/9j/|iVBORw0KGgo|UklGR)[A-Za-z0-9+/=\r\n]{400,}")
_LONGEST_SIDE = 1024
"""Pixels to which a picture is read at least; JPEGs are not decoded larger than double."""
_MOST_PIXELS = 200_000_000
_INSIDE = 6
"""Beginnings of other pictures that one may hold: thumbnail and previews of its camera. What follows it is not copied for it."""


@dataclass(frozen=True)
class CarvedPicture:
    """A picture that was found. place: where inside the file: an offset, a table, an object; "" for the file itself."""

    place: str
    pixels: Pixels8


def pictures_in(file: Path) -> Iterator[CarvedPicture]:
    """Every picture in a file, also those inside pictures (thumbnails), databases, PDFs and text. Raises OSError."""
    if file.stat().st_size == 0:
        return
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[: len(SQLITE)] == SQLITE:
            yield from _of_database(file)
        yield from pictures_in_bytes(data)


def pictures_in_bytes(data: mmap.mmap | bytes) -> Iterator[CarvedPicture]:
    """The same for bytes, a database's tables excepted."""
    whole = _AT_START.match(data)
    starts = sorted({found.start() for found in _STARTS.finditer(data)} | ({0} if whole else set()))
    for start, end in zip(starts, [*starts[_INSIDE:], *[None] * _INSIDE], strict=False):
        pixels = decode(data[start:end])
        if pixels is not None:
            yield CarvedPicture("" if start == 0 else f"byte {start}", pixels)
    if b"%PDF-" in data[:1024]:
        for name, image in pdf_images(bytes(data)):
            pixels = image if isinstance(image, np.ndarray) else decode(image)
            if pixels is not None:
                yield CarvedPicture(name, pixels)
    for found in _BASE64.finditer(data):
        text = found.group().translate(None, b"\r\n=")
        with contextlib.suppress(binascii.Error):
            pixels = decode(base64.b64decode(text[: len(text) // 4 * 4]))
            if pixels is not None:
                yield CarvedPicture(f"text at byte {found.start()}", pixels)


def decode(data: bytes) -> Pixels8 | None:
    """Pixels, HxW or HxWx3, of an encoded picture with anything behind it, be it cut short; None where it is none.

    Of large JPEGs fewer, which is faster.
    """
    from PIL import Image, ImageFile

    with warnings.catch_warnings(), _cut_short_allowed(ImageFile):
        warnings.simplefilter("ignore")  # of bytes that only look like a picture
        try:
            with Image.open(io.BytesIO(data)) as image:
                if image.width * image.height > _MOST_PIXELS:
                    return None
                image.draft("RGB", (_LONGEST_SIDE, _LONGEST_SIDE))
                return np.asarray(image.convert("RGB"), np.uint8)
        except Exception:  # noqa: BLE001 - border: decoders of hostile bytes raise whatever they like
            return _decode_else(data)


def _decode_else(data: bytes) -> Pixels8 | None:
    """Types that only the program's own decoders know."""
    if not re.match(rb"\xff\x0a|\x00\x00\x00\x0cJXL |....ftyp", data, re.DOTALL):
        return None
    from catchlight.core.errors import CatchlightError
    from catchlight.imaging.io import codec

    try:
        return np.asarray(codec.decode(data).pixels[..., :3], np.uint8)
    except CatchlightError:
        return None


@contextlib.contextmanager
def _cut_short_allowed(files: Any) -> Iterator[None]:
    """What a crash cut short shows a person all the same."""
    before, files.LOAD_TRUNCATED_IMAGES = files.LOAD_TRUNCATED_IMAGES, True
    try:
        yield
    finally:
        files.LOAD_TRUNCATED_IMAGES = before


def _of_database(file: Path) -> Iterator[CarvedPicture]:
    """Blobs and texts of every table; longer ones do not lie in one piece in the file."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as database:
            database.text_factory = bytes
            names = [
                name.decode() for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            ]
            for name in names:
                quoted = name.replace('"', '""')
                for row in database.execute(f'SELECT * FROM "{quoted}"'):  # nosec B608 # a quoted name; none can be bound
                    for value in row:
                        if isinstance(value, bytes) and len(value) > 64:
                            for found in pictures_in_bytes(value):
                                yield CarvedPicture(f"table {name}", found.pixels)
    except sqlite3.Error:
        return  # no database, or one that is locked by its owner: its bytes are searched all the same
