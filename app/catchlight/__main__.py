"""The one place where concrete classes meet: builds the parts and hands them to the command line."""

from __future__ import annotations

import logging
import multiprocessing
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catchlight.cli.main import run
from catchlight.cli.program import NoWindowError, Program, ServeOptions
from catchlight.engine.errors import CatchlightError
from catchlight.paths import Home

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from socket import socket

    from catchlight.catalogue.documents import Document
    from catchlight.catalogue.shelf import Catalogue
    from catchlight.engine.codec import Limits
    from catchlight.engine.models import Models
    from catchlight.engine.portrait import Portraits
    from catchlight.operations.base import Operation
    from catchlight.operations.compliance.verdict import Verdict
    from catchlight.server.pool import EditPool
    from catchlight.server.readiness import Readiness
    from catchlight.server.serving import Server
    from catchlight.server.supervisor import Seat
    from catchlight.service.editor import Editor
    from catchlight.service.generations import Generations
    from catchlight.service.selection.selections import Library, LocalSelections
    from catchlight.service.settings import Delivery, Settings


def main() -> None:
    """The console script ``catchlight``."""
    multiprocessing.freeze_support()
    sys.exit(run(PROGRAM, sys.argv[1:]))


def _settings(home: Home, say: Callable[[str], None] | None = None) -> Settings:
    """say: hears what had to be mended; without it a person at the terminal does."""
    from catchlight.cli import console
    from catchlight.service.settings import SettingsFile

    loaded = SettingsFile(home.settings).load()
    if loaded.notice:
        (say or console.note)(loaded.notice)
    return loaded.settings


def _limits(home: Home) -> Limits:
    from catchlight.service.wire import engine_limits

    return engine_limits(_settings(home).limits)


def _catalogue(home: Home) -> Catalogue:
    from catchlight.catalogue.shelf import Catalogue

    return Catalogue.load(home.catalogue)


def _operations() -> Mapping[str, Operation[Any]]:
    from catchlight.operations.table import OPERATIONS

    return OPERATIONS


def _models(home: Home, threads: int | None = None) -> Models:
    from catchlight.engine.models import Models

    return Models(threads=threads, face_parsing=_settings(home).face_parsing)


def _editor(home: Home, catalogue: Catalogue) -> Editor:
    from catchlight.engine.portrait import Portraits
    from catchlight.service.editor import LocalEditor

    return LocalEditor(Portraits(_models(home)), catalogue)


def _portraits(home: Home) -> Portraits:
    from catchlight.engine.portrait import Portraits

    return Portraits(_models(home))


def _delivery(home: Home) -> Delivery:
    return _settings(home).delivery


def _judge(home: Home) -> Callable[[bytes, str, Document], Verdict]:
    from catchlight.engine.portrait import Portraits
    from catchlight.operations.compliance import judge_file

    portraits = Portraits(_models(home), capacity=1)
    return lambda data, media_type, document: judge_file(data, media_type, document, portraits)


def _window(home: Home, photos: Sequence[Path]) -> int:
    from catchlight.cli.display import obstacle

    reason = obstacle()
    if reason is not None:
        raise NoWindowError(reason)
    try:
        import PySide6.QtWidgets  # noqa: F401 - loads Qt's libraries, which may lack some of the system's
    except ImportError as fault:
        raise NoWindowError(f"Qt cannot be loaded ({fault}).") from fault
    from catchlight.client.job_places import JobPlaces
    from catchlight.client.places import Places
    from catchlight.engine.portrait import Portraits
    from catchlight.gui import application
    from catchlight.service.editor import LocalEditor
    from catchlight.service.late import LateGenerations, LateSelections
    from catchlight.service.recording import RecordingEditor
    from catchlight.service.settings import SettingsFile

    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Qt's loop would keep Python from ever seeing Ctrl+C
    catalogue, portraits = _catalogue(home), Portraits(_models(home))
    settings = SettingsFile(home.settings)
    generations = LateGenerations(lambda: _generations(home))
    selections = LateSelections(lambda: _selections(home, generations, portraits, catalogue))
    try:
        places = Places(LocalEditor(portraits, catalogue), _operations())
        editor, jobs = RecordingEditor(places, generations), JobPlaces(selections, places)
        return application.run(home, catalogue, editor, portraits, generations, settings, list(photos), places, jobs)
    finally:
        selections.close()
        generations.close()


def _generations(home: Home) -> Generations:
    from catchlight.service.generations import Generations
    from catchlight.service.settings import SettingsFile

    return Generations(home.store, SettingsFile(home.settings).load().settings.store)


def _selections(home: Home, generations: Library, portraits: Portraits, catalogue: Catalogue) -> LocalSelections:
    from catchlight.service.delivery import target_of
    from catchlight.service.selection.selections import LocalSelections

    settings = _settings(home)
    address, options = settings.delivery.address or str(home.delivered), settings.delivery.options
    selections = LocalSelections(
        home.jobs, generations, portraits, catalogue, lambda: target_of(address, options), settings.jobs
    )
    for notice in selections.notices:
        logging.getLogger(__name__).warning(notice)
    return selections


def _serve(home: Home, options: ServeOptions, ready: Callable[[str], None]) -> int:
    """Listens once, and answers in this process or, with several workers, keeps processes that do."""
    import os
    import tempfile

    from catchlight.server.access import check_address
    from catchlight.server.logs import configure
    from catchlight.server.metrics import SHARED_FOLDER
    from catchlight.server.serving import BACKLOG, address_of, listen
    from catchlight.server.supervisor import Seat, Supervisor

    configure(options.log_format)
    check_address(options.host, options.token)
    say = logging.getLogger(__name__).warning
    settings = _settings(home, say)
    workers = options.workers or settings.load.workers or 1
    with listen(options.host, options.port) as bound:
        generations = _generations(home)
        for notice in generations.notices:
            say(notice)
        generations.close()
        bound.listen(BACKLOG)
        if workers == 1:
            return _answer(home, options, Seat(), bound, lambda server: ready(address_of(bound)))
        from prometheus_client.multiprocess import mark_process_dead

        from catchlight.__main__ import Worker  # under the name by which a new process finds it

        with tempfile.TemporaryDirectory(prefix="catchlight-") as folder:
            os.environ[SHARED_FOLDER] = folder

            def died(process: int) -> None:
                mark_process_dead(process, folder)  # type: ignore[no-untyped-call]

            supervisor = Supervisor(Worker(home, options), workers, bound, died)
            supervisor.run(lambda: ready(address_of(bound)))
    return 0


@dataclass(frozen=True)
class Worker:
    """What one of several server processes does: everything it needs, in a form that crosses to it."""

    home: Home
    options: ServeOptions

    def __call__(self, seat: Seat, bound: socket, channel: Connection) -> None:
        from catchlight.server.logs import configure
        from catchlight.server.supervisor import STARTED, obey

        def started(server: Server) -> None:
            obey(channel, server.stop)
            channel.send(STARTED)

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # of Ctrl+C in a terminal the supervisor makes a stop
        configure(self.options.log_format, seat.number)
        try:
            code = _answer(self.home, self.options, seat, bound, started)
        except CatchlightError as error:
            logging.getLogger(__name__).error("%s", error.message)
            code = 1
        except Exception:  # the border of the process: its log says it in its own form
            logging.getLogger(__name__).exception("Worker %d failed.", seat.number)
            code = 1
        sys.exit(code)


def _answer(home: Home, options: ServeOptions, seat: Seat, bound: socket, started: Callable[[Server], None]) -> int:
    """Build the service and answer on the socket until told to stop. Cores, edits and queue are this seat's part."""
    import os

    import cv2

    from catchlight.engine.portrait import Portraits
    from catchlight.server.app import create_app
    from catchlight.server.metrics import Metrics
    from catchlight.server.pool import EditPool, cores, default_edits
    from catchlight.server.readiness import Readiness
    from catchlight.server.serving import Server, serve
    from catchlight.service.editor import LocalEditor
    from catchlight.service.recording import RecordingEditor

    settings, catalogue = _settings(home), _catalogue(home)
    load = settings.load
    edits = seat.part(options.edits or load.edits or default_edits())
    threads = max(1, cores() // (edits * seat.count))
    if not seat.alone:
        cv2.setNumThreads(max(1, cores() // seat.count))
    portraits = Portraits(_models(home, threads), capacity=max(4, edits))
    generations = _generations(home)
    selections = _selections(home, generations, portraits, catalogue)
    editor = LocalEditor(portraits, catalogue)
    metrics = Metrics(lambda: portraits.counts, selections.ledger.by_state)
    pool = EditPool(edits, seat.part(load.queue), metrics.edits)
    readiness = Readiness(generations, warming=options.warm)
    app = create_app(
        _operations().values(),
        RecordingEditor(editor, generations),
        generations,
        catalogue,
        pool,
        settings.limits,
        options.token,
        metrics,
        readiness,
        seat.part(load.body_megabytes * 1_000_000),
        selections,
    )
    server = Server(app, pool, lambda: started(server))
    if options.warm:
        _warm(editor, pool, readiness)
    ended = serve(server, pool, bound)
    selections.close()
    generations.close()
    if not ended:
        sys.stdout.flush()
        os._exit(0)  # a thread is still inside a network and cannot be stopped: ten seconds are up
    return 0


def _warm(editor: Editor, pool: EditPool, readiness: Readiness) -> None:
    """Load the models in the background: one edit of the sample, kept nowhere."""
    from catchlight.engine import codec
    from catchlight.engine.progress import Progress
    from catchlight.operations.table import OPERATIONS
    from catchlight.paths import resources
    from catchlight.service.editor import EditRequest

    def work(progress: Progress) -> None:
        try:
            sample = codec.decode((resources() / "samples" / "astronaut.png").read_bytes())
            editor.run(EditRequest("id_photo", OPERATIONS["id_photo"].params(), (sample,)), progress)
        except CatchlightError as error:
            logging.getLogger(__name__).warning("The models could not be loaded: %s", error.message)
            readiness.failed(error)
        else:
            readiness.warmed()

    pool.place()
    pool.submit(work, Progress())


PROGRAM = Program(_limits, _catalogue, _operations, _editor, _judge, _serve, _window, _portraits, _delivery)
"""The real parts."""

if __name__ == "__main__":
    main()
