"""Jobs for tests: the real engine over a fresh folder, and targets that refuse or wait."""

from __future__ import annotations

import contextlib
import errno
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.files.writing import disk
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.service.delivery.deliver import MANIFEST, DeliveryTarget
from catchlight.service.delivery.targets import DeliveryFault, FolderTarget
from catchlight.service.selection.selections import LocalSelections
from catchlight.store.generations import Generations
from catchlight.store.settings.resource_limits import JobLimits

from tests.doubles import eventually


@dataclass
class Watched:
    """A folder to deliver to that can be closed, filled up, or made to refuse; it counts what is written."""

    home: Home
    open: threading.Event = field(default_factory=threading.Event)
    faults: list[Exception] = field(default_factory=list)
    """Raised by the next writes, one each."""
    written: list[str] = field(default_factory=list)
    reached: threading.Event = field(default_factory=threading.Event)
    patience: float = 20.0
    """Seconds that a write waits for ``open``."""

    def __post_init__(self) -> None:
        self.open.set()

    def target(self) -> DeliveryTarget:
        watched = self

        class Folder(FolderTarget):
            def write(self, name: str, data: bytes) -> None:
                watched.reached.set()
                assert watched.open.wait(watched.patience)
                if watched.faults:
                    with disk(f"write {name}"):
                        raise watched.faults.pop(0)
                super().write(name, data)
                watched.written.append(name)

        return Folder(self.home.delivered)

    @property
    def manifests(self) -> list[str]:
        return [name for name in self.written if name.endswith(MANIFEST)]


NO_SPACE = OSError(errno.ENOSPC, "No space left on device")
REFUSED = DeliveryFault("The bucket refuses.")


@dataclass
class Studio:
    """Jobs over one home; ``process`` makes a further owner of them, as another process would be."""

    home: Home
    generations: Generations
    watched: Watched
    process: Callable[..., LocalSelections]


@contextlib.contextmanager
def studio(home: Home, portraits: Portraits, catalogue: Catalogue) -> Iterator[Studio]:
    generations = Generations(home.store)
    watched = Watched(home)
    running: list[LocalSelections] = []

    def process(start: bool = True, limits: JobLimits | None = None, lease: float = 10.0) -> LocalSelections:
        made = LocalSelections(home.jobs, generations, portraits, catalogue, watched.target, limits, lease)
        running.append(made)
        if start:
            made.start()
        return made

    try:
        yield Studio(home, generations, watched, process)
    finally:
        watched.open.set()
        for made in running:
            made.stop(10)
            made.close()
        generations.close()


__all__ = ["NO_SPACE", "REFUSED", "Studio", "Watched", "eventually", "studio"]
