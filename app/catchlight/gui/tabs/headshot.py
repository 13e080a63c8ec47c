"""The headshot tab: backgrounds, clothes and framings of this person as cards, a lamp or two, and presets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QColorDialog, QPushButton, QWidget

from catchlight.engine.errors import CatchlightError
from catchlight.engine.picture import Picture
from catchlight.gui.ask import Ask
from catchlight.gui.compare import Scene
from catchlight.gui.document import Document, Step
from catchlight.gui.drop_button import DropButton
from catchlight.gui.flow import FlowPanel
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.jobs import Job
from catchlight.gui.live import Live
from catchlight.gui.opening import reading
from catchlight.gui.problems import problem_of
from catchlight.gui.session import Session
from catchlight.gui.switch import Segments
from catchlight.gui.tab import Tab, beside
from catchlight.gui.tabs.headshot_options import HeadshotOptions
from catchlight.gui.tabs.headshot_render import Rendering, Studio
from catchlight.gui.tabs.headshot_rows import CardRow, background_row, clothing_row, framing_row, part_names
from catchlight.gui.tabs.headshot_wish import OUTER, Wish, of_params, of_preset
from catchlight.gui.text import label, rule
from catchlight.gui.theme import Theme
from catchlight.operations.headshot import HeadshotParams, placement_of
from catchlight.operations.headshots.choices import BRAND, KEEP, OWN_PICTURE

OPERATION = "headshot"
_TIGHTER = 0.85


class HeadshotTab(Tab):
    key = OPERATION
    icon = "headshot"

    def __init__(self, session: Session, theme: Theme, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self.wish = Wish()
        self._wishes: dict[Document, Wish] = {}
        self._rendering: Rendering | None = None
        self._step: Step | None = None
        self._tried: Wish | None = None
        self._refusal: CatchlightError | None = None
        self._applying: Job | None = None
        self.studio = Studio(session.portraits, session.catalogue)
        self.live = Live(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(self._refused)
        self._build()

    def title(self) -> str:
        return tr("Headshot")

    def help(self) -> str:
        return tr("Clothes, background and framing for the job")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"reset_headshot": self.reset, "own_background": self._ask_picture}

    # Building

    def _build(self) -> None:
        theme, catalogue, jobs = self.theme, self.session.catalogue, self.session.jobs
        self._notice = label("", wrap=True)
        self._notice.hide()
        self.presets = FlowPanel(theme.px(1.5))
        for row in catalogue.headshot_presets:
            button = QPushButton(label_of(row))
            button.setProperty("role", "chip")
            button.setToolTip(tr("Choose what such a picture is usually made of"))
            button.clicked.connect(lambda _on=False, row=row: self._set(of_preset(row, self.wish)))
            self.presets.flow.addWidget(button)
        self.backgrounds = background_row(catalogue, jobs, theme)
        self.framings = framing_row(catalogue, jobs, theme)
        self.part = Segments([(key, name, None, name) for key, name in part_names()])
        self.part.choose(OUTER)
        self.part.chosen.connect(lambda _key: self._show_parts())
        self.clothes = clothing_row(catalogue, lambda: self.part.key, jobs, theme)
        self.clothes.column.insertWidget(1, self.part)
        for cards, choose in (
            (self.backgrounds, self._choose_background),
            (self.clothes, lambda name: self._set(self.wish.dyed(self.part.key, None if name == KEEP else name))),
            (self.framings, lambda name: self._set(self.wish.framed(name, catalogue))),
        ):
            cards.chosen.connect(choose)
            cards.hovered.connect(lambda name, cards=cards: self._try(cards, name))
        self.brand_button = QPushButton(tr("Brand colour…"))
        self.brand_button.setIcon(theme.icons("picker"))
        self.brand_button.setToolTip(tr("A paper in any colour; the preview follows"))
        self.brand_button.clicked.connect(self._pick_brand)
        self.picture_button = DropButton(tr("Own picture…"))
        self.picture_button.setIcon(theme.icons("photo"))
        self.picture_button.setToolTip(tr("A background of your own: press, or drop a picture here"))
        self.picture_button.clicked.connect(self._ask_picture)
        self.picture_button.dropped.connect(self.take_picture)
        self.backgrounds.column.addLayout(beside(self.brand_button, self.picture_button, spacing=theme.px(2)))
        self.options = HeadshotOptions(theme)
        self.options.changed.connect(lambda change: self._set(change(self.wish)))
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        for widget in (
            self._notice,
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

    @property
    def _rows(self) -> tuple[CardRow, ...]:
        return self.backgrounds, self.framings, self.clothes

    # What the window asks

    def show_document(self, document: Document | None) -> None:
        other = document is not self.document
        if other and self.document is not None:
            self._wishes[self.document] = self.wish
        super().show_document(document)
        source = self._source()
        if self._rendering is not None and (source is None or self._rendering.picture is not source.picture):
            self._rendering = None
        step = document.current if document is not None else None
        if other:
            self._refusal = None
            self._take(self._wishes.get(document, Wish()) if document is not None else Wish())
        elif step is not self._step:
            self._show_step(step)
        self._step = step
        self._refresh()
        self.enter()

    def enter(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            self.live.stop()
            for row in self._rows:
                row.stop()
            return
        self._render_cards()
        if self._rendering is None:
            self._render()

    def scene(self) -> Scene | None:
        """The headshot as it would be, before the picture that it is made from."""
        source, rendering = self._source(), self._rendering
        if source is None or rendering is None or not self.isVisibleTo(self.window()):
            return None
        shown = self._tried or self.wish
        if shown.idle:
            return Scene(source.shown) if self._step is not source else None
        if self._tried is None and self._is_kept:
            return None
        return Scene(rendering.shown, source.shown, rendering.placed)

    def retire(self) -> None:
        self.live.stop()
        for row in self._rows:
            row.stop()

    def keep(self) -> dict[str, object]:
        return {"wish": self.wish, "wishes": self._wishes}

    def take_over(self, kept: dict[str, object]) -> None:
        self._wishes = kept["wishes"]  # type: ignore[assignment]
        self._take(kept["wish"])  # type: ignore[arg-type]

    # Wishing

    def reset(self) -> None:
        """Own clothes, own background, own frame."""
        self._set(Wish(picture=self.wish.picture, brand=self.wish.brand))

    def take_picture(self, file: Path) -> None:
        """A file as the background."""
        job = self.session.jobs.submit(
            tr("Opening {name}", name=file.name), reading(file, self.session.memory.settings.limits), lane="files"
        )
        job.finished.connect(lambda step: self._set(replace(self.wish, picture=step.picture).on(OWN_PICTURE)))
        job.failed.connect(self.session.report)

    def _ask_picture(self) -> None:
        folder = (
            self.document.path.parent if self.document is not None and self.document.path is not None else Path.home()
        )
        chosen = self.ask.pictures(self, str(folder))
        if chosen:
            self.take_picture(chosen[0])

    def _choose_background(self, name: str) -> None:
        if name == OWN_PICTURE and self.wish.picture is None:
            self.backgrounds.cards.choose(self.wish.background)
            self._ask_picture()
            return
        self._set(self.wish.on(name))

    def _pick_brand(self) -> None:
        before = self.wish
        dialog = QColorDialog(QColor(before.brand), self)
        dialog.setWindowTitle(tr("Brand colour"))

        def show(colour: QColor) -> None:
            self._set(replace(self.wish, brand=colour.name().upper()).on(BRAND))

        dialog.currentColorChanged.connect(show)
        dialog.accepted.connect(lambda: show(dialog.selectedColor()))
        dialog.rejected.connect(lambda: self._set(before))
        dialog.open()

    def _try(self, row: CardRow, name: str) -> None:
        """A card is tried on while the pointer is over it."""
        tried = row.vary(self.wish, name) if name else None
        if tried is not None and row is self.clothes:
            tried = replace(tried, background=self.wish.background, tweaks=self.wish.tweaks)
        self._tried = tried if tried != self.wish else None
        self._render()

    def _set(self, wish: Wish) -> None:
        self._tried = None
        if wish == self.wish:
            self._take(wish)
            return
        self._take(wish)
        self._render()
        self._render_cards()
        self._refresh()

    def _take(self, wish: Wish) -> None:
        self.wish = wish
        self.backgrounds.cards.choose(wish.background)
        self.framings.cards.choose(wish.framing)
        self.clothes.cards.choose(dict(wish.dyes).get(self.part.key, KEEP))
        self.options.show_wish(wish)

    def _show_parts(self) -> None:
        self._take(self.wish)
        self._render_cards()

    def _show_step(self, step: Step | None) -> None:
        """A headshot shows its choices; going back to before it, none."""
        params = step.params if step is not None and step.operation == OPERATION else None
        if isinstance(params, HeadshotParams):
            self._take(of_params(params, self.wish))
        elif not self.wish.idle and self._applying is None:
            self._take(Wish(picture=self.wish.picture, brand=self.wish.brand))

    # Rendering

    def _source(self) -> Step | None:
        document = self.document
        if document is None or not document.loaded:
            return None
        return document.steps[document.base_for(OPERATION)]

    def _render_cards(self) -> None:
        source = self._source()
        if source is None or self._refusal is not None or not self.isVisibleTo(self.window()):
            return
        for row in self._rows:
            row.show_cards(self.studio, source.picture, self.wish)

    def _render(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            return
        wish = self._tried or self.wish
        whole = None if self._tried is not None or wish.idle else self.studio.full(source.picture, wish)
        self.live.ask(tr("Preview"), self.studio.quick(source.picture, wish), whole)

    def _rendered(self, rendering: Rendering) -> None:
        source = self._source()
        if source is None or rendering.picture is not source.picture:
            return
        self._rendering, self._refusal = rendering, None
        self._refresh()

    def _refused(self, error: CatchlightError) -> None:
        self._refusal = error
        self._rendering = None
        self._refresh()

    # Doing

    def apply(self) -> None:
        if self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: Document) -> None:
        """Make the headshot of an open picture as it is wished."""
        if not document.loaded or self._applying is not None or self.wish.idle:
            return
        wish, catalogue, portraits = self.wish, self.session.catalogue, self.session.portraits

        def placement(picture: Picture) -> npt.NDArray[np.float64]:
            return placement_of(portraits.of(picture), wish.params(), catalogue, bool(wish.more))

        job = self.session.run(
            OPERATION, wish.params(), self.title(), document=document, placement=placement, more=wish.more
        )
        self._applying = job
        if job is not None:
            for ended in (job.finished, job.failed, job.cancelled):
                ended.connect(self._applied)
        self._refresh()

    def _applied(self, _result: object = None) -> None:
        self._applying = None
        self._refresh()

    @property
    def _drawn_tighter(self) -> bool:
        """Whether the chosen frame asks for clearly more than the photo has."""
        return self._tried is None and self._rendering is not None and self._rendering.tightened < _TIGHTER

    @property
    def _is_kept(self) -> bool:
        """Whether the shown step is what is chosen."""
        step = self._step
        return step is not None and step.operation == OPERATION and step.params == self.wish.params()

    def _refresh(self) -> None:
        source = self._source()
        if self._refusal is not None:
            problem = problem_of(self._refusal)
            self._notice.setText(f"{problem.title}. {problem.text}")
        elif self._drawn_tighter:
            self._notice.setText(tr("The photo shows too little of the person for this frame; it is drawn tighter."))
        self._notice.setVisible(self._refusal is not None or self._drawn_tighter)
        for widget in (self.presets, *self._rows, self.options):
            widget.setEnabled(source is not None)
        usable = source is not None and self._refusal is None and self._applying is None
        self.apply_button.setEnabled(usable and not self.wish.idle and not self._is_kept)
        self.view_changed.emit()
