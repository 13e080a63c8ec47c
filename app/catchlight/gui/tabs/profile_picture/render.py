"""The work behind the profile picture tab: the square or circle as the job will make it, and a card of each background."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage, QTransform

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import Shown, eight_bit, preview, transform, wrap
from catchlight.gui.jobs.jobs import Work as Task
from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

if TYPE_CHECKING:
    from catchlight.operations.profile_picture.work import Work

PROXY = 1024
"""Longer side of the small copy that follows the input."""
_CARD = 160
_KEPT = 8
"""So many cut squares are kept: backgrounds are laid behind the same one."""
_BEHIND = (150, 150, 150)
"""What a transparent card lies on."""


@dataclass(frozen=True)
class Look:
    """What of a wish can be seen."""

    background: str = "keep"
    circle: bool = False


@dataclass(frozen=True, eq=False)
class Rendering:
    """What became of a look. picture: the source; placed: its pixels to those of the square."""

    picture: Picture
    look: Look
    shown: Shown
    placed: QTransform


class Darkroom:
    """Renders profile pictures for one tab, by the steps that a job takes."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue) -> None:
        self._portraits = portraits
        self._catalogue = catalogue
        self._lock = threading.Lock()
        self._squares: OrderedDict[tuple[str, int, bool], Work] = OrderedDict()

    def quick(self, picture: Picture, look: Look) -> Task:
        """A Rendering of a small copy."""
        return lambda progress: self._rendering(picture, look, PROXY, progress)

    def full(self, picture: Picture, look: Look) -> Task | None:
        """The same of the whole picture; None where the small copy is the picture itself."""
        longest = max(picture.width, picture.height)
        return None if longest <= PROXY else lambda progress: self._rendering(picture, look, longest, progress)

    def card(self, picture: Picture, background: str) -> Task:
        """A QImage of the square before a background."""

        def work(progress: Progress) -> QImage:
            portrait = self._portraits.of(picture)
            return wrap(_thumbnail(eight_bit(self._made(portrait, background, PROXY, progress).pixels))).copy()

        return work

    def _rendering(self, picture: Picture, look: Look, longest: int, progress: Progress) -> Rendering:
        portrait = self._portraits.of(picture)
        made = self._made(portrait, look.background, longest, progress)
        pixels = eight_bit(made.pixels)
        scale = made.portrait.picture.width / portrait.upright.picture.width
        side = round(pixels.shape[0] / scale)
        shown = preview(_rounded(pixels) if look.circle else pixels, side, side)
        assert made.matrix is not None
        matrix = made.matrix.copy()
        matrix[:, 2] /= scale
        return Rendering(picture, look, shown, transform(geometry.joined(matrix, portrait.to_upright)))

    def _made(self, portrait: Portrait, background: str, longest: int, progress: Progress) -> Work:
        """The finished square of a copy so many pixels long."""
        from catchlight.operations.profile_picture import run as profile_picture
        from catchlight.operations.profile_picture.matte import matted
        from catchlight.operations.profile_picture.style import styled

        portrait.require_frontal()
        params = ProfilePictureParams(background_style=background)
        begun = profile_picture.begun(
            view(portrait.upright, longest=longest), params, self._catalogue, datetime.now(UTC)
        )
        square = self._square(begun, portrait.picture.digest, longest, progress)
        progress.check()
        laid = styled(replace(square, wish=begun.wish, step=begun.step), progress)
        progress.check()
        return matted(laid, progress)

    def _square(self, begun: Work, digest: str, longest: int, progress: Progress) -> Work:
        """Developed and cut, from memory where that was done before."""
        from catchlight.operations.profile_picture.crop_square import cropped
        from catchlight.operations.profile_picture.normalise import normalized

        key = digest, longest, begun.wish.ground.mild
        with self._lock:
            found = self._squares.get(key)
        if found is None:
            developed = normalized(begun, progress)
            progress.check()
            found = cropped(developed, progress)
        with self._lock:
            self._squares[key] = found
            self._squares.move_to_end(key)
            while len(self._squares) > _KEPT:
                self._squares.popitem(last=False)
        return found


def _rounded(pixels: ByteImage) -> ByteImage:
    """With transparent corners, as a job cuts them."""
    from catchlight.operations.profile_picture.resize import circle

    side = pixels.shape[0]
    alpha = pixels[..., 3] if pixels.shape[2] == 4 else np.full((side, side), 255, np.uint8)
    cut = np.round(alpha * circle(side)).astype(np.uint8)
    return np.ascontiguousarray(np.dstack([pixels[..., :3], cut]))


def _thumbnail(pixels: ByteImage) -> ByteImage:
    """At most as large as a card is drawn, without alpha."""
    import cv2

    side = min(_CARD, pixels.shape[0])
    small = np.asarray(cv2.resize(pixels, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    if small.shape[2] == 4:
        alpha = small[..., 3:] / 255
        small = np.asarray(small[..., :3] * alpha + np.array(_BEHIND, np.float32) * (1 - alpha), np.float32)
    return np.ascontiguousarray(np.round(small), np.uint8)
