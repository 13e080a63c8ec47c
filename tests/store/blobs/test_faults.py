"""A store of pictures that refuses for a while, answers half, or is slow: a fault in time, and nothing half seen."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar

import pytest
from catchlight.core.errors import StorageFault
from catchlight.core.retry import RetryPolicy
from catchlight.store.blobs.fsspec_store import RETRIES, FsspecBlobs
from catchlight.store.blobs.keys import digest_key

from tests.simulators.s3 import SECRET, S3Server

DATA = b"a picture" * 1000
KEY = digest_key(DATA, ".png")
SLOW_DOWN = b"<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>"
DENIED = b"<Error><Code>InvalidAccessKeyId</Code><Message>No such key.</Message></Error>"
QUICK = RetryPolicy(attempts=3, first=0.02, longest=0.02)


@pytest.fixture(scope="module", autouse=True)
def _s3_runs(s3: S3Server) -> None:
    """Its threads start here, not within a test."""


@pytest.fixture
def absent() -> Iterator[S3Server]:
    """A server of the test's own, to be stopped; it runs again by the end of the test."""
    server = S3Server()
    yield server
    server.stop()


class _Troubled(BaseHTTPRequestHandler):
    """Answers as it is told to: a status with a body, or a body of which half is sent."""

    protocol_version = "HTTP/1.1"
    plan: ClassVar[list[tuple[int, bytes, int]]] = []
    """Status, body and the length that is stated, for each request in turn; the last one stays."""
    asked: ClassVar[list[str]] = []

    def _answer(self) -> None:
        self.asked.append(self.command)
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, body, stated = self.plan.pop(0) if len(self.plan) > 1 else self.plan[0]
        self.send_response(status)
        self.send_header("Content-Length", str(stated))
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = True

    do_GET = do_PUT = do_HEAD = do_DELETE = _answer  # noqa: N815 - names of the base class

    def log_message(self, *_: Any) -> None:
        """Nothing is written."""


@contextlib.contextmanager
def troubled(*plan: tuple[int, bytes, int]) -> Iterator[tuple[FsspecBlobs, list[str]]]:
    """Blobs on a server that answers so, and the requests that it has seen."""
    _Troubled.plan, _Troubled.asked = list(plan), []
    with ThreadingHTTPServer(("127.0.0.1", 0), _Troubled) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        options = {
            "key": "id", "secret": SECRET, "endpoint_url": f"http://127.0.0.1:{server.server_address[1]}",
            "client_kwargs": {"region_name": "eu-west-1"},
        }  # fmt: skip
        try:
            yield FsspecBlobs("s3://portraits/x", options, QUICK), _Troubled.asked
        finally:
            server.shutdown()
            thread.join()


def test_while_the_store_refuses_every_call_ends_with_a_fault_and_afterwards_works(absent: S3Server) -> None:
    blobs = FsspecBlobs(absent.make_place(), absent.options, QUICK)
    blobs.put(KEY, DATA)
    absent.stop()
    try:
        for call in (
            lambda: blobs.put(KEY, DATA), lambda: blobs.get(KEY), lambda: blobs.delete(KEY), lambda: list(blobs.list()),
            blobs.check,
        ):  # fmt: skip
            with pytest.raises(StorageFault, match="Check the address of the pictures") as fault:
                call()
            assert SECRET not in fault.value.message
    finally:
        absent.start()
    assert blobs.get(KEY) == DATA
    blobs.check()


def test_a_short_absence_is_waited_out(absent: S3Server) -> None:
    blobs = FsspecBlobs(absent.make_place(), absent.options)
    absent.stop()
    timer = threading.Timer(0.4, absent.start)
    timer.start()
    try:
        blobs.put(KEY, DATA)
    finally:
        timer.join()
    assert blobs.get(KEY) == DATA


def test_a_store_that_asks_for_patience_is_asked_a_few_times_with_pauses() -> None:
    with troubled((503, SLOW_DOWN, len(SLOW_DOWN))) as (blobs, asked):
        with pytest.raises(StorageFault, match="reduce your request rate"):
            blobs.put(KEY, DATA)
        assert asked == ["PUT"] * QUICK.attempts
    assert RETRIES.attempts <= 5
    assert sum(RETRIES.wait(failures) for failures in range(1, RETRIES.attempts)) < 5


def test_a_put_goes_through_once_the_store_has_room_again() -> None:
    with troubled((503, SLOW_DOWN, len(SLOW_DOWN)), (200, b"", 0)) as (blobs, asked):
        blobs.put(KEY, DATA)
        assert asked == ["PUT", "PUT"]


def test_half_an_answer_is_asked_for_again_and_never_given_out() -> None:
    half = DATA[: len(DATA) // 2]
    with troubled((200, half, len(DATA)), (200, half, len(half)), (200, DATA, len(DATA))) as (blobs, asked):
        assert blobs.get(KEY) == DATA
        assert asked == ["GET"] * 3
    with troubled((200, half, len(DATA))) as (blobs, _), pytest.raises(StorageFault):
        blobs.get(KEY)


def test_keys_that_are_refused_are_not_tried_again_and_not_told() -> None:
    with troubled((403, DENIED, len(DENIED))) as (blobs, asked):
        with pytest.raises(StorageFault, match="No such key") as fault:
            blobs.put(KEY, DATA)
        assert asked == ["PUT"]
        assert SECRET not in str(fault.value.message)


def test_a_password_of_the_address_or_of_an_option_is_never_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(url: str, **options: Any) -> None:
        raise OSError(f"no connection to {url} with {options}")

    monkeypatch.setattr("fsspec.core.url_to_fs", refuse)
    blobs = FsspecBlobs("ftp://anna:pass-in-address@host/x", {"client_kwargs": {"aws_key": "pass-in-option"}}, QUICK)
    with pytest.raises(StorageFault, match="no connection to") as fault:
        blobs.put(KEY, DATA)
    assert "pass-in" not in fault.value.message


def test_a_store_that_takes_connections_and_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catchlight.store.blobs.fsspec_store.CALL_SECONDS", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        options = {
            "key": "id", "secret": SECRET, "endpoint_url": f"http://127.0.0.1:{silent.getsockname()[1]}",
            "client_kwargs": {"region_name": "eu-west-1"},
        }  # fmt: skip
        blobs = FsspecBlobs("s3://portraits/x", options, QUICK)
        for call in (lambda: blobs.put(KEY, DATA), blobs.check):
            begun = time.monotonic()
            with pytest.raises(StorageFault, match="Could not write"):
                call()
            assert time.monotonic() - begun < 9
