"""What the service counts, as ``GET /metrics`` tells it to Prometheus; of all worker processes together."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from catchlight import __version__
from catchlight.core.errors import StorageFault

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry
    from prometheus_client.metrics_core import Metric

    from catchlight.server.monitoring.trace import Trace

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Variable that names the folder in which several processes keep their numbers; set before they are started."""
_SECONDS = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30, 60, 120)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_LOG = logging.getLogger(__name__)
_REFUSALS = frozenset({"busy", "shutting_down", "unauthorized"})


class Metrics:
    """Counts edits, requests, bytes and memory. Thread safe.

    analyses: hits and misses of the kept analyses of pictures, since the start. selection_jobs: how many selection
    jobs there are in each state, in all processes together. collectors: of Prometheus's kind, asked whenever somebody looks.
    """

    def __init__(
        self,
        analyses: Callable[[], tuple[int, int]] | None = None,
        selection_jobs: Callable[[], Mapping[str, int]] | None = None,
        collectors: Iterable[Any] = (),
    ) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics
        from prometheus_client.multiprocess import MultiProcessCollector

        disable_created_metrics()  # type: ignore[no-untyped-call]
        self._registry = CollectorRegistry()
        own: CollectorRegistry | None = self._registry
        if SHARED_FOLDER in os.environ:
            MultiProcessCollector(self._registry)  # type: ignore[no-untyped-call]
            own = None
        self._edits = Counter("catchlight_edits", "Edits asked for.", ["operation", "outcome"], registry=own)
        self._seconds = Histogram(
            "catchlight_edit_seconds",
            "Seconds at work on an edit, decoding and encoding included.",
            ["operation"],
            buckets=_SECONDS,
            registry=own,
        )
        self._running = Gauge("catchlight_edits_running", "Edits at work.", multiprocess_mode="livesum", registry=own)
        self._waiting = Gauge(
            "catchlight_edits_waiting",
            "Edits that wait, or whose body is still arriving.",
            multiprocess_mode="livesum",
            registry=own,
        )
        self._held = Gauge(
            "catchlight_body_bytes",
            "Bytes reserved for bodies and answers in memory.",
            multiprocess_mode="livesum",
            registry=own,
        )
        self._rejected = Counter(
            "catchlight_requests_rejected", "Requests refused as a whole.", ["reason"], registry=own
        )
        self._requests = Counter(
            "catchlight_requests",
            "Requests answered; status 0: the client left.",
            ["method", "path", "status"],
            registry=own,
        )
        self._received = Counter("catchlight_received_bytes", "Bytes of bodies received.", registry=own)
        self._sent = Counter("catchlight_sent_bytes", "Bytes of bodies sent.", registry=own)
        self._analyses = Counter(
            "catchlight_analyses",
            "Analyses of pictures asked for, by whether they were kept.",
            ["result"],
            registry=own,
        )
        self._memory = Gauge(
            "catchlight_resident_memory_bytes", "Memory of the process.", multiprocess_mode="liveall", registry=own
        )
        self._lock = threading.Lock()
        self._analysed = (0, 0)
        self._ask_analyses = analyses
        _register(self._registry, _Asked(selection_jobs), *collectors)

    def edits(self, taken: int, running: int) -> None:
        """How many edits have a place in this process, and how many of them are at work."""
        self._running.set(running)
        self._waiting.set(taken - running)

    def held(self, size: int) -> None:
        """How many bytes are reserved for bodies and answers in this process."""
        self._held.set(size)

    def answered(self, trace: Trace, method: str, path: str) -> None:
        """A request has ended. path: the route's template."""
        self._requests.labels(method if method in _METHODS else "other", path, str(trace.status or 0)).inc()
        self._received.inc(trace.received)
        self._sent.inc(trace.sent)
        if trace.error in _REFUSALS:
            self._rejected.labels(trace.error).inc()
        if trace.operation is None:
            return
        self._edits.labels(trace.operation, trace.error or "done").inc()
        if trace.worked is not None:
            self._seconds.labels(trace.operation).observe(trace.worked)

    def refresh(self) -> None:
        """Bring what is measured rather than counted up to date, for this process."""
        memory = resident_bytes()
        if memory is not None:
            self._memory.set(memory)
        if self._ask_analyses is None:
            return
        with self._lock:
            now = self._ask_analyses()
            for result, count, before in zip(("hit", "miss"), now, self._analysed, strict=True):
                self._analyses.labels(result).inc(count - before)
            self._analysed = now

    @property
    def media_type(self) -> str:
        """Of ``text``."""
        from prometheus_client import CONTENT_TYPE_LATEST

        return CONTENT_TYPE_LATEST

    def text(self) -> bytes:
        """Everything in Prometheus's text format."""
        from prometheus_client import generate_latest

        self.refresh()
        return generate_latest(self._registry)


def _register(registry: CollectorRegistry, *collectors: Any) -> None:
    for collector in collectors:
        registry.register(collector)


class _Asked:
    """What is asked for when somebody looks: the version, and the jobs, which all processes see alike."""

    def __init__(self, jobs: Callable[[], Mapping[str, int]] | None) -> None:
        self._jobs = jobs

    def collect(self) -> Iterable[Metric]:
        from prometheus_client.metrics_core import GaugeMetricFamily, InfoMetricFamily

        yield InfoMetricFamily("catchlight", "The program.", {"version": __version__})
        if self._jobs is not None:
            family = GaugeMetricFamily("catchlight_selection_jobs", "Selection jobs by state.", labels=["state"])
            try:
                states = self._jobs()
            except StorageFault as fault:  # of a database that is away: all else is told
                _LOG.warning("%s", fault.message)
                return
            for state, count in sorted(states.items()):
                family.add_metric([state], count)
            yield family


def resident_bytes(process: int | None = None) -> int | None:
    """Resident memory of a process (None: this one) in bytes; None on systems without /proc."""
    try:
        pages = Path(f"/proc/{process or 'self'}/statm").read_text(encoding="ascii").split()[1]
    except OSError:
        return None
    return int(pages) * os.sysconf("SC_PAGE_SIZE")
