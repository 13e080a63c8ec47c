"""A file's bytes to a picture: pixels first, then what else the file says, of which nothing can refuse the picture."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from catchlight.core.errors import CatchlightError, ImageTooLarge, UnsupportedImage
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.colour.source_colours import SourceColours
from catchlight.imaging.io import deadline, to_srgb, xmp
from catchlight.imaging.io import exif as exifs
from catchlight.imaging.io.formats import jumbf
from catchlight.imaging.io.formats.raw.kinds import raw_kind
from catchlight.imaging.io.formats.raw.settings import RawSettings
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.profile_name import profile_name
from catchlight.imaging.io.sniff import EXTENSIONS, RAW, sniff
from catchlight.imaging.io.source import PICTURE, DecodedImage, EmbeddedPreview, NotSupported, Unreadable, plane
from catchlight.imaging.picture import Metadata, Picture, Pixels
from catchlight.imaging.record import Record

if TYPE_CHECKING:
    from catchlight.imaging.io.formats.raw.decode import RawFacts

T = TypeVar("T")

_LOG = logging.getLogger(__name__)
_FAMILY = {"image/heic": "image/heif", "image/jpg": "image/jpeg"}


def decode(
    data: bytes,
    limits: DecodeLimits | None = None,
    name: str = "",
    media_type: str | None = None,
    progress: Progress | None = None,
    raw: RawSettings | None = None,
    *,
    draft: bool = False,
) -> Picture:
    """The picture in a file's bytes.

    media_type: what the sender claims; checked against the bytes. progress: only asked whether it is cancelled. raw: how a
    camera's raw file is developed, as shot where not given; draft: a raw file is developed at half its size and enlarged, sooner.
    Raises ImageTooLarge, UnsupportedImage, InvalidRequest for a picture below the least size, and Cancelled.
    """
    limits = limits or DecodeLimits()
    called = name or PICTURE
    limits.check_bytes(len(data), called)
    found = _check_type(data, called, media_type)
    reader = _raw_reader(raw, draft) if found == RAW else _reader(found)

    def work() -> Picture:
        return _picture(reader(data, limits, called), found, name, jumbf.credentials_box(data))

    return run_decoder(work, limits, called, progress)


def embedded_preview(
    data: bytes, limits: DecodeLimits | None = None, longest: int = 2048, progress: Progress | None = None
) -> EmbeddedPreview | None:
    """What can be shown of a file long before it is decoded, upright and at most ``longest`` pixels long: a raw file's embedded
    preview, or a large JPEG read at an eighth to a half of its size. None where there is no such thing, also for damaged files.

    Raises Cancelled, and what the limits raise.
    """
    limits = limits or DecodeLimits()
    limits.check_bytes(len(data), PICTURE)
    kind = raw_kind(data)
    if not kind and sniff(data) != "image/jpeg":
        return None

    def work() -> EmbeddedPreview | None:
        from catchlight.imaging.io.formats.jpeg.preview import read_small
        from catchlight.imaging.io.formats.raw.decode import read_preview

        return read_preview(data, limits, PICTURE, longest) if kind else read_small(data, limits, longest)

    try:
        return run_decoder(work, limits, PICTURE, progress)
    except UnsupportedImage:
        return None  # reading the whole file says what is wrong


def raw_facts(data: bytes) -> RawFacts | None:
    """What a camera's raw file is, and how its camera balanced it; None for every other file, and for damaged ones."""
    if not raw_kind(data):
        return None
    from catchlight.imaging.io.formats.raw.decode import read_facts

    try:
        return run_decoder(lambda: read_facts(data), DecodeLimits(), PICTURE)
    except (UnsupportedImage, ImageTooLarge):
        return None


def run_decoder(work: Callable[[], T], limits: DecodeLimits, called: str, progress: Progress | None = None) -> T:
    """What ``work`` makes of a file, within the time that the limits allow. Raises ImageTooLarge, UnsupportedImage, Cancelled."""
    seconds = deadline.SECONDS + deadline.SECONDS_A_MEGAPIXEL * limits.max_pixels / 1e6
    return deadline.run_with_deadline(lambda: _faults_told(work, called), seconds, called, progress)


def _faults_told(work: Callable[[], T], called: str) -> T:
    """What ``work`` returns; what it raises as an error for people."""
    try:
        return work()
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
    if found == RAW or (found == "image/tiff" and raw_kind(data)):
        return RAW
    if found not in EXTENSIONS:
        if found:
            raise UnsupportedImage(
                Message(
                    "{name} is {kind}; use JPEG, PNG, WebP, TIFF, BMP, HEIC, AVIF or a camera's raw file.",
                    name=called,
                    kind=found,
                )
            )
        raise UnsupportedImage(
            Message(
                "{name} is no picture this program can read; use JPEG, PNG, WebP, TIFF, BMP, HEIC, AVIF or a camera's raw file.",
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


def _raw_reader(settings: RawSettings | None, draft: bool) -> Callable[[bytes, DecodeLimits, str], DecodedImage]:
    from catchlight.imaging.io.formats.raw.decode import read_raw

    return lambda data, limits, called: read_raw(data, limits, called, settings, draft=draft)


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
