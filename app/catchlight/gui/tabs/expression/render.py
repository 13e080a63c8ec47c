"""The work behind the expression tab: the face as it would be, small and at once, whole when the input rests, and the cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage, QTransform

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas.qt_images import ImagePyramid, build_pyramid, eight_bit, preview, wrap
from catchlight.gui.cards.card_cache import CardCache
from catchlight.gui.cards.hover_previews import HoverPreview, HoverPreviewCache
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.wording.i18n import tell_or_keep
from catchlight.gui.wording.problems import problem_of
from catchlight.imaging.picture import ByteImage, Picture, Pixels
from catchlight.operations.face_expression.params import CUSTOM, FaceExpressionParams
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

PROXY = 1024
"""Longer side of the small copy that follows the input."""
GLANCE = 640
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
    """Renders expressions for one tab."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue, stock: CardCache) -> None:
        self._portraits = portraits
        self._catalogue = catalogue
        self._stock = stock
        self._glances = HoverPreviewCache(stock)

    def quick(self, picture: Picture, params: FaceExpressionParams | None) -> Work:
        """A Rendering of the small copy; None: of the face as it is."""

        def work(progress: Progress) -> ExpressionPreview:
            small = view(self._portraits.of(picture), longest=PROXY)
            pixels, notes, strength, _offered = _changed(small, self._catalogue, params, progress)
            return ExpressionPreview(
                picture, preview(eight_bit(pixels), picture.width, picture.height), notes, strength
            )

        return work

    def full(self, picture: Picture, params: FaceExpressionParams) -> Work | None:
        """The same of the whole picture; None where the small copy is the picture itself."""
        if max(picture.width, picture.height) <= PROXY:
            return None

        def work(progress: Progress) -> ExpressionPreview:
            pixels, notes, strength, _offered = _changed(self._portraits.of(picture), self._catalogue, params, progress)
            return ExpressionPreview(picture, build_pyramid(picture.with_(pixels=pixels)), notes, strength)

        return work

    def passing(self, picture: Picture, params: FaceExpressionParams) -> Work:
        """What the card's rendering has shown already of the whole picture, else made now."""
        name = self._name(picture, params)

        def work(progress: Progress) -> ExpressionPreview:
            def make() -> HoverPreview:
                small = view(self._portraits.of(picture), longest=GLANCE)
                pixels, notes, strength, _offered = _changed(small, self._catalogue, params, progress)
                return _glance(picture, pixels, notes, strength)

            made = self._glances.get(name, make)
            return ExpressionPreview(picture, preview(made.pixels, made.width, made.height), made.notes, made.strength)

        return work

    def card(self, picture: Picture) -> Callable[[str], Work]:
        """For the id of an expression, a QImage of the face with it; a note says where it is weak, and why it is refused."""
        portraits, catalogue = self._portraits, self._catalogue

        def of(key: str) -> Work:
            params = FaceExpressionParams(expression_key=key) if key != KEEP else None
            name = self._name(picture, params) if params is not None else ""

            def work(progress: Progress) -> QImage:
                portrait = portraits.of(picture)
                portrait.require_frontal()
                share = _CARD_SIDE / max(portrait.landmarks.height, 1.0)
                longest = round(max(picture.width, picture.height) * min(1.0, share * 1.6))
                small = view(portrait, longest=max(longest, 64))
                if params is None:
                    return wrap(_face(small.picture.rgb8, small)).copy()
                try:
                    pixels, notes, strength, offered = _changed(small, catalogue, params, progress)
                except CatchlightError as refusal:
                    if refusal.code not in _REFUSED:
                        raise
                    image = wrap(np.ascontiguousarray(_face(small.picture.rgb8, small) // 2 + 96, np.uint8)).copy()
                    image.setText("refused", problem_of(refusal).text)
                    return image
                if longest >= min(GLANCE, max(picture.width, picture.height)):
                    self._glances.get(name, lambda: _glance(picture, pixels, notes, strength))
                image = wrap(_face(small.picture.with_(pixels=pixels).rgb8, small)).copy()
                if notes and (not offered or _is_limited(portrait, catalogue, params)):
                    image.setText("note", " ".join(notes))
                return image

            return work

        return of

    def _name(self, picture: Picture, params: FaceExpressionParams) -> str:
        return self._stock.name("expression glance", (picture.digest, params), "")


def _glance(picture: Picture, pixels: Pixels, notes: tuple[str, ...], strength: float) -> HoverPreview:
    """Of a rendering of the whole picture, no longer than GLANCE."""
    import cv2

    small = eight_bit(pixels)
    scale = GLANCE / max(small.shape[:2])
    if scale < 1:
        size = (round(small.shape[1] * scale), round(small.shape[0] * scale))
        small = np.ascontiguousarray(cv2.resize(small, size, interpolation=cv2.INTER_AREA), np.uint8)
    return HoverPreview(small, picture.width, picture.height, QTransform(), notes=notes, strength=strength)


def _changed(
    portrait: Portrait, catalogue: Catalogue, params: FaceExpressionParams | None, progress: Progress
) -> tuple[Pixels, tuple[str, ...], float, bool]:
    from catchlight.expression.express import change_expression
    from catchlight.operations.face_expression.run import find_expression

    portrait.require_frontal()
    if params is None:
        return portrait.picture.pixels, (), 0.0, True
    found = change_expression(
        portrait,
        find_expression(params, catalogue),
        progress,
        intensity=params.intensity,
        coefficients=params.coefficients,
        asymmetry=params.asymmetry,
    )
    return found.pixels, tuple(tell_or_keep(note) for note in found.notes), found.strength, found.offered


def _is_limited(portrait: Portrait, catalogue: Catalogue, params: FaceExpressionParams) -> bool:
    from catchlight.expression import believable_range
    from catchlight.expression.analysis import face_reading
    from catchlight.expression.movement_plan import plan_expression
    from catchlight.operations.face_expression.run import find_expression

    face = face_reading.of(portrait)
    plan = plan_expression(face, find_expression(params, catalogue))
    return bool(believable_range.limit(face, plan).reasons) and params.expression_key != CUSTOM


def _face(pixels: ByteImage, portrait: Portrait) -> ByteImage:
    """The square round the face."""
    points = portrait.landmarks.xy[:468]
    low, high = points.min(axis=0), points.max(axis=0)
    centre, half = (low + high) / 2, float((high - low).max()) * 0.58
    height, width = pixels.shape[:2]
    x0, y0 = (int(max(0, value)) for value in centre - half)
    x1, y1 = int(min(width, centre[0] + half)), int(min(height, centre[1] + half))
    return np.ascontiguousarray(pixels[y0:y1, x0:x1])
