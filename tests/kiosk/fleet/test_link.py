"""The link to the fleet runs beside sessions, and gives a configuration when it is asked for."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
from catchlight.kiosk.config.model import Fleet, KioskConfig
from catchlight.kiosk.fleet.config_source import ConfigSource
from catchlight.kiosk.fleet.link import FleetLink
from catchlight.kiosk.staff.calls import StaffCalls
from catchlight.kiosk.supervision.counters import Counters
from catchlight.kiosk.supervision.health import HealthMonitor

from tests.doubles import eventually
from tests.kiosk.fleet.test_config_source import check, read


def free_port() -> int:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        return int(bound.getsockname()[1])


def test_metrics_are_told_and_settings_found_while_it_runs(tmp_path: Path) -> None:
    fleet = Fleet(id="hall-2", metrics_port=free_port(), config_source=str(tmp_path))
    source = ConfigSource(KioskConfig(fleet=fleet), tmp_path / "last-good.toml", read, check)
    link = FleetLink(fleet, Counters(tmp_path / "counts.json"), HealthMonitor([]), StaffCalls(), source, every_s=0.02)
    link.start()
    assert link.metrics is not None
    assert "hall-2" in httpx.get(link.metrics.address, trust_env=False).text
    assert link.take() is None
    (tmp_path / "kiosk.toml").write_text("[screens]\nidle_s = 45\n")
    found: list[KioskConfig | None] = []

    def taken() -> bool:
        found.append(link.take())
        return found[-1] is not None

    assert eventually(taken)
    link.stop()
    assert found[-1] is not None
    assert found[-1].screens.idle_s == 45


def test_a_port_that_is_taken_does_not_stop_the_kiosk(tmp_path: Path) -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        bound.listen()
        fleet = Fleet(metrics_port=bound.getsockname()[1])
        link = FleetLink(fleet, Counters(tmp_path / "counts.json"), HealthMonitor([]), StaffCalls())
        link.start()
        assert link.metrics is None
        link.stop()
