"""A file's bytes to a picture: pixels first, then what else the file says, of which nothing can refuse the picture."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from catchlight.core.errors import CatchlightError, ImageTooLarge, UnsupportedImage
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.colour.source_colours import SourceColours
from catchlight.imaging.io import deadline, to_srgb, xmp
from catchlight.imaging.io import exif as exifs
from catchlight.imaging.io.formats import jumbf
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.profile_name import profile_name
from catchlight.imaging.io.sniff import EXTENSIONS, raw_name, sniff
from catchlight.imaging.io.source import PICTURE, DecodedImage, NotSupported, Unreadable, plane
from catchlight.imaging.picture import Metadata, Picture, Pixels
from catchlight.imaging.record import Record

_LOG = logging.getLogger(__name__)
_FAMILY = {"image/heic": "image/heif", "image/jpg": "image/jpeg"}


def decode(
    data: bytes,
    limits: DecodeLimits | None = None,
    name: str = "",
    media_type: str | None = None,
    progress: Progress | None = None,
) -> Picture:
    """The picture in a file's bytes.

    media_type: what the sender claims; checked against the bytes. progress: only asked whether it is cancelled. Raises
    ImageTooLarge, UnsupportedImage, InvalidRequest for a picture below the least size, and Cancelled.
    """
    limits = limits or DecodeLimits()
    called = name or PICTURE
    limits.check_bytes(len(data), called)
    found = _check_type(data, called, media_type)
    seconds = deadline.SECONDS + deadline.SECONDS_A_MEGAPIXEL * limits.max_pixels / 1e6
    return deadline.run_with_deadline(lambda: _decode(data, found, limits, name, called), seconds, called, progress)


def _decode(data: bytes, media_type: str, limits: DecodeLimits, name: str, called: str) -> Picture:
    try:
        source = _reader(media_type)(data, limits, called)
        return _picture(source, media_type, name, jumbf.credentials_box(data))
    except (CatchlightError, Cancelled):
        raise
    except MemoryError as fault:
        raise ImageTooLarge(
            Message("{name} needs more memory than there is. Save a smaller copy.", name=called)
        ) from fault
    except NotSupported as fault:
        raise UnsupportedImage(fault.message.with_parameters(name=called)) from fault
    except Unreadable as fault:
        raise UnsupportedImage(
            Message("{name} is damaged or incomplete ({why}). Export it again.", name=called, why=fault.message)
        ) from fault
    except Exception as fault:
        _LOG.info("A decoder raised what was not foreseen.", exc_info=True)
        raise UnsupportedImage(Message("{name} is damaged or incomplete. Export it again.", name=called)) from fault


def _check_type(data: bytes, called: str, claimed: str | None) -> str:
    if not data:
        raise UnsupportedImage(Message("{name} is empty (0 bytes).", name=called))
    found = sniff(data)
    if found not in EXTENSIONS:
        raw = raw_name(data)
        if raw:
            raise UnsupportedImage(
                Message(
                    "{name} is a camera's raw file ({kind}), which is not developed here; "
                    "use JPEG, PNG, WebP, TIFF, BMP, HEIC or AVIF.",
                    name=called,
                    kind=raw,
                )
            )
        if found:
            raise UnsupportedImage(
                Message("{name} is {kind}; use JPEG, PNG, WebP, TIFF, BMP, HEIC or AVIF.", name=called, kind=found)
            )
        raise UnsupportedImage(
            Message(
                "{name} is no picture this program can read; use JPEG, PNG, WebP, TIFF, BMP, HEIC or AVIF.",
                name=called,
            )
        )
    if claimed is not None and _FAMILY.get(claimed, claimed) != _FAMILY.get(found, found):
        raise UnsupportedImage(
            Message(
                "{name} is declared as {claimed} but its bytes are {found}.", name=called, claimed=claimed, found=found
            )
        )
    return found


def _reader(media_type: str) -> Callable[[bytes, DecodeLimits, str], DecodedImage]:
    """The reader of a type; each loads its libraries when it is first asked for."""
    if media_type == "image/jpeg":
        from catchlight.imaging.io.formats.jpeg.decode import read_jpeg

        return read_jpeg
    if media_type == "image/png":
        from catchlight.imaging.io.formats.png.decode import read_png

        return read_png
    if media_type == "image/webp":
        from catchlight.imaging.io.formats.webp import read_webp

        return read_webp
    if media_type == "image/tiff":
        from catchlight.imaging.io.formats.tiff.decode import read_tiff

        return read_tiff
    if media_type == "image/bmp":
        from catchlight.imaging.io.formats.bmp import read_bmp

        return read_bmp
    from catchlight.imaging.io.formats.heif.decode import read_heif

    return lambda data, limits, called: read_heif(data, media_type, limits, called)


def _picture(source: DecodedImage, media_type: str, name: str, credentials: bytes) -> Picture:
    said = exifs.read_exif(source.exif)
    if said.damaged:
        source.notes.append(exifs.NOTE)
    if said.adobe_rgb:
        source.colours = source.colours.named_adobe_rgb()
    converted = to_srgb.convert(source)
    orientation = said.orientation if source.orientation is None else source.orientation
    orientation = orientation if orientation in range(1, 9) else 1
    pixels = turn_upright(_join_alpha(converted.pixels, source.alpha), orientation)
    own = None if converted.own is None else turn_upright(converted.own, orientation)
    record = xmp.record(source.xmp, source.notes) or Record()
    profile = profile_name(source.colours)
    return Picture(
        pixels,
        dpi=_density(source.dpi) or _density(said.dpi),
        metadata=Metadata(
            media_type,
            said.block,
            profile,
            name,
            tuple(dict.fromkeys(source.notes)),
            jumbf.generative_word(credentials, source.xmp),
            bool(credentials),
        ),
        record=record,
        source_colours=None if own is None else SourceColours(converted.profile, own, pixels),
    )


def _join_alpha(colour: Pixels, alpha: Pixels | None) -> Pixels:
    """Colour with alpha, unless alpha is full everywhere, as many programs write it: nothing of such a picture is transparent."""
    if alpha is None or alpha.min() == np.iinfo(alpha.dtype).max:
        return colour
    return plane(np.dstack([colour, alpha]))


def turn_upright(pixels: Pixels, orientation: int) -> Pixels:
    """Exif orientation 1..8 undone, contiguous."""
    turned: Any = pixels
    if orientation in (5, 6, 7, 8):
        turned = np.swapaxes(turned, 0, 1)
    if orientation in (2, 6, 7, 3):
        turned = turned[:, ::-1]
    if orientation in (3, 4, 7, 8):
        turned = turned[::-1]
    result: Pixels = np.ascontiguousarray(turned)
    return result


def _density(stated: tuple[float, float] | None) -> float | None:
    """Dots per inch where the file states one that is believable and square."""
    if stated is None or not all(math.isfinite(value) for value in stated):
        return None
    x, y = stated
    return round(x, 2) if 10 <= x <= 10_000 and abs(x - y) <= 0.02 * x else None
