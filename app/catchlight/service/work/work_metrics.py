"""The figures of a lab's work in Prometheus's format; of the whole lab, whichever server or worker is asked."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

from catchlight.core.errors import StorageFault
from catchlight.core.storage_faults import fault_counts
from catchlight.service.work.work_figures import WorkFigures, read_figures
from catchlight.store.database.database import Database

if TYPE_CHECKING:
    from prometheus_client.metrics_core import Metric

_LOG = logging.getLogger(__name__)


class WorkCollector:
    """Asks the database when somebody looks; where it is away only the faults are told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def collect(self) -> Iterable[Metric]:
        from prometheus_client.metrics_core import CounterMetricFamily

        try:
            yield from _families(read_figures(self._database))
        except StorageFault as fault:
            _LOG.warning("%s", fault.message)
        faults = CounterMetricFamily(
            "catchlight_storage_faults", "Refusals of the database or the store of pictures.", labels=["place"]
        )
        for place, count in fault_counts().items():
            faults.add_metric([place], count)
        yield faults


def _families(figures: WorkFigures) -> Iterable[Metric]:
    from prometheus_client.metrics_core import GaugeMetricFamily

    by_kind = {
        "catchlight_work_waiting": ("Items that wait in the queue.", "waiting"),
        "catchlight_work_running": ("Items that are being done.", "running"),
        "catchlight_work_oldest_seconds": ("Seconds that the item waiting longest has waited.", "oldest"),
        "catchlight_work_item_seconds": ("Mean seconds of an item lately.", "seconds"),
    }
    for name, (said, field) in by_kind.items():
        family = GaugeMetricFamily(name, said, labels=["kind"])
        for kind, row in figures.kinds.items():
            family.add_metric([kind], getattr(row, field))
        yield family
    yield GaugeMetricFamily("catchlight_workers_alive", "Workers that are alive.", figures.workers)
    yield GaugeMetricFamily("catchlight_worker_slots", "Items that these can do at once.", figures.slots)
    yield GaugeMetricFamily(
        "catchlight_workers_wanted", "Workers with which what waits would be done in time.", figures.wanted
    )
    yield GaugeMetricFamily("catchlight_servers_alive", "Servers that are alive.", figures.servers)
