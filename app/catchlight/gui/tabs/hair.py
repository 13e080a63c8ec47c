"""The hair tab: colours and styles on this person as cards, how colour is laid on, a brush for what counts as hair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QButtonGroup, QColorDialog, QPushButton, QVBoxLayout, QWidget

from catchlight.engine.errors import CatchlightError
from catchlight.gui.ask import Ask
from catchlight.gui.compare import Scene
from catchlight.gui.document import Document, Step
from catchlight.gui.form import Choice
from catchlight.gui.hotspot import HotspotOverlay
from catchlight.gui.i18n import tr
from catchlight.gui.jobs import Job
from catchlight.gui.live import Live
from catchlight.gui.overlay import Overlay
from catchlight.gui.problems import problem_of
from catchlight.gui.session import Session
from catchlight.gui.setting_slider import SettingSlider
from catchlight.gui.switch import Segments, Switch
from catchlight.gui.tab import Tab, beside
from catchlight.gui.tabs.hair_colours import HairColours
from catchlight.gui.tabs.hair_render import Rendering, Salon
from catchlight.gui.tabs.hair_styles import HairStyles
from catchlight.gui.text import label, rule
from catchlight.gui.theme import Theme
from catchlight.operations.editing.wishes import Stroke
from catchlight.operations.hair import ORIGINAL, HairParams

OPERATION = "hair"
_TECHNIQUES = (None, "all_over", "balayage", "ombre", "highlights", "roots_kept", "cover_grey")


@dataclass(frozen=True)
class Wish:
    """What is chosen. colour: catalogue id or ``#rrggbb``, style: catalogue id; None while it stays as it is."""

    colour: str | None = None
    style: str | None = None
    length: float = 1.0
    volume: float = 1.0
    strength: float = 1.0
    technique: str | None = None
    brows: bool = False
    seed: int = 0
    strokes: tuple[Stroke, ...] = ()

    @property
    def empty(self) -> bool:
        return self.colour is None and self.style is None

    def params(self, colour: str | None = None, style: str | None = None) -> HairParams:
        """As parameters; colour, style: in place of the chosen ones."""
        style = style or self.style
        return HairParams(
            hair_styles=(style,) if style else (),
            length=self.length,
            volume=self.volume,
            hair_color=colour or self.colour or ORIGINAL,
            color_strength=self.strength,
            technique=self.technique,  # type: ignore[arg-type]
            brows=self.brows,
            seed=self.seed,
            strokes=self.strokes,
        )


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
        self.colours = HairColours(self.session.catalogue, self.session.jobs, theme)
        self.colours.chosen.connect(lambda key: self._set(replace(self.wish, colour=key or None)))
        self.colours.hovered.connect(lambda key: self._hover(colour=key))
        self.own_button = QPushButton(tr("A colour of your own…"))
        self.own_button.setIcon(theme.icons("picker"))
        self.own_button.setToolTip(tr("Pick any colour; the preview follows"))
        self.own_button.clicked.connect(self._pick)
        self.technique = Choice(
            _TECHNIQUES,
            {
                None: tr("As the colour has it"), "all_over": tr("All over"), "balayage": tr("Balayage"),
                "ombre": tr("Ombre"), "highlights": tr("Highlights"), "roots_kept": tr("Roots kept"),
                "cover_grey": tr("Grey covered"),
            },
        )  # fmt: skip
        self.technique.setAccessibleName(tr("Technique"))
        self.technique.setToolTip(tr("How the colour is laid on"))
        self.technique.currentIndexChanged.connect(
            lambda _index: self._set(replace(self.wish, technique=self.technique.read()))
        )
        self.other_button = QPushButton(tr("Other strands"))
        self.other_button.setToolTip(tr("Choose other strands for highlights and transitions"))
        self.other_button.clicked.connect(lambda: self._set(replace(self.wish, seed=self.wish.seed + 1)))
        self.brows = Switch(theme)
        self.brows.setAccessibleName(tr("Colour the brows too"))
        self.brows.setToolTip(tr("A little darker than the hair."))
        self.brows.toggled.connect(lambda on: self._set(replace(self.wish, brows=on)))
        self._notice = label("", wrap=True)
        self._notice.hide()
        self.strength = SettingSlider(tr("Strength"), tr("How much of the new colour shows."), 0, 100, theme, rest=100)
        self.strength.moved.connect(lambda value: self._set(replace(self.wish, strength=value / 100)))
        self._build_brush()
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        caption = label(tr("Colour the brows too"))
        caption.setBuddy(self.brows)
        self._colour_page = QWidget()
        page = QVBoxLayout(self._colour_page)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(self.column.spacing())
        page.addWidget(label(tr("Technique"), "section"))
        page.addLayout(beside(self.technique, self.other_button, spacing=theme.px(2)))
        page.addWidget(self.colours)
        page.addWidget(self.own_button)
        page.addWidget(rule())
        page.addLayout(beside(caption, self.brows))
        page.addWidget(label(tr("What counts as hair"), "section"))
        page.addLayout(beside(*self.tools.values(), self.clear_button, spacing=theme.px(2)))
        page.addWidget(self.brush_size)
        self._build_styles()
        self.column.addWidget(self.pages)
        self.column.addWidget(self._notice)
        self.column.addWidget(self._colour_page)
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
        self._colour_page.setVisible(page == "colour")
        self.strength.setVisible(page == "colour")
        self.styles.setVisible(page == "style")
        self._render_cards()

    def _build_brush(self) -> None:
        self.tools: dict[str, QPushButton] = {}
        group = QButtonGroup(self)
        group.setExclusive(False)
        for tool, text, tip in (
            ("add", tr("Brush +"), tr("Paint what is hair")),
            ("erase", tr("Brush −"), tr("Paint what is no hair")),
        ):
            button = QPushButton(text)
            button.setCheckable(True)
            button.setToolTip(tip)
            button.clicked.connect(lambda on, tool=tool: self.use_tool(tool if on else "point"))
            group.addButton(button)
            self.tools[tool] = button
        self.clear_button = QPushButton(tr("Clear"))
        self.clear_button.setToolTip(tr("Take back what was painted"))
        self.clear_button.clicked.connect(lambda: self._set(replace(self.wish, strokes=())))
        self.brush_size = SettingSlider(
            tr("Brush size"), tr("Width of the brush."), 0.5, 15, self.theme, step=0.5, rest=4
        )
        self.brush_size.moved.connect(lambda _value: self._size_brush())

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
        self._size_brush()
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
        for name, button in self.tools.items():
            button.setChecked(name == tool)
        if tool == "point":
            self.spot.glow = None
        else:
            self._render()
        self._refresh()

    def brush(self, points: tuple[tuple[float, float], ...]) -> None:
        """A stroke over the picture changes what counts as hair."""
        stroke = Stroke(points=points, radius=self.spot.radius, erase=self.spot.tool == "erase")
        self._set(replace(self.wish, strokes=(*self.wish.strokes, stroke)))

    def _pick(self) -> None:
        before = self.wish
        start = QColor(before.colour) if before.colour and before.colour.startswith("#") else QColor("#8A4A2B")
        dialog = QColorDialog(start, self)
        dialog.setWindowTitle(tr("Hair colour"))
        dialog.currentColorChanged.connect(lambda colour: self._set(replace(self.wish, colour=colour.name().upper())))
        dialog.rejected.connect(lambda: self._set(before))
        dialog.accepted.connect(lambda: self._set(replace(self.wish, colour=dialog.selectedColor().name().upper())))
        dialog.open()

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
        self.colours.choose(wish.colour or "")
        self.styles.choose(wish.style or "")
        self.styles.show_amounts(wish.length, wish.volume)
        for widget in (self.technique, self.brows):
            widget.blockSignals(True)
        self.technique.write(wish.technique)
        self.brows.setChecked(wish.brows)
        for widget in (self.technique, self.brows):
            widget.blockSignals(False)
        self.strength.show_value(wish.strength * 100)

    def _changed(self) -> None:
        self._render()
        self._refresh()

    def _show_step(self, step: Step | None) -> None:
        """A coloured step shows its choices; going back to before it, none."""
        params = step.params if step is not None and step.operation == OPERATION else None
        if isinstance(params, HairParams):
            colour = None if params.hair_color == ORIGINAL else params.hair_color
            style = params.hair_styles[0] if params.hair_styles else None
            laid_on = (params.color_strength, params.technique, params.brows, params.seed, params.strokes)
            self._take(Wish(colour, style, params.length, params.volume, *laid_on))
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

    def _size_brush(self) -> None:
        source = self._source()
        if source is not None:
            self.spot.radius = self.brush_size.value / 200 * max(source.picture.width, source.picture.height)

    def _refresh(self) -> None:
        usable = self._source() is not None and (self._refusal is None or self.wish.style is not None)
        if self._refusal is not None:
            problem = problem_of(self._refusal)
            self._notice.setText(f"{problem.title}. {problem.text}")
        self._notice.setVisible(self._refusal is not None)
        self.colours.setEnabled(usable)
        # A bald head takes a whole style; a refused style makes way for another.
        self.styles.setEnabled(self._source() is not None)
        for slider in (self.styles.length, self.styles.volume):
            slider.setEnabled(usable and self.wish.style is not None)
        for widget in (
            self.technique,
            self.other_button,
            self.own_button,
            self.brows,
            self.strength,
            *self.tools.values(),
        ):
            widget.setEnabled(usable)
        self.brush_size.setVisible(self.spot.tool != "point")
        self.clear_button.setEnabled(bool(self.wish.strokes))
        self.apply_button.setEnabled(
            usable and self._refusal is None and self._applying is None and not self.wish.empty and not self._is_kept
        )
        self.view_changed.emit()
