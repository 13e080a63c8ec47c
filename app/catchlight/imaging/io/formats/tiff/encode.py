"""Pictures of 8 or 16 bits per channel to TIFFs."""

from __future__ import annotations

import io

from catchlight.imaging.io.exif import append_exif, byte_order
from catchlight.imaging.picture import Pixels

_XMP_TAG, _BYTE = 700, 1


def encode_tiff(pixels: Pixels, dpi: float | None, icc: bytes, exif: bytes, xmp: bytes) -> bytes:
    """A deflated TIFF of 8 or 16 bit with profile, density, camera data (an Exif block) and XMP."""
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
        software=False,
        byteorder=byte_order(exif),
    )
    written = out.getvalue()
    del out  # a second time the file
    return append_exif(written, exif) if exif else written
