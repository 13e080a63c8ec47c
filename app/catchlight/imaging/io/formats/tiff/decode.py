"""TIFFs to pixels through tifffile: every layout, sample type and compression that it and imagecodecs know."""

from __future__ import annotations

import io
import logging
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.core.messages import Message, mark
from catchlight.imaging.io.formats.tiff import samples as tiff_values
from catchlight.imaging.io.formats.tiff.pages import TiffPageInfo, choose_page
from catchlight.imaging.io.formats.tiff.segments import decode_segments, measure_missing
from catchlight.imaging.io.ifd import Damaged, IfdEntry, Ifds
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.io.source import (
    PICTURE,
    ColourEncoding,
    DecodedImage,
    Mode,
    NotSupported,
    Unreadable,
    contiguous,
    plane,
)
from catchlight.imaging.picture import Pixels

if TYPE_CHECKING:
    from tifffile import TiffPage

MOST_MISSING = 0.25
"""Share of the picture that may be missing in a file that is opened all the same."""
MOST_BYTES_A_PIXEL = 12
"""Bytes that the most pixels of the limits may take as they are stored: floating-point RGB."""
NOTE_DAMAGED = mark("The file is damaged: {percent} % of the picture are missing and black.")
NOTE_INSIDE = Message("The file is damaged inside; parts of the picture may look wrong.")
NOTE_TAGS = Message("Damaged information beside the pixels was left out.")
NOTE_FLOAT = Message("The file does not say how its floating-point values are meant; they were read as sRGB.")
NOTE_EXTRA = Message("An extra channel that is no transparency was left out.")
_ICC, _XMP, _X_RESOLUTION, _Y_RESOLUTION, _UNIT, _ORIENTATION = 34675, 700, 282, 283, 296, 274
_BITS, _COMPRESSION, _PHOTOMETRIC, _SAMPLES = 258, 259, 262, 277
_PLANAR, _SAMPLE_FORMAT, _FLOAT = 284, 339, 3
_WHITE_IS_ZERO, _BLACK_IS_ZERO, _RGB, _PALETTE, _CMYK, _YCBCR, _CIELAB, _ICCLAB = 0, 1, 2, 3, 5, 6, 8, 9
_CHANNELS = {_WHITE_IS_ZERO: 1, _BLACK_IS_ZERO: 1, _RGB: 3, _PALETTE: 1, _CMYK: 4, _YCBCR: 3, _CIELAB: 3, _ICCLAB: 3}
_MODES: dict[int, Mode] = {1: "grey", 3: "rgb", 4: "cmyk"}
_JPEG = 7
_JPEGS = (6, _JPEG)
_ASSOCIATED, _UNASSOCIATED = 1, 2
_INK_SET, _CMYK_INKS, _SUBSAMPLING = 332, 1, 530


def read_tiff(data: bytes, limits: DecodeLimits, called: str) -> DecodedImage:
    """Raises ImageTooLarge, InvalidRequest, Unreadable, NotSupported."""
    try:
        ifds = Ifds(data)
    except Damaged as fault:
        raise Unreadable(Message("it has no readable page")) from fault
    page, count = choose_page(ifds)
    limits.check_size(page.width, page.height, called)
    notes: list[str] = []
    if count > 1:
        notes.append(Message("Only the first of {count} frames or pages was opened.", count=count))
    entries = page.directory.entries
    _check_fields(ifds, page)
    source = _read_page(data, ifds, page, limits, notes)
    if page.directory.broken or not page.directory.ordered:
        notes.append(NOTE_TAGS)
    source.orientation = ifds.whole(entries, _ORIENTATION, 1)
    source.dpi = _density(ifds, entries)
    source.exif = data
    source.xmp = ifds.raw(entries[_XMP]) if _XMP in entries else b""
    source.colours = ColourEncoding(icc=ifds.raw(entries[_ICC]) if _ICC in entries else b"")
    if _ICC not in entries and ifds.whole(entries, _SAMPLE_FORMAT, 1) == _FLOAT:
        notes.append(NOTE_FLOAT)
    return source


def _check_fields(ifds: Ifds, page: TiffPageInfo) -> None:
    """Raise Unreadable where a field is lost without which the samples would be taken for others."""
    entries = page.directory.entries
    meaning, packing = ifds.whole(entries, _PHOTOMETRIC, -1), ifds.whole(entries, _COMPRESSION, 1)
    grey = meaning in (_WHITE_IS_ZERO, _BLACK_IS_ZERO)
    lost = meaning < 0 or (_BITS not in entries and not grey) or (page.sizes is None and packing != 1)
    lost = lost or (_SAMPLES not in entries and _CHANNELS.get(meaning, 1) > 1)
    if lost or ifds.whole(entries, _PLANAR, 1) not in (1, 2):
        raise Unreadable(Message("its tags contradict each other"))


def _density(ifds: Ifds, entries: dict[int, IfdEntry]) -> tuple[float, float] | None:
    stated = [ifds.numbers(entries.get(tag), 1) for tag in (_X_RESOLUTION, _Y_RESOLUTION)]
    scale = {2: 1.0, 3: 2.54}.get(ifds.whole(entries, _UNIT, 2))
    return (stated[0][0] * scale, stated[1][0] * scale) if all(stated) and scale else None


def _read_page(data: bytes, ifds: Ifds, page: TiffPageInfo, limits: DecodeLimits, notes: list[str]) -> DecodedImage:
    import tifffile

    logging.getLogger("tifffile").setLevel(logging.CRITICAL + 1)  # what it logs is said in the notes
    with np.errstate(all="ignore"), tifffile.TiffFile(io.BytesIO(data)) as file:
        file.filehandle.seek(page.directory.offset)
        found = tifffile.TiffPage(file, index=0)
        kind = int(found.photometric) if found.photometric is not None else -1
        bits = found.bitspersample if isinstance(found.bitspersample, int) else max(found.bitspersample)
        _check_kind(found, kind, page)
        if found.nbytes > MOST_BYTES_A_PIXEL * limits.max_pixels:
            raise NotSupported(
                Message(
                    "{name} takes {size:.1f} GB when it is decoded; save a smaller copy with 16 bit.",
                    name=PICTURE,
                    size=found.nbytes / 1e9,
                )
            )
        samples = _read_samples(data, ifds, page, found, notes)
        extra = [int(entry) for entry in found.extrasamples]
        colormap = found.colormap if kind == _PALETTE else None
        white, jpeg = kind == _WHITE_IS_ZERO, int(found.compression) in _JPEGS
    if colormap is not None:
        samples = _apply_palette(samples, colormap)
        bits = 8 if samples.dtype == np.uint8 else 16
    stored = contiguous(tiff_values.to_unsigned(samples, bits, notes))
    stored = np.invert(stored) if white else stored
    if kind == _YCBCR and not jpeg:
        stored = tiff_values.from_ycbcr(stored)
    return _split_channels(stored, 3 if kind == _PALETTE else _CHANNELS[kind], extra, kind, notes)


def _check_kind(found: TiffPage, kind: int, page: TiffPageInfo) -> None:
    """Raise NotSupported for what tifffile would read as something else."""
    if kind not in _CHANNELS:
        raise NotSupported(
            Message(
                "{name} stores its colours in a way that is not read (photometric {kind}); save it as RGB.",
                name=PICTURE,
                kind=kind,
            )
        )
    if kind == _CMYK and int(found.tags.valueof(_INK_SET, _CMYK_INKS)) != _CMYK_INKS:
        raise NotSupported(Message("{name} has inks other than CMYK; save it as RGB.", name=PICTURE))
    compression = int(found.compression)
    if kind == _YCBCR and compression not in _JPEGS and tuple(found.tags.valueof(_SUBSAMPLING, (2, 2))) != (1, 1):
        raise NotSupported(Message("{name} stores YCbCr with fewer colours than pixels; save it as RGB.", name=PICTURE))
    if found.imagewidth != page.width or found.imagelength != page.height or found.imagedepth != 1:
        raise Unreadable(Message("its tags contradict each other"))
    if len(found.shape) > 3:
        raise NotSupported(Message("{name} has more than one picture in a page; save it as RGB.", name=PICTURE))


def _read_samples(data: bytes, ifds: Ifds, page: TiffPageInfo, found: TiffPage, notes: list[str]) -> Any:
    """HxW or HxWxS as stored. What is missing is filled with zeros where that is not too much."""
    lacking = measure_missing(data, ifds, page, found)
    if lacking > MOST_MISSING:
        raise Unreadable(Message("more than a quarter of it is missing"))
    samples = None
    if not lacking:
        try:
            samples = found.asarray()
        except Exception as fault:  # noqa: BLE001  the codecs raise errors of their own, one class each
            _refuse_compression(found, fault)
    if samples is not None and int(found.compression) == _JPEG and _is_jpeg_damaged(data, found):
        notes.append(NOTE_INSIDE)
    if samples is None:
        samples, lost = decode_segments(data, found)
        share = max(lost, lacking)
        if share > MOST_MISSING:
            raise Unreadable(Message("more than a quarter of it is missing"))
        notes.append(Message(NOTE_DAMAGED, percent=max(1, round(100 * share))))
    if samples.ndim == 3 and int(found.planarconfig) == 2 and samples.shape[0] == found.samplesperpixel:
        samples = np.moveaxis(samples, 0, -1)
    return samples


def _is_jpeg_damaged(data: bytes, found: TiffPage) -> bool:
    """Whether libjpeg warns of a strip or tile; imagecodecs does not pass its warnings on."""
    import simplejpeg

    tables = found.jpegtables[:-2] if found.jpegtables else b"\xff\xd8"
    for begin, size in zip(found.dataoffsets, found.databytecounts, strict=False):
        if not size:
            continue
        try:
            simplejpeg.decode_jpeg(tables + data[begin + 2 : begin + size], "GRAY")
        except ValueError:
            return True
    return False


def _refuse_compression(found: TiffPage, fault: Exception) -> None:
    said = str(fault)
    if "requires" in said or "not supported" in said or isinstance(fault, (NotImplementedError, KeyError)):
        name = getattr(found.compression, "name", str(found.compression))
        raise NotSupported(
            Message(
                "{name} is compressed in a way that is not read ({kind}); save it with LZW or Deflate.",
                name=PICTURE,
                kind=name,
            )
        ) from fault


def _apply_palette(indices: Any, colormap: Any) -> Pixels:
    """Colours of indices: the map has 16 bit, of which many programs fill only the upper or only the lower eight."""
    table = np.asarray(colormap, np.uint16)
    if table.max() < 256:
        table = table * np.uint16(257)
    table = np.ascontiguousarray(table.T)
    eight = bool(((table & 0xFF) == 0).all() or (table % 257 == 0).all())
    indices = np.minimum(indices, len(table) - 1)
    return plane((table >> 8).astype(np.uint8)[indices] if eight else table[indices])


def _split_channels(stored: Pixels, channels: int, extra: list[int], kind: int, notes: list[str]) -> DecodedImage:
    """Colour and alpha apart, alpha straight, Lab in the encoding of Little CMS."""
    if stored.shape[2] < channels:
        raise Unreadable(Message("its tags contradict each other"))
    colour = contiguous(stored[..., :channels])
    alpha: Pixels | None = None
    for place, meaning in enumerate(extra[: stored.shape[2] - channels]):
        if meaning in (_ASSOCIATED, _UNASSOCIATED) and alpha is None:
            alpha = plane(stored[..., channels + place])
            colour = tiff_values.unpremultiply(colour, alpha) if meaning == _ASSOCIATED else colour
        else:
            notes.append(NOTE_EXTRA)
    if kind in (_CIELAB, _ICCLAB):
        encoded = tiff_values.cielab_to_icc(colour) if kind == _CIELAB else tiff_values.icclab_to_icc(colour)
        return DecodedImage(encoded, "lab", alpha, notes=notes)
    return DecodedImage(colour, _MODES[channels], alpha, notes=notes)
