"""The parts of a lab as processes of this machine: PostgreSQL, an S3 server, servers and workers that can be killed."""

from __future__ import annotations

import json
import math
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from catchlight.paths import HOME_VARIABLE

from tests.benchmarks.lab.cpu_time import cpu_seconds
from tests.simulators.postgres import MISSING, PostgresServer, find_programs
from tests.simulators.tcp_balancer import TcpBalancer

BUCKET = "lab"
REGION = "eu-west-1"
START_SECONDS = 90.0


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@dataclass
class Process:
    """A process that is started again whenever it was killed."""

    name: str
    command: list[str]
    environment: dict[str, str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    starts: int = 0
    _spent: float = 0.0

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, env=self.environment,
                start_new_session=True,
            )  # fmt: skip
        self.starts += 1

    @property
    def ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    @property
    def cpu(self) -> float:
        """CPU seconds of all its starts, as far as they were seen: of one that ended by itself nothing is known."""
        running = 0.0 if self.process is None or self.ended else cpu_seconds(self.process.pid)
        return self._spent + running

    def kill(self) -> None:
        """SIGKILL to it and to all that it has started."""
        assert self.process is not None
        self._spent = self.cpu
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self, seconds: float = 15.0) -> float:
        """SIGTERM; gives how long it took. Raises TimeoutExpired."""
        assert self.process is not None
        began = time.monotonic()
        self._spent = self.cpu
        self.process.terminate()
        self.process.wait(seconds)
        return time.monotonic() - began


def local_process(name: str, arguments: list[str], home: Path) -> Process:
    """The program over a home of its own, without a lab."""
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", HOME_VARIABLE: str(home)}
    return Process(name, [sys.executable, "-m", "catchlight", *arguments], environment, home.with_suffix(".log"))


@dataclass
class LabParts:
    """A lab below one folder. servers, workers: how many processes of each."""

    folder: Path
    servers: int = 3
    workers: int = 4
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        programs = find_programs()
        if programs is None:
            sys.exit(MISSING)
        self.postgres = PostgresServer(programs)
        self.database = self.postgres.make_database()
        port = free_port()
        log = self.folder / "s3.log"
        command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
        self.s3 = Process("s3", command, dict(os.environ), log)
        self.s3.start()
        wait_for_port(port)
        self.s3_gate = TcpBalancer(lambda: [port])
        self._make_bucket()
        self.ports = [free_port() for _ in range(self.servers)]
        self.balancer = TcpBalancer(lambda: self.ports)
        self.url = f"http://127.0.0.1:{self.balancer.port}"
        self.serving = [
            self._part(f"server-{number}", ["serve", "--port", str(port)]) for number, port in enumerate(self.ports)
        ]
        self.working = [self._part(f"worker-{number}", ["work"]) for number in range(self.workers)]

    def start(self) -> None:
        for part in (*self.serving, *self.working):
            part.start()
        for port in self.ports:
            wait_for_port(port)

    def cpu(self) -> dict[str, float]:
        """CPU seconds by kind of process since all began; of PostgreSQL since it was started last, of this process too."""
        main = int((self.postgres.data / "postmaster.pid").read_text().split()[0])
        return {
            "servers": sum(part.cpu for part in self.serving),
            "workers": sum(part.cpu for part in self.working),
            "PostgreSQL since its last start": cpu_seconds(main),
            "S3 server": self.s3.cpu,
            "clients and balancer": time.process_time(),
        }

    def close(self) -> dict[str, float]:
        """Stop all; gives how many seconds each took to end, infinite for one that had to be killed after 30 of them."""
        took = {}
        for part in (*self.serving, *self.working):
            if part.process is not None and not part.ended:
                try:
                    took[part.name] = part.stop(30)
                except subprocess.TimeoutExpired:
                    part.kill()
                    took[part.name] = math.inf
        self.balancer.close()
        self.s3_gate.close()
        self.s3.kill()
        self.postgres.close()
        return took

    @property
    def environment(self) -> dict[str, str]:
        """What every part of the lab, and whoever looks into its stores, is started with."""
        return {
            **os.environ,
            "CATCHLIGHT_DATABASE": self.database,
            "CATCHLIGHT_PICTURES": f"s3://{BUCKET}/pictures",
            "AWS_ACCESS_KEY_ID": "lab",
            "AWS_SECRET_ACCESS_KEY": "lab",
            "AWS_DEFAULT_REGION": REGION,
            "AWS_ENDPOINT_URL": f"http://127.0.0.1:{self.s3_gate.port}",
            "OPENBLAS_NUM_THREADS": "1",
        }

    def _part(self, name: str, arguments: list[str]) -> Process:
        home = self.folder / name
        home.mkdir()
        (home / "settings.json").write_text(json.dumps(self.settings))
        command = [sys.executable, "-m", "catchlight", *arguments]
        return Process(name, command, {**self.environment, HOME_VARIABLE: str(home)}, self.folder / f"{name}.log")

    def _make_bucket(self) -> None:
        asked = urllib.request.Request(
            f"http://127.0.0.1:{self.s3_gate.port}/{BUCKET}", method="PUT",
            data=f"<CreateBucketConfiguration><LocationConstraint>{REGION}</LocationConstraint></CreateBucketConfiguration>".encode(),
        )  # fmt: skip
        with urllib.request.urlopen(asked, timeout=20):
            pass


def wait_for_port(port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                sys.exit(f"Nothing listens on port {port} after {START_SECONDS:.0f} s.")
            time.sleep(0.1)
