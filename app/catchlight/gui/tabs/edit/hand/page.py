"""The edit tab by hand: brush, canvas, list and live picture held together for the document that is shown."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.brushes.edits import BrushEdit, HandStroke, strikes
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.jobs.live import LiveRenderer
from catchlight.gui.jobs.previews import is_small
from catchlight.gui.tabs.edit.hand import render
from catchlight.gui.tabs.edit.hand.controls import HandControls
from catchlight.gui.tabs.edit.hand.dabs import Dab, DabPainter, box_around
from catchlight.gui.tabs.edit.hand.draft import HandDraft
from catchlight.gui.tabs.edit.hand.edit_rows import EditRows
from catchlight.gui.tabs.edit.hand.overlay import BrushOverlay, WetPatch
from catchlight.gui.tabs.edit.hand.render import BrushPreview
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import problem_of
from catchlight.operations.brush.params import BrushParams
from catchlight.operations.reduce import WHOLE

OPERATION = "brush"
_SOFTER, _LARGER = 0.1, 1.25
"""Steps of the keys for softness and size."""


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
        self._drawn: BrushPreview | None = None
        self._count = 0
        """Strokes drawn in this window: each has a number."""
        self._applying: BackgroundJob | None = None
        self._masks: BackgroundJob | None = None
        self._kept: WeakKeyDictionary[EditStep, Any] = WeakKeyDictionary()
        """What was drawn on steps that are not shown now, and not applied."""
        self.draft = HandDraft(self)
        self.brush = BrushOverlay(self)
        self.live = LiveRenderer(session.jobs, self)
        self.dabs = DabPainter(session.jobs, session.portraits, self)
        self.controls = HandControls(self.draft, theme)
        self.rows = EditRows(theme)
        self._notice = warning_label()
        self._hint = label("", "small", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(3))
        self._title = label(tr("Edits"), "section")
        for widget in (self.controls, self._hint, self._notice, self._title, self.rows):
            column.addWidget(widget)
        self._join()
        self._refresh()

    def _join(self) -> None:
        self.draft.changed.connect(self._changed)
        self.draft.tip_changed.connect(self._show_tip)
        self.draft.full.connect(lambda: self._say(tr("No more edits fit into one step. Apply these first.")))
        self.brush.extended.connect(self._extended)
        self.brush.stroked.connect(self._stroked)
        self.brush.sourced.connect(self._sourced)
        self.brush.graded.connect(lambda gradient, going_on: self.draft.draw_gradient(gradient, going_on=going_on))
        self.brush.resized.connect(lambda notches: self.draft.resize_tip(_LARGER**notches))
        self.live.rendered.connect(self._rendered)
        self.live.refused.connect(lambda error: self._session.report(error))
        self.dabs.painted.connect(self._dabbed)
        self.controls.mask_wanted.connect(lambda _on: self._show_mask())
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
        self._put_by()
        self.dabs.stop()
        self._document, self._step = document, step
        self._drawn = None
        self.brush.patches.clear()
        self.brush.source = self.brush.offset = None
        if document is None or step is None:
            self._plain = ()
            self.draft.begin(())
            return False
        kept = self._kept.pop(step, None)
        params = step.params if step.operation == OPERATION else None
        self._plain = params.edits if isinstance(params, BrushParams) else ()
        if kept is not None:
            self.draft.take_over(kept)
        else:
            self.draft.begin(self._plain)
            if isinstance(params, BrushParams) and params.face is not None:
                self._place(step, params)
        return isinstance(params, BrushParams) and kept is None

    def enter(self) -> None:
        """The page is looked at."""
        source = self._source()
        if source is not None:
            self.brush.size = (source.width, source.height)
        self._show_tip()
        if self._drawn is None:
            self._render()

    def leave(self) -> None:
        """It is looked at no more."""
        self.live.stop()
        self.dabs.stop()

    def scene(self) -> CanvasScene | None:
        source, drawn = self._source(), self._drawn
        if source is None or drawn is None or drawn.shown is None or not self._is_changed:
            return None
        return CanvasScene(drawn.shown, source.shown)

    @property
    def ready(self) -> bool:
        """Whether there is something to apply."""
        drawn = self._drawn
        found = drawn is not None and drawn.refusal is None and drawn.edits == self.draft.edits
        return self._applying is None and self._is_changed and bool(self.draft.edits) and found

    def apply(self) -> None:
        """Make one step of the history of all edits."""
        document, drawn = self._document, self._drawn
        if document is None or drawn is None or not self.ready:
            return
        edits = self.draft.edits
        face = drawn.face if any(edit.strokes for edit in edits) else None
        job = self._session.run(OPERATION, BrushParams(edits=edits, face=face), tr("Brush"), document=document)
        self._applying = job
        if job is not None:
            job.finished.connect(lambda _step: self._applied())
            job.failed.connect(lambda _error: self._applied())
            job.cancelled.connect(self._applied)
        self.view_changed.emit()

    def keep(self) -> dict[str, Any]:
        """What a window that takes over goes on with."""
        self._put_by()
        return {"kept": self._kept, "tip": self.draft.tip}

    def take_over(self, kept: dict[str, Any]) -> None:
        self._kept, self.draft.tip = kept["kept"], kept["tip"]
        document, self._document, self._step = self._document, None, None
        self.show_document(document)
        self._show_tip()

    def _put_by(self) -> None:
        """Keep what is drawn and not applied for when its step is shown again."""
        if self._step is not None and self._is_changed and self._applying is None:
            self._kept[self._step] = self.draft.keep()

    # Commands

    def toggle_eraser(self) -> None:
        self.draft.take_shape("brush" if self.draft.tip.shape == "erase" else "erase")

    def toggle_mask(self) -> None:
        self.controls.veil.toggle()

    def resize_brush(self, way: int) -> None:
        """One step larger (1) or smaller (-1)."""
        self.draft.resize_tip(_LARGER**way)

    def soften(self, way: int) -> None:
        self.draft.soften_tip(_SOFTER * way)

    def ask_source(self) -> None:
        """The next click says where heal and clone take from."""
        self.brush.takes_source = True
        self._say(tr("Click where to take from."))

    # Drawing

    def _source(self) -> EditStep | None:
        """What the edits are done to: the step below, where the shown one was made by them."""
        document = self._document
        if document is None or self._step is None:
            return None
        return document.steps[document.base_for(OPERATION)]

    def _stroke(self) -> HandStroke:
        """The stroke under way."""
        tip, brush = self.draft.tip, self.brush
        pressures = tuple(brush.pressures) if min(brush.pressures) < 1 else ()
        return HandStroke(
            points=tuple((round(x, 2), round(y, 2)) for x, y in brush.points),
            radius=brush.radius,
            softness=tip.softness,
            flow=tip.flow,
            pressures=pressures,
            erase=tip.shape == "erase",
            offset=self._offset() if tip.shape != "erase" else None,
        )

    def _offset(self) -> tuple[float, float] | None:
        """From the brush to its source; fixed by the first stroke after the source was said."""
        brush = self.brush
        if self.draft.tip.tool not in ("clone", "heal"):
            return None
        if brush.source is not None and brush.points:
            first = brush.points[0]
            brush.offset = (round(brush.source[0] - first[0], 2), round(brush.source[1] - first[1], 2))
            brush.source = None
        return brush.offset

    def _lacks_source(self) -> bool:
        return self.draft.tip.tool == "clone" and self.draft.tip.shape == "brush" and self._offset() is None

    def _extended(self) -> None:
        source, stage = self._source(), self.brush
        if source is None:
            return
        if self._lacks_source():
            stage.points, stage.pressures = [], []
            self._say(tr("Hold Alt and click where to copy from, then paint."))
            return
        stroke = self._stroke()
        edit = self.draft.with_stroke(stroke)
        stage.shows_trail = edit is None or edit.tool == "heal" or not self.draft.is_last
        if edit is None or stage.shows_trail:
            return
        edits = self.draft.edits
        going_on = self.draft.active is not None and not edit.copies
        below = strikes(edits[:-1] if going_on else edits)
        box = box_around(stage.points[-2:], stage.radius)
        self.dabs.ask(Dab(source.picture, self._count, below, edit, box, self._scale))

    @property
    def _scale(self) -> float:
        """Pixels of the screen for one of the picture."""
        view = getattr(self.window(), "canvas", None)
        return float(view.viewport_now.scale) if view is not None else 1.0

    def _stroked(self) -> None:
        if self._lacks_source():
            return
        self._say("")
        stroke = self._stroke()
        self._count += 1
        self.draft.paint(stroke)

    def _sourced(self, x: float, y: float) -> None:
        self.brush.source, self.brush.offset = (x, y), None
        self._say("")

    def _dabbed(self, stroke: int, box: Any, image: Any) -> None:
        if self._drawn is not None and stroke < self._drawn.strokes:
            return
        self.brush.patches.append(WetPatch(stroke, box, image))
        self.view_changed.emit()

    # Rendering

    @property
    def _is_changed(self) -> bool:
        return self.draft.edits != self._plain

    def _changed(self, by_stroke: bool) -> None:
        self.rows.show_edits(self.draft.edits, self.draft.state.active)
        self._show_tip()
        self._render(by_stroke)
        self._show_mask()

    def _render(self, by_stroke: bool = False) -> None:
        source, edits = self._source(), self.draft.edits
        if source is None or not self.isVisibleTo(self.window()) or not edits or not self._is_changed:
            self.live.stop()
            self._drawn = None
            self.brush.patches.clear()
            self._refresh()
            return
        picture = source.picture

        def asked(size: int) -> Any:
            previewer, portraits = self._session.previewer, self._session.portraits
            return render.render_edits(previewer, portraits, picture, edits, self._count, size)

        whole = asked(WHOLE)
        if by_stroke or is_small(picture, render.PROXY):
            self.live.ask(tr("Preview"), whole)
        else:
            self.live.ask(tr("Preview"), asked(render.PROXY), whole)
        self._refresh()

    def _rendered(self, drawn: BrushPreview) -> None:
        source = self._source()
        if source is None or drawn.picture is not source.picture:
            return
        if drawn.refusal is None or drawn.edits == self.draft.edits:
            self._drawn = drawn
        self.brush.patches[:] = [patch for patch in self.brush.patches if patch.stroke >= drawn.strokes]
        self._refresh()

    def _show_mask(self) -> None:
        """The mask of the edit that is worked on, where it is to be seen."""
        source, edit = self._source(), self.draft.active
        if not self.controls.veil.isChecked() or source is None or edit is None:
            self.brush.mask = None
            self.view_changed.emit()
            return
        work = render.render_mask(self._session.portraits, source.picture, edit)
        job = self._session.jobs.submit("", work, lane="brush", visible=False)
        self._masks = job
        job.finished.connect(lambda mask: self._masked(job, mask))
        job.failed.connect(lambda error: self._session.report(error))

    def _masked(self, job: BackgroundJob, mask: Any) -> None:
        if job is self._masks and self.controls.veil.isChecked():
            self.brush.mask = mask
            self.view_changed.emit()

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
            self.draft.begin(edits)

    def _applied(self) -> None:
        self._applying = None
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
        refusal = self._drawn.refusal if self._drawn is not None else None
        if refusal is not None:
            problem = problem_of(refusal)
            self._notice.setText(problem.text or problem.title)
        self._notice.setVisible(refusal is not None)
        self._title.setVisible(bool(self.draft.edits))
        self.view_changed.emit()

    def _say(self, text: str) -> None:
        self._hint.setText(text)
        self._hint.setVisible(bool(text))
        self.view_changed.emit()
