"""What the headshot tab asks for: the picture as it would be, small and whole, and a card of each choice."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QImage, QTransform

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import ImagePyramid, eight_bit, preview, to_screen_format
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.card_image import card_image, refused_card
from catchlight.gui.cards.hover_previews import HoverPreview, HoverPreviewCache
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import Previewer, is_small, placed_by, pyramid_of
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.tabs.headshot.state import HeadshotState
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot.choices import ORIGINAL
from catchlight.operations.operation import Preview
from catchlight.operations.reduce import WHOLE
from catchlight.portrait.portrait import Portraits
from catchlight.portrait.view import view

PROXY = 1024
"""Longer side of the small copy that follows the input, in the photo's own frame."""
HOVER_SIZE = 560
"""The same of cards, while the pointer passes over one, and in any other frame: the first of each frame cuts the person out."""
_CARD = 200


@dataclass(frozen=True, eq=False)
class HeadshotPreview:
    """What became of a wish. picture: the source; placed: its pixels to those of the result."""

    picture: Picture
    shown: ImagePyramid
    placed: QTransform
    tightened: float
    """Height of the frame by what was asked for."""


class HeadshotRenderer:
    """Work for one tab."""

    def __init__(self, previewer: Previewer, portraits: Portraits, stock: CardCache) -> None:
        self._previewer = previewer
        self._portraits = portraits
        self._stock = stock
        self._hover_previews = HoverPreviewCache(stock)

    def quick(self, picture: Picture, wish: HeadshotState) -> Work:
        """A HeadshotPreview of few pixels."""
        own = wish.framing == ORIGINAL and not wish.circle
        return self._work(picture, wish, PROXY if own else HOVER_SIZE)

    def full(self, picture: Picture, wish: HeadshotState) -> Work | None:
        """The same of the whole picture; None where few pixels are the picture itself."""
        return None if is_small(picture, HOVER_SIZE) else self._work(picture, wish, WHOLE)

    def passing(self, picture: Picture, wish: HeadshotState) -> Work:
        """What the card's rendering has shown already, else made now."""
        hover_preview = self._hover_preview(picture, wish)

        def work(progress: Progress) -> HeadshotPreview:
            made = hover_preview(progress)
            return HeadshotPreview(picture, preview(made.pixels, made.width, made.height), made.placed, made.tightened)

        return work

    def card(self, picture: Picture, wish: HeadshotState) -> Work:
        """A QImage of the whole headshot, or of the photo with why the wish is refused."""
        hover_preview = self._hover_preview(picture, wish)

        def work(progress: Progress) -> QImage:
            try:
                return card_image(hover_preview(progress).pixels, _CARD)
            except (Conflict, UnusablePicture) as refusal:
                return refused_card(view(self._portraits.of(picture), longest=HOVER_SIZE).picture.rgb8, refusal, _CARD)

        return work

    def piece_card(
        self, picture: Picture, wish: HeadshotState, piece: Callable[[str], Picture]
    ) -> Callable[[str], Work]:
        """For the id of a garment of the style book, the same. piece: reads it; asked on a worker."""

        def of(entry: str) -> Work:
            def work(progress: Progress) -> QImage:
                try:
                    garment = piece(entry)
                    worn = wish.wearing(PhotoChoice(garment, "", entry))
                    made = self._ask(picture, worn, HOVER_SIZE, progress)
                except (Conflict, UnusablePicture) as refusal:
                    small = view(self._portraits.of(picture), longest=HOVER_SIZE)
                    return refused_card(small.picture.rgb8, refusal, _CARD)
                return card_image(made.picture.pixels, _CARD)

            return work

        return of

    def in_piece(self, picture: Picture, piece: Picture) -> Work:
        """A QImage of the person in a garment, in the photo's own frame."""

        def work(progress: Progress) -> QImage:
            worn = HeadshotState().wearing(PhotoChoice(piece, ""))
            return to_screen_format(eight_bit(self._ask(picture, worn, PROXY, progress).picture.pixels))

        return work

    def placement(self, wish: HeadshotState, catalogue: Catalogue) -> Callable[[Picture], npt.NDArray[np.float64]]:
        """Where a picture's pixels come to lie in its headshot, as a 2x3 matrix: for a worker, with the picture."""
        portraits = self._portraits

        def work(picture: Picture) -> npt.NDArray[np.float64]:
            from catchlight.operations.headshot.run import placement_of

            donor = portraits.of(wish.garment) if wish.garment is not None and wish.referenced else None
            grounded = len(wish.more) > (donor is not None)
            return placement_of(portraits.of(picture), wish.params(), catalogue, grounded, donor)

        return work

    def _work(self, picture: Picture, wish: HeadshotState, size: int) -> Work:
        def work(progress: Progress) -> HeadshotPreview:
            made = self._ask(picture, wish, size, progress)
            progress.check()
            return HeadshotPreview(picture, pyramid_of(made, size), placed_by(made), float(made.details["tightened"]))

        return work

    def _hover_preview(self, picture: Picture, wish: HeadshotState) -> Callable[[Progress], HoverPreview]:
        """Of HOVER_SIZE pixels; found again where it was rendered before."""
        name = self._stock.name("headshot glance", (picture.digest, wish), "")

        def make(progress: Progress) -> HoverPreview:
            made = self._ask(picture, wish, HOVER_SIZE, progress)
            pixels, tightened = eight_bit(made.picture.pixels), float(made.details["tightened"])
            return HoverPreview(pixels, made.width, made.height, placed_by(made), tightened)

        return lambda progress: self._hover_previews.get(name, lambda: make(progress))

    def _ask(self, picture: Picture, wish: HeadshotState, size: int, progress: Progress) -> Preview:
        return self._previewer.ask("headshot", wish.params(), picture, size, progress, wish.more)
