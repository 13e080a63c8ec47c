"""An open picture with everything that was made from it. Steps are never lost: going back and on adds a branch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QImage, QTransform

from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.document.step import EditStep, portable
from catchlight.gui.wording.i18n import tr

__all__ = ["EditStep", "OpenDocument", "portable"]


ReloadSteps = Callable[["OpenDocument", Sequence[EditStep], Callable[[], None]], None]
"""Reads the pixels of steps of a document on a worker, then calls."""


class OpenDocument(QObject):
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
        self.pair: Path | None = None
        """The other file of the same shot: the JPEG beside a raw file, or the raw file in whose place its JPEG was taken."""
        self.preview: ImagePyramid | None = None
        """What the file shows of itself until it is read."""
        self.replaced = False
        """Its file is another picture now, which is open beside it."""
        self.pasted = False
        """Its file is a copy that the program keeps while it is open."""
        self._steps: list[EditStep] = []
        self._trail: list[int] = []
        self._position = -1
        self._turn = 0
        """Counts what is shown: a step that was awaited while another was chosen comes too late."""
        self._waiting: tuple[int, tuple[Sequence[int], int]] | None = None
        """The trail of an earlier session that waits for its pixels, and the turn in which it does."""
        self.awaken: ReloadSteps | None = None

    @property
    def title(self) -> str:
        """What it is called in the window."""
        return tr("Sample portrait") if self.sample else self.name

    @property
    def loaded(self) -> bool:
        """Whether it can be worked on: what is needed of it is in memory."""
        return bool(self._steps) and all(step.held.awake for step in self.needed(self.index))

    @property
    def steps(self) -> Sequence[EditStep]:
        return self._steps

    @property
    def index(self) -> int:
        """Index of the step that is shown; -1 while nothing is loaded."""
        return self._trail[self._position] if self._steps else -1

    @property
    def current(self) -> EditStep | None:
        return self._steps[self.index] if self.loaded else None

    @property
    def chosen(self) -> EditStep | None:
        """The step that is shown, or will be as soon as its pixels are there; None while nothing is loaded."""
        indices, place = self.trail
        return self._steps[indices[place]] if self._steps else None

    def needed(self, index: int) -> list[EditStep]:
        """The steps whose pixels are looked at while that one is shown: itself, and what operations start from."""
        found = [self._steps[index]]
        while found[-1].base is not None:
            found.append(self._steps[found[-1].base])
            if found[-1].operation != found[0].operation:
                break
        return found

    @property
    def can_undo(self) -> bool:
        return self._position > 0

    @property
    def can_redo(self) -> bool:
        return self._position + 1 < len(self._trail)

    def load(self, source: EditStep) -> None:
        """The picture as opened; steps that were there before stay."""
        if self._steps:
            self._steps[0] = source
        else:
            self._steps, self._trail, self._position = [source], [0], 0
        self.preview = None
        self.set_thumbnail(source.thumbnail)
        self.changed.emit()

    def show_preview(self, preview: ImagePyramid) -> None:
        """Show what the file says of itself, as long as it is not read."""
        if not self._steps:
            self.preview = preview
            self.set_thumbnail(preview.thumbnail)
            self.changed.emit()

    def finish(self) -> None:
        """What was a draft is whole now."""
        if self._steps:
            self.set_thumbnail(self._steps[0].thumbnail)
            self.changed.emit()

    def take_pair(self, name: str) -> None:
        """The other file of the shot takes the place of this one; it has not been read. Steps stay in the store."""
        self.forget()
        self.path, self.pair, self.name = self.pair, self.path, name
        self.thumbnail, self.preview, self.broken = None, None, False
        self.thumbnail_changed.emit(self)
        self.changed.emit()

    def lies_at(self, path: Path) -> None:
        """What was pasted has a file now."""
        self.path = path
        self.changed.emit()

    def sleep(self) -> None:
        """Give the memory back of all that can be read again."""
        for step in self._steps:
            step.held.sleep()

    def forget(self) -> None:
        """It was closed: whoever still knows it holds no pixels by that."""
        self._steps, self._trail, self._position = [], [], -1
        self._turn += 1

    def restore(self, steps: Sequence[EditStep], source: EditStep) -> None:
        """Steps of earlier sessions, made from ``source``; the step that is shown stays.

        Their bases count from the first of them, -1 stands for the source. What was made in this session already is left.
        """
        if source in self._steps and steps:
            origin, places = self._steps.index(source), list[int]()
            for step in steps:
                place = self._place_of(step)
                if place is None:
                    base = origin if step.base in (None, -1) else places[step.base or 0]
                    place = len(self._steps)
                    self._steps.append(replace(step, base=base))
                places.append(place)
            self.changed.emit()

    def align(self, step: EditStep, base_to_this: QTransform) -> None:
        """Say where a restored step lies on its base, so that the two can be compared."""
        if step in self._steps:
            self._steps[self._steps.index(step)] = replace(step, base_to_this=base_to_this)
            self.changed.emit()

    def apply(self, step: EditStep) -> None:
        """Add a step and show it. What could have been redone stays in the list of steps."""
        place = self._place_of(step)
        if place is None:
            place = len(self._steps)
            self._steps.append(step)
        else:
            self._steps[place] = step  # what was read of the store meanwhile
        self._visit(place)

    def _place_of(self, step: EditStep) -> int | None:
        """Index of a stored step that is there already; None where there is none."""
        known = (index for index, one in enumerate(self._steps) if one.generation == step.generation)
        return None if step.generation is None else next(known, None)

    def jump(self, index: int) -> None:
        """Show any step."""
        if index != self.index:
            self._when_awake(index, lambda: self._visit(index))

    def undo(self) -> None:
        if self.can_undo:
            self._go(self._position - 1)

    def redo(self) -> None:
        if self.can_redo:
            self._go(self._position + 1)

    @property
    def trail(self) -> tuple[Sequence[int], int]:
        """Indices of the steps that were shown, in that order, and the place in them of the one that is.

        While that of an earlier session waits for its pixels, that one: a crash meanwhile must not lose it.
        """
        if self._waiting is not None and self._waiting[0] == self._turn:
            return self._waiting[1]
        return tuple(self._trail), self._position

    def discarded(self) -> frozenset[int]:
        """Indices of the steps that were gone back from and replaced by others: neither shown on the way here, nor what that was
        made from, nor to be redone. Steps of earlier sessions are none, until something was made in this one."""
        if len(self._trail) < 2:
            return frozenset()
        kept: set[int] = set()
        for index in self._trail:
            while index not in kept:
                kept.add(index)
                index = self._steps[index].base or 0
        return frozenset(range(len(self._steps))) - kept

    def follow(self, trail: Sequence[int], position: int) -> None:
        """Take up the trail of an earlier session. Raises ValueError where it does not fit these steps."""
        if not (0 <= position < len(trail) and all(0 <= index < len(self._steps) for index in trail)):
            raise ValueError(f"no such trail: {position} of {list(trail)}")

        def shown() -> None:
            self._trail = list(trail)
            self._position = position
            self._waiting = None
            self.changed.emit()

        self._waiting = (self._turn + 1, (tuple(trail), position))
        self._when_awake(trail[position], shown)

    def base_for(self, operation: str) -> int:
        """Index of the step that an operation starts from: a second ID photo is cut from the picture, not from the first."""
        index = self.index
        while self._steps[index].operation == operation and self._steps[index].base is not None:
            index = self._steps[index].base or 0
        return index

    def newest(self, operation: str) -> EditStep | None:
        """The shown step if the operation made it, else the newest one that it made."""
        current = self.current
        if current is not None and current.operation == operation:
            return current
        return next((step for step in reversed(self._steps) if step.operation == operation), None)

    def set_thumbnail(self, image: QImage) -> None:
        self.thumbnail = image
        self.thumbnail_changed.emit(self)

    def _when_awake(self, index: int, show: Callable[[], None]) -> None:
        """Do ``show`` when the pixels that it needs are there; another choice meanwhile calls it off."""
        self._turn += 1
        turn, asleep = self._turn, [step for step in self.needed(index) if not step.held.awake]
        if not asleep or self.awaken is None:
            show()
            return
        self.awaken(self, asleep, lambda: show() if turn == self._turn else None)

    def _go(self, position: int) -> None:
        def shown() -> None:
            self._position = position
            self.changed.emit()

        self._when_awake(self._trail[position], shown)

    def _visit(self, index: int) -> None:
        self._turn += 1
        del self._trail[self._position + 1 :]
        self._trail.append(index)
        self._position = len(self._trail) - 1
        self.changed.emit()


def folder_of(document: OpenDocument | None) -> Path:
    """Where pictures that go along with it are looked for: the folder of its file, or the user's own."""
    return Path.home() if document is None or document.path is None else document.path.parent
