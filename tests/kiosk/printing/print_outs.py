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
DPI = 300
BLUE = (20, 40, 200)


def blue_photo(width_mm: float = 35, height_mm: float = 45) -> PrintPhoto:
    """One colour from edge to edge, which nothing else on a sheet has."""
    return PrintPhoto(np.full((90, 70, 3), BLUE, np.uint8), width_mm, height_mm)


def rendered(pdf: Path | bytes, dpi: int = DPI) -> ByteImage:
    """The first page as another program (Poppler by Cairo, which keeps parts of a pixel) shows it, HxWx3."""
    data = pdf.read_bytes() if isinstance(pdf, Path) else pdf
    command = ["pdftocairo", "-png", "-r", str(dpi), "-singlefile", "-", "-"]
    made = subprocess.run(command, input=data, check=True, capture_output=True)
    with Image.open(BytesIO(made.stdout)) as picture:
        return np.asarray(picture.convert("RGB"))


def blue_frame(page: ByteImage, dpi: float = DPI) -> tuple[float, float, float, float]:
    """Left, top, width and height in mm of what is blue; pixels of its edges count by how blue they are."""
    levels = page.astype(float)
    blue = levels[..., 2] - levels[..., 0]
    share = np.clip(blue / (BLUE[2] - BLUE[0]), 0, 1)
    rows, columns = (np.flatnonzero(share.max(axis) > 0.5) for axis in (1, 0))
    across = share[(rows[0] + rows[-1]) // 2, max(0, columns[0] - 2) : columns[-1] + 3]
    down = share[max(0, rows[0] - 2) : rows[-1] + 3, (columns[0] + columns[-1]) // 2]
    scale = MM_PER_INCH / dpi
    ends = (columns[0] + columns[-1] + 1, rows[0] + rows[-1] + 1)
    width, height = float(across.sum()), float(down.sum())
    return (ends[0] - width) / 2 * scale, (ends[1] - height) / 2 * scale, width * scale, height * scale
