"""What the hair tab asks for: hair as it would be, small and whole, what counts as hair, and a card of each colour and style."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtGui import QImage

from catchlight.core.errors import CatchlightError, Conflict, InvalidRequest, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.gui.canvas.hotspot import AreaHighlight, render_highlight
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.cards.card_image import Square, card_image, pale_card, refused_card
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import Previewer, is_small, pyramid_of
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.tabs.hair.state import HairState
from catchlight.gui.tabs.hair.style_cards import quality_warning_text
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.imaging.picture import Picture
from catchlight.operations.hair.params import ORIGINAL, HairParams
from catchlight.operations.operation import Preview
from catchlight.operations.reduce import WHOLE
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view
from catchlight.store.style_book_entry import StyleBookEntry

PROXY = 1024
"""Longer side of the small copy that follows the input."""
_STYLED = 720
"""The same while a style is chosen: strands are grown anew for every look."""
_STYLE_CARD = 512
_CARD = 176
_ROOM_CM = 2.0
"""Room around the head on a card."""
_TO_TRY_ON = "taken"
"""The doubt of all hair of a photo, which makes no card pale."""
_REFUSED_STYLES = ("conflicting_styles", "no_hair", "face_turned_away", "reference_unsuited")


@dataclass(frozen=True, eq=False)
class HairPreview:
    """What became of a wish. picture: the source; glow: what counts as hair, of quick renderings alone; notes: what a user
    should know, in their language."""

    picture: Picture
    shown: ImagePyramid
    glow: AreaHighlight | None = None
    notes: tuple[str, ...] = ()


class HairRenderer:
    """Work for one tab."""

    def __init__(self, previewer: Previewer, portraits: Portraits) -> None:
        self._previewer = previewer
        self._portraits = portraits

    def quick(self, picture: Picture, params: HairParams, masked: bool, more: Sequence[Picture] = ()) -> Work:
        """A HairPreview of the small copy; masked: with what counts as hair; more: the photo whose hair is worn."""
        size = _size(params, more)

        def work(progress: Progress) -> HairPreview:
            made = self._ask(picture, params, size, progress, more)
            glow = None
            if masked:
                from catchlight.operations.hair.preview import hair_plane

                glow = render_highlight(hair_plane(self._portraits.of(picture), params.strokes, size), "")
            return HairPreview(picture, pyramid_of(made, size), glow, _notes(made))

        return work

    def full(self, picture: Picture, params: HairParams, more: Sequence[Picture] = ()) -> Work | None:
        """The same of the whole picture; None where the small copy is the picture itself."""
        if is_small(picture, _size(params, more)):
            return None

        def work(progress: Progress) -> HairPreview:
            made = self._ask(picture, params, WHOLE, progress, more)
            progress.check()
            return HairPreview(picture, pyramid_of(made, WHOLE), notes=_notes(made))

        return work

    def card(self, picture: Picture, params: HairParams) -> Callable[[str], Work]:
        """For the id of a colour, a QImage of the head in it, with a note where it is doubted, or why it is refused; the empty id
        is the hair as it is."""

        def of(colour: str) -> Work:
            wanted = params.model_copy(update={"hair_color": colour or ORIGINAL})

            def work(progress: Progress) -> QImage:
                small = view(self._portraits.of(picture), longest=PROXY)
                try:
                    made = self._ask(picture, wanted, PROXY, progress)
                except (Conflict, UnusablePicture) as refusal:
                    return _refused(small, refusal)
                image = card_image(made.picture.pixels, _CARD, _head(small))
                for doubt in made.details["doubts"]:
                    image.setText("note", quality_warning_text(doubt))
                return image

            return work

        return of

    def style_card(
        self,
        picture: Picture,
        params: HairParams,
        kept: Mapping[str, StyleBookEntry],
        piece: Callable[[str], Picture],
    ) -> Callable[[str], Work]:
        """For the id of a style, a QImage of the head in it, with a note where much had to be made up, or why it is refused.

        kept: the pieces that are worn for styles; piece: reads one by its id.
        """

        def of(style: str) -> Work:
            entry = kept.get(style)
            if entry is not None:
                worn = HairState.of(params).wearing_as(style, PhotoChoice(picture, "")).photo_params()
                note = tr("Your piece {name}", name=entry.name)
                return self._styled_card(picture, worn, lambda: (piece(entry.id),), note)
            wanted = params.model_copy(update={"hair_styles": (style,) if style else ()})
            return self._styled_card(picture, wanted, lambda: ())

        return of

    def piece_card(
        self, picture: Picture, params: HairParams, piece: Callable[[str], Picture]
    ) -> Callable[[str], Work]:
        """For the id of a piece of the style book, the same. piece: reads it; asked on a worker."""
        return lambda entry: self._styled_card(picture, params, lambda: (piece(entry),))

    def _styled_card(
        self, picture: Picture, wanted: HairParams, more: Callable[[], Sequence[Picture]], note: str = ""
    ) -> Work:
        """note: what is told of the card where nothing else is to be told."""

        def work(progress: Progress) -> QImage:
            small = view(self._portraits.of(picture), longest=_STYLE_CARD)
            try:
                made = self._ask(picture, wanted, _STYLE_CARD, progress, more())
            except CatchlightError as refusal:
                if refusal.code not in _REFUSED_STYLES:
                    raise
                return _refused(small, refusal)
            doubts = made.details["styleDoubts"]
            if doubts and doubts[0] != _TO_TRY_ON:
                return pale_card(made.picture.pixels, quality_warning_text(doubts[0]), _CARD, _head(small))
            image = card_image(made.picture.pixels, _CARD, _head(small))
            for doubt in doubts:
                image.setText("note", quality_warning_text(doubt))
            if note and not made.details.get("notes"):
                image.setText("note", note)
            return image

        return work

    def _ask(
        self, picture: Picture, params: HairParams, size: int, progress: Progress, more: Sequence[Picture] = ()
    ) -> Preview:
        return self._previewer.ask("hair", params, picture, size, progress, more)


def refuse_gone(_progress: Progress) -> HairPreview:
    """The work for hair of a photo that is not at hand any more."""
    raise InvalidRequest(
        Message("The photo whose hair is worn is not at hand any more. Choose it anew, or another style.")
    )


def _notes(made: Preview) -> tuple[str, ...]:
    return tuple(tell_or_keep(note) for note in made.details.get("notes", ()))


def _size(params: HairParams, more: Sequence[Picture]) -> int:
    return _STYLED if params.hair_styles or more else PROXY


def _refused(portrait: Portrait, refusal: CatchlightError) -> QImage:
    return refused_card(portrait.picture.rgb8, refusal, _CARD, _head(portrait))


def _head(portrait: Portrait) -> Square:
    """The head and some of the hair below it."""
    pose, width = portrait.pose, portrait.picture.width
    x, y = pose.project([[0.0, 1.0, 0.0]])[0]
    side = max(_CARD, (24 + 2 * _ROOM_CM) * pose.px_per_cm)
    return float(x) / width, float(y) / width, side / width
