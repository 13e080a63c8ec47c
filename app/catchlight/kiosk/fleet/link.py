"""A kiosk's connection to its fleet: metrics are told and the configuration is looked for, beside the sessions."""

from __future__ import annotations

import logging
import threading

from catchlight.core.errors import InvalidRequest
from catchlight.kiosk.config.model import Fleet, KioskConfig
from catchlight.kiosk.fleet.config_source import ConfigSource
from catchlight.kiosk.fleet.metrics import MetricsCollector, MetricsServer
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.supervision.counters import Counters
from catchlight.kiosk.supervision.health import HealthMonitor

EVERY_S = 300.0
"""Seconds between two looks for another configuration."""
STOP_S = 2.0
"""For a look that is under way when the kiosk ends; a server that answers a byte at a time holds nobody up."""
_LOG = logging.getLogger(__name__)


class FleetLink:
    """``start`` and ``stop`` on any thread. What cannot be done (a port that is taken) is logged, and the kiosk serves people all
    the same."""

    def __init__(
        self,
        fleet: Fleet,
        counters: Counters,
        health: HealthMonitor,
        calls: StaffCalls,
        source: ConfigSource | None = None,
        every_s: float = EVERY_S,
    ) -> None:
        """source: None where the configuration is the kiosk's own."""
        self._fleet, self._counters, self._health, self._calls = fleet, counters, health, calls
        self._source = source
        self._every = every_s
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.metrics: MetricsServer | None = None
        """None where ``metrics_port`` is 0, or could not be had."""

    def start(self) -> None:
        """Tell the metrics, and look for a configuration now and then every ``every_s``."""
        if self._fleet.metrics_port:
            collector = MetricsCollector(self._fleet.id, self._counters, self._health, self._calls)
            try:
                self.metrics = MetricsServer(self._fleet.metrics_host, self._fleet.metrics_port, collector)
            except InvalidRequest as fault:
                _LOG.error("%s", fault.message)
            else:
                self.metrics.start()
        if self._source is not None:
            self._thread = threading.Thread(target=self._look, name="fleet", daemon=True)
            self._thread.start()

    def take(self) -> KioskConfig | None:
        """The configuration that waits, once; None where none does. To be asked between two sessions."""
        return None if self._source is None else self._source.take()

    def stop(self) -> None:
        """End both. A look that is under way is waited for no longer than ``STOP_S``; it ends with the process then."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(STOP_S)
        if self.metrics is not None:
            self.metrics.stop()

    def _look(self) -> None:
        assert self._source is not None
        while not self._stop.is_set():
            self._source.fetch()
            self._stop.wait(self._every)
