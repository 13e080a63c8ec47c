"""Checks of the file itself: pixels, density, type, size, compression."""

from __future__ import annotations

import io

import numpy as np

from catchlight.catalogue.documents import DocumentSpec
from catchlight.core.messages import Message, join_alternatives
from catchlight.imaging.picture import Picture
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.sources import OFIQ
from catchlight.operations.operation import File

_TYPES = {
    "image/jpeg": "JPEG",
    "image/png": "PNG",
    "image/heic": "HEIC",
    "image/heif": "HEIF",
    "image/webp": "WebP",
    "image/x-raw": "raw",
}


def check_file(
    findings: Findings, file: File, picture: Picture, document: DocumentSpec, expected: tuple[int, int, int]
) -> None:
    """expected: width and height in pixels, and dpi, that the photo should have."""
    width, height, _ = expected
    right = (picture.width, picture.height) == (width, height)
    allowed = document.upload
    if not right and allowed is not None and allowed.width is not None and allowed.height is not None:
        right = allowed.width.has(picture.width) and allowed.height.has(picture.height)
    said = Message(
        "{width} x {height}, wanted {wanted_width} x {wanted_height}",
        width=picture.width,
        height=picture.height,
        wanted_width=width,
        wanted_height=height,
    )
    findings.row("photo_size", "pass" if right else "fail", hard=True, text=said, unit="px", source=document.source)
    if not document.digital_only:
        _check_density(findings, picture, document)
    _check_type(findings, file, picture, document)
    findings.range("file_kb", len(file.data) / 1000, "kB", document.file_kb, 0, document.source)
    quality = _jpeg_quality(file)
    if quality is not None:
        findings.least("compression", quality, "0-100", 60, 2, OFIQ)


def _check_density(findings: Findings, picture: Picture, document: DocumentSpec) -> None:
    stated = picture.dpi or 0.0
    mm = picture.width / stated * 25.4 if stated else 0.0
    state = "pass" if abs(mm - document.width_mm) <= 0.15 else "fail"
    text = (
        Message("{dpi:.0f} dpi, {width:.1f} mm wide", dpi=stated, width=mm)
        if stated
        else Message("no density in the file")
    )
    findings.row("dpi_tag", state, hard=True, value=stated, unit="dpi", text=text, source=document.source)


def _check_type(findings: Findings, file: File, picture: Picture, document: DocumentSpec) -> None:
    """A type that the upload does not take; of a transparent photo, which is not finished yet, only for information."""
    wanted = document.upload.formats if document.upload is not None else ()
    if not wanted:
        return
    is_type = _TYPES.get(file.media_type, file.media_type.removeprefix("image/").upper())
    right = any(is_type.lower() in name.lower() or (is_type == "JPEG" and "jpg" in name.lower()) for name in wanted)
    state = "pass" if right else "info" if picture.has_alpha else "fail"
    said = Message("{kind}; wanted {formats}", kind=is_type, formats=join_alternatives(wanted))
    findings.row("file_type", state, hard=state == "fail", text=said, source=document.source)


def _jpeg_quality(file: File) -> float | None:
    """Quality 0..100 by the first quantisation table against the standard's (ITU-T T.81, annex K); None for other types."""
    if file.media_type != "image/jpeg":
        return None
    from PIL import Image

    tables = getattr(Image.open(io.BytesIO(file.data)), "quantization", None)
    if not tables:
        return None
    mean = float(np.mean(tables[min(tables)]))
    scale = mean / 57.625  # mean of the standard's luminance table
    return float(np.clip(100 - 50 * scale if scale <= 1 else 50 / scale, 1, 100))
