"""What a hand has drawn on a picture and not applied yet: the list of edits, the brush, and the way back stroke by stroke."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtCore import QObject, Signal

from catchlight.brushes.edits import (
    COPYING,
    MOST_EDITS,
    MOST_STROKES,
    BrushEdit,
    HandStroke,
    LinearGradient,
    RadialGradient,
    Tool,
)
from catchlight.gui.document.undo_stack import UndoStack

Shape = Literal["brush", "erase", "linear", "radial"]
SETTINGS = ("amount", "exposure", "warmth", "saturation", "colour", "within", "invert", "edges", "opacity")
"""Fields of an edit that its controls set."""
_UNDO_LIMIT = 500
"""States that can be gone back to; they share their strokes."""
_SMALLEST, _LARGEST = 0.1, 20.0
_AMOUNTS: Mapping[str, Mapping[str, float]] = {"adjust": {"exposure": 0.5}}
"""What a tool begins with, where that is not an edit's default."""


@dataclass(frozen=True)
class BrushTip:
    """The brush in hand. size: diameter in per cent of the picture's longer side. softness, flow: 0..1. follows_face: what the
    edits of the next picture begin with."""

    tool: Tool = "heal"
    shape: Shape = "brush"
    size: float = 2.0
    softness: float = 0.5
    flow: float = 1.0
    follows_face: bool = True

    def radius(self, size: tuple[int, int]) -> float:
        """In pixels of a picture of that width and height."""
        return self.size / 200 * max(size)


@dataclass(frozen=True)
class DraftState:
    """The edits, and which of them is worked on; None starts a new one. follows_face: whether on another picture their strokes
    move to its face."""

    edits: tuple[BrushEdit, ...] = ()
    active: int | None = None
    follows_face: bool = True


class HandDraft(QObject):
    """Edits under way on one picture, and the brush, which goes along from picture to picture."""

    changed = Signal(bool)
    """The edits are others, or another is worked on; whether that is by one stroke more."""
    tip_changed = Signal()
    full = Signal()
    """No edit more can be added."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tip = BrushTip()
        self.state = DraftState()
        self._fresh: dict[str, Any] = {}
        """Settings of the edit that the next stroke begins."""
        self._stack: UndoStack[DraftState] = UndoStack(_UNDO_LIMIT)
        self._setting: tuple[int | None, str] | None = None

    @property
    def edits(self) -> tuple[BrushEdit, ...]:
        return self.state.edits

    @property
    def active(self) -> BrushEdit | None:
        """The edit that is worked on."""
        return None if self.state.active is None else self.state.edits[self.state.active]

    @property
    def is_last(self) -> bool:
        """Whether a stroke now would be of the last edit: nothing lies over it."""
        return self.state.active is None or self.state.active == len(self.state.edits) - 1

    # The brush

    def take_tool(self, tool: Tool) -> None:
        """Another tool in hand: the next stroke begins a new edit."""
        shape = "brush" if tool in COPYING and self.tip.shape in ("linear", "radial") else self.tip.shape
        if tool != self.tip.tool:
            self._fresh = dict(_AMOUNTS.get(tool, {}))
        self.tip = replace(self.tip, tool=tool, shape=shape)
        if self.active is not None and self.active.tool != tool:
            self.state = replace(self.state, active=None)
            self.changed.emit(False)
        self.tip_changed.emit()

    def take_shape(self, shape: Shape) -> None:
        """Brush or eraser, or a gradient, which heal and clone cannot follow: adjust is taken in hand then."""
        if shape in ("linear", "radial") and self.tip.tool in COPYING:
            self.take_tool("adjust")
        self.tip = replace(self.tip, shape=shape)
        self.tip_changed.emit()

    def set_tip(self, *, size: float | None = None, softness: float | None = None, flow: float | None = None) -> None:
        tip = self.tip
        self.tip = replace(
            tip,
            size=tip.size if size is None else size,
            softness=tip.softness if softness is None else softness,
            flow=tip.flow if flow is None else flow,
        )
        self.tip_changed.emit()

    def follow_face(self, on: bool) -> None:
        """Whether the strokes of these edits, and of those on pictures to come, move to the face of another picture."""
        self.tip = replace(self.tip, follows_face=on)
        self._become(replace(self.state, follows_face=on))
        self.tip_changed.emit()

    def resize_tip(self, factor: float) -> None:
        self.set_tip(size=min(_LARGEST, max(_SMALLEST, round(self.tip.size * factor, 2))))

    def soften_tip(self, by: float) -> None:
        self.set_tip(softness=min(1.0, max(0.0, round(self.tip.softness + by, 2))))

    # Settings of an edit

    def setting(self, name: str) -> Any:
        """Of the edit that is worked on, or that the next stroke begins."""
        if self.active is not None:
            return getattr(self.active, name)
        return self._fresh.get(name, BrushEdit.model_fields[name].default)

    def set(self, name: str, value: Any) -> None:
        """Change a setting; a slider in motion is one step on the way back."""
        active = self.state.active
        if active is None:
            self._fresh[name] = value
            self.tip_changed.emit()
            return
        changed = self._remade(self.state.edits[active], **{name: value})
        if changed is not None:
            self._become(self._with(active, changed), same=(active, name))

    # Drawing

    def paint(self, stroke: HandStroke) -> None:
        """One stroke more, of the edit that is worked on or of a new one; an eraser alone changes nothing."""
        active = self.active
        if active is None or active.tool != self.tip.tool:
            if not stroke.erase:
                self._append({"strokes": (stroke,)}, by_stroke=True)
            return
        if len(active.strokes) == MOST_STROKES and stroke.erase:
            self.full.emit()
            return
        if len(active.strokes) == MOST_STROKES:
            self.choose(None)
            self.paint(stroke)
            return
        changed = self._remade(active, strokes=(*active.strokes, stroke))
        if changed is not None:
            self._become(self._with(self.state.active or 0, changed), by_stroke=True)

    def with_stroke(self, stroke: HandStroke) -> BrushEdit | None:
        """The edit that a stroke under way would come to; None where it changes nothing."""
        active = self.active
        if active is not None and active.tool == self.tip.tool:
            strokes = (stroke,) if active.copies else (*active.strokes, stroke)
            return self._remade(active, strokes=strokes)
        return None if stroke.erase else BrushEdit(tool=self.tip.tool, strokes=(stroke,), **self._fresh)

    def draw_gradient(self, gradient: LinearGradient | RadialGradient, *, going_on: bool) -> None:
        """The gradient of the edit that is worked on, or of a new one. going_on: the same drag as before."""
        name = "linear" if isinstance(gradient, LinearGradient) else "radial"
        active = self.active
        if active is None or active.tool != self.tip.tool:
            self._append({name: gradient})
            return
        changed = self._remade(active, **{name: gradient})
        if changed is not None:
            place = self.state.active or 0
            self._become(self._with(place, changed), same=(place, name) if going_on else None)

    def take_region(self) -> None:
        """An edit of the whole region that is chosen, without a stroke; it has the settings that are shown."""
        settings = {name: self.setting(name) for name in SETTINGS}
        if settings["within"] is not None and self.tip.tool not in COPYING:
            self._append({}, settings=settings)

    # The list

    def choose(self, place: int | None) -> None:
        """Work on one of the edits, or on none: the next stroke begins a new one."""
        if place == self.state.active:
            return
        self.state = replace(self.state, active=place)
        if self.active is not None:
            shape = "brush" if self.active.copies or self.tip.shape == "erase" else self.tip.shape
            self.tip = replace(self.tip, tool=self.active.tool, shape=shape)
        self._setting = None
        self.changed.emit(False)
        self.tip_changed.emit()

    def switch(self, place: int) -> None:
        """On, off."""
        edit = self.state.edits[place]
        self._become(self._with(place, edit.model_copy(update={"on": not edit.on})))

    def remove(self, place: int) -> None:
        edits = self.state.edits[:place] + self.state.edits[place + 1 :]
        self._become(replace(self.state, edits=edits, active=None))

    def move(self, place: int, by: int) -> None:
        """Earlier (-1) or later (+1) in the order in which edits are done."""
        edits, other = list(self.state.edits), place + by
        if not 0 <= other < len(edits):
            return
        edits[place], edits[other] = edits[other], edits[place]
        self._become(replace(self.state, edits=tuple(edits), active=other))

    # Back and forth

    @property
    def can_undo(self) -> bool:
        return self._stack.can_undo

    @property
    def can_redo(self) -> bool:
        return self._stack.can_redo

    def undo(self) -> bool:
        """One stroke back; False where there is none."""
        return self._show(self._stack.undo(self.state))

    def redo(self) -> bool:
        return self._show(self._stack.redo(self.state))

    def begin(self, edits: tuple[BrushEdit, ...], active: int | None = None, follows_face: bool | None = None) -> None:
        """Another picture, or another of its steps: these edits, and no way back. follows_face: None for what was last chosen."""
        self.state = DraftState(edits, active, self.tip.follows_face if follows_face is None else follows_face)
        self._stack, self._setting = UndoStack(_UNDO_LIMIT), None
        self.changed.emit(False)

    def keep(self) -> tuple[DraftState, UndoStack[DraftState]]:
        return self.state, self._stack

    @staticmethod
    def kept_of(state: DraftState) -> tuple[DraftState, UndoStack[DraftState]]:
        """What ``take_over`` takes, for edits without a way back."""
        return state, UndoStack(_UNDO_LIMIT)

    def take_over(self, kept: tuple[DraftState, UndoStack[DraftState]]) -> None:
        self.state, self._stack = kept
        self._setting = None
        self.changed.emit(False)

    def _show(self, state: DraftState | None) -> bool:
        if state is None:
            return False
        self.state = state
        self._setting = None
        self.changed.emit(True)
        return True

    def _append(
        self, drawn: Mapping[str, Any], *, by_stroke: bool = False, settings: Mapping[str, Any] | None = None
    ) -> None:
        if len(self.state.edits) == MOST_EDITS:
            self.full.emit()
            return
        edit = BrushEdit(tool=self.tip.tool, **(self._fresh if settings is None else settings), **drawn)
        edits = (*self.state.edits, edit)
        self._become(replace(self.state, edits=edits, active=len(edits) - 1), by_stroke=by_stroke)

    def _remade(self, edit: BrushEdit, **values: Any) -> BrushEdit | None:
        """The edit with other values; None where the two do not go together (heal that is inverted)."""
        try:
            return BrushEdit(**{name: getattr(edit, name) for name in type(edit).model_fields} | values)
        except ValueError:
            return None

    def _with(self, place: int, edit: BrushEdit) -> DraftState:
        edits = self.state.edits
        return replace(self.state, edits=(*edits[:place], edit, *edits[place + 1 :]))

    def _become(
        self, state: DraftState, *, by_stroke: bool = False, same: tuple[int | None, str] | None = None
    ) -> None:
        if state == self.state:
            return
        if same is None or same != self._setting:
            self._stack.record(self.state)
        else:
            self._stack.drop_redo()
        self._setting, self.state = same, state
        self.changed.emit(by_stroke)
