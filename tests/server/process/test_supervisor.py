"""Several processes over one socket: all answer, the dead are replaced, all stop together."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from catchlight.paths import HOME_VARIABLE
from catchlight.server.process.listen import listen
from catchlight.server.process.supervisor import Supervisor, WorkerIdentity, WorkersFailed
from prometheus_client.parser import text_string_to_metric_families

from tests.doubles import eventually
from tests.server.conftest import GENERATE
from tests.server.workers import answers_once, ends_at_once, stays

POSIX = pytest.mark.skipif(os.name != "posix", reason="sends signals as POSIX systems know them")


class Served:
    """``catchlight serve`` with two workers as its own process."""

    def __init__(self, home: Path, *options: str) -> None:
        self.log = home.with_suffix(".log")
        command = [sys.executable, "-m", "catchlight", "serve", "--port", "0", "--workers", "2", "--log-format", "json"]
        with self.log.open("w") as log:
            self.process = subprocess.Popen(
                [*command, *options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, HOME_VARIABLE: str(home)},
            )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self.url = self.line.split()[-1]

    def said(self) -> list[dict[str, Any]]:
        """The log so far; every line must be one JSON object."""
        return [json.loads(line) for line in self.log.read_text().splitlines()]

    def workers(self) -> list[int]:
        """Process ids in the order of their start."""
        return [int(line["message"].split()[-1].rstrip(".")) for line in self.said() if " runs as " in line["message"]]

    def ask(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.url}{path}", trust_env=False, timeout=30)

    def end(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        for worker in self.workers():
            assert eventually(lambda number=worker: not alive(number)), f"process {worker} is left"
        assert self.process.stdout is not None
        self.process.stdout.close()
        self.process.wait()


def alive(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    service = Served(tmp_path_factory.mktemp("served") / "home")
    try:
        yield service
    finally:
        service.end()


@POSIX
def test_both_workers_answer_and_count_together(served: Served, sample_url: str) -> None:
    assert served.line.startswith("Catchlight listens on http://127.0.0.1:")
    assert len(served.workers()) == 2
    assert eventually(lambda: memories(served) == set(map(str, served.workers())))
    for _ in range(40):  # a connection each
        assert served.ask("/health").status_code == 200
    answer = httpx.post(f"{served.url}{GENERATE}", json={"imageDataUrl": sample_url}, trust_env=False, timeout=60)
    assert answer.status_code == 200
    assert eventually(
        lambda: sum(samples(served).get("catchlight_requests_total", [])) > 40
    )  # counted after the answer
    assert samples(served)["catchlight_edits_total"] == [1.0]
    assert eventually(lambda: any(line.get("operation") == "id_photo" for line in served.said()))
    line = next(line for line in served.said() if line.get("operation") == "id_photo")
    assert line["worker"] in (0, 1)
    assert line["generationId"] == answer.json()["generationId"]
    # What one worker has stored both know.
    for _ in range(8):
        assert served.ask(f"/generations/{line['generationId']}").status_code == 200


@POSIX
def test_a_worker_that_dies_is_started_again(served: Served) -> None:
    first = served.workers()
    os.kill(first[0], signal.SIGKILL)
    assert eventually(lambda: len(served.workers()) == 3, 20)
    assert served.ask("/health").status_code == 200
    newest = served.workers()[-1]
    assert eventually(lambda: memories(served) == {str(newest), str(first[1])}, 30)  # the dead one is forgotten
    told = [line for line in served.said() if line["level"] == "warning"]
    assert [str(first[0]) in line["message"] for line in told] == [True]
    assert samples(served)["catchlight_edits_total"] == [1.0]  # what it had counted stays


@POSIX
def test_sigterm_stops_all_in_time(served: Served) -> None:
    began = time.monotonic()
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(12) == 0
    assert time.monotonic() - began < 10
    assert not [worker for worker in served.workers() if alive(worker)]
    with pytest.raises(httpx.ConnectError):
        served.ask("/health")
    assert served.process.stdout is not None
    assert served.process.stdout.read() == ""  # the address was told once


@POSIX
def test_workers_do_not_outlive_their_supervisor(tmp_path: Path) -> None:
    service = Served(tmp_path / "home")
    workers = service.workers()
    service.process.kill()
    service.process.wait()
    assert len(workers) == 2
    service.end()
    assert not [worker for worker in workers if alive(worker)]


def memories(served: Served) -> set[str]:
    """Process ids that tell their memory."""
    families = text_string_to_metric_families(served.ask("/metrics").text)
    return {
        entry.labels["pid"]
        for family in families
        for entry in family.samples
        if entry.name == "catchlight_resident_memory_bytes"
    }


def samples(served: Served) -> dict[str, list[float]]:
    found: dict[str, list[float]] = {}
    for family in text_string_to_metric_families(served.ask("/metrics").text):
        for entry in family.samples:
            found.setdefault(entry.name, []).append(entry.value)
    return found


def test_workers_that_never_start_end_the_program_with_a_sentence() -> None:
    with listen("127.0.0.1", 0) as bound:
        bound.listen(8)
        supervisor = Supervisor(ends_at_once, 2, bound, lambda process: None)
        with pytest.raises(WorkersFailed, match="lines above"):
            supervisor.run(lambda: pytest.fail("none was ready"))


def test_each_death_makes_the_next_start_wait_longer(caplog: pytest.LogCaptureFixture) -> None:
    dead: list[int] = []
    heard: list[str] = []

    def ask(address: tuple[str, int]) -> None:
        for _ in range(3):
            with socket.create_connection(address, timeout=30) as asked:
                heard.append(asked.recv(100).decode())
        eventually(lambda: len(dead) >= 3)
        os.kill(os.getpid(), signal.SIGTERM)

    with listen("127.0.0.1", 0) as bound, caplog.at_level(logging.INFO, "catchlight"):
        bound.listen(8)
        asking = threading.Thread(target=ask, args=(bound.getsockname(),))
        Supervisor(answers_once, 1, bound, dead.append).run(asking.start)
        asking.join()
    assert len(set(heard)) == 3
    assert [str(process) for process in dead][:3] == heard
    waits = [float(record.getMessage().split()[-2]) for record in caplog.records if "again in" in record.getMessage()]
    assert waits[:2] == [0.5, 1.0]


def test_a_signal_stops_workers_by_their_connection() -> None:
    dead: list[int] = []
    with listen("127.0.0.1", 0) as bound:
        bound.listen(8)
        began: list[float] = []

        def ready() -> None:
            began.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        before = signal.getsignal(signal.SIGINT)
        Supervisor(stays, 2, bound, dead.append).run(ready)
    assert len(dead) == 2
    assert time.monotonic() - began[0] < 9
    assert signal.getsignal(signal.SIGINT) is before


def test_a_seat_takes_its_part() -> None:
    assert [WorkerIdentity(0, count).part(32) for count in (1, 2, 3, 64)] == [32, 16, 11, 1]
    assert WorkerIdentity(1, 2).part(0) == 0
    assert WorkerIdentity().alone
    assert not WorkerIdentity(0, 2).alone
