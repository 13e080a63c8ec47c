"""The headshot tab: backgrounds, clothes and framings of this person as cards, a lamp or two, and presets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Literal

from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QPushButton

from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.engines.background_sentence import BackgroundSentence
from catchlight.gui.engines.finish import EngineFinish
from catchlight.gui.jobs.jobs import BackgroundJob, Work
from catchlight.gui.tabs.headshot.garment_control import GarmentControl
from catchlight.gui.tabs.headshot.garment_parts import Parts
from catchlight.gui.tabs.headshot.garment_section import GarmentSection
from catchlight.gui.tabs.headshot.options import HeadshotOptions
from catchlight.gui.tabs.headshot.own_background import OwnBackground
from catchlight.gui.tabs.headshot.render import HeadshotPreview, HeadshotRenderer
from catchlight.gui.tabs.headshot.rows import CardRow, background_row, clothing_row, framing_row
from catchlight.gui.tabs.headshot.state import HeadshotState, state_from_params, state_from_preset
from catchlight.gui.tabs.live_tab import LiveTab
from catchlight.gui.widgets.flow_layout import FlowPanel
from catchlight.gui.widgets.labels import label, rule
from catchlight.gui.wording.i18n import label_of, tell_or_keep, tr
from catchlight.imaging.picture import Picture
from catchlight.operations.headshot.choices import KEEP, ORIGINAL, OWN_PICTURE, REFERENCE
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.operation import Params

OPERATION = "headshot"
_TIGHTER = 0.85


class HeadshotTab(LiveTab[HeadshotState, HeadshotPreview]):
    key = OPERATION
    icon = "headshot"

    @classmethod
    def title(cls) -> str:
        return tr("Headshot")

    @classmethod
    def help(cls) -> str:
        return tr("Clothes, background and framing for the job")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"reset_headshot": self.reset, "own_background": self.own_background.ask_picture}

    # Building

    def _build(self) -> None:
        theme, catalogue, stock = self.theme, self.session.catalogue, self.session.stock
        self.studio = HeadshotRenderer(self.session.previewer, self.session.portraits, stock)
        self.presets = FlowPanel(theme.px(1.5), between_lines=0)
        for row in catalogue.headshot_presets:
            button = QPushButton(label_of(row))
            button.setProperty("role", "chip")
            button.setToolTip(tr("Choose what such a picture is usually made of"))
            button.clicked.connect(lambda _on=False, row=row: self._set(state_from_preset(row, self.wish)))
            self.presets.flow.addWidget(button)
        self.backgrounds = background_row(catalogue, stock, theme)
        self.framings = framing_row(catalogue, stock, theme)
        self.parts = Parts(theme)
        self.parts.chosen.connect(self._show_parts)
        self.clothes = clothing_row(catalogue, lambda: self.parts.part, stock, theme)
        self.clothes.column.insertWidget(1, self.parts)
        self._build_garments()
        for cards, choose in (
            (self.backgrounds, self._choose_background),
            (self.clothes, self._choose_clothes),
            (self.framings, lambda name: self._set(self.wish.framed(name, catalogue))),
        ):
            cards.chosen.connect(choose)
            cards.hovered.connect(lambda name, cards=cards: self._try(self._with(cards, name)))
        self.own_background = OwnBackground(self.session, self.ask, lambda: self.wish, theme, self)
        self.own_background.wished.connect(self._set)
        self.picture_button = self.own_background.picture_button
        self.backgrounds.column.addWidget(self.own_background)
        self.sentence = BackgroundSentence()
        self.sentence.said.connect(lambda text: self._set(self.wish.described(text)))
        self.backgrounds.column.insertWidget(1, self.sentence)
        self.finishing = EngineFinish(self.session, theme, self.ask, self, self._let_finish, self._refresh)
        self.options = HeadshotOptions(theme)
        self.options.changed.connect(lambda change: self._set(change(self.wish)))
        for widget in (
            self._notice,
            self.finishing.pane,
            label(tr("Presets"), "section"),
            self.presets,
            self.backgrounds,
            rule(),
            self.framings,
            rule(),
            self.clothes,
            rule(),
            self.options,
        ):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.footer.addWidget(self.apply_button)

    def _build_garments(self) -> None:
        self.garments = GarmentSection(self.session, self.theme)
        self.clothes.column.insertWidget(1, self.garments)
        self.garment_control = GarmentControl(self.session, self.garments, self.ask, self.theme, self)
        self.garments.photo_button.clicked.connect(lambda: self.garment_control.ask_file(self.document))
        self.garments.photo_button.dropped.connect(self.garment_control.take_file)
        self.garment_control.chosen.connect(lambda photo: self._set(self.wish.wearing(photo)))
        self.garment_control.tried.connect(lambda photo: self._try(None if photo is None else self.wish.wearing(photo)))
        self.garment_control.listed.connect(self._offer)

    @property
    def _rows(self) -> tuple[CardRow, ...]:
        return self.backgrounds, self.framings, self.clothes

    # Wishing

    def _choose_background(self, name: str) -> None:
        if name == OWN_PICTURE and self.wish.picture is None:
            self.backgrounds.cards.choose(self.wish.background)
            self.own_background.ask_picture()
            return
        self._set(self.wish.on(name))

    def _choose_clothes(self, name: str) -> None:
        if name == REFERENCE and self.wish.garment is None:
            self.clothes.cards.choose(self.wish.shown(self.parts.part))
            self.garment_control.ask_file(self.document)
            return
        self._set(self.wish.clothed(self.parts.part, name))

    def _with(self, row: CardRow, name: str) -> HeadshotState | None:
        """The wish with a card of a row."""
        if not name:
            return None
        tried = row.vary(self.wish, name)
        if row is self.clothes:
            before = self.wish
            tried = replace(tried, background=before.background, sentence=before.sentence, tweaks=before.tweaks)
        return tried

    def _show_parts(self) -> None:
        self._show_wish()
        self._offer()

    # What the window asks

    def enter(self) -> None:
        if self.isVisibleTo(self.window()) and self._source() is not None:
            self.garment_control.list_pieces()
        super().enter()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.garment_control.forget_list()

    def show_document(self, document: OpenDocument | None) -> None:
        if document is not self.document:
            self.garment_control.source.stop()
            self.garment_control.render = None
            self.own_background.document = document
        super().show_document(document)

    def draft_pictures(self) -> tuple[str, ...]:
        worn = self.wish.worn
        name = "" if worn is None else self.garment_control.source.draft_name(worn)
        return (name,) if name else ()

    def take_draft_pictures(self, names: tuple[str, ...]) -> None:
        self.garment_control.source.from_draft(names[0])

    # What the base asks

    def _rest(self, before: HeadshotState | None) -> HeadshotState:
        """Own clothes, own background, own frame."""
        return HeadshotState() if before is None else before.at_rest()

    def _params_of(self, wish: HeadshotState) -> HeadshotParams | None:
        return None if wish.idle else wish.params()

    def _wish_of(self, params: Params) -> HeadshotState | None:
        if not isinstance(params, HeadshotParams):
            return None
        step, before = self._step, self.wish
        if step is not None and step.params is params and step.more and REFERENCE in params.clothing_styles:
            before = before.wearing(self.garment_control.source.choice_of(step.more[-1]))
        return state_from_params(params, before)

    def _says(self, params: Params) -> bool:
        step = self._step
        same = step is None or not step.more or step.more == self.wish.more
        return same and super()._says(params)

    def _show_wish(self) -> None:
        wish = self.wish
        self.backgrounds.cards.choose(None if wish.sentence else wish.background)
        self.sentence.show_text(wish.sentence)
        self.framings.cards.choose(wish.framing)
        self.clothes.cards.choose(wish.shown(self.parts.part))
        self.options.show_wish(wish)
        self.garments.show_wish(wish)
        self.garment_control.show_worn(wish.worn)

    def _show_cards(self, picture: Picture) -> None:
        if self._refusal is None:
            for row in self._rows:
                row.show_cards(self.studio, picture, self.wish)
        plain = self.wish.for_garment_cards()
        self.garments.book.show_cards(
            (picture.digest, plain), self.studio.piece_card(picture, plain, self.garment_control.piece)
        )
        self.garment_control.render = lambda piece: self.studio.in_piece(picture, piece)

    def _stop_cards(self) -> None:
        for row in self._rows:
            row.stop()
        self.garments.book.stop()

    def _quick(self, picture: Picture, wish: HeadshotState) -> Work:
        return self.studio.quick(picture, wish)

    def _full(self, picture: Picture, wish: HeadshotState) -> Work | None:
        return self.studio.full(picture, wish)

    def _passing(self, picture: Picture, wish: HeadshotState) -> tuple[Work, Work | None]:
        return self.studio.passing(picture, wish), self.studio.quick(picture, wish)

    def _is_for_engine(self, wish: HeadshotState) -> Literal["", "gap", "words"]:
        if wish.referenced or wish.sentence:
            return "words"
        return "gap" if wish.background == KEEP and wish.framing != ORIGINAL else ""

    def _more_of(self, wish: HeadshotState) -> tuple[Picture, ...]:
        return wish.more

    def _in_place_of(self, made: HeadshotPreview, shown: ImagePyramid) -> HeadshotPreview:
        return replace(made, shown=shown)

    def _compared(self, made: HeadshotPreview, source: EditStep) -> CanvasScene:
        return CanvasScene(made.shown, source.shown, made.placed)

    def _run(self, document: OpenDocument, params: Params) -> BackgroundJob | None:
        wish = self.wish
        placement = self.studio.placement(wish, self.session.catalogue)
        return self.session.run(self.key, params, self.title(), document=document, placement=placement, more=wish.more)

    def _words(self) -> str:
        from catchlight.operations.headshot.frame import notes_on_size

        made = self._rendering
        if self._refusal is None and self._tried is None and made is not None:
            if made.tightened < _TIGHTER:
                return tr("The photo shows too little of the person for this frame; it is drawn tighter.")
            if self.wish.framing != ORIGINAL and (notes := notes_on_size(made.shown.width, made.shown.height)):
                return tell_or_keep(notes[0])
        return super()._words()

    def _allow(self, loaded: bool) -> None:
        for widget in (self.presets, *self._rows, self.options):
            widget.setEnabled(loaded)
        assert self.finishing is not None
        # What was said while an engine was there stays, so that it can be taken back.
        self.sentence.setVisible(self.finishing.painting.takes_words or bool(self.wish.sentence))
