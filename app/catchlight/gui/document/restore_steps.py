"""Steps of earlier sessions, found again in the store of generations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Protocol

from catchlight.core.errors import CatchlightError
from catchlight.gui.canvas import qt_images
from catchlight.gui.document.step import EditStep, LazyPixels
from catchlight.gui.opening.read_file import reload_task
from catchlight.store.generation import Generation, GenerationPage

RESTORED = 200
"""So many steps of earlier sessions are brought back for a picture; their pixels sleep until they are looked at."""


class GenerationHistory(Protocol):
    """What the window needs of the store of generations."""

    @property
    def notices(self) -> tuple[str, ...]:
        """What opening it had to clean up after a crash. May open it: to be asked on a worker."""

    def history(self, digest: str) -> tuple[Generation, ...]: ...

    def data(self, entry: str) -> bytes: ...

    def thumbnail(self, entry: str) -> bytes: ...

    def page(self, limit: int = 50, before: str | None = None) -> GenerationPage: ...


def restore_steps(stored: Sequence[Generation], store: GenerationHistory, source: str) -> list[EditStep]:
    """Steps from stored generations, each behind the one it was made from. Runs on a worker.

    source: digest of the picture that they come from. Bases count from the first of them, -1 stands for the source. A
    generation whose picture is gone is left out. One finds what it was made from by the generation that it names, for
    the same step can have other pixels after it went through a JPEG; else by its pixels.
    """
    from catchlight.operations.registry import STEPS

    steps: list[EditStep] = []
    place = {source: -1}
    for entry in stored:
        row = STEPS.get(entry.operation)
        base = place.get(entry.parent or "", place.get(entry.source or ""))
        if row is None or base is None:
            continue
        try:
            thumbnail = qt_images.decode_image(store.thumbnail(entry.id))
            params = row.params.model_validate_json(json.dumps(entry.parameters))
        except (CatchlightError, ValueError):
            continue
        read = reload_task(store, entry.id, entry.name, entry.media_type)
        held = LazyPixels(thumbnail, entry.width, entry.height, read=read)
        steps.append(EditStep(held, entry.operation, params, entry.details, entry.id, base))
        place[entry.id] = len(steps) - 1
        place.setdefault(entry.result, len(steps) - 1)
    return steps
