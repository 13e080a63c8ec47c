"""What a process of a lab has beside the parts of one computer: the shared database's queue, and the worker that serves it."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.cli.program import WorkOptions
from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.portrait.portrait import Portraits
    from catchlight.service.work.lab_queue import LabQueue
    from catchlight.service.work.lab_worker import LabWorker
    from catchlight.service.work.work_queue import WorkRunner
    from catchlight.store.database.database import Database
    from catchlight.store.generations import Generations

_PRUNE_SECONDS = 3600.0
_QUIET = {"procrastinate": logging.ERROR, "psycopg.pool": logging.ERROR}
"""Loggers of libraries, which tell of every attempt to connect and of every item; what matters is said here."""


@dataclass(frozen=True)
class Lab:
    """The shared database's work."""

    url: str
    database: Database
    queue: LabQueue

    def close(self) -> None:
        self.database.close()


def open_lab(home: Home) -> Lab | None:
    """None where the settings and the environment name no shared database. Raises StorageFault."""
    url = parts.storage(home).database
    if not url:
        return None
    from catchlight.service.work.lab_queue import LabQueue
    from catchlight.store.work.schema import open_work

    for name, level in _QUIET.items():
        logging.getLogger(name).setLevel(level)
    database = open_work(home.jobs, url)
    try:
        return Lab(url, database, LabQueue(database))
    except Exception:
        database.close()
        raise


def work(home: Home, options: WorkOptions, say: Callable[[str], None]) -> int:
    """``catchlight work``: serves the queue until SIGTERM or Ctrl+C. Raises InvalidRequest, StorageFault."""
    from catchlight.portrait.portrait import Portraits
    from catchlight.server.monitoring.logs import configure
    from catchlight.server.process.pool import cores

    configure(options.log_format)
    with contextlib.ExitStack() as stack:
        lab = open_lab(home)
        if lab is None:
            raise InvalidRequest(
                Message(
                    "There is no shared database whose work could be done. Name it in CATCHLIGHT_DATABASE, or as storage in the "
                    "settings: postgresql://user@host/database"
                )
            )
        stack.callback(lab.close)
        threads = max(1, cores() // options.jobs)
        portraits = Portraits(parts.models(home, threads), capacity=max(4, options.jobs))
        generations = parts.generations(home)
        stack.callback(generations.close)
        worker = build_worker(home, lab, generations, portraits, stack, options.jobs, options.kinds)
        if options.metrics_port is not None:
            say(f"Metrics at {_tell_metrics(lab, options, stack)}")
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: worker.stop())
        ended = worker.run(lambda: say(f"Catchlight works on {', '.join(worker.kinds)}"))
    if not ended:
        sys.stdout.flush()
        os._exit(0)  # a thread is still inside a network and cannot be stopped; its lease runs out
    return 0


def _tell_metrics(lab: Lab, options: WorkOptions, stack: contextlib.ExitStack) -> str:
    """Answer Prometheus on a thread; gives the address. Raises InvalidRequest where the port cannot be had."""
    from prometheus_client import CollectorRegistry, ProcessCollector, start_http_server

    from catchlight.service.work.work_metrics import WorkCollector

    registry = CollectorRegistry()
    registry.register(WorkCollector(lab.database))
    ProcessCollector(registry=registry)
    try:
        server, thread = start_http_server(options.metrics_port or 0, options.metrics_host, registry)
    except OSError as fault:
        raise InvalidRequest(
            Message(
                "Cannot listen on {host}, port {port}: {why}. Try another --metrics-port.",
                host=options.metrics_host,
                port=options.metrics_port or 0,
                why=str(fault.strerror),
            )
        ) from fault
    stack.callback(thread.join)
    stack.callback(server.server_close)
    stack.callback(server.shutdown)
    return f"http://{options.metrics_host}:{server.server_port}/metrics"


def build_worker(
    home: Home,
    lab: Lab,
    generations: Generations,
    portraits: Portraits,
    stack: contextlib.ExitStack,
    jobs: int,
    kinds: tuple[str, ...] = (),
) -> LabWorker:
    """A worker with the runners of these kinds; none: of all. stack: closes what was opened for it. Raises InvalidRequest."""
    from catchlight.service.work.lab_worker import LabWorker
    from catchlight.store.database.postgresql_pool import PostgresAddress

    builders: Mapping[str, Callable[[], WorkRunner]] = {
        "selection": lambda: _selection_runner(home, lab, generations, portraits, stack),
        "batch_file": lambda: _batch_file_runner(home, portraits, stack),
    }
    unknown = sorted(set(kinds) - builders.keys())
    if unknown:
        raise InvalidRequest(
            Message("{kinds} is no kind of work. These are: {known}.", kinds=unknown, known=sorted(builders))
        )
    runners = [build() for kind, build in builders.items() if not kinds or kind in kinds]
    address = PostgresAddress.parse(lab.url)
    return LabWorker(
        address.psycopg_arguments(), lab.database, lab.queue, runners, jobs, _duties(home, lab, generations, stack)
    )


def _selection_runner(
    home: Home, lab: Lab, generations: Generations, portraits: Portraits, stack: contextlib.ExitStack
) -> WorkRunner:
    """Raises InvalidRequest where every worker would deliver into a home of its own."""
    if not parts.delivery(home).address:
        raise InvalidRequest(
            Message(
                "Profile pictures of a lab need a place that all its workers reach. Name it as delivery.address in {file}: "
                "s3://bucket/folder, or a folder that all of them have mounted. A worker that does files of batches alone "
                "(catchlight work --kinds batch_file) needs none.",
                file=str(home.settings),
            )
        )
    from catchlight.service.selection.selection_runner import SelectionRunner
    from catchlight.store.jobs.leases import Leases
    from catchlight.store.jobs.owners import this_owner
    from catchlight.store.jobs.schema import open_jobs

    database = open_jobs(home.jobs, lab.url)
    stack.callback(database.close)
    catalogue = parts.catalogue(home, logging.getLogger(__name__).warning)
    resources = parts.job_resources(home, generations, portraits, catalogue)
    runner = SelectionRunner(Leases(database, this_owner()), resources)
    runner.start()
    stack.callback(runner.close)
    return runner


def _batch_file_runner(home: Home, portraits: Portraits, stack: contextlib.ExitStack) -> WorkRunner:
    from catchlight.assembly.batch_jobs import BatchTools, batch_file_runner, batch_storage
    from catchlight.assembly.engines import engines
    from catchlight.service.decoding.processes import DecodingProcesses
    from catchlight.service.signing import Signing

    storage, decoding = batch_storage(home), DecodingProcesses()
    stack.callback(storage.close)
    stack.callback(decoding.close)
    catalogue = parts.catalogue(home, logging.getLogger(__name__).warning)
    engine = engines(home, lambda: portraits.models, sessions=False).imagine
    tools = BatchTools(catalogue, portraits.models, engine, Signing.of_home(home), decoding)
    return batch_file_runner(home, storage, tools)


def _duties(
    home: Home, lab: Lab, generations: Generations, stack: contextlib.ExitStack
) -> Mapping[str, tuple[float, Callable[[], object]]]:
    """What one of all workers does now and then."""
    from catchlight.store.jobs.ledger import JobStore
    from catchlight.store.jobs.schema import open_jobs

    database = open_jobs(home.jobs, lab.url)
    stack.callback(database.close)
    keep_days = parts.settings(home).jobs.keep_days
    return {
        "jobs_prune": (_PRUNE_SECONDS, lambda: JobStore(database).prune(keep_days)),
        "generations_sweep": (_PRUNE_SECONDS, generations.sweep),
    }
