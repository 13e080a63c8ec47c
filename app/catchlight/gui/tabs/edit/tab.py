"""The edit tab: click the picture, say what is to be done, see it at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.overlay import Overlay
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.engines.painting import VariantPainting, is_imaginable
from catchlight.gui.engines.pane import ImaginePane
from catchlight.gui.engines.variants import PaintedWish
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.jobs.live import LiveRenderer
from catchlight.gui.tabs.edit import render as edit_render
from catchlight.gui.tabs.edit.hand.commands import hand_commands
from catchlight.gui.tabs.edit.hand.draft import Shape
from catchlight.gui.tabs.edit.hand.page import HandPage
from catchlight.gui.tabs.edit.mark_controls import MarkControls, target_name
from catchlight.gui.tabs.edit.marks import EditPlace, EditPlaceOverlay
from catchlight.gui.tabs.edit.render import EditPreview
from catchlight.gui.tabs.edit.shape_sliders import ShapeSliders
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.gui.widgets.prompt.model_reader import ModelReader
from catchlight.gui.widgets.prompt.vocabulary import VocabularyLoader
from catchlight.gui.widgets.setting_slider import amount
from catchlight.gui.widgets.switch import Segments
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import problem_of
from catchlight.operations.edit.aiming import spoken_of
from catchlight.operations.edit.marks import Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.shape.face_shape import FaceShape

OPERATION = "edit"


class EditTab(Tab):
    key = OPERATION
    icon = "picker"

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self._step: EditStep | None = None
        self._rendering: EditPreview | None = None
        self._applying: BackgroundJob | None = None
        self.marks = EditPlaceOverlay(self)
        self.marks.changed.connect(self._marked)
        self.hand = HandPage(session, theme)
        self.hand.view_changed.connect(self._refresh_by_hand)
        self.live = LiveRenderer(session.jobs, self)
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(lambda error: self.session.report(error))
        self._build()

    @classmethod
    def title(cls) -> str:
        return tr("Edit")

    @classmethod
    def help(cls) -> str:
        return tr("Change a part of the picture by a sentence")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "next_region": self.marks.next_region,
            "clear_marks": self.marks.clear,
            "brush_add": lambda: self._paint("brush"),
            "brush_erase": lambda: self._paint("erase"),
            "hotspot_tool": lambda: self._mark("point"),
            **hand_commands(self.hand, lambda: self.choose_way("hand")),
        }

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.prompt = PromptField(theme, tr("For example: make the jacket navy"))
        self._words = VocabularyLoader(self.prompt, "edit", self.session)
        self._reader = ModelReader(self.prompt, "edit", self.session, self._region)
        self.prompt.changed.connect(self._said)
        self.prompt.tab_wanted.connect(self.tab_wanted)
        self.prompt.submitted.connect(self.apply)
        self.controls = MarkControls(self.marks, theme)
        self.controls.softened.connect(self._changed)
        self.strength = amount(tr("Strength"), tr("How much of it all."), theme)
        self.strength.moved.connect(lambda _value: self._changed())
        self.shape_sliders = ShapeSliders(theme)
        self.shape_sliders.moved.connect(lambda _shape: self._shaped())
        self._notice = warning_label()
        self.limits = label("", "small", wrap=True)
        self.limits.hide()
        self.apply_button = self.primary(tr("Apply"), tr("Keep this as a step of the history (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        self.pane = ImaginePane(theme)
        self.pane.wanted.connect(self._imagine)
        self.painting = VariantPainting(self.session, self.pane, self.ask, self)
        self.painting.changed.connect(self._refresh)
        self.ways = Segments(
            [
                ("words", tr("By words"), None, tr("Click the picture and say what is to be done")),
                ("hand", tr("By hand"), None, tr("Heal, clone, dodge, burn and more with a brush or a gradient")),
            ]
        )
        self.ways.chosen.connect(self.choose_way)
        self._by_words = QWidget()
        words = QVBoxLayout(self._by_words)
        words.setContentsMargins(0, 0, 0, 0)
        words.setSpacing(theme.px(2))
        for widget in (self.prompt, self._notice, self.limits, self.pane, self.controls, self.shape_sliders):
            words.addWidget(widget)
        for part in (self.ways, self._by_words, self.hand):
            self.column.addWidget(part)
        self.column.addStretch(1)
        self.footer.addWidget(self.strength)
        self.footer.addWidget(self.apply_button)
        self.choose_way("words")

    # By words or by hand

    @property
    def is_by_hand(self) -> bool:
        return self.ways.key == "hand"

    def choose_way(self, way: str) -> None:
        """words or hand."""
        self.ways.choose(way)
        by_hand = way == "hand"
        self._by_words.setVisible(not by_hand)
        self.strength.setVisible(not by_hand)
        self.hand.setVisible(by_hand)
        if not by_hand:
            self.hand.leave()
        self.enter()
        self._refresh()

    def _paint(self, shape: Shape) -> None:
        """B and E: the brush of the way that is chosen."""
        if self.is_by_hand:
            self.hand.draft.take_shape(shape)
        else:
            self._mark("add" if shape == "brush" else "erase")

    def _mark(self, tool: str) -> None:
        self.choose_way("words")
        self.controls.use_tool(tool)

    def _refresh_by_hand(self) -> None:
        if self.is_by_hand:
            self._refresh()

    @property
    def can_undo(self) -> bool:
        return self.is_by_hand and self.hand.draft.can_undo

    @property
    def can_redo(self) -> bool:
        return self.is_by_hand and self.hand.draft.can_redo

    def undo(self) -> bool:
        return self.is_by_hand and self.hand.draft.undo()

    def redo(self) -> bool:
        return self.is_by_hand and self.hand.draft.redo()

    # What the window asks

    def show_document(self, document: OpenDocument | None) -> None:
        if document is not self.document:
            self.marks.turn_to(document, self.document)
            self.prompt.take_back()
            self.shape_sliders.show_shape(FaceShape())
        super().show_document(document)
        if self.hand.show_document(document):
            self.choose_way("hand")
        step = self._source()
        if step is not self._step:
            fresh, self._step = self._step is not None, step
            self._forget()
            self.painting.drop()
            if step is not None:
                # A new picture under the same marks: what was wished is in it already.
                self.marks.lie_on((step.picture.width, step.picture.height), fresh=fresh)
        self._show_place()
        self.enter()

    def read_words(self) -> None:
        """Have the words read that sentences are understood and completed by."""
        self._words.begin(self._region)

    def enter(self) -> None:
        if not self.isVisibleTo(self.window()) or self._source() is None:
            self.live.stop()
            self.hand.leave()
            return
        if self.is_by_hand:
            self.live.stop()
            self.hand.enter()
            return
        self.pane.show_engine(self.painting.engine)
        self._words.begin(self._region)
        if self._rendering is None:
            self._render()

    def scene(self) -> CanvasScene | None:
        source, drawn = self._source(), self._rendering
        if source is None or not self.isVisibleTo(self.window()):
            return None
        if self.is_by_hand:
            return self.hand.scene()
        painted = self.pane.variant
        if painted is not None and painted.shown is not None and painted.picture is source.picture:
            return CanvasScene(painted.shown, source.shown)
        if drawn is None or drawn.shown is None or not (self.prompt.text or self._is_shaped):
            return None
        return CanvasScene(drawn.shown, source.shown)

    def overlay(self) -> Overlay | None:
        if self._source() is None:
            return None
        return self.hand.brush if self.is_by_hand else self.marks.spot

    def retire(self) -> None:
        self.live.stop()
        self.hand.leave()
        self.painting.drop()

    def keep(self) -> dict[str, Any]:
        return {
            "text": self.prompt.text,
            "marks": self.marks.keep(),
            "shape": self.shape_sliders.shape_now,
            "hand": self.hand.keep(),
            "way": self.ways.key,
        }

    def take_over(self, kept: dict[str, Any]) -> None:
        self.marks.take_over(kept["marks"])
        self.prompt.set_text(str(kept["text"]))
        self.shape_sliders.show_shape(kept["shape"])
        self.hand.take_over(kept["hand"])
        self._show_place()
        self.choose_way(str(kept["way"]))

    def _marked(self) -> None:
        if self._rendering is not None and not self._is_here(self._rendering.params):
            self._forget()
        self._show_place()
        self._changed()

    def _is_here(self, params: EditParams) -> bool:
        """Whether something was asked for the place that is marked now."""
        place = self.marks.place
        return (
            place is not None
            and (params.hotspot.x, params.hotspot.y) == (place.x, place.y)
            and (params.region, params.box, params.strokes) == (place.region, place.box, place.strokes)
        )

    def _forget(self) -> None:
        """What was found at an older place is neither shown nor used."""
        drawn, place = self._rendering, self.marks.place
        self._rendering = None
        self.marks.spot.glow = None
        if drawn is None or place is None or (drawn.params.hotspot.x, drawn.params.hotspot.y) != (place.x, place.y):
            self.marks.offers, self.marks.meant = (), ""
            self.controls.regions.clear()

    def _show_place(self) -> None:
        source = self._source()
        if source is not None:
            size = (source.picture.width, source.picture.height)
            self.marks.show(size)
            self.controls.show_place(size)
        self._refresh()

    # Wishing

    def params(self) -> EditParams | None:
        """What would be applied; None while nothing is marked."""
        place = self.marks.place
        if place is None:
            return None
        # A sentence that is not understood yet is left out while a shape is seen; alone it still names its place.
        text = self.prompt.text if self.prompt.understanding is not None or not self._is_shaped else ""
        return EditParams(
            user_prompt=text or ("" if self._is_shaped else "?"),
            shape=self.shape_sliders.shape_now,
            hotspot=Hotspot(x=place.x, y=place.y),
            strength=self.strength.value / 100,
            region=place.region,
            box=place.box,
            strokes=place.strokes,
            softness=self.controls.softness.value / 100,
        )

    def _region(self) -> str | None:
        """What is marked, as far as it is known."""
        return (self.marks.place.region or self.marks.meant or None) if self.marks.place is not None else None

    @property
    def _is_shaped(self) -> bool:
        return self.shape_sliders.shape_now != FaceShape()

    @property
    def _is_wished(self) -> bool:
        """Whether there is something that can be applied: a sentence that is understood, a shape, or both."""
        return self.prompt.understanding is not None or (self._is_shaped and not self.prompt.text)

    def _said(self) -> None:
        if self.prompt.understanding is not None:
            self._place_in_middle()
        self._changed()

    def _shaped(self) -> None:
        self._place_in_middle()
        self._changed()

    def _place_in_middle(self) -> None:
        """A sentence that names its place, and a shape, need no click: the middle of the picture stands for it."""
        source = self._source()
        if self.marks.place is None and source is not None:
            self.marks.place = EditPlace(source.picture.width / 2, source.picture.height / 2)
            self._show_place()

    def _changed(self) -> None:
        self.painting.drop()
        self._render()
        self._refresh()

    def _imagine(self) -> None:
        """Let the engine paint variants of the wish."""
        source, params, drawn = self._source(), self.params(), self._rendering
        if source is not None and params is not None:
            wished = PaintedWish(OPERATION, params, source.picture)
            self.painting.begin(wished, drawn.shown if drawn is not None else None)

    # Rendering

    def _source(self) -> EditStep | None:
        document = self.document
        return document.current if document is not None and document.loaded else None

    def _render(self) -> None:
        if self.is_by_hand:
            return
        source, params = self._source(), self.params()
        if source is None or params is None or not self.isVisibleTo(self.window()):
            self._forget()
            self.view_changed.emit()
            return
        wished = self.prompt.understanding is not None or self._is_shaped
        previewer, portraits, picture = self.session.previewer, self.session.portraits, source.picture
        quick = edit_render.render_preview(previewer, portraits, picture, params, wished, target_name)
        whole = edit_render.render_full(previewer, picture, params, lambda: self._quick_of(params)) if wished else None
        self.live.ask(tr("Preview"), quick, whole)

    def _quick_of(self, params: EditParams) -> EditPreview | None:
        drawn = self._rendering
        return drawn if drawn is not None and drawn.params == params else None

    def _rendered(self, drawn: EditPreview | None) -> None:
        source = self._source()
        if drawn is None or source is None or drawn.picture is not source.picture or not self._is_here(drawn.params):
            return  # of an older picture or click
        self._rendering = drawn
        self.marks.offers = drawn.offers
        self.marks.meant = drawn.targets[0].name if drawn.targets else ""
        self.marks.spot.glow = drawn.glow
        # While a result is seen its own colours count; the marker's name stays.
        self.marks.spot.glows = drawn.shown is None
        self.controls.show_offers(drawn)
        self.prompt.set_place(spoken_of(drawn.offers))
        self._words.offer(self._region())
        self._refresh()

    def _refresh(self) -> None:
        drawn, source = self._rendering, self._source()
        refusal = drawn.refusal if drawn is not None else None
        self._notice.setText(_sentence(refusal) if refusal is not None else "")
        self._notice.setVisible(refusal is not None)
        notes = drawn.notes if drawn is not None and refusal is None else ()
        self.limits.setText(" ".join(tell_or_keep(note) for note in notes))
        self.limits.setVisible(bool(notes))
        self.controls.refresh()
        ready = source is not None and self.marks.place is not None and self._is_wished
        painted = self.pane.variant is not None
        by_words = ((ready and refusal is None) or painted) and self._applying is None
        self.apply_button.setEnabled(self.hand.ready if self.is_by_hand else by_words)
        placed = source is not None and self.marks.place is not None and self._applying is None
        self.pane.show_engine(self.painting.engine)
        self.pane.enable(placed and is_imaginable(self.prompt.text, self.prompt.understanding))
        self.view_changed.emit()

    # Doing

    def apply(self) -> None:
        if self.is_by_hand:
            self.hand.apply()
            return
        owed = self.pane.variant is None and self.prompt.owe()
        if not owed and self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: OpenDocument) -> None:
        """Do to a picture what is wished."""
        painted = self.pane.variant
        params = self.params() if painted is None else painted.params
        if params is None or not document.loaded or self._applying is not None:
            return
        if painted is None and not self._is_wished:
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
            self.shape_sliders.show_shape(FaceShape())
            self.prompt.set_text("")
        self._refresh()


def _sentence(error: CatchlightError) -> str:
    problem = problem_of(error)
    return problem.text or problem.title
