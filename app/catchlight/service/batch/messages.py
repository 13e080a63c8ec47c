"""What crosses between a batch and its worker processes. Light to import: a worker sets its threads before all else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from catchlight.service.editor import Editor

EditorFactory = Callable[[int], "Editor"]
"""Makes the editor of a worker that may use so many threads. Pickled: an object or a function of a module."""


@dataclass(frozen=True)
class WorkerSetup:
    """What a worker needs once. plan: JSON of a WorkPlan; limits: of the pictures, as in ``codec.Limits``. signs_with: the home
    folder whose settings say whether results are signed; None: they are not.
    """

    bench: EditorFactory
    plan: str
    limits: tuple[int, int, int]
    signs_with: Path | None = None


@dataclass(frozen=True)
class Task:
    """A file to be worked on. temporary: where its result is to be written. content: the sha256 that the file must have; empty
    where any will do."""

    number: int
    source: Path
    temporary: Path
    content: str = ""


@dataclass(frozen=True)
class WorkerReady:
    """The worker has loaded its parts and takes tasks."""


@dataclass(frozen=True)
class WorkerSetupFailure:
    """The worker's parts cannot be loaded, nor could another's: why."""

    code: str
    message: str


@dataclass(frozen=True)
class TaskProgress:
    """How far a file is: 0..1."""

    number: int
    fraction: float
    step: str


@dataclass(frozen=True)
class TaskResult:
    """A result lies complete under its temporary name. facts: of the picture, for its name."""

    number: int
    seconds: float
    sha256: str
    suffix: str
    facts: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TaskFailure:
    """A file could not be worked on. at_output: the result was refused by the disk that it goes to."""

    number: int
    seconds: float
    code: str
    message: str
    at_output: bool = False


@dataclass(frozen=True)
class TaskCancellation:
    """A file was called off; nothing of it is left."""

    number: int


@dataclass(frozen=True)
class WorkerExit:
    """A worker has ended unasked. number: the file it was at, None between files; begun: whether it had begun with it."""

    number: int | None
    exit_code: int | None
    begun: bool


Reply = WorkerReady | WorkerSetupFailure | TaskProgress | TaskResult | TaskFailure | TaskCancellation | WorkerExit
CANCEL = "cancel"
"""What a worker is sent to call its file off."""
