"""The looks at the parts of a machine: of the admin page, the metrics and the first screen."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from catchlight.assembly.kiosk.places import KioskPlaces

if TYPE_CHECKING:
    from catchlight.core.messages import Message
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.flow.state import FaultId
    from catchlight.kiosk.payment.ledger import Ledger
    from catchlight.kiosk.printing.port import KioskPrinter
    from catchlight.kiosk.supervision.camera_check import CameraCheck
    from catchlight.kiosk.supervision.checks import WipeCheck
    from catchlight.kiosk.supervision.health import Finding, HealthCheck, HealthMonitor

NETWORK_EVERY_S = 60.0
"""Between two questions to a server or a terminal that nobody uses now."""


def open_health(
    places: KioskPlaces,
    config: KioskConfig,
    printer: KioskPrinter | None,
    wipes: WipeCheck,
    camera: CameraCheck,
    ledger: Ledger,
    left_out: Sequence[Message],
    troubles: Callable[[], Mapping[str, Message]],
) -> HealthMonitor:
    """left_out: why languages of the configuration are not offered. troubles: why staff cannot be called, by the way."""
    from catchlight.kiosk.supervision.checks import memory_check, staff_check
    from catchlight.kiosk.supervision.clock import ClockCheck
    from catchlight.kiosk.supervision.health import HealthCheck, HealthMonitor
    from catchlight.kiosk.supervision.money_checks import payment_check

    return HealthMonitor(
        (
            HealthCheck("clock", ClockCheck()),
            *_of_places(places, printer),
            HealthCheck("memory", memory_check()),
            HealthCheck("camera", camera, refresh=camera.refresh),
            *_of_networks(config, left_out),
            HealthCheck("payment", payment_check(ledger, config.payment.method)),
            HealthCheck("staff", staff_check(troubles)),
            HealthCheck("wipe", wipes),
        )
    )


def _of_places(places: KioskPlaces, printer: KioskPrinter | None) -> Sequence[HealthCheck]:
    from catchlight.kiosk.supervision.checks import disk_check, printer_check
    from catchlight.kiosk.supervision.health import HealthCheck
    from catchlight.kiosk.wipe.ram_disk import best_root

    return (
        HealthCheck("disk", disk_check(lambda: (places.root, best_root()))),
        HealthCheck("printer", printer_check(lambda: printer)),
    )


def _of_networks(config: KioskConfig, left_out: Sequence[Message]) -> Sequence[HealthCheck]:
    from catchlight.kiosk.supervision.checks import languages_check, network_check, server_check
    from catchlight.kiosk.supervision.health import HealthCheck
    from catchlight.kiosk.supervision.money_checks import terminal_check

    return (
        HealthCheck("network", network_check(config)),
        HealthCheck("server", server_check(config.fleet.server), NETWORK_EVERY_S),
        HealthCheck("languages", languages_check(left_out)),
        HealthCheck("terminal", terminal_check(config.payment), NETWORK_EVERY_S),
    )


def fault_finder(printer: KioskPrinter | None, places: KioskPlaces) -> Callable[[], Collection[FaultId]]:
    """What stands in the way of every session, as the health page judges it."""
    from catchlight.kiosk.supervision.checks import disk_check, printer_check
    from catchlight.kiosk.wipe.ram_disk import best_root

    looks: dict[FaultId, Callable[[], Finding | None]] = {
        "disk": disk_check(lambda: (places.root, best_root())),
        "printer": printer_check(lambda: printer),
    }

    def faults() -> Collection[FaultId]:
        found = {part: look() for part, look in looks.items()}
        return [part for part, finding in found.items() if finding is not None and finding.status == "fault"]

    return faults
