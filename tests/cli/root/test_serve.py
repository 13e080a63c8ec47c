"""The server as a process of its own: how it ends, and what it refuses."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx
import pytest
from catchlight.paths import Home

from tests.cli.conftest import Run


@pytest.fixture
def served(home: Home) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """``catchlight serve`` as its own process, with its address."""
    command = [sys.executable, "-m", "catchlight", "serve", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line.startswith("Catchlight listens on http://127.0.0.1:"), line
        yield process, line.split()[-1]
    finally:
        process.kill()
        process.communicate()


def test_sigterm_ends_the_server_in_time_and_in_order(served: tuple[subprocess.Popen[str], str], home: Home) -> None:
    process, address = served
    assert httpx.get(f"{address}/health", trust_env=False).json()["status"] == "ok"
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    assert process.wait(12) == 0
    assert time.monotonic() - began < 10
    assert list((home.store / "pictures").iterdir()) == []


def test_an_edit_at_work_ends_before_the_server(
    served: tuple[subprocess.Popen[str], str], sample_bytes: bytes, home: Home
) -> None:
    import base64
    from concurrent.futures import ThreadPoolExecutor

    process, address = served
    body = {"imageDataUrl": "data:image/png;base64," + base64.b64encode(sample_bytes).decode()}
    with ThreadPoolExecutor(1) as client:
        answer = client.submit(
            httpx.post, f"{address}/image-edit/id-photo/generate", json=body, timeout=30, trust_env=False
        )
        deadline = time.monotonic() + 20
        while httpx.get(f"{address}/health", trust_env=False).json()["edits"] == 0:
            assert time.monotonic() < deadline
        process.send_signal(signal.SIGTERM)
        assert answer.result().status_code in (200, 503)
    assert process.wait(12) == 0
    stored = len(list((home.store / "pictures").iterdir()))
    assert stored == (1 if answer.result().status_code == 200 else 0)


def test_serve_refuses_the_open_network_without_a_token_and_a_taken_port(
    catchlight: Run, served: tuple[subprocess.Popen[str], str]
) -> None:
    ran = catchlight("serve", "--host", "0.0.0.0", "--port", "0")
    assert ran.code == 1
    assert "--token" in ran.err
    taken = catchlight("serve", "--port", served[1].rpartition(":")[2])
    assert taken.code == 1
    assert "--port" in taken.err
