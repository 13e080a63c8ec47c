"""The adjust tab: words and sliders for the whole picture, looks as cards, and the picture that follows at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton

from catchlight.core.errors import CatchlightError
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.canvas.overlay import Overlay
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.replay import Replay
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import is_small
from catchlight.gui.tabs.adjust.looks_strip import LooksStrip
from catchlight.gui.tabs.adjust.neutral_pick import NeutralPick
from catchlight.gui.tabs.adjust.raw_base import RawRoot, raw_base
from catchlight.gui.tabs.adjust.raw_section import RawSection
from catchlight.gui.tabs.adjust.render import PROXY, AdjustPreview, AdjustRenderer
from catchlight.gui.tabs.adjust.sliders import AdjustSliders, Path
from catchlight.gui.tabs.adjust.state import AdjustState, settings_from_sentence, without_auto
from catchlight.gui.tabs.live_tab import LiveTab
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.histogram.histogram import Histogram
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.gui.widgets.prompt.model_reader import ModelReader
from catchlight.gui.widgets.prompt.vocabulary import VocabularyLoader
from catchlight.gui.widgets.setting_slider import SettingSlider, amount
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.operation import Params
from catchlight.operations.reduce import WHOLE

if TYPE_CHECKING:
    from catchlight.develop.picture_statistics import PictureStats

OPERATION = "adjust"
_HIGH, _LOW, _TALL = 24, 16, 140
"""Height of the histogram, in a tab that is higher than that and in one that is not; in steps of the grid."""


class AdjustTab(LiveTab[AdjustState, AdjustPreview]):
    key = OPERATION
    icon = "adjust"

    @classmethod
    def title(cls) -> str:
        return tr("Adjust")

    @classmethod
    def help(cls) -> str:
        return tr("Light, colour and looks of the whole picture")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        picker = self.picker
        return {
            "auto_adjust": self.set_auto,
            "reset_adjust": self.reset,
            "white_balance": lambda: picker.take(not picker.active),
        }

    # Building

    def _build(self) -> None:
        theme = self.theme
        self._root = RawRoot(self.session.jobs, self._follow)
        self._replay: Replay | None = None
        self.darkroom = AdjustRenderer(self.session.previewer, self.session.portraits)
        self._build_histogram()
        self.auto_button = QPushButton(tr("Auto"))
        self.auto_button.setToolTip(tr("Set light and colour by what the picture shows"))
        self.auto_button.clicked.connect(self.set_auto)
        self.reset_button = QPushButton(tr("Reset"))
        self.reset_button.setToolTip(tr("All sliders back, no words, no look"))
        self.reset_button.clicked.connect(self.reset)
        buttons = (self.auto_button, self.reset_button)
        hint = tr("For example: warmer, lift the shadows")
        self.prompt = PromptField(theme, hint, beside=() if theme.large else buttons, shy=True)
        self._learning = VocabularyLoader(self.prompt, "adjust", self.session)
        self._reader = ModelReader(self.prompt, "adjust", self.session, lambda: None)
        self.prompt.changed.connect(self._said)
        self.prompt.tab_wanted.connect(self.tab_wanted)
        self.prompt.submitted.connect(self.apply)
        self.strip = LooksStrip(self.session.catalogue, theme)
        self.looks = self.strip.cards
        self.looks.chosen.connect(self._choose_look)
        self.looks.hovered.connect(lambda key: self._try(_in_look(self.wish, key) if key else None))
        self.renderer = CardRenderer(self.session.stock, self.looks, "look")
        self.look_strength = SettingSlider(tr("Look strength"), tr("How much of the look."), 0, 100, theme, rest=100)
        self.look_strength.moved.connect(partial(self._moved, ("look_strength",)))
        self.raw = RawSection(theme)
        self.raw.moved.connect(lambda raw: self._set(replace(self.wish, raw=raw)))
        self.sliders = AdjustSliders(theme)
        self.sliders.moved.connect(self._moved)
        for button in (self.raw.pick, self.sliders.pick):
            button.clicked.connect(self.picker.take)
        self.strength = amount(tr("Strength"), tr("How much of it all."), theme)
        self.strength.moved.connect(lambda value: self._set(replace(self.wish, strength=value / 100)))
        self.column.addWidget(self.histogram)
        self.column.addWidget(self.prompt)
        if theme.large:
            self.column.addLayout(share_row(*buttons))
        self.column.addWidget(self.strip)
        self.column.addWidget(self.look_strength)
        self.column.addWidget(self.raw)
        self.column.addWidget(self.sliders)
        self.column.addStretch(1)
        self.footer.addWidget(self.strength)
        self.footer.addWidget(self.apply_button)
        self._show_clipping()

    def _build_histogram(self) -> None:
        theme = self.theme
        self.histogram = Histogram(theme)
        self.histogram.moved.connect(self._moved)
        self.histogram.end_wanted.connect(self.session.clipping.toggle_end)
        self.session.clipping.changed.connect(self._show_clipping)
        self.picker = NeutralPick(self.session, lambda: self.wish, self)
        self.picker.toggled.connect(self._show_picking)
        self.picker.balanced.connect(lambda balance: self._set(balance.put(self.wish)))

    # What the window asks

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a low window the histogram gives room to the first sliders."""
        super().resizeEvent(event)
        self.histogram.setFixedHeight(self.theme.px(_HIGH if self.height() > self.theme.px(_TALL) else _LOW))

    def overlay(self) -> Overlay | None:
        return self.picker.overlay if self.picker.active else None

    def leave(self) -> bool:
        """Escape puts the pipette down; then it is for others."""
        self.picker.take(False)
        return False

    @property
    def can_undo(self) -> bool:
        return self.picker.can_undo

    @property
    def can_redo(self) -> bool:
        return self.picker.can_redo

    def undo(self) -> bool:
        return self.picker.undo()

    def redo(self) -> bool:
        return self.picker.redo()

    def _show_clipping(self) -> None:
        state = self.session.clipping
        self.histogram.show_warning(highlights=state.highlights, shadows=state.shadows)

    def _show_picking(self, on: bool) -> None:
        for button in (self.raw.pick, self.sliders.pick):
            button.setChecked(on)
        if on:
            self.alone_wanted.emit()
        self.view_changed.emit()

    def enter(self) -> None:
        super().enter()
        if self._source() is not None and self.isVisibleTo(self.window()):
            self._learning.begin()

    def keep(self) -> dict[str, Any]:
        return super().keep() | {"more": self.sliders.more.is_open}

    def take_over(self, kept: dict[str, Any]) -> None:
        self.sliders.more.set_open(bool(kept["more"]))
        super().take_over(kept)

    # Wishing

    def params(self) -> AdjustParams:
        """What would be applied: words and sliders as one set of settings."""
        return self._params_of(self.wish) or AdjustParams(settings=self.wish.settings, strength=self.wish.strength)

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
        if wish == self.wish:
            good = tr("Light and colour are even, or set so already.")
            self.session.problem.emit(Problem(tr("Auto finds nothing to change"), good, good=True))
        self._set(wish)

    def _said(self) -> None:
        """The sentence, and with it the sliders, follow the typing; what is not understood changes nothing yet."""
        text = self.prompt.text
        if text == self.wish.text:
            return
        if not text:
            self._set(self.wish.with_text("", Development()))
        elif self.prompt.understanding is not None:
            try:
                said = settings_from_sentence(text, self._seen, self.session.catalogue)
            except CatchlightError as refusal:
                self.session.report(refusal)
                return
            self._set(self.wish.with_text(text, said))
        self._refresh()

    def _moved(self, path: Path, value: Any) -> None:
        self._set(self.wish.with_move(path, value))

    def _choose_look(self, key: str) -> None:
        self._set(_in_look(self.wish, key) if key != self.wish.settings.look else self.wish)

    def _take(self, wish: AdjustState) -> None:
        """Another wish altogether, with its sentence."""
        self.picker.forget()
        self.wish = wish
        self.prompt.take_back()
        if self.prompt.text != wish.text:
            self.prompt.set_text(wish.text)
        self._show_wish()

    # Doing

    def apply(self) -> None:
        if not self.prompt.owe():
            super().apply()

    # What the base asks

    @property
    def _seen(self) -> PictureStats | None:
        """What the picture shows, once it has been looked at."""
        return self._rendering.seen if self._rendering is not None else None

    def _rest(self, before: AdjustState | None) -> AdjustState:
        base = raw_base(self.document)
        return AdjustState(raw=RawDevelopment() if base is None else base.has)

    def _params_of(self, wish: AdjustState) -> AdjustParams | None:
        raw = self._raw_of(wish)
        if raw.at_rest and wish.is_empty:
            return None
        settings = Development() if wish.is_empty else wish.settings
        return AdjustParams(settings=settings, strength=wish.strength, raw=raw)

    def _raw_of(self, wish: AdjustState) -> RawDevelopment:
        """What of the raw file's development Adjust has to do: nothing where the picture has it already."""
        base = raw_base(self.document)
        return RawDevelopment() if base is None or (base.later and wish.raw == base.has) else wish.raw

    def _wish_of(self, params: Params) -> AdjustState | None:
        if not isinstance(params, AdjustParams):
            return None
        base = raw_base(self.document)
        raw = base.has if base is not None and base.later and params.raw.at_rest else params.raw
        return AdjustState(strength=params.strength, raw=raw).with_settings(params.settings)

    def _says(self, params: Params) -> bool:
        wish = self.wish
        return (
            isinstance(params, AdjustParams)
            and params.settings == wish.settings
            and params.strength == wish.strength
            and params.raw == self._raw_of(wish)
            and not self._replays
        )

    # A raw file that was edited since

    @property
    def _replays(self) -> bool:
        """Whether the raw file is to be developed in another way than the shown picture was, on which later steps stand."""
        base = raw_base(self.document)
        return base is not None and bool(base.later) and self.wish.raw != base.has

    def _source(self) -> EditStep | None:
        return self._root.step_of(raw_base(self.document)) if self._replays else super()._source()

    def _words(self) -> str:
        said = super()._words()
        if said or not self._replays:
            return said
        return tr("The edits that came after are made anew with Apply.")

    def make(self, document: OpenDocument) -> None:
        base = raw_base(document)
        if not self._replays or base is None:
            super().make(document)
            return
        if self._replay is not None:
            return
        wish = self.wish
        last = None if wish.is_empty else AdjustParams(settings=wish.settings, strength=wish.strength)
        self._replay = Replay(self.session, document, base.root, base.replayed(wish.raw, last), self)
        self._replay.ended.connect(self._replayed)
        self._replay.begin()
        self._refresh()

    def _replayed(self) -> None:
        self._replay = None
        self._refresh()

    def _refresh(self) -> None:
        super()._refresh()
        if not self._replays:
            self._root.release()
        self.picker.look_at(self._source(), raw_base(self.document))
        if self._replays or self._replay is not None:
            self.apply_button.setEnabled(self._replay is None and self._settled() and super()._source() is not None)

    def _show_step(self, step: EditStep | None) -> None:
        self.picker.forget()
        super()._show_step(step)
        if self._replays:
            self._take(self._rest(self.wish))
        self._show_wish()

    def _show_wish(self) -> None:
        settings, base = self.wish.settings, raw_base(self.document)
        self.raw.setVisible(base is not None)
        if base is not None:
            self.raw.show_raw(self.wish.raw, base.facts)
        self.sliders.show_settings(settings)
        self.histogram.show_values(settings)
        self.sliders.pick.setVisible(base is None)
        self.look_strength.show_value(settings.look_strength)
        self.look_strength.setVisible(settings.look is not None)
        self.strength.show_value(self.wish.strength * 100)
        self.strip.choose(settings.look)

    def _show_cards(self, picture: Picture) -> None:
        self.renderer.render(picture.digest, lambda look: self.darkroom.card(picture, look))

    def _stop_cards(self) -> None:
        self.renderer.stop()

    def _quick(self, picture: Picture, wish: AdjustState) -> Work:
        return self.darkroom.preview(picture, self._params_of(wish), PROXY)

    def _full(self, picture: Picture, wish: AdjustState) -> Work | None:
        if is_small(picture, PROXY):
            return None
        if not self._raw_of(wish).at_rest:
            return self.darkroom.preview(picture, self._params_of(wish), max(picture.width, picture.height) // 2)
        return self.darkroom.preview(picture, self._params_of(wish), WHOLE)

    def _rendered(self, made: AdjustPreview) -> None:
        first = self._rendering is None
        super()._rendered(made)
        if self._rendering is not made:
            return
        self.histogram.show_counts(made.counts)
        self.sliders.curves.show_counts(made.before)
        if first and self.wish.text:
            # The sentence was read without knowing the picture.
            said = settings_from_sentence(self.wish.text, made.seen, self.session.catalogue)
            self._set(self.wish.with_text(self.wish.text, said))

    def _refused(self, error: CatchlightError) -> None:
        self.session.report(error)

    def _settled(self) -> bool:
        return not self.prompt.text or self.prompt.understanding is not None

    def _allow(self, loaded: bool) -> None:
        self.raw.pick.setEnabled(loaded)
        self.sliders.pick.setEnabled(loaded)
        self.auto_button.setEnabled(loaded and self._seen is not None)


def _in_look(wish: AdjustState, key: str) -> AdjustState:
    """In another look at full strength; the empty id is none."""
    return wish.with_move(("look",), key or None).with_move(("look_strength",), 100.0)
