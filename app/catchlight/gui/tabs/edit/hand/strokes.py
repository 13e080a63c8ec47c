"""Strokes and gradients drawn on the canvas: seen at once as they are drawn, edits of the draft once they have ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from catchlight.brushes.edits import HandStroke, strikes
from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep
from catchlight.gui.tabs.edit.hand.dabs import Dab, DabPainter, box_around
from catchlight.gui.tabs.edit.hand.draft import HandDraft
from catchlight.gui.tabs.edit.hand.overlay import BrushOverlay, WetPatch
from catchlight.gui.wording.i18n import tr

LARGER = 1.25
"""Size of the brush after one notch of the wheel, or one press of its key, by its size before."""


class BrushStrokes(QObject):
    """Between the brush over the picture and the draft."""

    hinted = Signal(str)
    """What the hand has to know; empty for nothing."""
    patched = Signal()
    """The brush shows more of what a stroke does."""

    def __init__(
        self,
        session: Session,
        draft: HandDraft,
        brush: BrushOverlay,
        source: Callable[[], EditStep | None],
        scale: Callable[[], float],
        parent: QObject,
    ) -> None:
        """source: what the edits are done to. scale: pixels of the screen for one of the picture."""
        super().__init__(parent)
        self._draft, self._brush, self._source, self._scale = draft, brush, source, scale
        self.count = 0
        """Strokes drawn in this window: each has a number."""
        self._rendered = 0
        self.dabs = DabPainter(session.jobs, session.portraits, self)
        self.dabs.painted.connect(self._dabbed)
        brush.extended.connect(self._extended)
        brush.stroked.connect(self._stroked)
        brush.sourced.connect(self._sourced)
        brush.graded.connect(lambda gradient, going_on: draft.draw_gradient(gradient, going_on=going_on))
        brush.resized.connect(lambda notches: draft.resize_tip(LARGER**notches))

    def ask_source(self) -> None:
        """The next click says where heal and clone take from."""
        self._brush.takes_source = True
        self.hinted.emit(tr("Click where to take from."))

    def begin(self) -> None:
        """Another picture, or another of its steps: nothing is drawn on it yet, and no source was said."""
        self.dabs.stop()
        self.forget_patches()
        self._brush.source = self._brush.offset = None

    def show_rendered(self, count: int) -> None:
        """The picture itself shows what so many strokes did: their patches go."""
        self._rendered = count
        self._brush.patches[:] = [patch for patch in self._brush.patches if patch.stroke >= count]

    def forget_patches(self) -> None:
        """The picture is shown as it is, or as another step left it."""
        self._rendered = 0
        self._brush.patches.clear()

    # Inside

    def _stroke(self) -> HandStroke:
        """The stroke under way."""
        tip, brush = self._draft.tip, self._brush
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
        brush = self._brush
        if self._draft.tip.tool not in ("clone", "heal"):
            return None
        if brush.source is not None and brush.points:
            first = brush.points[0]
            brush.offset = (round(brush.source[0] - first[0], 2), round(brush.source[1] - first[1], 2))
            brush.source = None
        return brush.offset

    def _lacks_source(self) -> bool:
        tip = self._draft.tip
        return tip.tool == "clone" and tip.shape == "brush" and self._offset() is None

    def _extended(self) -> None:
        source, brush, draft = self._source(), self._brush, self._draft
        if source is None:
            return
        if self._lacks_source():
            brush.points, brush.pressures = [], []
            self.hinted.emit(tr("Hold Alt and click where to copy from, then paint."))
            return
        edit = draft.with_stroke(self._stroke())
        brush.shows_trail = edit is None or edit.tool == "heal" or not draft.is_last
        if edit is None or brush.shows_trail:
            return
        going_on = draft.active is not None and not edit.copies
        below = strikes(draft.edits[:-1] if going_on else draft.edits)
        box = box_around(brush.points[-2:], brush.radius)
        self.dabs.ask(Dab(source.picture, self.count, below, edit, box, self._scale()))

    def _stroked(self) -> None:
        if self._lacks_source():
            return
        self.hinted.emit("")
        stroke = self._stroke()
        self.count += 1
        self._draft.paint(stroke)

    def _sourced(self, x: float, y: float) -> None:
        self._brush.source, self._brush.offset = (x, y), None
        self.hinted.emit("")

    def _dabbed(self, stroke: int, box: Any, image: Any) -> None:
        if stroke >= self._rendered:
            self._brush.patches.append(WetPatch(stroke, box, image))
            self.patched.emit()
