"""What the adjust tab asks for: the picture as it would be, small and whole, and a card of each look."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QImage

from catchlight.core.progress import Progress
from catchlight.develop.development import Development
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.cards.card_image import Square, card_image
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import Previewer, pyramid_of
from catchlight.gui.widgets.histogram.tones import counts
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.operation import Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import small_pixels

if TYPE_CHECKING:
    from catchlight.develop.picture_statistics import PictureStats

PROXY = 1280
"""Longer side of the small copy that follows the sliders."""
_CARD = 176
_ROOM = 2.3
"""Side of a card's part of the picture by the height of the face."""


@dataclass(frozen=True, eq=False)
class AdjustPreview:
    """What became of a wish. picture: the source that it was rendered from; seen: what it shows; before: its own tones."""

    picture: Picture
    shown: ImagePyramid
    counts: Doubles
    seen: PictureStats
    before: Doubles


class AdjustRenderer:
    """Work for one tab."""

    def __init__(self, previewer: Previewer, portraits: Portraits) -> None:
        self._previewer = previewer
        self._portraits = portraits

    def preview(self, picture: Picture, params: AdjustParams | None, size: int) -> Work:
        """An AdjustPreview of so many pixels; None: of the picture as it is."""

        def work(progress: Progress) -> AdjustPreview:
            from catchlight.operations.adjust.run import picture_statistics

            portrait = self._portraits.of(picture)
            seen = picture_statistics(portrait)
            if params is None:
                made = Preview(Picture(small_pixels(portrait, size)), picture.width, picture.height)
            else:
                made = self._previewer.ask("adjust", params, picture, size, progress)
            progress.check()
            tones = counts(reduce_pixels(made.picture.pixels, PROXY))
            own = portrait.kept("adjust tones", lambda: counts(small_pixels(portrait, PROXY)))
            return AdjustPreview(picture, pyramid_of(made, size), tones, seen, own)

        return work

    def card(self, picture: Picture, look: str) -> Work:
        """A QImage of the face (without one: the middle) in a look; the empty id is the picture as it is."""

        def work(progress: Progress) -> QImage:
            portrait = self._portraits.of(picture)
            part = _part(portrait)
            size = min(PROXY, round(_CARD / part[2] / picture.width * max(picture.width, picture.height)))
            if not look:
                return card_image(small_pixels(portrait, size), _CARD, part)
            params = AdjustParams(settings=Development(look=look))
            return card_image(
                self._previewer.ask("adjust", params, picture, size, progress).picture.pixels, _CARD, part
            )

        return work


def _part(portrait: Portrait) -> Square:
    """Around the main face, or the middle."""
    width, height = portrait.picture.width, portrait.picture.height
    side, x, y = float(min(height, width)), width / 2, height / 2
    if portrait.faces:
        face = portrait.faces[0]
        side = min(side, max(_CARD, _ROOM * face.height))
        x, y = face.x + face.width / 2, face.y + face.height / 2
    return x / width, y / width, side / width
