"""The hair tab: colours and styles on this person as cards, how colour is laid on, a brush for what counts as hair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Literal

from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.canvas.hotspot import HotspotOverlay
from catchlight.gui.canvas.overlay import Overlay
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.engines.finish import EngineFinish
from catchlight.gui.jobs.jobs import BackgroundJob, Work
from catchlight.gui.tabs.hair.colour_page import ColourPage
from catchlight.gui.tabs.hair.photo_control import PhotoControl
from catchlight.gui.tabs.hair.render import HairPreview, HairRenderer, refuse_gone
from catchlight.gui.tabs.hair.state import HairState
from catchlight.gui.tabs.hair.style_cards import HairStyles
from catchlight.gui.tabs.live_tab import LiveTab
from catchlight.gui.widgets.setting_slider import amount
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.wording.i18n import tr
from catchlight.imaging.picture import Picture
from catchlight.operations.edit.marks import Stroke
from catchlight.operations.hair.params import HairParams
from catchlight.operations.operation import Params

OPERATION = "hair"


class HairTab(LiveTab[HairState, HairPreview]):
    key = OPERATION
    icon = "hair"

    @classmethod
    def title(cls) -> str:
        return tr("Hair")

    @classmethod
    def help(cls) -> str:
        return tr("Hair colour, strand by strand, and hair styles")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "reset_hair": self.reset,
            "hair_add": partial(self.use_tool, "add"),
            "hair_erase": partial(self.use_tool, "erase"),
        }

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.salon = HairRenderer(self.session.previewer, self.session.portraits)
        self.spot = HotspotOverlay(self)
        self.spot.brushed.connect(self.brush)
        self.page = ColourPage(self.session, self.spot, theme)
        self.page.wished.connect(lambda field, value: self._set(replace(self.wish, **{field: value})))
        self.page.tool_chosen.connect(self.use_tool)
        self.colours = self.page.colours
        self.colours.chosen.connect(lambda key: self._set(self.wish.coloured(key or None)))
        self.colours.hovered.connect(lambda key: self._try(replace(self.wish, colour=key) if key else None))
        self.strength = amount(tr("Strength"), tr("How much of the new colour shows."), theme)
        self.strength.moved.connect(lambda value: self._set(replace(self.wish, strength=value / 100)))
        self._build_styles()
        self.finishing = EngineFinish(self.session, theme, self.ask, self, self._let_finish, self._refresh)
        self.column.addWidget(self.pages)
        self.column.addWidget(self._notice)
        self.column.addWidget(self.finishing.pane)
        self.column.addWidget(self.page)
        self.column.addWidget(self.styles)
        self.column.addStretch(1)
        self.footer.addWidget(self.strength)
        self.footer.addWidget(self.apply_button)

    def _build_styles(self) -> None:
        self.pages = Segments(
            (("colour", tr("Colour"), None, ""), ("style", tr("Style"), None, "")),
        )
        self.pages.choose("colour")
        self.pages.chosen.connect(self.show_page)
        self.styles = HairStyles(self.session, self.theme)
        self.styles.hide()
        self.photos = PhotoControl(self.session, self.styles.photos, self.ask, self.theme, self)
        self.photos.wished.connect(lambda change: self._set(change(self.wish)))
        self.photos.tried.connect(lambda photo: self._try(None if photo is None else self.wish.wearing(photo)))
        self.photos.listed.connect(self._offer)
        self.styles.chosen.connect(self._choose_style)
        self.styles.hovered.connect(self._hover_style)
        self.styles.length.moved.connect(lambda value: self._set(replace(self.wish, length=value / 100)))
        self.styles.volume.moved.connect(lambda value: self._set(replace(self.wish, volume=value / 100)))
        self.styles.texture.moved.connect(lambda value: self._set(replace(self.wish, texture=value / 100)))
        self.styles.parting.moved.connect(lambda value: self._set(replace(self.wish, parting=value / 10)))

    def _choose_style(self, key: str) -> None:
        """A style of the catalogue: the piece that is kept for it, else its drawing."""
        if not self.photos.wear_for(key):
            self._set(self.wish.styled(key or None))

    def _hover_style(self, key: str) -> None:
        if not self.photos.try_for(key):
            self._try(self.wish.styled(key) if key else None)

    def show_page(self, page: str) -> None:
        """colour or style."""
        self.pages.choose(page)
        self.page.setVisible(page == "colour")
        self.strength.setVisible(page == "colour")
        self.styles.setVisible(page == "style")
        if page == "style":
            self.photos.source.reload()
        self._offer()

    def folded_parts(self) -> tuple[QWidget, ...]:
        return (self.page, self.strength, self.styles)

    def unfold(self, part: QWidget) -> None:
        self.show_page("style" if part is self.styles else "colour")

    # What the window asks

    def show_document(self, document: OpenDocument | None) -> None:
        self.photos.show_document(document, other=document is not self.document)
        super().show_document(document)

    def draft_pictures(self) -> tuple[str, ...]:
        name = "" if self.wish.photo is None else self.photos.source.draft_name(self.wish.photo)
        return (name,) if name else ()

    def take_draft_pictures(self, names: tuple[str, ...]) -> None:
        self.photos.source.from_draft(names[0])

    def overlay(self) -> Overlay | None:
        return self.spot if self.spot.tool != "point" else None

    def use_tool(self, tool: str) -> None:
        """add or erase: the brush; point: none."""
        self.spot.tool = tool
        self.page.show_tool(tool)
        if tool == "point":
            self.spot.glow = None
        else:
            self._render()
        self._refresh()

    def brush(self, points: tuple[tuple[float, float], ...]) -> None:
        """A stroke over the picture changes what counts as hair."""
        stroke = Stroke(points=points, radius=self.spot.radius, erase=self.spot.tool == "erase")
        self._set(replace(self.wish, strokes=(*self.wish.strokes, stroke)))

    # What the base asks

    def _rest(self, before: HairState | None) -> HairState:
        return HairState()

    def _params_of(self, wish: HairState) -> HairParams | None:
        return None if wish.empty else wish.params()

    def _wish_of(self, params: Params) -> HairState | None:
        """With the photo of the step that these are the parameters of; a draft has none."""
        if not isinstance(params, HairParams):
            return None
        step, wish = self._step, HairState.of(params)
        if step is None or step.params is not params or not step.wears_photo:
            return wish
        if step.more:
            return replace(wish, photo=self.photos.source.choice_of(step.more[0]))
        return replace(wish, photo_gone=True)

    def _says(self, params: Params) -> bool:
        step = self._step
        if step is None or not super()._says(params):
            return False
        if step.lacks_pictures or self.wish.photo_gone:
            return step.lacks_pictures and self.wish.photo_gone
        return [one.digest for one in step.more] == [one.digest for one in self.wish.more]

    def _show_wish(self) -> None:
        wish = self.wish
        self.page.show_wish(wish)
        other = wish.photo_gone or (wish.photo is not None and wish.style is None)
        self.styles.choose(None if other else wish.style or "")
        self.styles.show_amounts(wish)
        self.styles.photos.show_wish(wish)
        self.photos.show_worn(wish.photo)
        self.strength.show_value(wish.strength * 100)

    def _show_cards(self, picture: Picture) -> None:
        self.spot.size = (picture.width, picture.height)
        self.page.size_brush(max(self.spot.size))
        if self.pages.key == "style":
            self.colours.stop()
            wish = replace(self.wish.styled(None), brows=False)
            drawn = replace(wish, photo_colour=False)
            kept = self.photos.kept_for_styles()
            pieces = tuple((style, entry.id) for style, entry in kept.items())
            self.styles.show_cards(
                (picture.digest, drawn, pieces),
                self.salon.style_card(picture, drawn.params(), kept, self.photos.piece),
            )
            worn = wish.photo_params()  # of no style in particular
            self.styles.photos.show_cards(
                (picture.digest, worn), self.salon.piece_card(picture, worn, self.photos.piece)
            )
            return
        self._stop_style_cards()
        # Colours are shown on the hair as it is: a new style would have to be grown for every one of them.
        wish = replace(
            self.wish.styled(None),
            colour=None,
            length=1.0,
            volume=1.0,
            strength=1.0,
            brows=False,
            photo_colour=False,
        )
        self.colours.show_cards((picture.digest, wish), self.salon.card(picture, wish.params()))

    def _stop_cards(self) -> None:
        self.colours.stop()
        self._stop_style_cards()

    def _stop_style_cards(self) -> None:
        self.styles.stop()
        self.styles.photos.stop()

    def _quick(self, picture: Picture, wish: HairState) -> Work:
        if wish.photo_gone:
            return refuse_gone
        return self.salon.quick(picture, wish.params(), self.spot.tool != "point", wish.more)

    def _full(self, picture: Picture, wish: HairState) -> Work | None:
        return None if wish.photo_gone else self.salon.full(picture, wish.params(), wish.more)

    def _run(self, document: OpenDocument, params: Params) -> BackgroundJob | None:
        return self.session.run(self.key, params, self.title(), document=document, more=self.wish.more)

    def _is_for_engine(self, wish: HairState) -> Literal["", "gap", "words"]:
        return "words" if wish.style is not None or wish.photo is not None else ""

    def _more_of(self, wish: HairState) -> tuple[Picture, ...]:
        return wish.more

    def _in_place_of(self, made: HairPreview, shown: ImagePyramid) -> HairPreview:
        return replace(made, shown=shown)

    def _rendered(self, made: HairPreview) -> None:
        if made.glow is not None and self._is_current(made):
            self.spot.glow = made.glow if self.spot.tool != "point" else None
        super()._rendered(made)

    def _refused(self, error: CatchlightError) -> None:
        # Styles, photos and colours say themselves what they cannot do.
        if not _is_of_colour(error) and self._shown_wish.photo is None and not self._shown_wish.photo_gone:
            self.colours.stop()
        super()._refused(error)

    def _words(self) -> str:
        made = self._rendering
        if self._refusal is None and made is not None and made.notes and not self._is_kept:
            return "\n".join(made.notes)
        return super()._words()

    def _allow(self, loaded: bool) -> None:
        worn = self.wish.style is not None or self.wish.photo is not None or self.wish.photo_gone
        usable = loaded and (self._refusal is None or worn or _is_of_colour(self._refusal))
        self.page.allow(usable)
        self.strength.setEnabled(usable)
        # A refused style makes way for another.
        self.styles.setEnabled(loaded)
        for slider in self.styles.sliders:
            slider.setEnabled(usable and self.wish.drawn_style is not None)


def _is_of_colour(refusal: CatchlightError) -> bool:
    from catchlight.operations.hair import run as hair

    return hair.is_of_colour(refusal)
