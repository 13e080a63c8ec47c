"""A sheet as pixels: every photo at its exact pixels, lines beside them, the ruler."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from catchlight.imaging.picture import ByteImage
from catchlight.print import cut_marks
from catchlight.print.cut_marks import CutLines
from catchlight.print.sheet import Layout, Placement, Rect, Ruler

MM_PER_INCH = 25.4


@dataclass(frozen=True, eq=False)
class PrintPhoto:
    """An opaque photo (HxWx3 uint8, sRGB) and the size it has on paper."""

    pixels: ByteImage
    width_mm: float
    height_mm: float


def pixels(mm: float, dpi: float) -> int:
    """Length in whole pixels."""
    return round(mm * dpi / MM_PER_INCH)


def raster(layout: Layout, photos: Sequence[PrintPhoto], dpi: int, style: CutLines = "corners") -> ByteImage:
    """The sheet at ``dpi``, HxWx3 uint8 on white.

    A photo that has its size on paper at this dpi (to one pixel) is copied pixel for pixel; others are resampled once.
    """
    paper = pixels(layout.width_mm, dpi), pixels(layout.height_mm, dpi)
    sheet = np.full((paper[1], paper[0], 3), 255, np.uint8)
    sized = [_sized(photo, dpi) for photo in photos]
    turned = [np.rot90(photo, -1) for photo in sized]
    boxes = _pixel_boxes(layout, [photo.shape[1::-1] for photo in sized], dpi, paper)
    for placement, box in zip(layout.placements, boxes, strict=True):
        x, y = int(box.x), int(box.y)
        photo = turned[placement.picture] if placement.rotated else sized[placement.picture]
        target = sheet[y : y + photo.shape[0], x : x + photo.shape[1]]
        target[...] = photo[: target.shape[0], : target.shape[1]]
    scale = dpi / MM_PER_INCH
    thickness = max(1, pixels(cut_marks.LINE_MM, dpi))
    others = [] if layout.ruler is None else [_scaled(layout.ruler, scale)]
    for line in cut_marks.cut_lines(boxes, paper, style, others, thickness, scale):
        _ink(sheet, line)
    if layout.ruler is not None:
        for mark in cut_marks.ruler_marks(layout.ruler, thickness / scale):
            _ink(sheet, _scaled(mark, scale))
        _label(sheet, layout.ruler, scale)
    return sheet


def _sized(photo: PrintPhoto, dpi: int) -> ByteImage:
    import cv2

    height, width = photo.pixels.shape[:2]
    wanted = pixels(photo.width_mm, dpi), pixels(photo.height_mm, dpi)
    if abs(width - wanted[0]) <= 1 and abs(height - wanted[1]) <= 1:
        return photo.pixels
    smaller = wanted[0] * wanted[1] < width * height
    return np.asarray(
        cv2.resize(photo.pixels, wanted, interpolation=cv2.INTER_AREA if smaller else cv2.INTER_LANCZOS4), np.uint8
    )


def _pixel_boxes(layout: Layout, sizes: Sequence[tuple[int, ...]], dpi: int, paper: tuple[int, int]) -> list[Rect]:
    """Placements in whole pixels: as near to their place as pixels allow, side by side without slivers or overlap."""
    boxes: dict[int, Rect] = {}
    order = sorted(range(len(layout.placements)), key=lambda i: (layout.placements[i].y, layout.placements[i].x))
    for index in order:
        at = layout.placements[index]
        width, height = sizes[at.picture][::-1] if at.rotated else sizes[at.picture]
        x, y = pixels(at.x, dpi), pixels(at.y, dpi)
        for other, box in boxes.items():
            before = layout.placements[other]
            if _touches(before.right, at.x, dpi) and before.y < at.bottom and at.y < before.bottom:
                x = int(box.right)
            if _touches(before.bottom, at.y, dpi) and before.x < at.right and at.x < before.right:
                y = int(box.bottom)
        boxes[index] = Rect(max(0, min(x, paper[0] - width)), max(0, min(y, paper[1] - height)), width, height)
    return [boxes[index] for index in range(len(layout.placements))]


def _touches(end: float, start: float, dpi: int) -> bool:
    """Nearer than half a pixel."""
    return abs(start - end) * dpi / MM_PER_INCH < 0.5


def _scaled(box: Rect | Placement | Ruler, scale: float) -> Rect:
    return Rect(box.x * scale, box.y * scale, box.width * scale, box.height * scale)


def _ink(sheet: ByteImage, box: Rect) -> None:
    left, top = round(box.x), round(box.y)
    right, bottom = max(left + 1, round(box.right)), max(top + 1, round(box.bottom))
    sheet[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = cut_marks.INK


def _label(sheet: ByteImage, ruler: Ruler, scale: float) -> None:
    """The ruler's label after its end, in the middle of the band; turned with the ruler."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default(size=cut_marks.LABEL_MM * scale)
    left, top, right, bottom = font.getbbox(cut_marks.LABEL)
    plate = Image.new("L", (round(right - left) + 2, round(bottom - top) + 2), 0)
    ImageDraw.Draw(plate).text((1 - left, 1 - top), cut_marks.LABEL, fill=255, font=font)
    cover = np.asarray(plate, np.float32)[..., None] / 255
    along = cut_marks.LABEL_FROM_MM * scale
    if ruler.upright:
        cover = np.rot90(cover, -1)
        x, y = (ruler.x + ruler.width / 2) * scale - cover.shape[1] / 2, ruler.y * scale + along
    else:
        x, y = ruler.x * scale + along, (ruler.y + ruler.height / 2) * scale - cover.shape[0] / 2
    part = sheet[round(y) : round(y) + cover.shape[0], round(x) : round(x) + cover.shape[1]]
    ink = np.array(cut_marks.INK, np.float32)
    part[...] = np.rint(part * (1 - cover) + ink * cover).astype(np.uint8)
