"""Steps of earlier sessions, found again in the store of generations."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Protocol

from catchlight.engine import codec
from catchlight.engine.errors import CatchlightError
from catchlight.gui import imaging
from catchlight.gui.document import Step
from catchlight.operations.base import File
from catchlight.service.generation import Generation, Page

RESTORED = 24
"""So many steps of earlier sessions are brought back for a picture."""


class Store(Protocol):
    """What the window needs of the store of generations."""

    @property
    def notices(self) -> tuple[str, ...]:
        """What opening it had to clean up after a crash. May open it: to be asked on a worker."""

    def history(self, digest: str) -> tuple[Generation, ...]: ...

    def data(self, entry: str) -> bytes: ...

    def thumbnail(self, entry: str) -> bytes: ...

    def page(self, limit: int = 50, before: str | None = None) -> Page: ...


def restored(stored: Sequence[Generation], store: Store, source: str) -> list[Step]:
    """Steps from stored generations, each behind the one it was made from. Runs on a worker.

    source: digest of the picture that they come from. Bases count from the first of them, -1 stands for the source. A
    generation whose picture is gone is left out.
    """
    from catchlight.operations.table import STEPS

    steps: list[Step] = []
    place = {source: -1}
    for entry in stored:
        row = STEPS.get(entry.operation)
        if row is None or entry.source not in place:
            continue
        try:
            data = store.data(entry.id)
            picture = codec.decode(data, codec.Limits(min_side=1), entry.name, entry.media_type)
            params = row.params.model_validate_json(json.dumps(entry.parameters))
        except (CatchlightError, ValueError):
            continue
        file = File(data, entry.media_type)
        steps.append(
            Step(
                picture,
                imaging.shown(picture),
                entry.operation,
                params,
                entry.details,
                file,
                entry.id,
                place[entry.source],
                read=file,
            )
        )
        place.setdefault(entry.result, len(steps) - 1)
    return steps
