"""The adjust tab: words and sliders for the whole picture, looks as cards, and the picture that follows at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtGui import QResizeEvent

from catchlight.core.errors import CatchlightError
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.canvas.overlay import Overlay
from catchlight.gui.cards.renderer import CardRenderer
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.previews import is_small
from catchlight.gui.tabs.adjust.controls import AdjustControls
from catchlight.gui.tabs.adjust.neutral_pick import NeutralPick
from catchlight.gui.tabs.adjust.raw_base import raw_base
from catchlight.gui.tabs.adjust.raw_replay import RawReplay
from catchlight.gui.tabs.adjust.render import PROXY, AdjustPreview, AdjustRenderer
from catchlight.gui.tabs.adjust.sentence import AdjustSentence
from catchlight.gui.tabs.adjust.sliders import Path
from catchlight.gui.tabs.adjust.state import AdjustState, in_look, with_auto
from catchlight.gui.tabs.live_tab import LiveTab
from catchlight.gui.widgets.setting_slider import amount
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.picture import Picture
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.operation import Params
from catchlight.operations.reduce import WHOLE

if TYPE_CHECKING:
    from catchlight.develop.picture_statistics import PictureStats

OPERATION = "adjust"


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
        session, theme = self.session, self.theme
        self.replay = RawReplay(session, self)
        self.replay.ready.connect(self._follow)
        self.replay.changed.connect(self._refresh)
        self.darkroom = AdjustRenderer(session.previewer, session.portraits)
        self.controls = controls = AdjustControls(session.catalogue, theme)
        self.histogram, self.prompt, self.raw = controls.histogram, controls.prompt, controls.raw
        self.looks, self.look_strength, self.sliders = controls.looks, controls.look_strength, controls.sliders
        self.auto_button = controls.auto_button
        self.sentence = AdjustSentence(session, self.prompt, lambda: self.wish, lambda: self._seen, self)
        self.renderer = CardRenderer(session.stock, self.looks, "look")
        self.picker = NeutralPick(session, lambda: self.wish, self)
        self.strength = amount(tr("Strength"), tr("How much of it all."), theme)
        self.column.addWidget(controls)
        self.column.addStretch(1)
        for widget in (self._notice, self.strength, self.apply_button):
            self.footer.addWidget(widget)
        self._join()
        self._show_clipping()

    def _join(self) -> None:
        controls = self.controls
        controls.auto_button.clicked.connect(self.set_auto)
        controls.reset_button.clicked.connect(self.reset)
        self.sentence.wished.connect(self._set)
        self.sentence.typed.connect(self._refresh)
        self.prompt.tab_wanted.connect(self.tab_wanted)
        self.prompt.submitted.connect(self.apply)
        self.looks.chosen.connect(self._choose_look)
        self.looks.hovered.connect(lambda key: self._try(in_look(self.wish, key) if key else None))
        self.look_strength.moved.connect(partial(self._moved, ("look_strength",)))
        self.raw.moved.connect(lambda raw: self._set(replace(self.wish, raw=raw)))
        self.sliders.moved.connect(self._moved)
        self.histogram.moved.connect(self._moved)
        self.histogram.end_wanted.connect(self.session.clipping.toggle_end)
        self.session.clipping.changed.connect(self._show_clipping)
        controls.on_pick(self.picker.take)
        self.picker.toggled.connect(self._show_picking)
        self.picker.balanced.connect(lambda balance: self._set(balance.put(self.wish)))
        self.strength.moved.connect(lambda value: self._set(replace(self.wish, strength=value / 100)))

    # What the window asks

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.controls.fit(self.height())

    def overlay(self) -> Overlay | None:
        return self.picker.overlay if self.picker.active else None

    def leave(self) -> bool:
        """Escape puts the pipette down; then it is for others."""
        self.picker.take(False)
        return False

    def _show_clipping(self) -> None:
        state = self.session.clipping
        self.histogram.show_warning(highlights=state.highlights, shadows=state.shadows)

    def _show_picking(self, on: bool) -> None:
        self.controls.show_picking(on)
        if on:
            self.alone_wanted.emit()
        self.view_changed.emit()

    def enter(self) -> None:
        super().enter()
        if self._source() is not None and self.isVisibleTo(self.window()):
            self.sentence.learn()

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
        wish = with_auto(self.wish, self._seen)
        if wish == self.wish:
            good = tr("Light and colour are even, or set so already.")
            self.session.problem.emit(Problem(tr("Auto finds nothing to change"), good, good=True))
        self._set(wish)

    def _moved(self, path: Path, value: Any) -> None:
        self._set(self.wish.with_move(path, value))

    def _choose_look(self, key: str) -> None:
        self._set(in_look(self.wish, key) if key != self.wish.settings.look else self.wish)

    def _put(self, wish: AdjustState) -> None:
        """Another wish altogether, with its sentence."""
        self.wish = wish
        self.sentence.show_text(wish.text)
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
        return RawDevelopment() if base is None else base.left_of(wish.raw)

    def _wish_of(self, params: Params) -> AdjustState | None:
        if not isinstance(params, AdjustParams):
            return None
        base = raw_base(self.document)
        raw = params.raw if base is None else base.shown_by(params.raw)
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
        return base is not None and base.is_redeveloped(self.wish.raw)

    def _source(self) -> EditStep | None:
        return self.replay.source_of(raw_base(self.document)) if self._replays else super()._source()

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
        self.replay.begin(document, base, self.wish)

    def _refresh(self) -> None:
        super()._refresh()
        if not self._replays:
            self.replay.release()
        self.picker.look_at(self._source(), raw_base(self.document))
        if self._replays or self.replay.under_way:
            ready = not self.replay.under_way and self._settled() and super()._source() is not None
            self.apply_button.setEnabled(ready and not self._is_running())

    def _show_step(self, step: EditStep | None) -> None:
        super()._show_step(step)
        if self._replays:
            self._take(self._rest(self.wish))
        self._show_wish()

    def _show_wish(self) -> None:
        self.controls.show_wish(self.wish, raw_base(self.document))
        self.strength.show_value(self.wish.strength * 100)

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
        if first:
            self.sentence.read_again(made.seen)

    def _refused(self, error: CatchlightError) -> None:
        self.session.report(error)

    def _settled(self) -> bool:
        return self.sentence.settled

    def _allow(self, loaded: bool) -> None:
        self.controls.allow(loaded, auto=loaded and self._seen is not None)
