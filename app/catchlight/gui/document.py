"""An open picture with everything that was made from it. Steps are never lost: going back and on adds a branch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QTransform

from catchlight.engine.picture import Picture
from catchlight.gui.i18n import tr
from catchlight.gui.imaging import Shown
from catchlight.operations.base import File, Params


@dataclass(frozen=True, eq=False)
class Step:
    """A state of the picture. The first is the picture as opened; base: index of the step that it was made from."""

    picture: Picture
    shown: Shown
    operation: str | None = None
    params: Params | None = None
    details: dict[str, Any] = field(default_factory=dict)
    file: File | None = None
    generation: str | None = None
    base: int | None = None
    base_to_this: QTransform | None = None
    """Pixels of the base to pixels of this step, where the edit moved them."""
    read: File | None = None
    """The file that the picture was read from just as it is."""
    more: tuple[Picture, ...] = ()
    """Pictures that joined the base; those of earlier sessions are not known any more."""


def portable(params: Params) -> Params:
    """Parameters for another picture: without those that are places in pixels of this one."""
    placed = {
        name
        for name, field in type(params).model_fields.items()
        if isinstance(field.json_schema_extra, dict) and field.json_schema_extra.get("unit") == "px"
    }
    return params.model_copy(update={name: type(params).model_fields[name].default for name in placed})


class Document(QObject):
    """Steps, the one that is shown, and the trail that undo walks back on."""

    changed = Signal()
    thumbnail_changed = Signal(object)
    """The document itself."""

    def __init__(self, name: str, path: Path | None = None) -> None:
        super().__init__()
        self.name = name
        self.path = path
        self.thumbnail: QImage | None = None
        self.broken = False
        """True after the file could not be opened."""
        self.sample = False
        self._steps: list[Step] = []
        self._trail: list[int] = []
        self._position = -1

    @property
    def title(self) -> str:
        """What it is called in the window."""
        return tr("Sample portrait") if self.sample else self.name

    @property
    def loaded(self) -> bool:
        return bool(self._steps)

    @property
    def steps(self) -> Sequence[Step]:
        return self._steps

    @property
    def index(self) -> int:
        """Index of the step that is shown; -1 while nothing is loaded."""
        return self._trail[self._position] if self._steps else -1

    @property
    def current(self) -> Step | None:
        return self._steps[self.index] if self._steps else None

    @property
    def can_undo(self) -> bool:
        return self._position > 0

    @property
    def can_redo(self) -> bool:
        return self._position + 1 < len(self._trail)

    def load(self, source: Step) -> None:
        """The picture as opened; steps that were there before stay."""
        if self._steps:
            self._steps[0] = source
        else:
            self._steps, self._trail, self._position = [source], [0], 0
        self.set_thumbnail(source.shown.thumbnail)
        self.changed.emit()

    def unload(self) -> bool:
        """Give the memory back where the file can be read again and nothing was made; says whether it did."""
        if self.path is None or len(self._steps) != 1:
            return False
        self._steps, self._trail, self._position = [], [], -1
        return True

    def restore(self, steps: Sequence[Step], source: Step) -> None:
        """Steps of earlier sessions, made from ``source``; the step that is shown stays.

        Their bases count from the first of them, -1 stands for the source.
        """
        if source in self._steps and steps:
            origin, first = self._steps.index(source), len(self._steps)
            for step in steps:
                base = origin if step.base in (None, -1) else first + (step.base or 0)
                self._steps.append(replace(step, base=base))
            self.changed.emit()

    def align(self, step: Step, base_to_this: QTransform) -> None:
        """Say where a restored step lies on its base, so that the two can be compared."""
        if step in self._steps:
            self._steps[self._steps.index(step)] = replace(step, base_to_this=base_to_this)
            self.changed.emit()

    def apply(self, step: Step) -> None:
        """Add a step and show it. What could have been redone stays in the list of steps."""
        self._steps.append(step)
        self._visit(len(self._steps) - 1)

    def jump(self, index: int) -> None:
        """Show any step."""
        if index != self.index:
            self._visit(index)

    def undo(self) -> None:
        if self.can_undo:
            self._position -= 1
            self.changed.emit()

    def redo(self) -> None:
        if self.can_redo:
            self._position += 1
            self.changed.emit()

    def base_for(self, operation: str) -> int:
        """Index of the step that an operation starts from: a second ID photo is cut from the picture, not from the first."""
        index = self.index
        while self._steps[index].operation == operation and self._steps[index].base is not None:
            index = self._steps[index].base or 0
        return index

    def newest(self, operation: str) -> Step | None:
        """The shown step if the operation made it, else the newest one that it made."""
        current = self.current
        if current is not None and current.operation == operation:
            return current
        return next((step for step in reversed(self._steps) if step.operation == operation), None)

    def set_thumbnail(self, image: QImage) -> None:
        self.thumbnail = image
        self.thumbnail_changed.emit(self)

    def _visit(self, index: int) -> None:
        del self._trail[self._position + 1 :]
        self._trail.append(index)
        self._position = len(self._trail) - 1
        self.changed.emit()
