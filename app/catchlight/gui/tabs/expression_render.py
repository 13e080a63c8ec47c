"""The work behind the expression tab: the face as it would be, small and at once, whole when the input rests, and the cards."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtGui import QImage

from catchlight.catalogue.shelf import Catalogue
from catchlight.engine.errors import CatchlightError
from catchlight.engine.face import believable, reading
from catchlight.engine.face.express import expressed
from catchlight.engine.face.plan import planned
from catchlight.engine.picture import ByteImage, Picture, Pixels
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.progress import Progress
from catchlight.engine.view import view
from catchlight.gui.i18n import tr
from catchlight.gui.imaging import Shown, eight_bit, preview, shown, wrap
from catchlight.gui.jobs import Work
from catchlight.gui.problems import problem_of
from catchlight.operations.face_expression import CUSTOM, FaceExpressionParams, chosen

PROXY = 1024
"""Longer side of the small copy that follows the input."""
_CARD_SIDE = 200
"""Pixels of the longer side of a card's face: cards are rendered on a copy in which the face has about this size."""
KEEP = ""
"""Id of the card that leaves the face as it is."""
_REFUSED = ("identity_lost", "face_turned_away", "face_too_small")


@dataclass(frozen=True, eq=False)
class Rendering:
    """What became of a wish. picture: the source; notes: what limits the result, in the window's language."""

    picture: Picture
    shown: Shown
    notes: tuple[str, ...]
    strength: float


def quick(portraits: Portraits, catalogue: Catalogue, picture: Picture, params: FaceExpressionParams | None) -> Work:
    """A Rendering of the small copy; None: of the face as it is."""

    def work(progress: Progress) -> Rendering:
        small = view(portraits.of(picture), longest=PROXY)
        pixels, notes, strength, _offered = _changed(small, catalogue, params, progress)
        return Rendering(picture, preview(eight_bit(pixels), picture.width, picture.height), notes, strength)

    return work


def full(portraits: Portraits, catalogue: Catalogue, picture: Picture, params: FaceExpressionParams) -> Work | None:
    """The same of the whole picture; None where the small copy is the picture itself."""
    if max(picture.width, picture.height) <= PROXY:
        return None

    def work(progress: Progress) -> Rendering:
        pixels, notes, strength, _offered = _changed(portraits.of(picture), catalogue, params, progress)
        return Rendering(picture, shown(picture.with_(pixels=pixels)), notes, strength)

    return work


def card(portraits: Portraits, catalogue: Catalogue, picture: Picture) -> Callable[[str], Work]:
    """For the id of an expression, a QImage of the face with it; a note says where it is weak, and why it is refused."""

    def of(key: str) -> Work:
        def work(progress: Progress) -> QImage:
            portrait = portraits.of(picture)
            portrait.require_frontal()
            share = _CARD_SIDE / max(portrait.landmarks.height, 1.0)
            longest = round(max(picture.width, picture.height) * min(1.0, share * 1.6))
            small = view(portrait, longest=max(longest, 64))
            if key == KEEP:
                return wrap(_face(small.picture.rgb8, small)).copy()
            params = FaceExpressionParams(expression_key=key)
            try:
                pixels, notes, _strength, offered = _changed(small, catalogue, params, progress)
            except CatchlightError as refusal:
                if refusal.code not in _REFUSED:
                    raise
                image = wrap(np.ascontiguousarray(_face(small.picture.rgb8, small) // 2 + 96, np.uint8)).copy()
                image.setText("refused", problem_of(refusal).text)
                return image
            image = wrap(_face(small.picture.with_(pixels=pixels).rgb8, small)).copy()
            if notes and (not offered or _is_limited(portrait, catalogue, params)):
                image.setText("note", " ".join(notes))
            return image

        return work

    return of


def _changed(
    portrait: Portrait, catalogue: Catalogue, params: FaceExpressionParams | None, progress: Progress
) -> tuple[Pixels, tuple[str, ...], float, bool]:
    portrait.require_frontal()
    if params is None:
        return portrait.picture.pixels, (), 0.0, True
    found = expressed(
        portrait,
        chosen(params, catalogue),
        progress,
        intensity=params.intensity,
        coefficients=params.coefficients,
        asymmetry=params.asymmetry,
    )
    return found.pixels, tuple(said(note) for note in found.notes), found.strength, found.offered


def _is_limited(portrait: Portrait, catalogue: Catalogue, params: FaceExpressionParams) -> bool:
    face = reading.of(portrait)
    plan = planned(face, chosen(params, catalogue))
    return bool(believable.limit(face, plan).reasons) and params.expression_key != CUSTOM


def said(note: str) -> str:
    """A sentence of the engine in the window's language."""
    words = {
        believable.TEETH: tr("The lips are closed in this picture: the teeth are invented."),
        believable.WIDE: tr("The lips close over a wide laugh."),
        believable.COLOURED: tr(
            "The light is so strongly coloured that teeth, which the picture does not show, would not look right in it."
        ),
        believable.SMILING: tr("A toothy smile does not turn well into a mouth that is open in another way."),
        believable.GLASSES: tr("Lids behind glasses can only be drawn inside the lenses."),
        believable.FRAMES: tr("The frame of the glasses covers the brows: they can move only a little."),
        believable.AVERTED: tr("The eyes look far aside: what of iris and white they would uncover cannot be known."),
        believable.HELD: tr("Something is held before the mouth: what is behind it cannot be moved."),
        believable.ALREADY: tr("The face shows this already: hardly anything changes."),
        believable.PARTLY: tr("Only a part of the way could be gone on this face."),
        believable.TURNED: tr("The face is turned: its far side can be changed only a little."),
        believable.SMALL: tr("The face is small: lids and teeth cannot be drawn in detail."),
        believable.SHUT: tr("The eyes are closed in this picture: what their irises look like cannot be known."),
    }
    return words.get(note, note)


def _face(pixels: ByteImage, portrait: Portrait) -> ByteImage:
    """The square round the face."""
    points = portrait.landmarks.xy[:468]
    low, high = points.min(axis=0), points.max(axis=0)
    centre, half = (low + high) / 2, float((high - low).max()) * 0.58
    height, width = pixels.shape[:2]
    x0, y0 = (int(max(0, value)) for value in centre - half)
    x1, y1 = int(min(width, centre[0] + half)), int(min(height, centre[1] + half))
    return np.ascontiguousarray(pixels[y0:y1, x0:x1])
