"""The work behind the headshot tab: the picture as it would be, small and at once, whole when the input rests, and the cards."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage, QTransform

from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import geometry
from catchlight.engine.picture import ByteImage, Picture
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.progress import Progress
from catchlight.engine.view import view
from catchlight.gui.imaging import Shown, eight_bit, preview, shown, transform, wrap
from catchlight.gui.jobs import Work
from catchlight.gui.tabs.headshot_wish import Wish
from catchlight.operations import headshot
from catchlight.operations.headshots import making
from catchlight.operations.headshots.making import Made

PROXY = 1024
"""Longer side of the small copy that follows the input."""
GLANCE = 560
"""The same of cards, and while the pointer passes over one."""
_CARD = 200
_REMEMBERED = 48
"""So many renderings of that size are kept, about 1 MB each: what a card shows is seen large at once."""
_BEHIND = (150, 150, 150)
"""What a transparent card lies on."""


@dataclass(frozen=True, eq=False)
class Rendering:
    """What became of a wish. picture: the source; placed: its pixels to those of the result."""

    picture: Picture
    shown: Shown
    placed: QTransform
    tightened: float
    """Height of the frame by what was asked for."""


class Studio:
    """Renders headshots for one tab."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue) -> None:
        self.portraits = portraits
        self._catalogue = catalogue
        self._lock = threading.Lock()
        self._glances: OrderedDict[tuple[str, Wish], Made] = OrderedDict()

    def quick(self, picture: Picture, wish: Wish, longest: int = PROXY) -> Work:
        """A Rendering of the small copy, whose longer side has ``longest`` pixels."""

        def work(progress: Progress) -> Rendering:
            portrait = self.portraits.of(picture)
            small, scale = _small(portrait, longest)
            made = (
                self._glance(small, picture, wish, progress) if longest == GLANCE else self._made(small, wish, progress)
            )
            pixels = eight_bit(made.pixels)
            size = (round(pixels.shape[1] / scale), round(pixels.shape[0] / scale))
            return Rendering(picture, preview(pixels, *size), _placed(portrait, made, scale), made.frame.tightened)

        return work

    def full(self, picture: Picture, wish: Wish) -> Work | None:
        """The same of the whole picture; None where the small copy is the picture itself."""
        if max(picture.width, picture.height) <= PROXY:
            return None

        def work(progress: Progress) -> Rendering:
            portrait = self.portraits.of(picture)
            made = self._made(portrait.upright, wish, progress)
            progress.check()
            return Rendering(picture, shown(Picture(made.pixels)), _placed(portrait, made, 1.0), made.frame.tightened)

        return work

    def card(self, picture: Picture, wish: Wish) -> Work:
        """A QImage of the whole headshot."""

        def work(progress: Progress) -> QImage:
            small, _ = _small(self.portraits.of(picture), GLANCE)
            return wrap(_thumbnail(eight_bit(self._glance(small, picture, wish, progress).pixels))).copy()

        return work

    def _glance(self, small: Portrait, picture: Picture, wish: Wish, progress: Progress) -> Made:
        """Of the small copy at GLANCE, from memory where it was rendered before."""
        key = picture.digest, wish
        with self._lock:
            found = self._glances.get(key)
        if found is None:
            found = self._made(small, wish, progress)
        with self._lock:
            self._glances[key] = found
            self._glances.move_to_end(key)
            while len(self._glances) > _REMEMBERED:
                self._glances.popitem(last=False)
        return found

    def _made(self, portrait: Portrait, wish: Wish, progress: Progress) -> Made:
        own = wish.more[0] if wish.more else None
        read = headshot.wish_of(wish.params(), self._catalogue, own is not None)
        return making.made(portrait, read, own, progress)


def _small(portrait: Portrait, longest: int) -> tuple[Portrait, float]:
    """The upright picture at most ``longest`` pixels long, and what that is of its size."""
    upright = portrait.upright
    small = view(upright, longest=longest)
    return small, small.picture.width / upright.picture.width


def _placed(portrait: Portrait, made: Made, scale: float) -> QTransform:
    matrix = made.frame.matrix.copy()
    matrix[:, 2] /= scale
    return transform(geometry.joined(matrix, portrait.to_upright))


def _thumbnail(pixels: ByteImage) -> ByteImage:
    """At most as large as a card is drawn, without alpha."""
    import cv2

    scale = min(1.0, _CARD / min(pixels.shape[:2]))
    size = (max(1, round(pixels.shape[1] * scale)), max(1, round(pixels.shape[0] * scale)))
    small = np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.float32)
    if small.shape[2] == 4:
        alpha = small[..., 3:] / 255
        small = np.asarray(small[..., :3] * alpha + np.array(_BEHIND, np.float32) * (1 - alpha), np.float32)
    return np.ascontiguousarray(np.round(small), np.uint8)
