"""Pictures of 8 or 16 bits per channel to TIFFs."""

from __future__ import annotations

import io
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from catchlight.imaging.colour.rows import PixelRows
from catchlight.imaging.io.exif import append_exif, byte_order

_XMP_TAG, _BYTE = 700, 1
_STRIP = 262_144
"""Bytes of a strip before it is deflated."""
_AHEAD = 4
"""Strips that each thread has made and that are not written yet."""


def encode_tiff(pixels: PixelRows, dpi: float | None, icc: bytes, exif: bytes, xmp: bytes) -> bytes:
    """A deflated TIFF of 8 or 16 bit with profile, density, camera data (an Exif block) and XMP.

    The rows are asked for strip by strip: beside the file itself little is held.
    """
    import tifffile

    out, order = io.BytesIO(), byte_order(exif)
    tags = [(_XMP_TAG, _BYTE, len(xmp), xmp, True)] if xmp else []
    rows = max(1, min(_STRIP // (pixels.shape[1] * pixels.shape[2] * pixels.dtype.itemsize), pixels.shape[0]))
    tifffile.imwrite(
        out,
        _strips(pixels, rows, pixels.dtype.newbyteorder(order)),
        shape=pixels.shape,
        dtype=pixels.dtype,
        rowsperstrip=rows,
        photometric="rgb",
        compression="zlib",
        extrasamples=["unassalpha"] if pixels.shape[2] == 4 else None,
        resolution=(dpi, dpi) if dpi is not None else None,
        resolutionunit="INCH" if dpi is not None else None,
        iccprofile=icc,
        extratags=tags,
        metadata=None,
        software=False,
        byteorder=order,
    )
    if exif:
        append_exif(out, exif)
    return out.getvalue()


def _strips(pixels: PixelRows, rows: int, stored: np.dtype[np.generic]) -> Iterator[bytes]:
    """Deflated, in order; several are made at a time."""
    import cv2
    import imagecodecs

    height, threads = pixels.shape[0], max(1, cv2.getNumThreads())

    def strip(top: int) -> bytes:
        part = pixels.rows(top, min(top + rows, height))
        return bytes(imagecodecs.deflate_encode(np.ascontiguousarray(part, stored).tobytes()))

    step = rows * threads * _AHEAD
    with ThreadPoolExecutor(threads, "tiff") as pool:
        for first in range(0, height, step):
            yield from pool.map(strip, range(first, min(first + step, height), rows))
