"""The places of a garment while they are corrected: what moves with what, and every state before."""

from __future__ import annotations

from dataclasses import replace

from catchlight.clothing.reference.garment import Anchors, Garment, Point
from catchlight.core.messages import Message
from catchlight.gui.document.undo_stack import UndoStack

PIT, HEM = "pit", "hem"
LEFT_COLLAR, RIGHT_COLLAR = "left_collar", "right_collar"
LEFT_SHOULDER, RIGHT_SHOULDER = "left_shoulder", "right_shoulder"
PLACES = (LEFT_COLLAR, RIGHT_COLLAR, PIT, LEFT_SHOULDER, RIGHT_SHOULDER, HEM)
"""In the order in which they are walked through; left and right as seen."""
_TWINS = {
    LEFT_COLLAR: RIGHT_COLLAR, RIGHT_COLLAR: LEFT_COLLAR,
    LEFT_SHOULDER: RIGHT_SHOULDER, RIGHT_SHOULDER: LEFT_SHOULDER,
}  # fmt: skip


class AnchorEdit:
    """mirrored: whether the place on the other side makes the same move the other way round."""

    def __init__(self, garment: Garment) -> None:
        self.garment = garment
        self.anchors = garment.anchors
        self.mirrored = True
        self._found = garment.anchors
        self._stack: UndoStack[Anchors] = UndoStack()
        self._held: Anchors | None = None

    @property
    def can_undo(self) -> bool:
        return self._stack.can_undo

    @property
    def can_redo(self) -> bool:
        return self._stack.can_redo

    @property
    def changed(self) -> bool:
        return self.anchors != self._found

    @property
    def fault(self) -> Message | None:
        """Why nothing could be laid by these places."""
        return self.anchors.find_fault(self.garment.shape)

    def place(self, name: str) -> Point:
        """x, y in pixels of the piece; the hem has the middle's column."""
        anchors = self.anchors
        if name == HEM:
            return anchors.axis + anchors.lean * (anchors.hem - anchors.middle[1]), anchors.hem
        pairs = {
            LEFT_COLLAR: anchors.collar[0], RIGHT_COLLAR: anchors.collar[1],
            LEFT_SHOULDER: anchors.shoulders[0], RIGHT_SHOULDER: anchors.shoulders[1],
        }  # fmt: skip
        return anchors.pit if name == PIT else pairs[name]

    def begin(self) -> None:
        """A move begins: what follows until ``end`` is one step."""
        self._held = self.anchors

    def end(self) -> None:
        before, self._held = self._held, None
        if before is not None and before != self.anchors:
            self._stack.record(before)

    def move(self, name: str, x: float, y: float) -> None:
        """Put a place somewhere, inside the piece; at once a step of its own where no move has begun."""
        alone = self._held is None
        if alone:
            self.begin()
        height, width = self.garment.shape
        at = (min(max(x, 0.0), width - 1.0), min(max(y, 0.0), height - 1.0))
        was = self.place(name)
        self._put(name, at)
        if self.mirrored and name in _TWINS:
            twin = self.place(_TWINS[name])
            self._put(_TWINS[name], (twin[0] - (at[0] - was[0]), twin[1] + at[1] - was[1]))
        if alone:
            self.end()

    def nudge(self, name: str, across: float, down: float) -> None:
        x, y = self.place(name)
        self.move(name, x + across, y + down)

    def undo(self) -> None:
        self.anchors = self._stack.undo(self.anchors) or self.anchors

    def redo(self) -> None:
        self.anchors = self._stack.redo(self.anchors) or self.anchors

    def reset(self) -> None:
        """As they were before; can be undone."""
        self.begin()
        self.anchors = self._found
        self.end()

    def _put(self, name: str, at: Point) -> None:
        anchors = self.anchors
        if name == PIT:
            self.anchors = replace(anchors, pit=at)
        elif name == HEM:
            self.anchors = replace(anchors, hem=at[1])
        elif name in (LEFT_COLLAR, RIGHT_COLLAR):
            left, right = anchors.collar
            self.anchors = replace(anchors, collar=(at, right) if name == LEFT_COLLAR else (left, at))
        else:
            left, right = anchors.shoulders
            self.anchors = replace(anchors, shoulders=(at, right) if name == LEFT_SHOULDER else (left, at))
