"""The service with its parts: answering in this process, or in several that one keeps alive."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.cli.program import ServeOptions
from catchlight.core.errors import CatchlightError
from catchlight.paths import Home

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from socket import socket

    from catchlight.imagine.fill import Imagine
    from catchlight.portrait.portrait import Portraits
    from catchlight.server.process.listen import Server
    from catchlight.server.process.pool import EditPool
    from catchlight.server.process.readiness import Readiness
    from catchlight.server.process.supervisor import WorkerIdentity
    from catchlight.service.editor import Editor, EngineSource


def serve(home: Home, options: ServeOptions, ready: Callable[[str], None]) -> int:
    """Listens once, and answers in this process or, with several workers, keeps processes that do."""
    import os
    import tempfile

    from catchlight.server.access import check_address
    from catchlight.server.monitoring.logs import configure
    from catchlight.server.monitoring.metrics import SHARED_FOLDER
    from catchlight.server.process.listen import BACKLOG, address_of, listen
    from catchlight.server.process.supervisor import Supervisor, WorkerIdentity

    configure(options.log_format)
    check_address(options.host, options.token)
    say = logging.getLogger(__name__).warning
    settings = parts.settings(home, say)
    workers = options.workers or settings.load.workers or 1
    with listen(options.host, options.port) as bound:
        generations = parts.generations(home)
        for notice in generations.notices:
            say(notice)
        generations.close()
        bound.listen(BACKLOG)
        if workers == 1:
            return _answer(home, options, WorkerIdentity(), bound, lambda server: ready(address_of(bound)))
        from prometheus_client.multiprocess import mark_process_dead

        with tempfile.TemporaryDirectory(prefix="catchlight-") as folder:
            os.environ[SHARED_FOLDER] = folder

            def died(process: int) -> None:
                mark_process_dead(process, folder)  # type: ignore[no-untyped-call]

            supervisor = Supervisor(ServerWorker(home, options), workers, bound, died)
            supervisor.run(lambda: ready(address_of(bound)))
    return 0


@dataclass(frozen=True)
class ServerWorker:
    """What one of several server processes does: everything it needs, in a form that crosses to it."""

    home: Home
    options: ServeOptions

    def __call__(self, seat: WorkerIdentity, bound: socket, channel: Connection) -> None:
        from catchlight.core.keep_alive import stop_with_supervisor
        from catchlight.server.monitoring.logs import configure
        from catchlight.server.process.supervisor import STARTED

        def started(server: Server) -> None:
            stop_with_supervisor(channel, server.stop)
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


def _answer(
    home: Home, options: ServeOptions, seat: WorkerIdentity, bound: socket, started: Callable[[Server], None]
) -> int:
    """Build the service and answer on the socket until told to stop. Cores, edits and queue are this seat's part."""
    import os

    import cv2

    from catchlight.portrait.portrait import Portraits
    from catchlight.server.app import create_app
    from catchlight.server.monitoring.metrics import Metrics
    from catchlight.server.process.listen import Server
    from catchlight.server.process.listen import serve as answer
    from catchlight.server.process.pool import EditPool, cores, default_edits
    from catchlight.server.process.readiness import Readiness
    from catchlight.service.editor import LocalEditor
    from catchlight.service.recording import RecordingEditor
    from catchlight.service.signing import Signing, SigningEditor

    settings, catalogue = parts.settings(home), parts.catalogue(home)
    signing = Signing.of_home(home)
    if signing.on:
        signing.identity()  # what is missing is told at the start, not to the clients
    load = settings.load
    edits = seat.part(options.edits or load.edits or default_edits())
    threads = max(1, cores() // (edits * seat.count))
    if not seat.alone:
        cv2.setNumThreads(max(1, cores() // seat.count))
    portraits = Portraits(parts.models(home, threads), capacity=max(4, edits))
    generations = parts.generations(home)
    selections = parts.selections(home, generations, portraits, catalogue)
    editor = LocalEditor(portraits, catalogue, _engine(home, options, portraits))
    metrics = Metrics(lambda: portraits.counts, selections.ledger.by_state)
    pool = EditPool(edits, seat.part(load.queue), metrics.edits)
    readiness = Readiness(generations, warming=options.warm)
    app = create_app(
        parts.operations().values(),
        RecordingEditor(SigningEditor(editor, signing), generations),
        generations,
        catalogue,
        pool,
        settings.limits,
        options.token,
        metrics,
        readiness,
        seat.part(load.body_megabytes * 1_000_000),
        selections,
        signing,
    )
    server = Server(app, pool, lambda: started(server), selections.leave)
    if options.warm:
        _warm(editor, pool, readiness)
    ended = answer(server, pool, bound)
    selections.close()
    generations.close()
    if not ended:
        sys.stdout.flush()
        os._exit(0)  # a thread is still inside a network and cannot be stopped: ten seconds are up
    return 0


def _engine(home: Home, options: ServeOptions, portraits: Portraits) -> EngineSource:
    """The engine of the settings where the server was started with --imagine; a client never names one."""
    from catchlight.assembly.engines import engines
    from catchlight.core.messages import Message
    from catchlight.imagine.errors import ImaginingOff

    def refuse() -> Imagine:
        raise ImaginingOff(
            Message("This server lets no engine paint. Leave imagine out, or start the server with --imagine.")
        )

    return engines(home, lambda: portraits.models, sessions=False).imagine if options.imagine else refuse


def _warm(editor: Editor, pool: EditPool, readiness: Readiness) -> None:
    """Load the models in the background: one edit of the sample, kept nowhere."""
    from catchlight.core.progress import Progress
    from catchlight.imaging.io import codec
    from catchlight.operations.registry import OPERATIONS
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
