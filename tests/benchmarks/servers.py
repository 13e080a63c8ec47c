"""Server processes that benchmarks measure, and what they are asked."""

from __future__ import annotations

import contextlib
import http.client
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import HOME_VARIABLE, resources

from tests.benchmarks.speed import resized


def sample(megapixels: float, shade: float = 1.0) -> bytes:
    """The shipped astronaut at that size, as a JPEG."""
    picture = resized(codec.decode((resources() / "samples" / "astronaut.png").read_bytes()), megapixels)
    pixels = np.asarray(np.clip(picture.rgb8 * shade, 0, 255), np.uint8)
    return codec.encode(Picture(pixels), "image/jpeg", quality=92)


@contextlib.contextmanager
def served(workers: int, *options: str) -> Iterator[tuple[int, int]]:
    """A server process of its own over a fresh home; gives its process id and port."""
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "catchlight", "serve", "--port", "0", "--workers", str(workers), "--warm"]
        with (Path(home) / "log").open("w+") as log:
            process = subprocess.Popen(
                [*command, *options], stdout=subprocess.PIPE, stderr=log, text=True, env=_environment(home)
            )
            assert process.stdout is not None
            try:
                address = process.stdout.readline().split()
                if not address:
                    log.seek(0)
                    sys.exit(f"The server did not start: {log.read()}")
                port = int(address[-1].rpartition(":")[2])
                _until_ready(port)
                yield process.pid, port
            finally:
                process.terminate()
                process.wait(12)
                log.seek(0)
                said = [line for line in log if " ERROR " in line or "Traceback" in line]
                if said:
                    print("The server's log has errors:", *said[:5])


def _environment(home: str) -> dict[str, str]:
    return {**os.environ, HOME_VARIABLE: home}


def _until_ready(port: int) -> None:
    deadline = time.monotonic() + 120
    while asked(port, "GET", "/ready")[0] != 200:
        if time.monotonic() > deadline:
            sys.exit("The server does not get ready.")
        time.sleep(0.2)


def asked(port: int, method: str, path: str, body: bytes | None = None) -> tuple[int, Any, bytes]:
    """Status, headers and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    try:
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def row(name: str, value: str, good: bool | None = None) -> None:
    print(f"  {name:32s} {value}{'' if good is None else '   ok' if good else '   MISSED'}")
