"""What the commands are given to work with; ``assembly`` builds it, nothing is loaded before it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.catalogue.documents import DocumentSpec
    from catchlight.cli.kiosk.options import KioskOptions
    from catchlight.imaging.io.codec import DecodeLimits
    from catchlight.operations.compliance.verdict import Verdict
    from catchlight.operations.operation import Operation
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.batch.messages import EditorFactory
    from catchlight.service.editor import Editor
    from catchlight.service.imagining.engines import Engines
    from catchlight.service.rewording import LanguageModel
    from catchlight.store.settings.storage import Delivery

OK, FAILED, USAGE, UNCERTAIN, CANCELLED = 0, 1, 2, 3, 130
"""Exit codes of all commands."""


def code_of(failed: int, verdicts: Mapping[str, int], strict: bool) -> int:
    """The worst that happened to any picture. failed: how many could not be done; verdicts: how many of each state.

    strict: an uncertain verdict counts too.
    """
    if failed or verdicts.get("fail"):
        return FAILED
    return UNCERTAIN if strict and verdicts.get("uncertain") else OK


@dataclass(frozen=True)
class ServeOptions:
    """What ``catchlight serve`` was told. workers, edits None: the settings', else one process, one edit per two cores.

    imagine: whether clients may have the engine of the settings paint. tls_cert, tls_key: PEM files. proxies: addresses and
    networks whose forwarded headers are believed.
    """

    host: str
    port: int
    token: str | None
    workers: int | None
    edits: int | None
    warm: bool
    log_format: Literal["human", "json"]
    imagine: bool = False
    tls_cert: Path | None = None
    tls_key: Path | None = None
    proxies: tuple[str, ...] = ()
    work: bool = False
    """Whether a server with a shared database does its work too."""


@dataclass(frozen=True)
class WorkOptions:
    """What ``catchlight work`` was told. kinds: of work; none: all. metrics_port None: nothing is told to Prometheus."""

    jobs: int
    kinds: tuple[str, ...]
    metrics_port: int | None
    metrics_host: str
    log_format: Literal["human", "json"]


class NoWindowError(Exception):
    """No window can be opened, for want of a display; the message says why."""


class BrokenWindowError(NoWindowError):
    """There is a display, but what draws windows cannot be loaded; the message names what is missing."""


@dataclass(frozen=True)
class Program:
    """The parts behind the commands, each made on call."""

    limits: Callable[[Home], DecodeLimits]
    """Limits of pictures, from the settings."""
    catalogue: Callable[[Home], Catalogue]
    operations: Callable[[], Mapping[str, Operation[Any]]]
    editor: Callable[..., Editor]
    """``editor(home, catalogue)``; a third argument is the id of the engine that paints, else the one that the settings use."""
    judge: Callable[[Home], Callable[[bytes, str, DocumentSpec, DecodeLimits], Verdict]]
    serve: Callable[[Home, ServeOptions, Callable[[str], None]], int]
    """Serves until told to stop; the last argument hears the address. Returns an exit code."""
    window: Callable[[Home, Sequence[Path]], int]
    """Opens the window; returns an exit code, raises NoWindowError, BrokenWindowError."""
    try_window: Callable[[Home], int]
    """Draws every tab without a display and gives their number; raises NoWindowError."""
    portraits: Callable[[Home], Portraits]
    delivery: Callable[[Home], Delivery]
    """Where the settings deliver profile pictures to."""
    bench: Callable[[Home], EditorFactory]
    """Makes the editors of a batch's processes."""
    engines: Callable[[Home], Engines]
    """The engines that the settings know."""
    language_model: Callable[[Home], LanguageModel | None]
    """The one of the settings, which reads sentences that are refused."""
    kiosk: Callable[[Home, KioskOptions, Callable[[str], None]], int]
    """Runs the kiosk until staff leave it; the last argument hears notes. Returns an exit code, raises NoWindowError."""
    work: Callable[[Home, WorkOptions, Callable[[str], None]], int]
    """Does the work of a shared database until told to stop; the last argument hears when it does. Returns an exit code."""
