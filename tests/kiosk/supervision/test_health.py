"""The state of the machine: what is found, since when, and that one part cannot hide the others."""

from __future__ import annotations

import json
import socket
import sys
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from catchlight.core.messages import Message
from catchlight.kiosk.config.model import Admin, HandoverSettings, KioskConfig
from catchlight.kiosk.printing.port import KioskPrinter, PrinterState, PrintJob
from catchlight.kiosk.supervision import checks
from catchlight.kiosk.supervision.checks import (
    WipeCheck,
    disk_check,
    languages_check,
    memory_check,
    network_check,
    printer_check,
    server_check,
    staff_check,
)
from catchlight.kiosk.supervision.clock import SYNCHRONISED_S, ClockCheck, clock_error_s
from catchlight.kiosk.supervision.health import Finding, HealthCheck, HealthMonitor
from catchlight.kiosk.supervision.logs import export_logs
from catchlight.kiosk.wipe.port import WipeReceipt

from tests.doubles import eventually


@dataclass
class Saying(KioskPrinter):
    """A printer that says one thing of itself."""

    said: PrinterState
    name: str = "dye_sub"

    def state(self) -> PrinterState:
        return self.said

    def submit(self, pdf: bytes, copies: int, key: str) -> str:
        raise NotImplementedError

    def job(self, job: str) -> PrintJob:
        raise NotImplementedError

    def cancel(self, job: str) -> None:
        raise NotImplementedError


def test_a_status_keeps_its_time_until_it_changes() -> None:
    findings = [
        Finding("ok", Message("Well.")),
        Finding("ok", Message("Still well.")),
        Finding("fault", Message("Bad.")),
    ]
    heard: list[str] = []
    monitor = HealthMonitor([HealthCheck("camera", lambda: findings.pop(0))])
    monitor.listen(lambda parts: heard.extend(part.status for part in parts))
    monitor.look()
    (first,) = monitor.parts()
    monitor.look()
    (second,) = monitor.parts()
    monitor.look()
    (third,) = monitor.parts()
    assert (second.since, second.message) == (first.since, "Still well.")
    assert third.since > first.since
    assert third.looked > second.looked > first.looked
    assert heard == ["ok", "ok", "fault"]


def test_a_part_that_loads_a_network_is_looked_at_rarely_unless_staff_ask() -> None:
    looks: list[str] = []

    def look() -> Finding:
        looks.append("look")
        return Finding("ok", Message("Well."))

    check = HealthCheck("server", look, every_s=3600, refresh=lambda: looks.append("refresh"))
    monitor = HealthMonitor([check], seconds=3600)
    monitor.look()
    monitor.look()
    assert looks == ["look"]
    monitor.start()
    monitor.look_soon()
    assert eventually(lambda: looks == ["look", "refresh", "look"])
    monitor.stop()


def test_a_part_that_cannot_be_looked_at_is_a_fault_and_the_others_are_told() -> None:
    def fails() -> Finding:
        raise RuntimeError("secret words")

    monitor = HealthMonitor(
        [
            HealthCheck("camera", fails),
            HealthCheck("printer", lambda: None),
            HealthCheck("disk", lambda: Finding("ok", Message("Well."))),
        ],
        seconds=0.01,
    )
    monitor.start()
    assert eventually(lambda: len(monitor.parts()) == 2)
    monitor.stop()
    assert [(part.part, part.status) for part in monitor.parts()] == [("camera", "fault"), ("disk", "ok")]
    assert "secret" not in monitor.parts()[0].message


def test_a_clock_that_is_set_is_noticed_for_a_while() -> None:
    wall, steady = 1_800_000_000.0, 50.0
    check = ClockCheck(lambda: wall, lambda: steady, told=600, error=lambda: None)
    wall, steady = wall + 10, steady + 10
    assert check().status == "ok"
    wall, steady = wall - 3600, steady + 10
    assert check() == Finding("warning", Message("The clock was set by {seconds} s.", seconds=-3610))
    wall, steady = wall + 700, steady + 700
    assert check().status == "ok"
    wall = 1000.0
    assert check().status == "fault"


def test_a_clock_that_the_network_does_not_set_is_told() -> None:
    error = SYNCHRONISED_S
    check = ClockCheck(lambda: 1_800_000_000.0, lambda: 50.0, error=lambda: error)
    assert (check().status, check().measures) == ("warning", {"error_seconds": SYNCHRONISED_S})
    error = 0.02
    assert check().status == "ok"


@pytest.mark.skipif(sys.platform != "linux", reason="it is Linux that tells how far off its clock may be")
def test_the_kernel_tells_how_far_off_its_clock_may_be() -> None:
    told = clock_error_s()
    assert told is None or told >= 0, "None where a sandbox forbids the question"


def test_the_printer_is_told_in_words_that_help() -> None:
    def finding(state: PrinterState) -> Finding | None:
        return printer_check(lambda: Saying(state))()

    empty = finding(PrinterState("stopped", ("paper_empty",)))
    assert empty == Finding("fault", Message("The paper is used up. Load new paper."))
    assert finding(PrinterState("offline")) == Finding("fault", Message(checks.REASONS["offline"]))
    low = finding(PrinterState("ready", prints_left=7))
    assert low is not None
    assert (low.status, low.message) == ("warning", "7 sheets are left.")
    ready = finding(PrinterState("ready", prints_left=300))
    assert ready is not None
    assert ready.status == "ok"
    assert printer_check(lambda: None)() is None
    coloured = finding(PrinterState("ready", prints_left=40, levels={"cyan": 70, "black": 8}))
    assert coloured is not None
    assert coloured.message == "40 sheets are left. Supplies: cyan 70 %, black 8 %."
    assert coloured.measures == {"cyan": 70, "black": 8, "prints_left": 40}


@pytest.mark.parametrize(("free", "status"), [(5_000_000_000, "ok"), (500_000_000, "warning"), (50_000_000, "fault")])
def test_disk_space(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, status: str) -> None:
    monkeypatch.setattr(checks.shutil, "disk_usage", lambda folder: SimpleNamespace(free=free))
    assert disk_check(lambda: [tmp_path / "not" / "yet"])().status == status


def test_memory_and_wipe() -> None:
    found: Callable[[], Finding | None] = memory_check(most_resident=1)
    told = found()
    assert told is None or told.status in ("warning", "fault")
    wipe = WipeCheck()
    assert wipe().status == "ok"
    wipe.wiped(WipeReceipt("s", "done", {}, [], ["takes/1.jpg"]))
    assert wipe().status == "fault"


def test_a_server_that_does_not_answer_is_a_warning() -> None:
    with socket.socket() as bound:
        bound.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{bound.getsockname()[1]}"
        told = server_check(address, timeout=0.5)()
    assert told is not None
    assert told.status == "warning"
    assert server_check("")() is None


def test_a_kiosk_that_needs_a_network_tells_where_it_is_reached() -> None:
    assert network_check(KioskConfig())() is None
    handover = HandoverSettings(ways=("qr",), qr_host="127.0.0.1")
    found = network_check(KioskConfig(handover=handover))()
    assert found == Finding("ok", Message("This computer is reached at {address}.", address="127.0.0.1"))


def test_a_way_that_does_not_reach_staff_is_told() -> None:
    troubles: dict[str, Message] = {}
    check = staff_check(lambda: troubles)
    assert (found := check()) is not None
    assert found.status == "ok"
    troubles["webhook"] = Message("The webhook refuses ({status}).", status="500")
    assert check() == Finding("warning", troubles["webhook"])


def test_logs_go_out_without_pin_and_without_pictures(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "kiosk.log").write_text("started")
    (logs / "kiosk.log.1").write_text("older")
    (logs / "photo.jpg").write_bytes(b"a face")
    config = KioskConfig(admin=Admin(pin_hash="scrypt$secret"))
    file = export_logs([logs], tmp_path / "stick", config, {"sessions": 3}, datetime(2026, 11, 28, tzinfo=UTC))
    with zipfile.ZipFile(file) as archive:
        assert sorted(archive.namelist()) == ["config.json", "facts.json", "logs/kiosk.log", "logs/kiosk.log.1"]
        assert b"secret" not in b"".join(archive.read(name) for name in archive.namelist())
        assert json.loads(archive.read("facts.json")) == {"sessions": 3}


def test_staff_are_told_of_every_language_that_cannot_be_shown() -> None:
    assert languages_check(())().status == "ok"
    found = languages_check([Message("ar is not offered."), Message("hi is not offered.")])()
    assert found == Finding("warning", Message("{one}\n{other}", one="ar is not offered.", other="hi is not offered."))
    assert str(found.message) == "ar is not offered.\nhi is not offered."
