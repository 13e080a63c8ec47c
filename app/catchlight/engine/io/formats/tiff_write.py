"""Pictures with 16 bits per channel, which Pillow cannot hold: PNG and TIFF in, TIFF out."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.engine.picture import Pixels

if TYPE_CHECKING:
    from PIL.Image import Image

_BITS_PER_SAMPLE = 258
_XMP_TAG, _BYTE = 700, 1


def decode(image: Image, data: bytes, media_type: str) -> Pixels | None:
    """HxWx3 or x4 uint16 where the file has 16 bits per channel, else None."""
    if media_type == "image/png":
        deep = len(data) > 24 and data[24] == 16
    elif media_type == "image/tiff":
        bits: Any = image.tag_v2.get(_BITS_PER_SAMPLE, (8,))  # type: ignore[attr-defined]
        deep = 16 in (bits if isinstance(bits, tuple) else (bits,))
    else:
        return None
    if not deep:
        return None
    import cv2

    try:
        raw = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    except cv2.error as fault:
        raise ValueError("its 16-bit data cannot be read") from fault
    if raw is None or raw.dtype != np.uint16:
        raise ValueError("its 16-bit data cannot be read")
    if raw.ndim == 2:
        return np.asarray(np.repeat(raw[..., None], 3, axis=2), np.uint16)
    order = cv2.COLOR_BGRA2RGBA if raw.shape[2] == 4 else cv2.COLOR_BGR2RGB
    return np.asarray(cv2.cvtColor(raw, order), np.uint16)


def encode_tiff(pixels: Pixels, dpi: float | None, icc: bytes, xmp: bytes) -> bytes:
    """A deflated TIFF of 8 or 16 bit with profile, density, and XMP, which Pillow would leave out."""
    import tifffile

    out = io.BytesIO()
    tags = [(_XMP_TAG, _BYTE, len(xmp), xmp, True)] if xmp else []
    tifffile.imwrite(
        out,
        pixels,
        photometric="rgb",
        compression="zlib",
        extrasamples=["unassalpha"] if pixels.shape[2] == 4 else None,
        resolution=(dpi, dpi) if dpi is not None else None,
        resolutionunit="INCH" if dpi is not None else None,
        iccprofile=icc,
        extratags=tags,
        metadata=None,
    )
    return out.getvalue()
