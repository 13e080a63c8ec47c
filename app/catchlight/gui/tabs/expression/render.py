"""What the expression tab asks for: the face as it would be, small and whole, and a card of each expression."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage, QTransform

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import ImagePyramid, eight_bit, preview, wrap
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.hover_previews import HoverPreview, HoverPreviewCache
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import Previewer, is_small, pyramid_of
from catchlight.gui.wording.i18n import tell_or_keep
from catchlight.gui.wording.problems import problem_of
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.operation import Preview
from catchlight.operations.reduce import WHOLE, reduce_pixels
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

PROXY = 1024
"""Longer side of the small copy that follows the input."""
HOVER_SIZE = 640
"""The same while the pointer passes over a card: kept of each expression, made along with its card."""
_CARD_SIDE = 200
"""Pixels of the longer side of a card's face: cards are rendered on a copy in which the face has about this size."""
KEEP = ""
"""Id of the card that leaves the face as it is."""
_REFUSED = ("identity_lost", "face_turned_away", "face_too_small")


@dataclass(frozen=True, eq=False)
class ExpressionPreview:
    """What became of a wish. picture: the source; notes: what limits the result, in the window's language."""

    picture: Picture
    shown: ImagePyramid
    notes: tuple[str, ...]
    strength: float


class ExpressionRenderer:
    """Work for one tab."""

    def __init__(self, previewer: Previewer, portraits: Portraits, catalogue: Catalogue, stock: CardCache) -> None:
        self._previewer = previewer
        self._portraits = portraits
        self._catalogue = catalogue
        self._stock = stock
        self._hover_previews = HoverPreviewCache(stock)

    def quick(self, picture: Picture, params: FaceExpressionParams | None) -> Work:
        """An ExpressionPreview of the small copy; None: of the face as it is."""

        def work(progress: Progress) -> ExpressionPreview:
            if params is not None:
                return self._rendered(picture, params, PROXY, progress)
            portrait = self._portraits.of(picture)
            portrait.require_frontal()
            own = Preview(view(portrait, longest=PROXY).picture, picture.width, picture.height)
            return ExpressionPreview(picture, pyramid_of(own, PROXY), (), 0.0)

        return work

    def full(self, picture: Picture, params: FaceExpressionParams) -> Work | None:
        """The same of the whole picture; None where the small copy is the picture itself."""
        if is_small(picture, PROXY):
            return None
        return lambda progress: self._rendered(picture, params, WHOLE, progress)

    def passing(self, picture: Picture, params: FaceExpressionParams) -> Work:
        """What the card's rendering has shown already of the whole picture, else made now."""
        name = self._name(picture, params)

        def work(progress: Progress) -> ExpressionPreview:
            made = self._hover_previews.get(
                name, lambda: _hover_preview(self._ask(picture, params, HOVER_SIZE, progress))
            )
            return ExpressionPreview(picture, preview(made.pixels, made.width, made.height), made.notes, made.strength)

        return work

    def card(self, picture: Picture) -> Callable[[str], Work]:
        """For the id of an expression, a QImage of the face with it; a note says where it is weak, and why it is refused."""

        def of(key: str) -> Work:
            params = FaceExpressionParams(expression_key=key) if key != KEEP else None
            name = self._name(picture, params) if params is not None else ""

            def work(progress: Progress) -> QImage:
                portrait = self._portraits.of(picture)
                portrait.require_frontal()
                share = _CARD_SIDE / max(portrait.landmarks.height, 1.0)
                longest = max(64, round(max(picture.width, picture.height) * min(1.0, share * 1.6)))
                small = view(portrait, longest=longest)
                if params is None:
                    return wrap(_face(small.picture.rgb8, small)).copy()
                try:
                    made = self._ask(picture, params, longest, progress)
                except CatchlightError as refusal:
                    if refusal.code not in _REFUSED:
                        raise
                    image = wrap(np.ascontiguousarray(_face(small.picture.rgb8, small) // 2 + 96, np.uint8)).copy()
                    image.setText("refused", problem_of(refusal).text)
                    return image
                if longest >= min(HOVER_SIZE, max(picture.width, picture.height)):
                    self._hover_previews.get(name, lambda: _hover_preview(made))
                image = wrap(_face(made.picture.rgb8, small)).copy()
                notes = _notes(made)
                if notes and (not made.details["offered"] or _is_limited(portrait, self._catalogue, params)):
                    image.setText("note", " ".join(notes))
                return image

            return work

        return of

    def _rendered(
        self, picture: Picture, params: FaceExpressionParams, size: int, progress: Progress
    ) -> ExpressionPreview:
        made = self._ask(picture, params, size, progress)
        return ExpressionPreview(picture, pyramid_of(made, size), _notes(made), float(made.details["strength"]))

    def _ask(self, picture: Picture, params: FaceExpressionParams, size: int, progress: Progress) -> Preview:
        return self._previewer.ask("face_expression", params, picture, size, progress)

    def _name(self, picture: Picture, params: FaceExpressionParams) -> str:
        return self._stock.name("expression glance", (picture.digest, params), "")


def _hover_preview(made: Preview) -> HoverPreview:
    """Of a preview of the whole picture, no longer than HOVER_SIZE."""
    small = eight_bit(reduce_pixels(made.picture.pixels, HOVER_SIZE))
    strength = float(made.details["strength"])
    return HoverPreview(small, made.width, made.height, QTransform(), notes=_notes(made), strength=strength)


def _notes(made: Preview) -> tuple[str, ...]:
    return tuple(tell_or_keep(note) for note in made.details["notes"])


def _is_limited(portrait: Portrait, catalogue: Catalogue, params: FaceExpressionParams) -> bool:
    from catchlight.operations.face_expression.preview import is_limited

    return is_limited(portrait, params, catalogue)


def _face(pixels: ByteImage, portrait: Portrait) -> ByteImage:
    """The square round the face."""
    points = portrait.landmarks.xy[:468]
    low, high = points.min(axis=0), points.max(axis=0)
    centre, half = (low + high) / 2, float((high - low).max()) * 0.58
    height, width = pixels.shape[:2]
    x0, y0 = (int(max(0, value)) for value in centre - half)
    x1, y1 = int(min(width, centre[0] + half)), int(min(height, centre[1] + half))
    return np.ascontiguousarray(pixels[y0:y1, x0:x1])
