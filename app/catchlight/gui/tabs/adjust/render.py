"""The work behind the adjust tab: the picture as it would be, small and at once, whole when the input rests, and the cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtGui import QImage

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.develop.development import Development
from catchlight.gui.canvas.qt_images import ImagePyramid, build_pyramid, eight_bit, preview, wrap
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.widgets.histogram import counts
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import ByteImage, Picture, Pixels
from catchlight.portrait.portrait import Portrait, Portraits

if TYPE_CHECKING:
    from catchlight.develop.picture_statistics import PictureStats

PROXY = 1280
"""Longer side of the small copy that follows the sliders."""
_CARD = 176
_ROOM = 2.3
"""Side of a card's part of the picture by the height of the face."""


@dataclass(frozen=True, eq=False)
class AdjustPreview:
    """What became of a wish. picture: the source that it was rendered from; before: its own tones."""

    picture: Picture
    settings: Development
    shown: ImagePyramid
    counts: Doubles
    seen: PictureStats
    before: Doubles


def render_preview(
    portraits: Portraits, catalogue: Catalogue, picture: Picture, settings: Development, strength: float
) -> Work:
    """A Rendering of the small copy."""

    def work(progress: Progress) -> AdjustPreview:
        from catchlight.develop.pipeline import develop
        from catchlight.operations.adjust import run as adjust

        portrait = portraits.of(picture)
        seen = adjust.picture_statistics(portrait)
        small = _proxy(portrait)
        plain = adjust.resolve_settings(settings, seen, catalogue).scaled(strength)
        mask = _fitted(adjust.mask_of(portrait, plain), small)
        pixels = eight_bit(develop(small, plain, seen, progress, mask))
        return AdjustPreview(
            picture, settings, preview(pixels, picture.width, picture.height), counts(pixels), seen, _own(portrait)
        )

    return work


def render_full(
    portraits: Portraits, catalogue: Catalogue, picture: Picture, settings: Development, strength: float
) -> Work | None:
    """The same of the whole picture; None where the small copy is the picture itself."""
    if max(picture.width, picture.height) <= PROXY:
        return None

    def work(progress: Progress) -> AdjustPreview:
        from catchlight.develop.pipeline import develop
        from catchlight.operations.adjust import run as adjust

        portrait = portraits.of(picture)
        seen = adjust.picture_statistics(portrait)
        plain = adjust.resolve_settings(settings, seen, catalogue).scaled(strength)
        pixels = develop(picture.pixels, plain, seen, progress, adjust.mask_of(portrait, plain))
        progress.check()
        made = picture.with_(pixels=pixels)
        return AdjustPreview(picture, settings, build_pyramid(made), counts(_proxy_of(pixels)), seen, _own(portrait))

    return work


def render_card(portraits: Portraits, catalogue: Catalogue, picture: Picture, look: str) -> Work:
    """A QImage of the face (without one: the middle) in a look; the empty id is the picture as it is."""

    def work(progress: Progress) -> QImage:
        from catchlight.develop.pipeline import develop
        from catchlight.operations.adjust import run as adjust

        portrait = portraits.of(picture)
        seen = adjust.picture_statistics(portrait)
        pixels = portrait.kept("adjust card", lambda: _card(portrait))
        if look:
            pixels = develop(pixels, adjust.look_settings(look, catalogue), seen, progress)
        return wrap(eight_bit(pixels)).copy()

    return work


def _own(portrait: Portrait) -> Doubles:
    """The tones of the picture as it is."""
    return portrait.kept("adjust tones", lambda: counts(_proxy(portrait)))


def _proxy(portrait: Portrait) -> Pixels:
    return portrait.kept("adjust proxy", lambda: _proxy_of(portrait.picture.pixels))


def _proxy_of(pixels: Pixels) -> Pixels:
    """The small copy, HxWxC of the same type."""
    import cv2

    scale = PROXY / max(pixels.shape[:2])
    if scale >= 1:
        return pixels
    size = (round(pixels.shape[1] * scale), round(pixels.shape[0] * scale))
    return _pixels(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), pixels)


def _pixels(made: Any, like: Pixels) -> Pixels:
    """What OpenCV gives back, of the same type as ``like``."""
    return np.asarray(made, np.uint8) if like.dtype == np.uint8 else np.asarray(made, np.uint16)


def _fitted(mask: ByteImage | None, pixels: Pixels) -> ByteImage | None:
    if mask is None or mask.shape == pixels.shape[:2]:
        return mask
    import cv2

    return np.asarray(cv2.resize(mask, pixels.shape[1::-1], interpolation=cv2.INTER_AREA), np.uint8)


def _card(portrait: Portrait) -> Pixels:
    """A square around the main face, or of the middle."""
    import cv2

    pixels = portrait.picture.pixels
    height, width = pixels.shape[:2]
    side, x, y = min(height, width), width / 2, height / 2
    if portrait.faces:
        face = portrait.faces[0]
        side = int(min(side, max(_CARD, _ROOM * face.height)))
        x, y = face.x + face.width / 2, face.y + face.height / 2
    left = int(min(max(0, x - side / 2), width - side))
    top = int(min(max(0, y - side / 2), height - side))
    part: Any = np.ascontiguousarray(pixels[top : top + side, left : left + side])
    return _pixels(cv2.resize(part, (_CARD, _CARD), interpolation=cv2.INTER_AREA), pixels)
