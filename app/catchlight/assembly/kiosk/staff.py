"""Calling staff: the register of calls and the ways of the configuration."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.core.errors import StorageFault

if TYPE_CHECKING:
    from catchlight.assembly.kiosk.places import KioskPlaces
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.staff.call_file import CallFile
    from catchlight.kiosk.staff.calls import StaffCalls
    from catchlight.kiosk.staff.notifier import CallNotifier
    from catchlight.kiosk.staff.port import CallWay
    from catchlight.kiosk.supervision.counters import Counters

_LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class KioskStaff:
    """All three, which belong together."""

    calls: StaffCalls
    notifier: CallNotifier
    file: CallFile

    def close(self) -> None:
        """What is open is written down once more: a notice of the last moment may not have come so far."""
        self.notifier.close()
        try:
            self.file.save(self.calls.open_calls())
        except StorageFault as fault:
            _LOG.error("The open calls could not be kept: %s", fault.message)


def open_staff(
    places: KioskPlaces, config: KioskConfig, counters: Counters, health: Callable[[], Mapping[str, str]]
) -> KioskStaff:
    """The calls that were open are told once more. health: each part's status. Not started yet.

    Raises InvalidRequest where the line of the lamp cannot be had, StorageFault.
    """
    from catchlight.kiosk.staff.call_file import CallFile
    from catchlight.kiosk.staff.calls import StaffCalls
    from catchlight.kiosk.staff.notifier import CallNotifier
    from catchlight.kiosk.staff.ways import open_call_ways

    file = CallFile(places.calls)
    calls = StaffCalls(file.load())
    ways: list[CallWay] = [file, *open_call_ways(config.staff)]

    def failed(way: str) -> None:
        _count(counters, f"staff_unreached.{way}")

    return KioskStaff(calls, CallNotifier(calls, ways, config.fleet.id, health, failed), file)


def count_call(counters: Counters) -> Callable[[str], None]:
    """Counts a call that the machine itself raised."""
    return lambda reason: _count(counters, f"staff_{reason}")


def _count(counters: Counters, name: str) -> None:
    try:
        counters.count(name)
    except StorageFault as fault:
        _LOG.error("A call for staff could not be counted: %s", fault.message)
