"""What a fleet may know of a kiosk, for Prometheus: counts and health, never a picture or a word of a person."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from catchlight import __version__
from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.supervision.counters import Counters
from catchlight.kiosk.supervision.health import HealthMonitor, PartStatus

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

LEVELS: dict[PartStatus, int] = {"ok": 0, "warning": 1, "fault": 2}
_SECONDS = 10.0
"""How long a connection may take; it is one short request."""
_LOG = logging.getLogger(__name__)


class MetricsCollector:
    """What is told when somebody asks: as it is now."""

    def __init__(self, kiosk: str, counters: Counters, health: HealthMonitor, calls: StaffCalls) -> None:
        """kiosk: its name in the fleet."""
        self._kiosk, self._counters, self._health, self._calls = kiosk, counters, health, calls

    def collect(self) -> Iterable[Metric]:
        from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, InfoMetricFamily

        yield InfoMetricFamily("catchlight_kiosk", "The kiosk.", {"version": __version__, "kiosk": self._kiosk})
        events = CounterMetricFamily("catchlight_kiosk_events", "How often what happened.", labels=["event", "kind"])
        for name, count in sorted(self._counters.total().items()):
            event, _, kind = name.partition(".")
            events.add_metric([event, kind], count)
        yield events
        yield from self._of_health()
        calls = GaugeMetricFamily(
            "catchlight_kiosk_open_calls_since_seconds",
            "Calls for staff that nobody has acknowledged: since when, in seconds of the epoch.",
            labels=["reason"],
        )
        for call in self._calls.open_calls():
            calls.add_metric([call.reason], call.since.timestamp())
        yield calls

    def _of_health(self) -> Iterable[Metric]:
        from prometheus_client.metrics_core import GaugeMetricFamily

        state = GaugeMetricFamily(
            "catchlight_kiosk_health", "0: well; 1: to be looked after; 2: out of order.", labels=["part"]
        )
        since = GaugeMetricFamily(
            "catchlight_kiosk_health_since_seconds", "Since when, in seconds of the epoch.", labels=["part"]
        )
        looked = GaugeMetricFamily(
            "catchlight_kiosk_health_looked_seconds",
            "When it was looked at last, in seconds of the epoch.",
            labels=["part"],
        )
        measures = GaugeMetricFamily(
            "catchlight_kiosk_measure",
            "What was measured: supplies in per cent, bytes, seconds.",
            labels=["part", "name"],
        )
        for part in self._health.parts():
            state.add_metric([part.part], LEVELS[part.status])
            since.add_metric([part.part], part.since.timestamp())
            looked.add_metric([part.part], part.looked.timestamp())
            for name, value in part.measures.items():
                measures.add_metric([part.part, name], value)
        yield from (state, since, looked, measures)


class MetricsServer:
    """Answers ``GET /metrics`` and nothing else, on threads of its own, while it is entered."""

    def __init__(self, host: str, port: int, collector: MetricsCollector) -> None:
        """port: 0 for a free one. Raises InvalidRequest where it cannot listen there."""
        from prometheus_client import CollectorRegistry, generate_latest

        registry = CollectorRegistry()
        registry.register(collector)
        try:
            self._server = _HttpServer((host, port), lambda: generate_latest(registry))
        except OSError as fault:
            raise InvalidRequest(
                Message(
                    "The metrics cannot be told on {host}, port {port}: {why}. Choose another metrics_port or metrics_host.",
                    host=host,
                    port=port,
                    why=fault.strerror or str(fault),
                )
            ) from fault
        self._thread = threading.Thread(target=self._server.serve_forever, name="metrics", daemon=True)

    @property
    def address(self) -> str:
        host, port = self._server.server_address[:2]
        return f"http://{host!s}:{port}/metrics"

    def __enter__(self) -> MetricsServer:
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.stop()

    def start(self) -> None:
        """Answer from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Answer nobody any more."""
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class _HttpServer(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = True

    def __init__(self, address: tuple[str, int], text: Callable[[], bytes]) -> None:
        self.text = text
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    timeout = _SECONDS
    server_version, sys_version = "Catchlight", ""

    def do_GET(self) -> None:
        assert isinstance(self.server, _HttpServer)
        if self.path.partition("?")[0] != "/metrics":
            self.send_error(404)
            return
        from prometheus_client import CONTENT_TYPE_LATEST

        body = self.server.text()
        with contextlib.suppress(OSError):  # whoever asked has gone
            self.send_response(200)
            self.send_header("Content-Type", CONTENT_TYPE_LATEST)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def log_message(self, text: str, *values: object) -> None:
        _LOG.debug(text, *values)
