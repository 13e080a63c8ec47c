"""What the profile picture tab asks for: the square or circle as the job will make it, and a card of each background."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QImage, QTransform

from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.cards.card_image import card_image
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import Previewer, is_small, placed_by, pyramid_of
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import Preview
from catchlight.operations.profile_picture.params import ID, ProfilePictureParams
from catchlight.operations.reduce import WHOLE

PROXY = 640
"""Side of the small square that follows the input."""
_CARD = 160


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
    """Work for one tab."""

    def __init__(self, previewer: Previewer) -> None:
        self._previewer = previewer

    def quick(self, picture: Picture, look: ProfilePictureLook) -> Work:
        """A ProfilePicturePreview of few pixels."""
        return self._work(picture, look, PROXY)

    def full(self, picture: Picture, look: ProfilePictureLook) -> Work | None:
        """The same of the whole picture; None where few pixels are the picture itself."""
        return None if is_small(picture, PROXY) else self._work(picture, look, WHOLE)

    def card(self, picture: Picture, background: str) -> Work:
        """A QImage of the square before a background."""
        look = ProfilePictureLook(background)

        def work(progress: Progress) -> QImage:
            return card_image(self._ask(picture, look, PROXY, progress).picture.pixels, _CARD)

        return work

    def _work(self, picture: Picture, look: ProfilePictureLook, size: int) -> Work:
        def work(progress: Progress) -> ProfilePicturePreview:
            made = self._ask(picture, look, size, progress)
            progress.check()
            return ProfilePicturePreview(picture, look, pyramid_of(made, size), placed_by(made))

        return work

    def _ask(self, picture: Picture, look: ProfilePictureLook, size: int, progress: Progress) -> Preview:
        params = ProfilePictureParams(background_style=look.background, shape="circle" if look.circle else "square")
        return self._previewer.ask(ID, params, picture, size, progress)
