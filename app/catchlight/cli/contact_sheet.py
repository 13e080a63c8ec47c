"""Pictures side by side on neutral grey, each with its name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from catchlight.imaging.picture import Picture

_CELL, _GAP, _CAPTION, _COLUMNS = 420, 28, 34, 3
_GROUND, _INK, _CHECKER = (42, 42, 42), (200, 200, 200), ((255, 255, 255), (216, 216, 216))
_SQUARE = 12


def contact_sheet(pictures: Sequence[tuple[str, Picture]]) -> Picture:
    """Named pictures in rows of three, fitted into equal cells; transparency lies on a checkerboard."""
    rows = -(-len(pictures) // _COLUMNS)
    columns = min(_COLUMNS, len(pictures))
    size = _GAP + columns * (_CELL + _GAP), _GAP + rows * (_CELL + _CAPTION + _GAP)
    page = Image.new("RGB", size, _GROUND)
    draw = ImageDraw.Draw(page)
    font = ImageFont.load_default(16)
    for number, (name, picture) in enumerate(pictures):
        left = _GAP + number % _COLUMNS * (_CELL + _GAP)
        top = _GAP + number // _COLUMNS * (_CELL + _CAPTION + _GAP)
        image = _fitted(picture)
        page.paste(image, (left + (_CELL - image.width) // 2, top + (_CELL - image.height) // 2))
        draw.text((left + _CELL / 2, top + _CELL + _CAPTION / 2), name, _INK, font, anchor="mm")
    return Picture(np.asarray(page))


def _fitted(picture: Picture) -> Image.Image:
    if not picture.has_alpha:
        image = Image.fromarray(picture.rgb8)
        image.thumbnail((_CELL, _CELL), Image.Resampling.LANCZOS)
        return image
    pixels = picture.pixels >> 8 if picture.depth == 16 else picture.pixels
    image = Image.fromarray(np.asarray(pixels, np.uint8))
    image.thumbnail((_CELL, _CELL), Image.Resampling.LANCZOS)
    y, x = np.indices((image.height, image.width)) // _SQUARE
    ground = Image.fromarray(np.array(_CHECKER, np.uint8)[(x + y) % 2])
    ground.paste(image, mask=image)
    return ground
