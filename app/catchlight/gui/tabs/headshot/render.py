"""The work behind the headshot tab: the picture as it would be, small and at once, whole when the input rests, and the cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage, QTransform

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import ImagePyramid, build_pyramid, eight_bit, preview, transform, wrap
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.hover_previews import HoverPreview, HoverPreviewCache
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.tabs.headshot.state import HeadshotState
from catchlight.gui.wording.problems import problem_of
from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

if TYPE_CHECKING:
    from catchlight.operations.headshot.assemble import HeadshotResult

PROXY = 1024
"""Longer side of the small copy that follows the input."""
GLANCE = 560
"""The same of cards, and while the pointer passes over one."""
_CARD = 200
_BEHIND = (150, 150, 150)
"""What a transparent card lies on."""


@dataclass(frozen=True, eq=False)
class HeadshotPreview:
    """What became of a wish. picture: the source; placed: its pixels to those of the result."""

    picture: Picture
    shown: ImagePyramid
    placed: QTransform
    tightened: float
    """Height of the frame by what was asked for."""


class HeadshotRenderer:
    """Renders headshots for one tab."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue, stock: CardCache) -> None:
        self.portraits = portraits
        self._catalogue = catalogue
        self._stock = stock
        self._glances = HoverPreviewCache(stock)

    def quick(self, picture: Picture, wish: HeadshotState, longest: int = PROXY) -> Work:
        """A Rendering of the small copy, whose longer side has ``longest`` pixels."""

        glance = self._glance(picture, wish) if longest == GLANCE else None

        def work(progress: Progress) -> HeadshotPreview:
            made = glance(progress) if glance is not None else self._small(picture, wish, longest, progress)
            return HeadshotPreview(picture, preview(made.pixels, made.width, made.height), made.placed, made.tightened)

        return work

    def full(self, picture: Picture, wish: HeadshotState) -> Work | None:
        """The same of the whole picture; None where the small copy is the picture itself."""
        if max(picture.width, picture.height) <= PROXY:
            return None

        def work(progress: Progress) -> HeadshotPreview:
            portrait = self.portraits.of(picture)
            made = self._made(portrait.upright, wish, progress)
            progress.check()
            return HeadshotPreview(
                picture, build_pyramid(Picture(made.pixels)), _placed(portrait, made, 1.0), made.frame.tightened
            )

        return work

    def card(self, picture: Picture, wish: HeadshotState) -> Work:
        """A QImage of the whole headshot, or of the photo with why the wish is refused."""

        glance = self._glance(picture, wish)

        def work(progress: Progress) -> QImage:
            try:
                return wrap(_thumbnail(glance(progress).pixels)).copy()
            except Conflict as refusal:
                image = wrap(_faint(_thumbnail(view(self.portraits.of(picture), longest=GLANCE).picture.rgb8))).copy()
                image.setText("refused", problem_of(refusal).text)
                return image

        return work

    def _glance(self, picture: Picture, wish: HeadshotState) -> Callable[[Progress], HoverPreview]:
        """Of the small copy at GLANCE; found again where it was rendered before."""
        name = self._stock.name("headshot glance", (picture.digest, wish), "")
        return lambda progress: self._glances.get(name, lambda: self._small(picture, wish, GLANCE, progress))

    def _small(self, picture: Picture, wish: HeadshotState, longest: int, progress: Progress) -> HoverPreview:
        portrait = self.portraits.of(picture)
        small, scale = _small(portrait, longest)
        made = self._made(small, wish, progress)
        pixels = eight_bit(made.pixels)
        width, height = round(pixels.shape[1] / scale), round(pixels.shape[0] / scale)
        return HoverPreview(pixels, width, height, _placed(portrait, made, scale), made.frame.tightened)

    def _made(self, portrait: Portrait, wish: HeadshotState, progress: Progress) -> HeadshotResult:
        from catchlight.operations.headshot import assemble
        from catchlight.operations.headshot import run as headshot

        own = wish.more[0] if wish.more else None
        read = headshot.parse_request(wish.params(), self._catalogue, own is not None)
        return assemble.make_headshot(portrait, read, own, progress)


def _small(portrait: Portrait, longest: int) -> tuple[Portrait, float]:
    """The upright picture at most ``longest`` pixels long, and what that is of its size."""
    upright = portrait.upright
    small = view(upright, longest=longest)
    return small, small.picture.width / upright.picture.width


def _placed(portrait: Portrait, made: HeadshotResult, scale: float) -> QTransform:
    matrix = made.frame.matrix.copy()
    matrix[:, 2] /= scale
    return transform(geometry.compose(matrix, portrait.to_upright))


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


def _faint(pixels: ByteImage) -> ByteImage:
    return np.ascontiguousarray(pixels // 2 + 96, np.uint8)
