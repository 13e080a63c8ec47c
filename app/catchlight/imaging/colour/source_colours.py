"""A picture's colours in the space of its file: what comes back unchanged where nothing was edited, and what sRGB cannot hold."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.imaging import difference
from catchlight.imaging.colour import srgb
from catchlight.imaging.io import icc
from catchlight.imaging.io.formats.raw import tones
from catchlight.imaging.io.source import plane
from catchlight.imaging.picture import Pixels

if TYPE_CHECKING:
    from collections.abc import Callable

    from catchlight.imaging.picture import Picture

_BAND = 500_000
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
        colours = plane(pixels[..., :3])
        if pixels.shape[:2] != self.base.shape[:2] or pixels.dtype != self.base.dtype:
            return _joined(self._converted(colours), pixels)
        before = plane(self.base[..., :3])
        found = difference.box(before, colours)
        if found is None:
            return _joined(self.pixels, pixels)
        x, y, width, height = found
        result = self.pixels.copy()
        rows = max(1, _BAND // width)

        import cv2

        def convert(top: int) -> None:
            part = np.s_[top : min(top + rows, y + height), x : x + width]
            result[part] = self._near(plane(before[part]), plane(colours[part]), self.pixels[part])

        with ThreadPoolExecutor(max(1, cv2.getNumThreads()), "colour") as pool:
            list(pool.map(convert, range(y, y + height, rows)))
        return _joined(result, pixels)

    def _converted(self, pixels: Pixels) -> Pixels:
        """HxWx3 sRGB in the space of the file; that of raw files by tables, in a tenth of the time."""
        if pixels.dtype == np.uint16 and self.profile == tones.prophoto_profile():
            return tones.to_prophoto(pixels)
        return icc.from_srgb(pixels, self.profile)

    def _near(self, before: Pixels, after: Pixels, own: Pixels) -> Pixels:
        top = int(np.iinfo(after.dtype).max)
        moved = np.abs(after.astype(np.int32) - before).max(axis=2, keepdims=True)
        kept = np.clip(1 - moved / np.float32(_FADING * top), 0, 1).astype(np.float32)
        beyond = own.astype(np.int32) - self._converted(before)
        made = self._converted(after) + np.rint(kept * beyond)
        result: Any = np.where(moved == 0, own, np.clip(made, 0, top)).astype(after.dtype)
        return result  # type: ignore[no-any-return]


def in_source_colours(picture: Picture) -> tuple[Picture, bytes]:
    """The picture's numbers as its file has them, with the ICC profile that they are in; sRGB where it came in sRGB."""
    own = picture.source_colours
    if own is None:
        return picture, srgb.srgb_profile()
    return picture.with_(pixels=own.of(picture.pixels), source_colours=None), own.profile


def transformed(picture: Picture, transform: Callable[[Pixels], Pixels]) -> Picture:
    """The picture cut or scaled, and the colours of its file with it.

    transform: HxWxC to the part or the size that is wanted, the same for whatever pixels it is given.
    """
    pixels, own = transform(picture.pixels), picture.source_colours
    if own is None:
        return picture.with_(pixels=pixels)
    colours = plane(own.of(picture.pixels)[..., :3])
    return picture.with_(pixels=pixels, source_colours=replace(own, pixels=transform(colours), base=pixels))


def _joined(colours: Pixels, pixels: Pixels) -> Pixels:
    return colours if pixels.shape[2] == 3 else plane(np.dstack([colours, pixels[..., 3]]))
