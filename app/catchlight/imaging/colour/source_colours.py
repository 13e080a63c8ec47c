"""A picture's colours in the space of its file: what comes back unchanged where nothing was edited, and what sRGB cannot hold."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.imaging import difference
from catchlight.imaging.colour import srgb
from catchlight.imaging.colour.rows import PixelRows, WholeRows
from catchlight.imaging.io import icc
from catchlight.imaging.io.formats.raw import tones
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import Pixels

if TYPE_CHECKING:
    from collections.abc import Callable

    from catchlight.imaging.picture import Picture

_BAND = 125_000
"""Pixels that are converted at once: what lies between takes twelve times their memory."""
_FADING = 0.25
"""Change of a channel, as a share of the whole range, from which nothing is left of what sRGB could not hold."""


@dataclass(frozen=True, eq=False)
class SourceColours:
    """The colours of a file that is not in sRGB.

    profile: ICC profile of an RGB space. pixels: HxWx3 in that space, upright, of the picture's depth. base: the sRGB that the
    picture had for them when it was read, HxWx3 or x4.
    """

    profile: bytes
    pixels: Pixels
    base: Pixels

    def of(self, pixels: Pixels) -> Pixels:
        """HxWx3 or x4 sRGB in the space of the file; alpha stays.

        Where a pixel is still that of ``base``, it is exactly the file's; where it is near, what sRGB could not hold is added to
        it, less the further it is. A picture of another size is converted as it is.
        """
        source = self.rows_of(pixels)
        if source.is_unchanged:
            return _joined(self.pixels, pixels)
        result = np.empty_like(pixels)
        height, width = pixels.shape[:2]
        rows = max(1, _BAND // width)

        import cv2

        def convert(top: int) -> None:
            result[top : top + rows] = source.rows(top, min(top + rows, height))

        with ThreadPoolExecutor(max(1, cv2.getNumThreads()), "colour") as pool:
            list(pool.map(convert, range(0, height, rows)))
        return result

    def rows_of(self, pixels: Pixels) -> ConvertedRows:
        """The same, of which a few rows are made at a time: for files of pictures that fill the memory."""
        comparable = pixels.shape[:2] == self.base.shape[:2] and pixels.dtype == self.base.dtype
        changed = None
        if comparable:
            changed = difference.box(plane(self.base[..., :3]), plane(pixels[..., :3]))
        return ConvertedRows(self, pixels, comparable, changed)

    def near(self, before: Pixels, after: Pixels, own: Pixels) -> Pixels:
        """``after`` in the space of the file; before, own: the same pixels before the edit, in sRGB and in that space."""
        top = int(np.iinfo(after.dtype).max)
        moved = np.abs(after.astype(np.int32) - before).max(axis=2, keepdims=True)
        kept = np.clip(1 - moved / np.float32(_FADING * top), 0, 1).astype(np.float32)
        beyond = own.astype(np.int32) - self.converted(before)
        made = self.converted(after) + np.rint(kept * beyond)
        return plane(np.where(moved == 0, own, np.clip(made, 0, top)).astype(after.dtype))

    def converted(self, pixels: Pixels) -> Pixels:
        """HxWx3 sRGB in the space of the file; that of raw files by tables, in a tenth of the time."""
        if pixels.dtype == np.uint16 and self.profile == tones.prophoto_profile():
            return tones.to_prophoto(pixels)
        return icc.from_srgb(pixels, self.profile)


@dataclass(frozen=True, eq=False)
class ConvertedRows:
    """``SourceColours.of``, some rows at a time. comparable: whether the picture is of the base's size and depth; changed: x, y,
    width and height of what differs from it."""

    colours: SourceColours
    pixels: Pixels
    comparable: bool
    changed: tuple[int, int, int, int] | None

    @property
    def shape(self) -> tuple[int, ...]:
        return self.pixels.shape

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.pixels.dtype

    @property
    def is_unchanged(self) -> bool:
        return self.comparable and self.changed is None

    def rows(self, top: int, bottom: int) -> Pixels:
        """Thread safe."""
        after, own = self.pixels[top:bottom], self.colours
        if not self.comparable:
            return _joined(own.converted(plane(after[..., :3])), after)
        made = own.pixels[top:bottom]
        if self.changed is not None:
            x, y, width, height = self.changed
            first, last = max(top, y), min(bottom, y + height)
            if first < last:
                made = made.copy()
                here, there = np.s_[first - top : last - top, x : x + width], np.s_[first:last, x : x + width]
                before = plane(own.base[there][..., :3])
                made[here] = own.near(before, plane(after[here][..., :3]), own.pixels[there])
        return _joined(made, after)


def in_source_colours(picture: Picture) -> tuple[Picture, bytes]:
    """The picture's numbers as its file has them, with the ICC profile that they are in; sRGB where it came in sRGB."""
    own = picture.source_colours
    if own is None:
        return picture, srgb.srgb_profile()
    return picture.with_(pixels=own.of(picture.pixels), source_colours=None), own.profile


def rows_in_source_colours(picture: Picture) -> tuple[PixelRows, bytes]:
    """The same for a file that is written some rows at a time."""
    own = picture.source_colours
    if own is None:
        return WholeRows(picture.pixels), srgb.srgb_profile()
    return own.rows_of(picture.pixels), own.profile


def transformed(picture: Picture, transform: Callable[[Pixels], Pixels]) -> Picture:
    """The picture cut or scaled, and the colours of its file with it.

    transform: HxWxC to the part or the size that is wanted, the same for whatever pixels it is given.
    """
    pixels, own = transform(picture.pixels), picture.source_colours
    if own is None:
        return picture.with_(pixels=pixels)
    colours = transform(own.of(picture.pixels))  # with alpha, by which colours count where pixels are mixed
    return picture.with_(pixels=pixels, source_colours=replace(own, pixels=plane(colours[..., :3]), base=pixels))


def _joined(colours: Pixels, pixels: Pixels) -> Pixels:
    return colours if pixels.shape[2] == 3 else plane(np.dstack([colours, pixels[..., 3]]))
