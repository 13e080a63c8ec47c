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
from catchlight.gui.canvas.qt_images import ImagePyramid, eight_bit, preview, transform, wrap
from catchlight.gui.jobs.jobs import Work as Task
from catchlight.imaging import geometry
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

if TYPE_CHECKING:
    from catchlight.operations.profile_picture.work import AvatarWork

PROXY = 1024
"""Longer side of the small copy that follows the input."""
_CARD = 160
_KEPT = 8
"""So many cut squares are kept: backgrounds are laid behind the same one."""
_BEHIND = (150, 150, 150)
"""What a transparent card lies on."""


@dataclass(frozen=True)
class ProfilePictureLook:
    """What of a wish can be seen."""

    background: str = "keep"
    circle: bool = False


@dataclass(frozen=True, eq=False)
class ProfilePicturePreview:
    """What became of a look. picture: the source; placed: its pixels to those of the square."""

    picture: Picture
    look: ProfilePictureLook
    shown: ImagePyramid
    placed: QTransform


class ProfilePictureRenderer:
    """Renders profile pictures for one tab, by the steps that a job takes."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue) -> None:
        self._portraits = portraits
        self._catalogue = catalogue
        self._lock = threading.Lock()
        self._squares: OrderedDict[tuple[str, int, bool], AvatarWork] = OrderedDict()

    def quick(self, picture: Picture, look: ProfilePictureLook) -> Task:
        """A Rendering of a small copy."""
        return lambda progress: self._rendering(picture, look, PROXY, progress)

    def full(self, picture: Picture, look: ProfilePictureLook) -> Task | None:
        """The same of the whole picture; None where the small copy is the picture itself."""
        longest = max(picture.width, picture.height)
        return None if longest <= PROXY else lambda progress: self._rendering(picture, look, longest, progress)

    def card(self, picture: Picture, background: str) -> Task:
        """A QImage of the square before a background."""

        def work(progress: Progress) -> QImage:
            portrait = self._portraits.of(picture)
            return wrap(_thumbnail(eight_bit(self._made(portrait, background, PROXY, progress).pixels))).copy()

        return work

    def _rendering(
        self, picture: Picture, look: ProfilePictureLook, longest: int, progress: Progress
    ) -> ProfilePicturePreview:
        portrait = self._portraits.of(picture)
        made = self._made(portrait, look.background, longest, progress)
        pixels = eight_bit(made.pixels)
        scale = made.portrait.picture.width / portrait.upright.picture.width
        side = round(pixels.shape[0] / scale)
        shown = preview(_rounded(pixels) if look.circle else pixels, side, side)
        assert made.matrix is not None
        matrix = made.matrix.copy()
        matrix[:, 2] /= scale
        return ProfilePicturePreview(picture, look, shown, transform(geometry.compose(matrix, portrait.to_upright)))

    def _made(self, portrait: Portrait, background: str, longest: int, progress: Progress) -> AvatarWork:
        """The finished square of a copy so many pixels long."""
        from catchlight.operations.profile_picture import run as profile_picture
        from catchlight.operations.profile_picture.matte import composite_square
        from catchlight.operations.profile_picture.style import prepare_scene

        portrait.require_frontal()
        params = ProfilePictureParams(background_style=background)
        begun = profile_picture.start_work(
            view(portrait.upright, longest=longest), params, self._catalogue, datetime.now(UTC)
        )
        square = self._square(begun, portrait.picture.digest, longest, progress)
        progress.check()
        laid = prepare_scene(replace(square, wish=begun.wish, step=begun.step), progress)
        progress.check()
        return composite_square(laid, progress)

    def _square(self, begun: AvatarWork, digest: str, longest: int, progress: Progress) -> AvatarWork:
        """Developed and cut, from memory where that was done before."""
        from catchlight.operations.profile_picture.crop_square import crop_square
        from catchlight.operations.profile_picture.normalise import normalise_light

        key = digest, longest, begun.wish.ground.mild
        with self._lock:
            found = self._squares.get(key)
        if found is None:
            developed = normalise_light(begun, progress)
            progress.check()
            found = crop_square(developed, progress)
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
