"""The service with its parts: answering in this process, or in several that one keeps alive."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.assembly.batch_jobs import BatchTools, open_batch_service
from catchlight.assembly.lab_server import open_lab_server
from catchlight.assembly.service_access import check_access, client_tokens, connection_limits, warn_of_readers
from catchlight.cli.program import ServeOptions
from catchlight.core.errors import CatchlightError
from catchlight.paths import Home

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from socket import socket

    from fastapi import FastAPI

    from catchlight.imagine.fill import Imagine
    from catchlight.portrait.portrait import Portraits
    from catchlight.server.process.listen import Server
    from catchlight.server.process.pool import EditPool
    from catchlight.server.process.readiness import Readiness
    from catchlight.server.process.supervisor import WorkerIdentity
    from catchlight.service.editor import Editor, EngineSource
    from catchlight.service.signing import Signing


def serve(home: Home, options: ServeOptions, ready: Callable[[str], None]) -> int:
    """Listens once, and answers in this process or, with several workers, keeps processes that do."""
    import tempfile

    from catchlight.server.monitoring.logs import configure
    from catchlight.server.monitoring.metrics import SHARED_FOLDER
    from catchlight.server.process.listen import BACKLOG, address_of, listen
    from catchlight.server.process.supervisor import Supervisor, WorkerIdentity
    from catchlight.server.process.tls import raise_file_limit

    configure(options.log_format)
    scheme = check_access(home, options)
    raise_file_limit()
    say = logging.getLogger(__name__).warning
    warn_of_readers(home, say)
    settings = parts.settings(home, say)
    workers = options.workers or settings.load.workers or 1
    with listen(options.host, options.port) as bound:
        generations = parts.generations(home)
        for notice in generations.notices:
            say(notice)
        generations.close()
        bound.listen(BACKLOG)
        if workers == 1:
            return _answer(home, options, WorkerIdentity(), bound, lambda server: ready(address_of(bound, scheme)))
        from prometheus_client.multiprocess import mark_process_dead

        with tempfile.TemporaryDirectory(prefix="catchlight-") as folder:
            os.environ[SHARED_FOLDER] = folder

            def died(process: int) -> None:
                mark_process_dead(process, folder)  # type: ignore[no-untyped-call]

            supervisor = Supervisor(ServerWorker(home, options), workers, bound, died)
            supervisor.run(lambda: ready(address_of(bound, scheme)))
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
    from catchlight.server.app import create_app
    from catchlight.server.gate import Gate
    from catchlight.server.monitoring.audit import AuditLog
    from catchlight.server.monitoring.metrics import Metrics
    from catchlight.server.process.listen import serve as answer
    from catchlight.server.process.pool import EditPool, default_edits
    from catchlight.server.process.readiness import Readiness
    from catchlight.service.decoding.processes import DecodingProcesses
    from catchlight.service.editor import LocalEditor
    from catchlight.service.recording import RecordingEditor
    from catchlight.service.signing import SigningEditor

    settings, catalogue = parts.settings(home), parts.catalogue(home, logging.getLogger(__name__).warning)
    signing, load = _signing(home), settings.load
    edits = seat.part(options.edits or load.edits or default_edits())
    portraits = _portraits(home, seat, edits)
    generations = parts.generations(home)
    lab = open_lab_server(home, options, generations, portraits, load.queue)
    selections = parts.selections(home, generations, portraits, catalogue, lab.queue)
    editor = LocalEditor(portraits, catalogue, _engine(home, options, portraits))
    tokens, audit = client_tokens(home), AuditLog(home.audit)
    decoding, readiness = DecodingProcesses(), Readiness(generations, warming=options.warm)
    keys = parts.request_keys(home)
    metrics = Metrics(lambda: portraits.counts, selections.ledger.by_state, lab.collectors)
    pool = EditPool(edits, seat.part(load.queue), metrics.edits)
    tools = BatchTools(catalogue, portraits.models, _engine(home, options, portraits), signing, decoding)
    batches = open_batch_service(home, tools, lab.queue, pool)
    app = create_app(
        parts.operations().values(),
        RecordingEditor(SigningEditor(editor, signing), generations),
        generations,
        catalogue,
        pool,
        settings.limits,
        Gate(options.token, tokens, 1 / seat.count),
        metrics,
        readiness,
        seat.part(load.body_megabytes * 1_000_000),
        selections,
        signing,
        audit,
        decoding,
        batches.jobs,
        lab.shared,
        keys,
    )
    lab.begin(pool)
    batches.begin()
    server = _server(options, app, pool, started, [lab.leave, batches.leave, selections.leave])
    if options.warm:
        _warm(editor, pool, readiness)
    ended = answer(server, pool, bound)
    ended = all([lab.stop(), batches.stop(), ended])
    closing = [lab.close, batches.close, decoding.close, selections.close, generations.close]
    return _close(ended, [*closing, keys.close, audit.close, *([tokens.close] if tokens is not None else [])])


def _close(ended: bool, closing: Sequence[Callable[[], object]]) -> int:
    """Close what was opened. ended: whether all threads have."""
    for close in closing:
        close()
    if not ended:
        sys.stdout.flush()
        os._exit(0)  # a thread is still inside a network and cannot be stopped: ten seconds are up
    return 0


def _signing(home: Home) -> Signing:
    """What results are signed with. Raises CatchlightError: what is missing is told at the start, not to the clients."""
    from catchlight.service.signing import Signing

    signing = Signing.of_home(home)
    if signing.on:
        signing.identity()
    return signing


def _portraits(home: Home, seat: WorkerIdentity, edits: int) -> Portraits:
    """The analyses of this process, whose networks have its part of the cores."""
    import cv2

    from catchlight.portrait.portrait import Portraits
    from catchlight.server.process.pool import cores

    if not seat.alone:
        cv2.setNumThreads(max(1, cores() // seat.count))
    threads = max(1, cores() // (edits * seat.count))
    return Portraits(parts.models(home, threads), capacity=max(4, edits))


def _server(
    options: ServeOptions,
    app: FastAPI,
    pool: EditPool,
    started: Callable[[Server], None],
    leaving: Sequence[Callable[[], None]],
) -> Server:
    """leaving: what takes no more work when the server is told to stop."""
    from catchlight.server.process.listen import Server
    from catchlight.server.process.tls import tls_context

    def leave() -> None:
        for each in leaving:
            each()

    server = Server(
        app,
        pool,
        lambda: started(server),
        leave,
        tls=tls_context(options.tls_cert, options.tls_key),
        proxies=options.proxies,
        limits=connection_limits(),
    )
    return server


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
