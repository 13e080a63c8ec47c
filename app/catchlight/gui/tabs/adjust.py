"""The adjust tab: words and sliders for the whole picture, looks as cards, and the picture that follows at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from catchlight.engine.develop.development import Development
from catchlight.engine.develop.seen import Seen
from catchlight.engine.errors import CatchlightError
from catchlight.gui.ask import Ask
from catchlight.gui.cards import CardRenderer, Cards, Row
from catchlight.gui.compare import Scene
from catchlight.gui.document import Document, Step
from catchlight.gui.histogram import Histogram
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.jobs import Job
from catchlight.gui.learning import Learning
from catchlight.gui.live import Live
from catchlight.gui.prompt_field import PromptField
from catchlight.gui.session import Session
from catchlight.gui.setting_slider import SettingSlider
from catchlight.gui.tab import Tab, beside
from catchlight.gui.tabs import adjust_render
from catchlight.gui.tabs.adjust_render import Rendering
from catchlight.gui.tabs.adjust_sliders import AdjustSliders, Path
from catchlight.gui.tabs.adjust_wish import Wish, without_auto
from catchlight.gui.text import label
from catchlight.gui.theme import Theme
from catchlight.operations import adjust
from catchlight.operations.adjust import AdjustParams

OPERATION = "adjust"
NO_LOOK = ""


class AdjustTab(Tab):
    key = OPERATION
    icon = "adjust"

    def __init__(self, session: Session, theme: Theme, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self.wish = Wish()
        self._wishes: dict[Document, Wish] = {}
        self._seen: Seen | None = None
        self._rendering: Rendering | None = None
        self._step: Step | None = None
        self._hovered: str | None = None
        self._applying: Job | None = None
        self.live = Live(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(self._refused)
        self._build()

    def title(self) -> str:
        return tr("Adjust")

    def help(self) -> str:
        return tr("Light, colour and looks of the whole picture")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"auto_adjust": self.set_auto, "reset_adjust": self.reset}

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.histogram = Histogram(theme)
        self.prompt = PromptField(theme, tr("For example: warmer, lift the shadows"))
        self._words = Learning(self.prompt, "adjust", self.session)
        self.prompt.changed.connect(self._said)
        self.prompt.submitted.connect(self.apply)
        self.auto_button = QPushButton(tr("Auto"))
        self.auto_button.setToolTip(tr("Set light and colour by what the picture shows"))
        self.auto_button.clicked.connect(self.set_auto)
        self.reset_button = QPushButton(tr("Reset"))
        self.reset_button.setToolTip(tr("All sliders back, no words, no look"))
        self.reset_button.clicked.connect(self.reset)
        looks = [Row(NO_LOOK, tr("None")), *(Row(row.id, label_of(row)) for row in self.session.catalogue.looks)]
        self.looks = Cards(looks, theme, columns=len(looks))
        for card in self.looks.cards.values():
            card.setFixedSize(card.sizeHint())
        self.looks.chosen.connect(self._choose_look)
        self.looks.hovered.connect(self._hover)
        self.renderer = CardRenderer(self.session.jobs, self.looks)
        self.strip = QScrollArea()
        self.strip.setWidget(self.looks)
        self.strip.setWidgetResizable(True)
        self.strip.setFrameShape(QFrame.Shape.NoFrame)
        self.strip.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.strip.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.strip.setFixedHeight(self.looks.sizeHint().height() + theme.px(4))
        self.look_strength = SettingSlider(tr("Look strength"), tr("How much of the look."), 0, 100, theme, rest=100)
        self.look_strength.moved.connect(partial(self._moved, ("look_strength",)))
        self.sliders = AdjustSliders(theme)
        self.sliders.moved.connect(self._moved)
        self.strength = SettingSlider(tr("Strength"), tr("How much of it all."), 0, 100, theme, rest=100)
        self.strength.moved.connect(self._set_strength)
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        self.column.addWidget(self.histogram)
        self.column.addWidget(self.prompt)
        self.column.addLayout(beside(self.auto_button, self.reset_button))
        self.column.addWidget(label(tr("Looks"), "section"))
        self.column.addWidget(self.strip)
        self.column.addWidget(self.look_strength)
        self.column.addWidget(self.sliders)
        self.column.addStretch(1)
        self.footer.addWidget(self.strength)
        self.footer.addWidget(self.apply_button)

    # What the window asks

    def show_document(self, document: Document | None) -> None:
        other = document is not self.document
        if other and self.document is not None:
            self._wishes[self.document] = self.wish
        super().show_document(document)
        source = self._source()
        if self._rendering is not None and (source is None or self._rendering.picture is not source.picture):
            self._rendering, self._seen = None, None
        step = document.current if document is not None else None
        if other:
            self._take(self._wishes.get(document, Wish()) if document is not None else Wish())
            self._step = step
        elif step is not self._step:
            self._step = step
            self._show_step(step)
        self._refresh()
        self.enter()

    def enter(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            self.live.stop()
            self.renderer.stop()
            return
        self._words.begin()
        portraits, catalogue, picture = self.session.portraits, self.session.catalogue, source.picture
        self.renderer.render(picture.digest, lambda look: adjust_render.card(portraits, catalogue, picture, look))
        if self._rendering is None:
            self._render()

    def scene(self) -> Scene | None:
        """The picture as it would be, before the picture that it is made from."""
        source, rendering = self._source(), self._rendering
        if source is None or rendering is None or not self.isVisibleTo(self.window()):
            return None
        if self._is_kept or (self.wish.is_empty and self._hovered is None):
            return Scene(source.shown) if self._step is not source and not self._is_kept else None
        return Scene(rendering.shown, source.shown)

    def retire(self) -> None:
        self.live.stop()
        self.renderer.stop()

    def keep(self) -> dict[str, object]:
        return {"wish": self.wish, "wishes": self._wishes, "more": self.sliders.more.is_open}

    def take_over(self, kept: dict[str, object]) -> None:
        self._wishes = kept["wishes"]  # type: ignore[assignment]
        self.sliders.more.set_open(bool(kept["more"]))
        self._take(kept["wish"])  # type: ignore[arg-type]

    # Wishing

    def params(self) -> AdjustParams:
        """What would be applied: words and sliders as one set of settings."""
        return AdjustParams(settings=self.wish.settings, strength=self.wish.strength)

    def set_auto(self) -> None:
        """Sliders where auto exposure and auto white balance put them; the others stay."""
        if self._seen is None:
            return
        found = without_auto(Development(auto_exposure=True, auto_white_balance=True), self._seen)
        paths: list[Path] = [
            (name,) for name in ("exposure", "shadows", "highlights", "whites", "blacks", "noise_reduction")
        ]
        paths += [("temperature",), ("tint",)]
        paths += [("bands", band, part) for band in ("reds", "oranges") for part in ("hue", "saturation", "luminance")]
        wish = self.wish
        for path in paths:
            at: Any = found
            for name in path:
                at = getattr(at, name)
            wish = wish.with_move(path, at)
        self._set(wish)

    def reset(self) -> None:
        self._take(Wish())
        self._changed()

    def _said(self) -> None:
        """The sentence, and with it the sliders, follow the typing; what is not understood changes nothing yet."""
        text = self.prompt.text
        if text == self.wish.text:
            return
        if not text:
            self._set(self.wish.with_text("", Development(), self._seen or Seen()))
        elif self.prompt.understanding is not None:
            seen = self._seen or Seen()
            try:
                said = adjust.wished(text, seen, self.session.catalogue)
            except CatchlightError as refusal:
                self.session.report(refusal)
                return
            self._set(self.wish.with_text(text, said, seen))
        self._refresh()

    def _moved(self, path: Path, value: Any) -> None:
        self._set(self.wish.with_move(path, value))

    def _choose_look(self, key: str) -> None:
        self._hovered = None
        wish = self.wish.with_move(("look",), key or None)
        self._set(wish.with_move(("look_strength",), 100.0) if key != self.wish.settings.look else wish)

    def _hover(self, key: str) -> None:
        """A look is tried on while the pointer is over its card."""
        self._hovered = key or None
        self._render()

    def _set_strength(self, percent: float) -> None:
        self._set(Wish(self.wish.text, self.wish.said, self.wish.moved, percent / 100))

    def _set(self, wish: Wish) -> None:
        self.wish = wish
        self._show_wish()
        self._changed()

    def _take(self, wish: Wish) -> None:
        """Another wish altogether, with its sentence."""
        self.wish = wish
        if self.prompt.text != wish.text:
            self.prompt.set_text(wish.text)
        self._show_wish()

    def _show_wish(self) -> None:
        settings = self.wish.settings
        self.sliders.show_settings(settings)
        self.look_strength.show_value(settings.look_strength)
        self.look_strength.setVisible(settings.look is not None)
        self.strength.show_value(self.wish.strength * 100)
        chosen = settings.look or NO_LOOK
        if chosen != self.looks.current:
            self.looks.choose(chosen)
            self.strip.ensureWidgetVisible(self.looks.cards.get(chosen, self.looks.cards[NO_LOOK]))

    def _changed(self) -> None:
        self._render()
        self._refresh()

    def _show_step(self, step: Step | None) -> None:
        """A step that was adjusted shows its settings; going back to before it, none."""
        if step is None or step.operation != OPERATION or not isinstance(step.params, AdjustParams):
            if not self.wish.is_empty and self._applying is None:
                self._take(Wish())
            return
        if step.params.settings != self.wish.settings or step.params.strength != self.wish.strength:
            self._take(Wish(strength=step.params.strength).with_settings(step.params.settings))

    # Rendering

    def _source(self) -> Step | None:
        document = self.document
        if document is None or not document.loaded:
            return None
        return document.steps[document.base_for(OPERATION)]

    def _render(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            return
        settings = self.wish.settings
        if self._hovered is not None:
            settings = settings.model_copy(update={"look": self._hovered, "look_strength": 100.0})
        wanted = (self.session.portraits, self.session.catalogue, source.picture, settings, self.wish.strength)
        whole = adjust_render.full(*wanted) if self._hovered is None and not settings.is_neutral else None
        self.live.ask(tr("Preview"), adjust_render.quick(*wanted), whole)

    def _rendered(self, rendering: Rendering) -> None:
        source = self._source()
        if source is None or rendering.picture is not source.picture:
            return
        first = self._seen is None
        self._seen, self._rendering = rendering.seen, rendering
        self.histogram.show_counts(rendering.counts)
        if first and self.wish.text:
            # The sentence was read without knowing the picture.
            said = adjust.wished(self.wish.text, rendering.seen, self.session.catalogue)
            self._set(self.wish.with_text(self.wish.text, said, rendering.seen))
        self._refresh()

    def _refused(self, error: CatchlightError) -> None:
        self.session.report(error)

    # Doing

    def apply(self) -> None:
        if self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: Document) -> None:
        """Develop an open picture with what is wished."""
        if not document.loaded or self._applying is not None or self.wish.is_empty:
            return
        job = self.session.run(OPERATION, self.params(), self.title(), document=document)
        self._applying = job
        if job is not None:
            for ended in (job.finished, job.failed, job.cancelled):
                ended.connect(self._applied)
        self._refresh()

    def _applied(self, _result: object = None) -> None:
        self._applying = None
        self._refresh()

    @property
    def _is_kept(self) -> bool:
        """Whether the shown step is what the sliders say."""
        step, wanted = self._step, self.wish
        if step is None or not isinstance(step.params, AdjustParams) or self._hovered is not None:
            return False
        return step.params.settings == wanted.settings and step.params.strength == wanted.strength

    def _refresh(self) -> None:
        ready = self._source() is not None
        pending = bool(self.prompt.text) and self.prompt.understanding is None
        self.auto_button.setEnabled(ready and self._seen is not None)
        self.apply_button.setEnabled(
            ready and self._applying is None and not self.wish.is_empty and not self._is_kept and not pending
        )
        self.view_changed.emit()
