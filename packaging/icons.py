"""The program's icon in the sizes and formats that systems want, drawn from one SVG."""

from __future__ import annotations

import io
import os
import sys
from functools import lru_cache
from pathlib import Path

import PIL.Image

SOURCE = Path(__file__).with_name("catchlight.svg")
SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
"""Pixels of the side."""


@lru_cache
def png(size: int) -> PIL.Image.Image:
    """The icon with alpha at that size."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QBuffer, QIODevice
    from PySide6.QtGui import QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    image = QImage(size, size, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    QSvgRenderer(str(SOURCE)).render(painter)
    painter.end()
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return PIL.Image.open(io.BytesIO(bytes(buffer.data().data()))).copy()


def of_this_system(folder: Path) -> Path:
    """The icon as the program's file carries it here: .ico, .icns, or a PNG where files carry none."""
    if sys.platform == "win32":
        file = folder / "catchlight.ico"
        png(256).save(file, sizes=[(size, size) for size in SIZES if size <= 256])
    elif sys.platform == "darwin":
        file = folder / "catchlight.icns"
        png(512).save(file)
    else:
        file = folder / "catchlight.png"
        png(256).save(file)
    return file
