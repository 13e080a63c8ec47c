"""Connections below the app: heads that never end, half-closed ones, what is no HTTP, and more of them than there may be."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator

import pytest
from catchlight.server.http import body
from catchlight.server.http.protocol import ConnectionLimits

from tests.doubles import GatedEditor, eventually
from tests.server.conftest import GENERATE, Running, Start


@contextlib.contextmanager
def connected(service: Running, sent: bytes = b"") -> Iterator[socket.socket]:
    host, _, port = service.url.partition("//")[2].partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as connection:
        connection.sendall(sent)
        yield connection


def heard(connection: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of all that comes until the server closes."""
    data = b""
    while piece := connection.recv(65536):
        data += piece
    return heard_in(data)


def heard_in(data: bytes) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of an answer; what is only said before it is passed over."""
    while data.startswith(b"HTTP/1.1 1"):
        data = data.partition(b"\r\n\r\n")[2]
    head, _, content = data.partition(b"\r\n\r\n")
    first, *lines = head.decode().split("\r\n")
    return (
        int(first.split()[1]),
        {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)},
        content,
    )


def posted(picture: str, version: str = "1.1") -> bytes:
    sent = json.dumps({"imageDataUrl": picture}).encode()
    head = f"POST {GENERATE} HTTP/{version}\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(sent)}\r\n\r\n".encode() + sent


def refused(answer: tuple[int, dict[str, str], bytes], status: int, code: str) -> str:
    """The sentence of a refusal, which has the form of every other error."""
    assert (answer[0], json.loads(answer[2])["error"]) == (status, code)
    assert answer[1]["content-type"] == "application/json"
    return answer[1]["error-detail"]


@pytest.mark.parametrize("version", ["1.0", "1.1"])
def test_a_client_that_has_closed_its_sending_side_gets_its_answer(start: Start, sample_url: str, version: str) -> None:
    editor = GatedEditor()
    service = start(editor)
    with connected(service, posted(sample_url, version)) as half:
        half.shutdown(socket.SHUT_WR)
        assert eventually(lambda: editor.running == 1)
        editor.gate.set()
        status, _, content = heard(half)
    assert status == 200
    assert json.loads(content)["generationId"].startswith("gen_")


def test_a_client_that_is_gone_is_told_from_one_that_only_sends_no_more(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor)
    with connected(service, posted(sample_url)):
        assert eventually(lambda: editor.running == 1)
    assert eventually(lambda: editor.cancelled == 1)
    assert service.stored() == 0


@pytest.mark.parametrize(
    "sent",
    [
        b"GET / HTTP/1.1\r\nHost localhost\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n\r\n",
        b"GET /health HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"GET /" + b"x" * 80_000,
    ],
    ids=["a header without colon", "a TLS hello", "no length", "an unknown coding", "an endless line"],
)
def test_what_is_no_http_is_told_as_json(start: Start, sent: bytes) -> None:
    with connected(start(), sent) as connection:
        assert "valid HTTP" in refused(heard(connection), 400, "invalid_request")


def test_broken_chunks_are_told_as_json_too(start: Start) -> None:
    head = f"POST {GENERATE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    with connected(start(), f"{head}Transfer-Encoding: chunked\r\n\r\nzz\r\n".encode()) as connection:
        assert "valid HTTP" in refused(heard(connection), 400, "invalid_request")


def test_a_body_that_ends_too_early_is_told(start: Start) -> None:
    with connected(start(), posted("x")[:-4]) as connection:
        connection.shutdown(socket.SHUT_WR)
        assert "before it was complete" in refused(heard(connection), 400, "invalid_request")


def test_a_head_that_does_not_end_is_given_up(start: Start) -> None:
    service = start(connections=ConnectionLimits(head_seconds=0.2))
    with connected(service, b"GET /health HTTP/1.1\r\nHost: local") as slow:
        assert "head of the request" in refused(heard(slow), 400, "invalid_request")
    with connected(service) as silent:
        assert silent.recv(100) == b""


def test_a_further_head_on_a_connection_has_the_same_deadline(start: Start) -> None:
    service = start(connections=ConnectionLimits(head_seconds=0.2))
    with connected(service, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n") as slow:
        assert b"200 OK" in slow.recv(65536)
        slow.sendall(b"GET /hea")
        assert "head of the request" in refused(heard(slow), 400, "invalid_request")


def test_the_deadline_of_a_head_ends_no_edit(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor, connections=ConnectionLimits(head_seconds=0.1))
    with connected(service, posted(sample_url).replace(b"\r\n", b"\r\nConnection: close\r\n", 1)) as connection:
        assert eventually(lambda: editor.running == 1)
        with connected(service) as silent:
            assert silent.recv(100) == b""  # a connection made after it has met the deadline
        editor.gate.set()
        assert heard(connection)[0] == 200


def test_more_connections_than_there_may_be_are_told_to_come_again(start: Start) -> None:
    service = start(connections=ConnectionLimits(count=2))
    with connected(service), connected(service), connected(service) as third:
        answer = heard(third)
    assert "Too many connections" in refused(answer, 429, "busy")
    assert int(answer[1]["retry-after"]) > 0
    assert eventually(lambda: service.client.get("/health").status_code == 200)


def test_a_body_that_crawls_is_given_up(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body, "FIRST_SECONDS", 0.2)
    monkeypatch.setattr(body, "STEP_SECONDS", 0.2)
    service = start()
    head = f"POST {GENERATE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
    for first in (1, body.FIRST_BYTES + 1):
        with connected(service, head.encode() + b" " * first) as slow:
            assert "too slowly" in refused(heard(slow), 400, "invalid_request")


def test_the_type_is_judged_before_the_body_comes(start: Start) -> None:
    with connected(
        start(), f"POST {GENERATE} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{{}}".encode()
    ) as plain:
        assert "Content-Type" in refused(heard(plain), 400, "invalid_request")


def test_the_token_is_judged_before_the_body_comes(start: Start) -> None:
    head = f"POST {GENERATE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
    with connected(start(token="correct-horse"), head.encode()) as stranger:
        assert b" 401 " in stranger.recv(65536)


@pytest.mark.parametrize(
    "path", ["/health", "/generations", "/catalogue", "/openapi.json", "/docs", "/nowhere", GENERATE]
)
def test_head_answers_as_get_does_without_the_body(start: Start, path: str) -> None:
    client = start().client
    head, got = client.head(path), client.get(path)
    assert head.status_code == got.status_code
    assert head.content == b""
    assert head.headers["content-length"] == str(len(got.content))
    assert head.headers["content-type"] == got.headers["content-type"]


def test_head_is_among_the_methods_that_are_allowed(start: Start) -> None:
    assert start().client.post("/health").headers["Allow"] == "GET, HEAD"


def test_every_401_says_what_is_asked_for(start: Start) -> None:
    client = start().client
    assert client.get("/health", headers={"Host": "evil.example"}).headers["WWW-Authenticate"] == "Bearer"
