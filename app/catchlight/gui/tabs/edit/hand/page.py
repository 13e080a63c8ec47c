"""The edit tab by hand: brush, canvas, list and live picture held together for the document that is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.brushes.edits import BrushEdit
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.document.step import LazyPixels
from catchlight.gui.tabs.edit.hand import render
from catchlight.gui.tabs.edit.hand.controls import HandControls
from catchlight.gui.tabs.edit.hand.draft import DraftState, HandDraft
from catchlight.gui.tabs.edit.hand.edit_rows import EditRows
from catchlight.gui.tabs.edit.hand.live_edits import LiveEdits
from catchlight.gui.tabs.edit.hand.overlay import BrushOverlay
from catchlight.gui.tabs.edit.hand.strokes import LARGER, BrushStrokes
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem, problem_of
from catchlight.operations.brush.params import BrushParams

OPERATION = "brush"
_SOFTER = 0.1
"""Step of the keys for softness."""


class HandPage(QWidget):
    """Controls and list, and what the canvas shows and hears while they are in use."""

    view_changed = Signal()
    """The canvas, or whether there is something to apply, should be asked for again."""

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._document: OpenDocument | None = None
        self._step: EditStep | None = None
        self._plain: tuple[BrushEdit, ...] = ()
        """The edits that the shown step has already."""
        self._follows = True
        """Whether those follow a face."""
        self._applying: dict[OpenDocument, tuple[LazyPixels, DraftState]] = {}
        """What a step is being made of, and the pixels that it was drawn on."""
        self._kept: WeakKeyDictionary[LazyPixels, Any] = WeakKeyDictionary()
        """What was drawn on steps that are not shown now, and not applied; by their pixels, which a step's copies share."""
        self.draft = HandDraft(self)
        self.brush = BrushOverlay(self)
        self.live_edits = LiveEdits(session, self.draft, self.brush, self._source, self)
        self.strokes = BrushStrokes(session, self.draft, self.brush, self._source, self._scale, self)
        self.live, self.dabs = self.live_edits.live, self.strokes.dabs
        self.controls = HandControls(self.draft, theme)
        self.rows = EditRows(theme)
        self._notice = warning_label()
        self._hint = label("", "small", wrap=True)
        self._hint.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(3))
        self._title = label(tr("Edits"), "section")
        self.controls.hold(self._title, self.rows)
        for widget in (self.controls, self._hint, self._notice):
            column.addWidget(widget)
        self._join()
        session.edited.connect(self._edited)
        session.running.changed.connect(self._running_changed)
        self._refresh()

    def _join(self) -> None:
        self.draft.changed.connect(self._changed)
        self.draft.tip_changed.connect(self._show_tip)
        self.draft.full.connect(lambda: self._say(tr("No more edits fit into one step. Apply these first.")))
        self.strokes.hinted.connect(self._say)
        self.strokes.patched.connect(self.view_changed)
        self.live_edits.rendered.connect(self._rendered)
        self.live_edits.masked.connect(self.view_changed)
        self.controls.mask_wanted.connect(self.live_edits.show_mask)
        self.rows.chosen.connect(lambda place: self.draft.choose(place if place >= 0 else None))
        self.rows.switched.connect(self.draft.switch)
        self.rows.moved.connect(self.draft.move)
        self.rows.removed.connect(self.draft.remove)

    # What the tab asks

    def show_document(self, document: OpenDocument | None) -> bool:
        """Another document, or another of its steps; returns whether that step was made by hand tools and is opened again."""
        step = document.current if document is not None and document.loaded else None
        if document is self._document and step is self._step:
            return False
        left = self._put_by() and document is self._document and document is not None
        if (
            left
            and document not in self._applying
            and step is not None
            and document is not None
            and step is document.steps[-1]
        ):
            self._tell_left(tr("What was not applied stays with the step before: undo brings it back."))
        self._document, self._step = document, step
        self.live_edits.drawn = None
        self.strokes.begin()
        if document is None or step is None:
            self._plain = ()
            self.draft.begin(())
            return False
        kept = self._kept.pop(step.held, None)
        params = step.params if step.operation == OPERATION else None
        self._plain = params.edits if isinstance(params, BrushParams) else ()
        if kept is not None:
            self.draft.take_over(kept)
        else:
            face = params.face if isinstance(params, BrushParams) else None
            self._follows = face is not None
            self.draft.begin(self._plain, follows_face=self._follows if self._plain else None)
            if isinstance(params, BrushParams) and face is not None:
                self._place(step, params)
        return isinstance(params, BrushParams) and kept is None

    def enter(self) -> None:
        """The page is looked at."""
        source = self._source()
        if source is not None:
            self.brush.size = (source.width, source.height)
        self._show_tip()
        if self.live_edits.drawn is None:
            self._render()

    def leave(self) -> None:
        """It is looked at no more."""
        self.live.stop()
        self.dabs.stop()

    def scene(self) -> CanvasScene | None:
        source, drawn = self._source(), self.live_edits.drawn
        if source is None or drawn is None or drawn.shown is None or not self._is_changed:
            return None
        return CanvasScene(drawn.shown, source.shown)

    @property
    def ready(self) -> bool:
        """Whether there is something to apply."""
        free = self._document is not None and not self._session.running.busy(self._document)
        return free and self._is_changed and bool(self.draft.edits) and self.live_edits.ready

    def apply(self) -> None:
        """Make one step of the history of all edits."""
        document, step, drawn = self._document, self._step, self.live_edits.drawn
        if document is None or step is None or drawn is None or not self.ready:
            return
        edits = self.draft.edits
        face = drawn.face if self.draft.state.follows_face and any(edit.strokes for edit in edits) else None
        self._applying[document] = step.held, self.draft.state
        self._session.run(OPERATION, BrushParams(edits=edits, face=face), tr("Brush"), document=document)
        self.view_changed.emit()

    def keep(self) -> dict[str, Any]:
        """What a window that takes over goes on with."""
        self._put_by()
        return {"kept": self._kept, "applying": self._applying, "tip": self.draft.tip}

    def take_over(self, kept: dict[str, Any]) -> None:
        self._kept, self._applying, self.draft.tip = kept["kept"], kept["applying"], kept["tip"]
        document, self._document, self._step = self._document, None, None
        self.show_document(document)
        self._show_tip()

    def _put_by(self) -> bool:
        """Keep what is drawn, and is in no step yet, for when its step is shown again; whether there is something."""
        if self._step is None or not self._is_changed:
            return False
        self._kept[self._step.held] = self.draft.keep()
        return True

    def is_unapplied(self, document: OpenDocument) -> bool:
        """Whether something is drawn on one of the steps of a picture, and is in no step yet."""
        shown = document is self._document and self._is_changed
        return shown or any(step.held in self._kept for step in document.steps)

    def unapplied(self, document: OpenDocument) -> dict[int, DraftState]:
        """What is drawn on a picture's steps and in no step yet, by the index of the step."""
        found = {}
        for index, step in enumerate(document.steps):
            kept = self._kept.get(step.held)
            state = kept[0] if kept is not None else DraftState()
            if self._step is not None and step.held is self._step.held:
                state = self.draft.state if self._is_changed else DraftState()
            if state.edits:
                found[index] = state
        return found

    def restore(self, document: OpenDocument, drawn: Mapping[int, DraftState]) -> None:
        """Draw again what was drawn in an earlier session, by the index of the step; what was drawn since stays."""
        for index, state in drawn.items():
            held, kept = document.steps[index].held, self.draft.kept_of(state)
            if self._step is None or held is not self._step.held:
                self._kept.setdefault(held, kept)
            elif not self._is_changed:
                self.draft.take_over(kept)

    # Commands

    def toggle_eraser(self) -> None:
        self.draft.take_shape("brush" if self.draft.tip.shape == "erase" else "erase")

    def toggle_mask(self) -> None:
        self.controls.veil.toggle()

    def resize_brush(self, way: int) -> None:
        """One step larger (1) or smaller (-1)."""
        self.draft.resize_tip(LARGER**way)

    def soften(self, way: int) -> None:
        self.draft.soften_tip(_SOFTER * way)

    def ask_source(self) -> None:
        """The next click says where heal and clone take from."""
        self.strokes.ask_source()

    # Drawing

    def _source(self) -> EditStep | None:
        """What the edits are done to: the step below, where the shown one was made by them."""
        document = self._document
        if document is None or self._step is None:
            return None
        return document.steps[document.base_for(OPERATION)]

    def _scale(self) -> float:
        """Pixels of the screen for one of the picture."""
        view = getattr(self.window(), "canvas", None)
        return float(view.viewport_now.scale) if view is not None else 1.0

    # Rendering

    @property
    def _is_changed(self) -> bool:
        if self.draft.edits != self._plain:
            return True
        return bool(self._plain) and self.draft.state.follows_face != self._follows

    def _changed(self, by_stroke: bool) -> None:
        self.rows.show_edits(self.draft.edits, self.draft.state.active)
        self._show_tip()
        self._render(by_stroke)
        self.live_edits.show_mask(self.controls.veil.isChecked())

    def _render(self, by_stroke: bool = False) -> None:
        if (
            self._source() is None
            or not self.isVisibleTo(self.window())
            or not self.draft.edits
            or not self._is_changed
        ):
            self.live_edits.stop()
            self.live_edits.drawn = None
            self.strokes.forget_patches()
        else:
            self.live_edits.render(self.strokes.count, by_stroke=by_stroke)
        self._refresh()

    def _rendered(self, strokes: int) -> None:
        self.strokes.show_rendered(strokes)
        self._refresh()

    def _place(self, step: EditStep, params: BrushParams) -> None:
        """Strokes that were drawn on the face of another picture, where they lie on this one."""
        source = self._source()
        if source is None:
            return
        work = render.place_edits(self._session.portraits, source.picture, params)
        job = self._session.jobs.submit("", work, lane="brush", visible=False)
        job.finished.connect(lambda edits: self._placed(step, edits))
        job.failed.connect(lambda error: self._session.report(error))

    def _placed(self, step: EditStep, edits: tuple[BrushEdit, ...]) -> None:
        if step is self._step and not self._is_changed and edits != self._plain:
            self._plain = edits
            self.draft.begin(edits, follows_face=True)

    def _edited(self, document: OpenDocument, made: EditStep) -> None:
        """What was drawn is a step now; what was drawn since goes on on that."""
        if made.operation != OPERATION or document not in self._applying:
            return
        held, applied = self._applying[document]
        if document is self._document:
            self.show_document(document)
        del self._applying[document]
        kept = self._kept.pop(held, None)
        if kept is None or (kept[0].edits, kept[0].follows_face) == (applied.edits, applied.follows_face):
            return
        kept[1].begin_at(lambda state: state.edits == applied.edits)
        if self._step is not None and self._step.held is made.held:
            self.draft.take_over(kept)
        else:
            self._kept[made.held] = kept

    def _running_changed(self, document: OpenDocument) -> None:
        if not self._session.running.busy(document, OPERATION):
            self._applying.pop(document, None)  # it failed: what was drawn is there still
        if document is self._document:
            self._refresh()

    # Showing

    def _show_tip(self) -> None:
        tip, brush, active = self.draft.tip, self.brush, self.draft.active
        brush.shape, brush.softness = tip.shape, tip.softness
        brush.radius = tip.radius(brush.size)
        gradient = None if active is None else active.linear if tip.shape == "linear" else active.radial
        if gradient != brush.gradient and not (brush.drawing and gradient is None):
            brush.gradient = gradient
        self.view_changed.emit()

    def _refresh(self) -> None:
        drawn = self.live_edits.drawn
        refusal = drawn.refusal if drawn is not None else None
        if refusal is not None:
            problem = problem_of(refusal)
            self._notice.setText(problem.text or problem.title)
        self._notice.setVisible(refusal is not None)
        self._title.setVisible(bool(self.draft.edits))
        self.view_changed.emit()

    def _tell_left(self, text: str) -> None:
        """Where the page is not looked at, in the window's banner."""
        if self.isVisibleTo(self.window()):
            self._say(text)
        else:
            self._session.problem.emit(Problem(tr("Brush strokes are not in this step"), text))

    def _say(self, text: str) -> None:
        self._hint.setText(text)
        self._hint.setVisible(bool(text))
        self.view_changed.emit()
