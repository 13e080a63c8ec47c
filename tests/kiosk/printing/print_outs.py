"""Photos to print, and how they are measured on what came out."""

from __future__ import annotations

import subprocess
from io import BytesIO
from pathlib import Path

import numpy as np
from catchlight.imaging.picture import ByteImage
from catchlight.print.render_sheet import PrintPhoto
from PIL import Image

MM_PER_INCH = 25.4
DPI = 600
BLUE = (20, 40, 200)


def blue_photo(width_mm: float = 35, height_mm: float = 45) -> PrintPhoto:
    """One colour from edge to edge, which nothing else on a sheet has."""
    return PrintPhoto(np.full((90, 70, 3), BLUE, np.uint8), width_mm, height_mm)


def rendered(pdf: Path | bytes, dpi: int = DPI) -> ByteImage:
    """The first page as another program (Poppler) shows it, HxWx3."""
    data = pdf.read_bytes() if isinstance(pdf, Path) else pdf
    command = ["pdftoppm", "-r", str(dpi), "-singlefile", "-"]
    made = subprocess.run(command, input=data, check=True, capture_output=True)
    with Image.open(BytesIO(made.stdout)) as picture:
        return np.asarray(picture.convert("RGB"))


def blue_frame(page: ByteImage, dpi: float = DPI) -> tuple[float, float, float, float]:
    """Left, top, width and height in mm of what is blue. Poppler lets photos grow to whole pixels: by 0.04 mm at most."""
    blue = page[..., 2].astype(int) - page[..., 0] > 60
    rows, columns = (np.flatnonzero(blue.any(axis)) for axis in (1, 0))
    scale = MM_PER_INCH / dpi
    width, height = columns[-1] + 1 - columns[0], rows[-1] + 1 - rows[0]
    return tuple(float(length * scale) for length in (columns[0], rows[0], width, height))  # type: ignore[return-value]
