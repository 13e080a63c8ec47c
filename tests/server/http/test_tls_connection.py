"""TLS clients that send no more, leave, or break off: what each gets, and that its place is free afterwards."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from catchlight.server.process.tls import tls_context

from tests.doubles import GatedEditor, eventually
from tests.server.conftest import Running, Start
from tests.server.http.test_protocol import heard_in, posted, refused

VERSIONS = [ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3]


class Client:
    """A TLS connection whose two directions end one by one; Python's SSLSocket ends both or none."""

    def __init__(self, service: Running, version: ssl.TLSVersion = ssl.TLSVersion.TLSv1_3) -> None:
        host, _, port = service.url.partition("//")[2].partition(":")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version = context.maximum_version = version
        self.socket = socket.create_connection((host, int(port)), timeout=20)
        self._incoming, self._outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
        self._tls = context.wrap_bio(self._incoming, self._outgoing)
        self._until(self._tls.do_handshake)

    def send(self, data: bytes) -> None:
        self._tls.write(data)
        self._flush()

    def close_notify(self) -> None:
        with pytest.raises(ssl.SSLWantReadError):
            self._tls.unwrap()
        self._flush()

    def heard(self) -> bytes:
        """All that comes until the server says that no more will."""
        found = b""
        with contextlib.suppress(ssl.SSLZeroReturnError):  # both have said so
            while piece := self._until(lambda: self._tls.read(65536)):
                found += piece
        return found

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.socket.close()

    def _until(self, step: Callable[[], bytes | None]) -> bytes:
        while True:
            try:
                found = step()
                self._flush()
                return found or b""
            except ssl.SSLWantReadError:
                self._flush()
                data = self.socket.recv(65536)
                assert data, "the connection was cut"
                self._incoming.write(data)

    def _flush(self) -> None:
        if data := self._outgoing.read():
            self.socket.sendall(data)


@pytest.fixture
def gated(start: Start, tls_files: Path) -> Iterator[tuple[Running, GatedEditor]]:
    editor = GatedEditor()
    yield start(editor, tls=tls_context(tls_files / "cert.pem", tls_files / "key.pem")), editor
    editor.gate.set()


@pytest.mark.parametrize("version", VERSIONS, ids=lambda version: version.name)
@pytest.mark.parametrize("half", ["close_notify", "FIN"])
def test_a_tls_client_that_has_closed_its_sending_side_gets_its_answer(
    gated: tuple[Running, GatedEditor], sample_url: str, version: ssl.TLSVersion, half: str
) -> None:
    service, editor = gated
    with Client(service, version) as client:
        client.send(posted(sample_url))
        if half == "FIN":
            client.socket.shutdown(socket.SHUT_WR)
        else:
            client.close_notify()
        assert eventually(lambda: editor.running == 1)
        editor.gate.set()
        status, _, content = heard_in(client.heard())
    assert status == 200
    assert json.loads(content)["generationId"].startswith("gen_")
    assert eventually(lambda: service.pool.taken == 0)


def test_a_tls_client_that_is_gone_is_cancelled_and_its_place_is_free(
    gated: tuple[Running, GatedEditor], sample_url: str
) -> None:
    service, editor = gated
    with Client(service) as client:
        client.send(posted(sample_url))
        assert eventually(lambda: editor.running == 1)
        client.close_notify()
    assert eventually(lambda: editor.cancelled == 1)
    assert eventually(lambda: service.pool.taken == 0)
    assert service.stored() == 0


def test_a_body_that_ends_too_early_is_told_over_tls(gated: tuple[Running, GatedEditor]) -> None:
    with Client(gated[0]) as client:
        client.send(posted("x")[:-4])
        client.close_notify()
        assert "before it was complete" in refused(heard_in(client.heard()), 400, "invalid_request")


def test_two_requests_on_one_tls_connection(gated: tuple[Running, GatedEditor]) -> None:
    ask = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with Client(gated[0]) as client:
        client.send(ask + ask.replace(b"\r\n", b"\r\nConnection: close\r\n", 1))
        assert client.heard().count(b"200 OK") == 2


def test_what_is_no_tls_is_cut(gated: tuple[Running, GatedEditor]) -> None:
    host, _, port = gated[0].url.partition("//")[2].partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as plain:
        plain.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        while plain.recv(1000):
            pass


def test_a_handshake_that_does_not_come_is_given_up(
    start: Start, tls_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catchlight.server.process.listen.HEAD_SECONDS", 0.2)
    service = start(tls=tls_context(tls_files / "cert.pem", tls_files / "key.pem"))
    host, _, port = service.url.partition("//")[2].partition(":")
    with socket.create_connection((host, int(port)), timeout=20) as silent:
        assert silent.recv(1) == b""
