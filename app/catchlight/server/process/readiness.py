"""Whether the server is fit for work, for whoever sends it requests: models warm, store usable."""

from __future__ import annotations

from catchlight.core.errors import CatchlightError
from catchlight.core.messages import Message
from catchlight.server.errors import ServerError
from catchlight.store.generations import Generations


class Readiness:
    """Ready from the start, or once ``warmed`` was called. Being alive is another question, which ``/health`` answers."""

    def __init__(self, generations: Generations, warming: bool = False) -> None:
        self._generations = generations
        self._obstacle: Message | None = Message("The models are still loading.") if warming else None

    def warmed(self) -> None:
        self._obstacle = None

    def failed(self, error: CatchlightError) -> None:
        """The models could not be loaded."""
        self._obstacle = Message("The models could not be loaded: {why}", why=error.message)

    def check(self) -> None:
        """Raises ServerError ``not_ready`` that says why. Reads the disk: not on the event loop."""
        if self._obstacle is not None:
            raise ServerError("not_ready", self._obstacle, {"Retry-After": "2"})
        try:
            self._generations.check()
        except CatchlightError as error:
            raise ServerError("not_ready", error.message) from error
