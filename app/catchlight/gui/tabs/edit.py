"""The edit tab: click the picture, say what is to be done, see it at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from PySide6.QtWidgets import QComboBox, QPushButton, QSpinBox, QWidget

from catchlight.engine.errors import CatchlightError
from catchlight.gui.ask import Ask
from catchlight.gui.compare import Scene
from catchlight.gui.disclosure import Disclosure
from catchlight.gui.document import Document, Step
from catchlight.gui.form import give_room
from catchlight.gui.hotspot import HotspotOverlay
from catchlight.gui.i18n import is_chinese, tr
from catchlight.gui.jobs import Job
from catchlight.gui.live import Live
from catchlight.gui.overlay import Overlay
from catchlight.gui.problems import problem_of
from catchlight.gui.prompt_field import PromptField
from catchlight.gui.session import Session
from catchlight.gui.setting_slider import SettingSlider
from catchlight.gui.switch import Segments
from catchlight.gui.tab import Tab, beside
from catchlight.gui.tabs import edit_render
from catchlight.gui.tabs.edit_render import Rendering
from catchlight.gui.text import label
from catchlight.gui.theme import Theme
from catchlight.operations import wording
from catchlight.operations.edit import EditParams
from catchlight.operations.editing.aiming import Target
from catchlight.operations.editing.wishes import Box, Hotspot, Stroke

OPERATION = "edit"
_SOFTER = 5.0
"""Percent of softness for one notch of the wheel."""


@dataclass(frozen=True)
class Place:
    """Where an edit is meant, as it was marked on one picture."""

    x: float
    y: float
    region: str | None = None
    box: Box | None = None
    strokes: tuple[Stroke, ...] = field(default=())


class EditTab(Tab):
    key = OPERATION
    icon = "picker"

    def __init__(self, session: Session, theme: Theme, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self.place: Place | None = None
        self._places: dict[Document, Place | None] = {}
        self._step: Step | None = None
        self._rendering: Rendering | None = None
        self._applying: Job | None = None
        self._filling = False
        self.spot = HotspotOverlay(self)
        self.spot.pointed.connect(self.point)
        self.spot.boxed.connect(self.draw_box)
        self.spot.brushed.connect(self.brush)
        self.spot.scrolled.connect(self._soften_by)
        self.live = Live(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(lambda error: self.session.report(error))
        self._build()

    def title(self) -> str:
        return tr("Edit")

    def help(self) -> str:
        return tr("Change a part of the picture by a sentence")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "next_region": self.next_region,
            "clear_marks": self.clear_marks,
            "brush_add": lambda: self.use_tool("add"),
            "brush_erase": lambda: self.use_tool("erase"),
            "hotspot_tool": lambda: self.use_tool("point"),
        }

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.prompt = PromptField(theme, tr("For example: make the jacket navy"))
        self.prompt.changed.connect(self._said)
        self.prompt.submitted.connect(self.apply)
        self._where = label(tr("Click the picture where something is to change."), "small", wrap=True)
        self.regions = QComboBox()
        self.regions.setAccessibleName(tr("Region"))
        self.regions.setToolTip(tr("What is meant at the hotspot (N takes the next)"))
        self.regions.activated.connect(self._choose_region)
        self.tools = Segments(
            [
                ("point", tr("Point"), None, tr("Click to place the hotspot, hold Shift to drag a box (P)")),
                ("add", tr("Brush +"), None, tr("Paint what belongs to the region (B)")),
                ("erase", tr("Brush −"), None, tr("Paint what does not belong to it (E)")),
            ]
        )
        self.tools.chosen.connect(self.use_tool)
        self.brush_size = SettingSlider(
            tr("Brush size"), tr("In per cent of the picture."), 0.5, 15, theme, step=0.5, rest=3
        )
        self.brush_size.moved.connect(lambda _value: self._size_brush())
        self.softness = SettingSlider(
            tr("Softness"), tr("How softly the region ends; also Alt and the wheel."), 0, 100, theme
        )
        self.softness.moved.connect(lambda _value: self._changed())
        self.strength = SettingSlider(tr("Strength"), tr("How much of it all."), 0, 100, theme, rest=100)
        self.strength.moved.connect(lambda _value: self._changed())
        self.clear_button = QPushButton(tr("Clear box and brush"))
        self.clear_button.setToolTip(tr("Only the hotspot stays"))
        self.clear_button.clicked.connect(self.clear_marks)
        self.across, self.down = QSpinBox(), QSpinBox()
        for spin, name in ((self.across, tr("Hotspot, from the left")), (self.down, tr("Hotspot, from the top"))):
            spin.setSuffix(" px")
            spin.setKeyboardTracking(False)
            spin.setAccessibleName(name)
            spin.setToolTip(name)
            give_room(spin, theme)
            spin.valueChanged.connect(self._typed)
        self.more = Disclosure(tr("The hotspot as numbers"), theme)
        numbers = QWidget()
        numbers.setLayout(beside(self.across, self.down))
        self.more.add(numbers)
        self._notice = label("", wrap=True)
        self._notice.setProperty("state", "fail")
        self._notice.hide()
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        for widget in (
            self.prompt, self._notice, label(tr("Region"), "section"), self._where, self.regions, self.tools, self.brush_size,
            self.softness, self.clear_button, self.more,
        ):  # fmt: skip
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.footer.addWidget(self.strength)
        self.footer.addWidget(self.apply_button)
        self.tools.choose("point")
        self._refresh()

    # What the window asks

    def show_document(self, document: Document | None) -> None:
        other = document is not self.document
        if other and self.document is not None:
            self._places[self.document] = self.place
        super().show_document(document)
        if other:
            self.place = self._places.get(document) if document is not None else None
        step = self._source()
        if step is not self._step:
            fresh = self._step
            self._step = step
            self._rendering = None
            if self.place is not None and step is not None and not self._fits(step):
                self.place = None
            if fresh is not None and self.place is not None:
                # A new picture under the same marks: what was wished is in it already.
                self.place = replace(self.place, strokes=(), box=None)
        self._show_place()
        self.enter()

    def enter(self) -> None:
        if not self.isVisibleTo(self.window()) or self._source() is None:
            self.live.stop()
            return
        if self.prompt.understanding is None and self.prompt.refusal is None:
            self.prompt.use(wording.interpreter("edit"))
        if self._rendering is None:
            self._render()

    def scene(self) -> Scene | None:
        source, drawn = self._source(), self._rendering
        if source is None or not self.isVisibleTo(self.window()):
            return None
        if drawn is None or drawn.shown is None or not self.prompt.text:
            return None
        return Scene(drawn.shown, source.shown)

    def overlay(self) -> Overlay | None:
        return self.spot if self._source() is not None else None

    def retire(self) -> None:
        self.live.stop()

    def keep(self) -> dict[str, object]:
        return {"text": self.prompt.text, "place": self.place, "places": self._places}

    def take_over(self, kept: dict[str, object]) -> None:
        self._places = kept["places"]  # type: ignore[assignment]
        self.place = kept["place"]  # type: ignore[assignment]
        self.prompt.set_text(str(kept["text"]))
        self._show_place()

    # Marking

    def point(self, x: float, y: float) -> None:
        """The hotspot; a second click at the same place goes on to the next region there."""
        source = self._source()
        if source is None:
            return
        near = 0.01 * max(source.picture.width, source.picture.height)
        if (
            self.place is not None
            and abs(self.place.x - x) + abs(self.place.y - y) < near
            and self._rendering is not None
        ):
            self.next_region()
            return
        self._mark(Place(x, y))

    def next_region(self) -> None:
        """What else lies at the hotspot."""
        drawn = self._rendering
        if self.place is None or drawn is None or not drawn.offers:
            return
        names = [offer.name for offer in drawn.offers]
        now = self.place.region or (drawn.targets[0].name if drawn.targets else "")
        following = names[(names.index(now) + 1) % len(names)] if now in names else names[0]
        self._mark(replace(self.place, region=following))

    def draw_box(self, x: float, y: float, width: float, height: float) -> None:
        place = self.place or Place(-1, -1)
        if not (x <= place.x <= x + width and y <= place.y <= y + height):
            place = Place(x + width / 2, y + height / 2)
        self._mark(replace(place, box=Box(x=x, y=y, width=width, height=height), strokes=()))

    def brush(self, points: tuple[tuple[float, float], ...]) -> None:
        stroke = Stroke(points=points, radius=self.spot.radius, erase=self.spot.tool == "erase")
        place = self.place or Place(*points[0])
        self._mark(replace(place, strokes=(*place.strokes, stroke)))

    def clear_marks(self) -> None:
        if self.place is not None:
            self._mark(replace(self.place, box=None, strokes=(), region=None))

    def use_tool(self, tool: str) -> None:
        self.spot.tool = tool
        self.tools.choose(tool)
        self._size_brush()

    def _mark(self, place: Place) -> None:
        self.place = place
        self._show_place()
        self._changed()

    def _soften_by(self, notches: float) -> None:
        self.softness.show_value(min(100.0, max(0.0, self.softness.value + _SOFTER * notches)))
        self._changed()

    def _typed(self) -> None:
        if not self._filling:
            self._mark(Place(float(self.across.value()), float(self.down.value())))

    def _choose_region(self, row: int) -> None:
        if self.place is not None:
            self._mark(replace(self.place, region=self.regions.itemData(row)))

    def _size_brush(self) -> None:
        source = self._source()
        if source is not None:
            self.spot.radius = self.brush_size.value / 200 * max(source.picture.width, source.picture.height)

    def _show_place(self) -> None:
        source, place = self._source(), self.place
        self._filling = True
        if source is not None:
            self.spot.size = (source.picture.width, source.picture.height)
            self.across.setRange(0, source.picture.width - 1)
            self.down.setRange(0, source.picture.height - 1)
        if place is not None:
            self.across.setValue(round(place.x))
            self.down.setValue(round(place.y))
        self._filling = False
        self.spot.point = None if place is None else (place.x, place.y)
        box = None if place is None else place.box
        self.spot.box = None if box is None else (box.x, box.y, box.width, box.height)
        self._size_brush()
        self._refresh()

    # Wishing

    def params(self) -> EditParams | None:
        """What would be applied; None while nothing is marked."""
        place = self.place
        if place is None:
            return None
        return EditParams(
            user_prompt=self.prompt.text or "?",
            hotspot=Hotspot(x=place.x, y=place.y),
            strength=self.strength.value / 100,
            region=place.region,
            box=place.box,
            strokes=place.strokes,
            softness=self.softness.value / 100,
        )

    def _said(self) -> None:
        if self.place is None and self.prompt.understanding is not None and (source := self._source()) is not None:
            # A sentence that names its place needs no click: the middle of the picture stands for it.
            self.place = Place(source.picture.width / 2, source.picture.height / 2)
            self._show_place()
        self._changed()

    def _changed(self) -> None:
        self._render()
        self._refresh()

    # Rendering

    def _source(self) -> Step | None:
        document = self.document
        return document.current if document is not None and document.loaded else None

    def _fits(self, step: Step) -> bool:
        assert self.place is not None
        return self.place.x < step.picture.width and self.place.y < step.picture.height

    def _render(self) -> None:
        source, params = self._source(), self.params()
        if source is None or params is None or not self.isVisibleTo(self.window()):
            self._rendering = None
            self.spot.glow = None
            self.view_changed.emit()
            return
        wished = self.prompt.understanding is not None
        portraits, picture = self.session.portraits, source.picture
        whole = edit_render.full(portraits, picture, params, lambda: self._quick_of(params)) if wished else None
        self.live.ask(tr("Preview"), edit_render.quick(portraits, picture, params, wished, _name), whole)

    def _quick_of(self, params: EditParams) -> Rendering | None:
        drawn = self._rendering
        return drawn if drawn is not None and drawn.params == params else None

    def _rendered(self, drawn: Rendering | None) -> None:
        source = self._source()
        if drawn is None or source is None or drawn.picture is not source.picture:
            return
        self._rendering = drawn
        self.spot.glow = drawn.glow
        # While a result is seen its own colours count; the marker's name stays.
        self.spot.glows = drawn.shown is None
        self._show_offers(drawn)
        self._refresh()

    def _show_offers(self, drawn: Rendering) -> None:
        chosen = self.place.region if self.place is not None else None
        meant = ", ".join(_name(target) for target in drawn.targets) or tr("nothing")
        self.regions.clear()
        self.regions.addItem(tr("By itself: {name}", name=meant) if chosen is None else tr("By itself"), None)
        for offer in drawn.offers:
            self.regions.addItem(_name(offer), offer.name)
        self.regions.setCurrentIndex(max(0, self.regions.findData(chosen) if chosen is not None else 0))

    def _refresh(self) -> None:
        drawn, source = self._rendering, self._source()
        refusal = drawn.refusal if drawn is not None else None
        self._notice.setText(_words(refusal) if refusal is not None else "")
        self._notice.setVisible(refusal is not None)
        self._where.setVisible(self.place is None)
        self.regions.setVisible(self.place is not None)
        self.brush_size.setVisible(self.spot.tool != "point")
        marked = self.place is not None and (self.place.box is not None or bool(self.place.strokes))
        self.clear_button.setVisible(marked)
        ready = source is not None and self.place is not None and self.prompt.understanding is not None
        self.apply_button.setEnabled(ready and refusal is None and self._applying is None)
        self.view_changed.emit()

    # Doing

    def apply(self) -> None:
        if self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: Document) -> None:
        """Do to a picture what is wished."""
        params = self.params()
        if params is None or not document.loaded or self._applying is not None or self.prompt.understanding is None:
            return
        job = self.session.run(OPERATION, params, self.prompt.text, document=document, base=document.current)
        self._applying = job
        if job is not None:
            job.finished.connect(lambda _step: self._applied(done=True))
            job.failed.connect(lambda _error: self._applied())
            job.cancelled.connect(lambda: self._applied())
        self._refresh()

    def _applied(self, *, done: bool = False) -> None:
        self._applying = None
        if done:
            self.prompt.set_text("")
        self._refresh()


def _name(target: Target) -> str:
    """A target in the language of the window: left eye."""
    vocabulary = wording.interpreter("edit").vocabulary
    plain = {"thing": tr("this thing"), "everything": tr("everything")}.get(target.name)
    plain = plain or vocabulary.name(target.name, "zh" if is_chinese() else "en")
    if target.side is None:
        return plain
    return tr("left {part}", part=plain) if target.side == "left" else tr("right {part}", part=plain)


def _words(error: CatchlightError) -> str:
    problem = problem_of(error)
    return problem.text or problem.title
