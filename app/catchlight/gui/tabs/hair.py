"""The hair tab: colours and styles on this person as cards, how colour is laid on, a brush for what counts as hair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QWidget

from catchlight.engine.errors import CatchlightError
from catchlight.gui.ask import Ask
from catchlight.gui.compare import Scene
from catchlight.gui.document import Document, Step
from catchlight.gui.hotspot import HotspotOverlay
from catchlight.gui.i18n import tr
from catchlight.gui.jobs import Job
from catchlight.gui.live import Live
from catchlight.gui.overlay import Overlay
from catchlight.gui.problems import problem_of
from catchlight.gui.session import Session
from catchlight.gui.setting_slider import SettingSlider
from catchlight.gui.switch import Segments
from catchlight.gui.tab import Tab
from catchlight.gui.tabs.hair_colour_page import ColourPage
from catchlight.gui.tabs.hair_render import Rendering, Salon
from catchlight.gui.tabs.hair_styles import HairStyles
from catchlight.gui.tabs.hair_wish import Wish
from catchlight.gui.text import label
from catchlight.gui.theme import Theme
from catchlight.operations.editing.wishes import Stroke
from catchlight.operations.hair import HairParams

OPERATION = "hair"


class HairTab(Tab):
    key = OPERATION
    icon = "hair"

    def __init__(self, session: Session, theme: Theme, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self.wish = Wish()
        self._wishes: dict[Document, Wish] = {}
        self._rendering: Rendering | None = None
        self._step: Step | None = None
        self._hovered: tuple[str | None, str | None] = (None, None)
        self._refusal: CatchlightError | None = None
        self._applying: Job | None = None
        self.salon = Salon(session.portraits, session.catalogue)
        self.live = Live(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(self._refused)
        self.spot = HotspotOverlay(self)
        self.spot.brushed.connect(self.brush)
        self._build()

    def title(self) -> str:
        return tr("Hair")

    def help(self) -> str:
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
        self.page = ColourPage(self.session, self.spot, theme)
        self.page.wished.connect(lambda field, value: self._set(replace(self.wish, **{field: value})))
        self.page.tool_chosen.connect(self.use_tool)
        self.colours = self.page.colours
        self.colours.hovered.connect(lambda key: self._hover(colour=key))
        self._notice = label("", wrap=True)
        self._notice.hide()
        self.strength = SettingSlider(tr("Strength"), tr("How much of the new colour shows."), 0, 100, theme, rest=100)
        self.strength.moved.connect(lambda value: self._set(replace(self.wish, strength=value / 100)))
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        self._build_styles()
        self.column.addWidget(self.pages)
        self.column.addWidget(self._notice)
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
        self.styles = HairStyles(self.session.catalogue, self.session.jobs, self.theme)
        self.styles.hide()
        self.styles.chosen.connect(lambda key: self._set(replace(self.wish, style=key or None)))
        self.styles.hovered.connect(lambda key: self._hover(style=key))
        self.styles.length.moved.connect(lambda value: self._set(replace(self.wish, length=value / 100)))
        self.styles.volume.moved.connect(lambda value: self._set(replace(self.wish, volume=value / 100)))

    def show_page(self, page: str) -> None:
        """colour or style."""
        self.pages.choose(page)
        self.page.setVisible(page == "colour")
        self.strength.setVisible(page == "colour")
        self.styles.setVisible(page == "style")
        self._render_cards()

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
            self._stop_cards()
            return
        self.spot.size = (source.picture.width, source.picture.height)
        self.page.size_brush(max(self.spot.size))
        self._render_cards()
        if self._rendering is None:
            self._render()

    def scene(self) -> Scene | None:
        """The picture as it would be, before the picture that it is made from."""
        source, rendering = self._source(), self._rendering
        if source is None or rendering is None or not self.isVisibleTo(self.window()):
            return None
        if self._is_kept or (self.wish.empty and not any(self._hovered)):
            return Scene(source.shown) if self._step is not source and not self._is_kept else None
        return Scene(rendering.shown, source.shown)

    def overlay(self) -> Overlay | None:
        return self.spot if self.spot.tool != "point" else None

    def retire(self) -> None:
        self.live.stop()
        self._stop_cards()

    def _stop_cards(self) -> None:
        self.colours.stop()
        self.styles.stop()

    def keep(self) -> dict[str, object]:
        return {"wish": self.wish, "wishes": self._wishes}

    def take_over(self, kept: dict[str, object]) -> None:
        self._wishes = kept["wishes"]  # type: ignore[assignment]
        self._take(kept["wish"])  # type: ignore[arg-type]

    # Wishing

    def reset(self) -> None:
        """The hair as it is."""
        self._take(Wish())
        self._changed()

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

    def _hover(self, colour: str = "", style: str = "") -> None:
        """A colour or a style is tried on while the pointer is over its card."""
        self._hovered = (colour or None, style or None)
        self._render()

    def _set(self, wish: Wish) -> None:
        if wish == self.wish:
            return
        before = self.wish
        cards = replace(wish, strength=0, seed=0, brows=False) != replace(before, strength=0, seed=0, brows=False)
        self._take(wish)
        self._hovered = (None, None)
        self._changed()
        if cards:
            self._render_cards()

    def _take(self, wish: Wish) -> None:
        self.wish = wish
        self.page.show_wish(wish)
        self.styles.choose(wish.style or "")
        self.styles.show_amounts(wish.length, wish.volume)
        self.strength.show_value(wish.strength * 100)

    def _changed(self) -> None:
        self._render()
        self._refresh()

    def _show_step(self, step: Step | None) -> None:
        """A coloured step shows its choices; going back to before it, none."""
        params = step.params if step is not None and step.operation == OPERATION else None
        if isinstance(params, HairParams):
            self._take(Wish.of(params))
        elif self.wish != Wish() and self._applying is None:
            self._take(Wish())

    # Rendering

    def _source(self) -> Step | None:
        document = self.document
        if document is None or not document.loaded:
            return None
        return document.steps[document.base_for(OPERATION)]

    def _render_cards(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            return
        if self.pages.key == "style":
            self.colours.stop()
            wish = replace(self.wish, style=None, brows=False)
            self.styles.show_cards((source.picture.digest, wish), self.salon.style_card(source.picture, wish.params()))
            return
        self.styles.stop()
        # Colours are shown on the hair as it is: a new style would have to be grown for every one of them.
        wish = replace(self.wish, colour=None, style=None, length=1.0, volume=1.0, strength=1.0, brows=False)
        self.colours.show_cards((source.picture.digest, wish), self.salon.card(source.picture, wish.params()))

    def _render(self) -> None:
        source = self._source()
        if source is None or not self.isVisibleTo(self.window()):
            return
        params = self.wish.params(*self._hovered)
        quiet = any(self._hovered) or self.wish.empty
        whole = None if quiet else self.salon.full(source.picture, params)
        self.live.ask(tr("Preview"), self.salon.quick(source.picture, params, self.spot.tool != "point"), whole)

    def _rendered(self, rendering: Rendering) -> None:
        source = self._source()
        if source is None or rendering.picture is not source.picture:
            return
        self._rendering, self._refusal = rendering, None
        if rendering.glow is not None:
            self.spot.glow = rendering.glow if self.spot.tool != "point" else None
        self._refresh()

    def _refused(self, error: CatchlightError) -> None:
        self._refusal = error
        self._rendering = None
        # Styles say themselves what they cannot do: a bald head takes a whole one.
        self.colours.stop()
        self._refresh()

    # Doing

    def apply(self) -> None:
        if self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: Document) -> None:
        """Give the person of an open picture the hair that is wished."""
        if not document.loaded or self._applying is not None or self.wish.empty:
            return
        job = self.session.run(OPERATION, self.wish.params(), self.title(), document=document)
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
        """Whether the shown step is what is chosen."""
        step = self._step
        kept = step is not None and step.operation == OPERATION and not any(self._hovered)
        return kept and step is not None and step.params == self.wish.params()

    def _refresh(self) -> None:
        usable = self._source() is not None and (self._refusal is None or self.wish.style is not None)
        if self._refusal is not None:
            problem = problem_of(self._refusal)
            self._notice.setText(f"{problem.title}. {problem.text}")
        self._notice.setVisible(self._refusal is not None)
        self.page.allow(usable)
        self.strength.setEnabled(usable)
        # A bald head takes a whole style; a refused style makes way for another.
        self.styles.setEnabled(self._source() is not None)
        for slider in (self.styles.length, self.styles.volume):
            slider.setEnabled(usable and self.wish.style is not None)
        self.apply_button.setEnabled(
            usable and self._refusal is None and self._applying is None and not self.wish.empty and not self._is_kept
        )
        self.view_changed.emit()
