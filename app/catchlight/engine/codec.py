"""Files in, pictures out, and back: the only module that knows image formats.

Reading applies orientation, converts the embedded profile to sRGB, keeps 16 bit and an alpha that hides something, and refuses
by the declared size before a pixel is decoded. Writing embeds sRGB, density and the edit record.
"""

from __future__ import annotations

import io
import struct
import zlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.engine import colour, deep, jpeg, png, xmp
from catchlight.engine.errors import ImageTooLarge, InvalidRequest, UnsupportedImage
from catchlight.engine.picture import Metadata, Picture, Pixels
from catchlight.engine.record import Record

if TYPE_CHECKING:
    from PIL.Image import Image

EXTENSIONS = {
    "image/jpeg": ".jpg",
    "image/png": ".png",
    "image/webp": ".webp",
    "image/tiff": ".tif",
    "image/bmp": ".bmp",
    "image/heic": ".heic",
    "image/heif": ".heif",
    "image/avif": ".avif",
}
"""Readable types and the suffix each is written with."""
WRITABLE = ("image/jpeg", "image/png", "image/webp", "image/tiff", "image/avif")

_HEIF_BRANDS = {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"}
_FAULTS = (OSError, SyntaxError, ValueError, EOFError, LookupError, ArithmeticError, struct.error, zlib.error)
"""What decoders raise on damaged bytes."""
_JPEG_END = b"\xff\xd9"
_GPS, _ORIENTATION, _XMP_TAG = 0x8825, 0x0112, 700
_X_RESOLUTION, _Y_RESOLUTION, _RESOLUTION_UNIT, _INCH = 0x011A, 0x011B, 0x0128, 2


@dataclass(frozen=True)
class Limits:
    """What is accepted: bytes of the file, pixels, and the shortest side in pixels."""

    max_bytes: int = 40_000_000
    max_pixels: int = 100_000_000
    min_side: int = 64


def sniff(data: bytes) -> str | None:
    """Media type by the first bytes; None when it is no picture we know. GIF is known, but not readable."""
    head = data[:32]
    if head.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "image/webp"
    if head[:4] in (b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+"):
        return "image/tiff"
    if head.startswith(b"BM"):
        return "image/bmp"
    if head.startswith(b"GIF8"):
        return "image/gif"
    if head[4:8] == b"ftyp":
        brand = head[8:12]
        if brand in (b"avif", b"avis"):
            return "image/avif"
        if brand in _HEIF_BRANDS:
            return "image/heic"
        if brand in (b"mif1", b"msf1", b"heif"):
            return "image/avif" if b"avif" in data[16:64] else "image/heif"
    return None


def decode(data: bytes, limits: Limits | None = None, name: str = "", media_type: str | None = None) -> Picture:
    """The picture in a file's bytes.

    media_type: what the sender claims; checked against the bytes. Raises ImageTooLarge, UnsupportedImage, and
    InvalidRequest for a picture below the least size.
    """
    limits = limits or Limits()
    called = name or "the picture"
    if len(data) > limits.max_bytes:
        raise ImageTooLarge(f"{called} has {len(data) / 1e6:.1f} MB; the limit is {limits.max_bytes / 1e6:.0f} MB.")
    found = _checked_type(data, called, media_type)
    try:
        image = _opened(data)
        _check_size(image.size, limits, called)
        return _picture(image, data, found, name)
    except _FAULTS as fault:
        raise UnsupportedImage(f"{called} is damaged or incomplete{_reason(fault)}. Export it again.") from fault


def encode(picture: Picture, media_type: str, quality: int = 95, chroma: str = "4:4:4", metadata: bool = True) -> bytes:
    """The file of a picture: sRGB profile, density, Exif without location, edit record as XMP.

    quality: 1..100 for the lossy types. chroma: ``4:4:4``, ``4:2:2`` or ``4:2:0`` (JPEG, AVIF). metadata False leaves Exif and
    record out. 16 bit stays in PNG and TIFF; alpha is laid on white where the type has none (JPEG).
    """
    if media_type not in WRITABLE:
        raise InvalidRequest(f"Cannot write {media_type}; choose one of {', '.join(WRITABLE)}.")
    packet = xmp.packet(picture.record) if metadata else b""
    exif = picture.metadata.exif if metadata else b""
    if media_type == "image/png":
        return png.encode(picture.pixels, picture.dpi, colour.srgb_profile(), exif, packet)
    if media_type == "image/tiff":
        return deep.encode_tiff(picture.pixels, picture.dpi, colour.srgb_profile(), packet)
    return _encode_8bit(picture, media_type, quality, chroma, exif, packet)


def _reason(fault: Exception) -> str:
    """What the decoder said, where it is fit for a person."""
    said = str(fault)
    return f" ({said})" if said and "<" not in said and len(said) < 100 else ""


def result_type(source: Picture, result: Picture, wanted: str | None) -> str:
    """Media type a result is delivered in: the wish (``png``, ``jpeg``, ``webp``), PNG for alpha, else the source's type."""
    if wanted is not None:
        return f"image/{wanted}"
    if result.has_alpha:
        return "image/png"
    return source.metadata.media_type if source.metadata.media_type in WRITABLE else "image/png"


def _checked_type(data: bytes, called: str, claimed: str | None) -> str:
    if not data:
        raise UnsupportedImage(f"{called} is empty (0 bytes).")
    found = sniff(data)
    if found not in EXTENSIONS:
        what = "is no picture this program can read" if found is None else f"is {found}"
        raise UnsupportedImage(f"{called} {what}; use JPEG, PNG, WebP, TIFF, BMP, HEIC or AVIF.")
    family = {"image/heic": "image/heif", "image/jpg": "image/jpeg"}
    if claimed is not None and family.get(claimed, claimed) != family.get(found, found):
        raise UnsupportedImage(f"{called} is declared as {claimed} but its bytes are {found}.")
    return found


def _opened(data: bytes) -> Image:
    """The file with its header read and nothing decoded. Pillow's own bomb guard gives way to ours."""
    import PIL.Image

    PIL.Image.MAX_IMAGE_PIXELS = None
    if sniff(data) in ("image/heic", "image/heif"):
        import pillow_heif

        pillow_heif.register_heif_opener()
    return PIL.Image.open(io.BytesIO(data))


def _check_size(size: tuple[int, int], limits: Limits, called: str) -> None:
    width, height = size
    if width * height > limits.max_pixels:
        raise ImageTooLarge(
            f"{called} has {width} x {height} pixels ({width * height / 1e6:.0f} megapixels); "
            f"the limit is {limits.max_pixels / 1e6:.0f}. Save a smaller copy."
        )
    if min(width, height) < limits.min_side:
        raise InvalidRequest(
            f"{called} has only {width} x {height} pixels; the shorter side must have at least {limits.min_side}."
        )


def _picture(image: Image, data: bytes, media_type: str, name: str) -> Picture:
    notes = []
    if getattr(image, "n_frames", 1) > 1:
        notes.append(f"Only the first of {image.n_frames} frames or pages was opened.")  # type: ignore[attr-defined]
    info = dict(image.info)
    exif = image.getexif()
    orientation = int(exif.get(_ORIENTATION, 1) or 1) if media_type not in ("image/heic", "image/heif") else 1
    if orientation not in range(1, 9):
        orientation = 1
    pixels, converted = _pixels(image, data, media_type)
    notes.extend(converted)
    return Picture(
        _upright(_without_idle_alpha(pixels), orientation),
        dpi=_density(info.get("dpi")) or _density((exif.get(_X_RESOLUTION), exif.get(_Y_RESOLUTION))),
        metadata=Metadata(media_type, _clean(exif), colour.profile_name(info.get("icc_profile")), name, tuple(notes)),
        record=_record(image, info),
    )


def _pixels(image: Image, data: bytes, media_type: str) -> tuple[Pixels, list[str]]:
    """sRGB pixels, 8 or 16 bit, as they are stored, with notes on what had to be changed."""
    profile = image.info.get("icc_profile")
    sixteen = deep.decode(image, data, media_type)
    if sixteen is not None:
        return colour.to_srgb16(sixteen, profile)
    if media_type == "image/jpeg" and image.mode == "RGB" and colour.is_srgb(profile) and data.endswith(_JPEG_END):
        plain = jpeg.decode(data)
        if plain is not None and plain.shape[:2] == image.size[::-1]:
            return plain, []
    return colour.to_srgb8(image)


def _without_idle_alpha(pixels: Pixels) -> Pixels:
    """Pixels without an alpha that is full everywhere, as many programs write it: nothing of such a picture is transparent."""
    if pixels.shape[2] < 4 or pixels[..., 3].min() < np.iinfo(pixels.dtype).max:
        return pixels
    colours: Any = np.ascontiguousarray(pixels[..., :3])
    seen: Pixels = colours
    return seen


def _upright(pixels: Pixels, orientation: int) -> Pixels:
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


def _density(stated: Any) -> float | None:
    """Dots per inch where the file states one that is believable and square."""
    try:
        x, y = (float(value) for value in stated)
    except (TypeError, ValueError):
        return None
    return round(x, 2) if 10 <= x <= 10_000 and abs(x - y) <= 0.02 * x else None


def _clean(exif: Any) -> bytes:
    """Exif without location and orientation; the thumbnail is never carried over."""
    for tag in (_GPS, _ORIENTATION):
        if tag in exif:
            del exif[tag]
    try:
        return bytes(exif.tobytes()) if len(exif) else b""
    except (*_FAULTS, TypeError):
        return b""


def _record(image: Image, info: dict[Any, Any]) -> Record:
    raw = info.get("xmp") or info.get("XML:com.adobe.xmp") or getattr(image, "tag_v2", {}).get(_XMP_TAG) or b""
    if isinstance(raw, str):
        raw = raw.encode("utf-8", "replace")
    return xmp.record(raw) or Record()


def _with_density(exif: bytes, dpi: float | None) -> bytes:
    """Exif that states the density, for types that have no place of their own for it."""
    import PIL.Image

    if dpi is None:
        return exif
    stated = PIL.Image.Exif()
    stated.load(exif)
    stated[_X_RESOLUTION] = stated[_Y_RESOLUTION] = dpi
    stated[_RESOLUTION_UNIT] = _INCH
    return bytes(stated.tobytes())


def _encode_8bit(picture: Picture, media_type: str, quality: int, chroma: str, exif: bytes, packet: bytes) -> bytes:
    import PIL.Image
    import PIL.ImageFile

    if media_type == "image/jpeg":
        pixels = picture.rgb8
    elif picture.depth == 16:
        pixels = (picture.pixels >> 8).astype(np.uint8)
    else:
        pixels = np.asarray(picture.pixels, np.uint8)
    options: dict[str, Any] = {"icc_profile": colour.srgb_profile()}
    if picture.dpi is not None:
        options["dpi"] = (picture.dpi, picture.dpi)
    if media_type in ("image/webp", "image/avif"):
        exif = _with_density(exif, picture.dpi)
    if exif:
        options["exif"] = exif
    if packet:
        options["xmp"] = packet
    if media_type == "image/jpeg":
        options |= {"quality": quality, "subsampling": chroma, "optimize": True}
        if pixels.shape[0] * pixels.shape[1] >= jpeg.STRIPED_PIXELS:
            options["restart_marker_rows"] = 1
        # Optimising needs the whole file in one block; Pillow's guess is too small for noisy pictures in 4:4:4.
        PIL.ImageFile.MAXBLOCK = max(PIL.ImageFile.MAXBLOCK, 2 * pixels.size)
    elif media_type == "image/avif":
        options |= {"quality": quality, "subsampling": chroma}
    elif media_type == "image/webp":
        options |= {"quality": quality, "method": 4, "exact": True}
    out = io.BytesIO()
    PIL.Image.fromarray(pixels).save(out, media_type.removeprefix("image/"), **options)
    return out.getvalue()
