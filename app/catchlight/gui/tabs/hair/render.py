"""The work behind the hair tab: hair as it would be, small and at once, whole when the input rests, the cards, the mask."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtGui import QImage

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError, Conflict, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.gui.canvas.hotspot import AreaHighlight, render_highlight
from catchlight.gui.canvas.qt_images import ImagePyramid, build_pyramid, eight_bit, preview, wrap
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.tabs.hair.style_cards import quality_warning_text
from catchlight.gui.wording.problems import problem_of
from catchlight.imaging.picture import ByteImage, FloatPlane, Picture, Pixels
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.hair.params import ORIGINAL, HairParams
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

if TYPE_CHECKING:
    from catchlight.hair.analysis import Hair
    from catchlight.operations.hair.run import HairOutcome

PROXY = 1024
"""Longer side of the small copy that follows the input."""
_STYLED = 720
"""The same while a style is chosen: strands are grown anew for every look."""
_STYLE_CARD = 512
_CARD = 176
_ROOM_CM = 2.0
"""Room around the head on a card."""


@dataclass(frozen=True, eq=False)
class HairPreview:
    """What became of a wish. picture: the source; glow: what counts as hair, of quick renderings alone."""

    picture: Picture
    shown: ImagePyramid
    glow: AreaHighlight | None = None


class HairRenderer:
    """Renders hair for one tab, and remembers the last corrected hair: strokes change less often than colours."""

    def __init__(self, portraits: Portraits, catalogue: Catalogue) -> None:
        self.portraits = portraits
        self._catalogue = catalogue
        self._lock = threading.Lock()
        self._last: tuple[object, Hair] | None = None

    def quick(self, picture: Picture, params: HairParams, masked: bool) -> Work:
        """A Rendering of the small copy; masked: with what counts as hair."""

        def work(progress: Progress) -> HairPreview:
            from catchlight.operations.hair import styles as hair_style

            portrait = self.portraits.of(picture)
            if hair_style.find_styles(params, self._catalogue):
                small = view(portrait, longest=_STYLED)
                made = self._made_over(small, params, progress, small.picture.width / picture.width)
                glow = render_highlight(_plane(made.hair), "") if masked else None
                return HairPreview(picture, preview(eight_bit(made.pixels), picture.width, picture.height), glow)
            small = view(portrait, longest=PROXY)
            found = self._hair(small, params.strokes, small.picture.width / picture.width)
            pixels = eight_bit(self._coloured(small, found, params, progress))
            glow = render_highlight(_plane(found), "") if masked else None
            return HairPreview(picture, preview(pixels, picture.width, picture.height), glow)

        return work

    def full(self, picture: Picture, params: HairParams) -> Work | None:
        """The same of the whole picture; None where the small copy is the picture itself."""
        if max(picture.width, picture.height) <= (_STYLED if params.hair_styles else PROXY):
            return None

        def work(progress: Progress) -> HairPreview:
            portrait = self.portraits.of(picture)
            pixels = self._made_over(portrait, params, progress, 1.0).pixels
            progress.check()
            return HairPreview(picture, build_pyramid(picture.with_(pixels=pixels)))

        return work

    def card(self, picture: Picture, params: HairParams) -> Callable[[str], Work]:
        """For the id of a colour, a QImage of the head in it, with a note where it is doubted, or why it is refused; the empty id
        is the hair as it is."""

        def of(colour: str) -> Work:
            def work(progress: Progress) -> QImage:
                from catchlight.operations.hair import run as hair

                portrait = self.portraits.of(picture)
                small = view(portrait, longest=PROXY)
                found = self._hair(small, params.strokes, small.picture.width / picture.width)
                wanted = params.model_copy(update={"hair_color": colour or ORIGINAL})
                try:
                    pixels = self._coloured(small, found, wanted, progress)
                except (Conflict, UnusablePicture) as refusal:
                    return _refused(small, refusal)
                image = wrap(_head(eight_bit(pixels), small)).copy()
                row = hair.find_colour(wanted, self._catalogue)
                keeps = hair.keeps_colour(wanted, row)
                for doubt in hair.colour_warnings(found, None if keeps else hair.colour_request(wanted, row)):
                    image.setText("note", quality_warning_text(doubt))
                return image

            return work

        return of

    def style_card(self, picture: Picture, params: HairParams) -> Callable[[str], Work]:
        """For the id of a style, a QImage of the head in it, with a note where much had to be made up, or why it is refused."""

        def of(style: str) -> Work:
            def work(progress: Progress) -> QImage:
                small = view(self.portraits.of(picture), longest=_STYLE_CARD)
                wanted = params.model_copy(update={"hair_styles": (style,) if style else ()})
                try:
                    made = self._made_over(small, wanted, progress, small.picture.width / picture.width)
                except CatchlightError as refusal:
                    if refusal.code not in ("conflicting_styles", "no_hair", "face_turned_away"):
                        raise
                    return _refused(small, refusal)
                doubts = made.worn.doubts
                shown = _head(eight_bit(made.pixels), small)
                image = wrap(_pale(shown) if doubts else shown).copy()
                if doubts:
                    image.setText("note", quality_warning_text(doubts[0]))
                return image

            return work

        return of

    def _made_over(self, portrait: Portrait, params: HairParams, progress: Progress, scale: float) -> HairOutcome:
        from catchlight.operations.hair import run as hair
        from catchlight.operations.hair import styles as hair_style

        row = hair.find_colour(params, self._catalogue)
        styles = hair_style.find_styles(params, self._catalogue)
        return hair.style_and_colour(portrait, params, styles, row, progress, scale=scale, quick=scale < 1)

    def _hair(self, small: Portrait, strokes: tuple[Stroke, ...], scale: float) -> Hair:
        from catchlight.operations.hair import run as hair

        key = (small.picture.digest, strokes)
        with self._lock:
            if self._last is None or self._last[0] != key:
                self._last = (key, hair.hair_of(small, strokes, scale))
            return self._last[1]

    def _coloured(self, portrait: Portrait, found: Hair, params: HairParams, progress: Progress) -> Pixels:
        from catchlight.hair.colour import recolour
        from catchlight.hair.colour.coats import plan_layers
        from catchlight.operations.hair import run as hair

        row = hair.find_colour(params, self._catalogue)
        if row is None and params.hair_color in (None, ORIGINAL):
            return portrait.picture.pixels
        wish = hair.colour_request(params, row)
        hair.require_clear(found, wish, params.color_strength)
        if params.brows:
            return hair.colour_hair(portrait, found, wish, params, progress)
        return recolour.recolour_hair(
            portrait.picture.pixels, found, plan_layers(found, wish), params.color_strength, progress
        )


def _refused(portrait: Portrait, refusal: CatchlightError) -> QImage:
    """The head as it is, faint, with the reason."""
    image = wrap(_faint(_head(portrait.picture.rgb8, portrait))).copy()
    image.setText("refused", problem_of(refusal).text)
    return image


def _head(pixels: ByteImage, portrait: Portrait) -> ByteImage:
    """A square around the head and some of the hair below it."""
    import cv2

    pose = portrait.pose
    height, width = pixels.shape[:2]
    x, y = pose.project([[0.0, 1.0, 0.0]])[0]
    side = int(min(height, width, max(_CARD, (24 + 2 * _ROOM_CM) * pose.px_per_cm)))
    left = int(min(max(0, x - side / 2), width - side))
    top = int(min(max(0, y - side / 2), height - side))
    part = np.ascontiguousarray(pixels[top : top + side, left : left + side])
    return np.ascontiguousarray(cv2.resize(part, (_CARD, _CARD), interpolation=cv2.INTER_AREA), np.uint8)


def _faint(pixels: ByteImage) -> ByteImage:
    return np.ascontiguousarray(pixels // 2 + 96, np.uint8)


def _pale(pixels: ByteImage) -> ByteImage:
    """A card that is not recommended: still to be judged, but behind the others."""
    return np.ascontiguousarray(pixels // 4 * 3 + 48, np.uint8)


def _plane(found: Hair) -> FloatPlane:
    """What counts as hair, over the whole picture."""
    whole = np.zeros(found.shape, np.float32)
    x0, y0, x1, y1 = found.box
    whole[y0:y1, x0:x1] = found.mask / np.float32(65535)
    return whole
