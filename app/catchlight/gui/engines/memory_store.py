"""The engines' rows in the settings that the window holds, so that neither overwrites what the other has changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from catchlight.gui.app.window_memory import Memory
from catchlight.store.settings.engine_settings import Imagining


@dataclass(frozen=True)
class MemoryStore:
    """written: called after a change, to write the settings. ``save`` belongs to the window's thread, ``load`` to any."""

    memory: Memory
    written: Callable[[], object]

    def load(self) -> Imagining:
        return self.memory.settings.imagining

    def save(self, imagining: Imagining) -> None:
        self.memory.set(imagining=imagining.model_dump())
        self.written()
