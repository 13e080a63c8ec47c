"""HTTPS by the server itself: with a certificate of a test's own authority, and the sentences where the files are wrong."""

from __future__ import annotations

import socket
import ssl
from pathlib import Path

import httpx
import pytest
from catchlight import __version__
from catchlight.client.remote import RemoteEditor
from catchlight.core.errors import CatchlightError, InvalidRequest
from catchlight.operations.registry import OPERATIONS
from catchlight.server.process.tls import raise_file_limit, tls_context

from tests.server.conftest import Start


def test_the_service_is_answered_over_tls(start: Start, tls_files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service = start(tls=tls_context(tls_files / "cert.pem", tls_files / "key.pem"))
    assert service.url.startswith("https://127.0.0.1:")
    trusted = ssl.create_default_context(cafile=str(tls_files / "cert.pem"))
    with httpx.Client(base_url=service.url, verify=trusted, trust_env=False) as client:
        assert client.get("/health").status_code == 200
    with httpx.Client(base_url=service.url, trust_env=False) as stranger, pytest.raises(httpx.ConnectError):
        stranger.get("/health")
    with pytest.raises(CatchlightError):
        RemoteEditor(service.url, OPERATIONS).check()
    monkeypatch.setenv("SSL_CERT_FILE", str(tls_files / "cert.pem"))
    assert RemoteEditor(service.url, OPERATIONS).check() == __version__
    monkeypatch.setenv("SSL_CERT_FILE", str(tls_files / "nowhere.pem"))
    with pytest.raises(InvalidRequest, match="SSL_CERT_FILE"):
        RemoteEditor(service.url, OPERATIONS).check()
    old = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    old.check_hostname, old.verify_mode = False, ssl.CERT_NONE
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    host, _, port = service.url.removeprefix("https://").partition(":")
    with socket.create_connection((host, int(port))) as plain, old.wrap_socket(plain) as wrapped:
        assert wrapped.version() == "TLSv1.2"


@pytest.mark.parametrize(
    ("cert", "key", "said"),
    [
        ("cert.pem", None, "needs both"),
        (None, "key.pem", "needs both"),
        ("nowhere.pem", "key.pem", "nowhere.pem cannot be read"),
        ("cert.pem", "other.pem", "its own private key"),
        ("cert.pem", "locked.pem", "has a password"),
        ("key.pem", "key.pem", "its own private key"),
    ],
)
def test_files_that_are_wrong_are_told(tls_files: Path, cert: str | None, key: str | None, said: str) -> None:
    with pytest.raises(InvalidRequest, match=said):
        tls_context(None if cert is None else tls_files / cert, None if key is None else tls_files / key)


def test_without_files_there_is_no_tls() -> None:
    assert tls_context(None, None) is None


def test_the_limit_of_open_files_is_raised_as_far_as_the_system_allows() -> None:
    resource = pytest.importorskip("resource", reason="a limit of open files is known to POSIX alone")
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    low = min(before[0], 512) if before[0] != resource.RLIM_INFINITY else 512
    resource.setrlimit(resource.RLIMIT_NOFILE, (low, before[1]))
    try:
        raised = raise_file_limit()
        assert raised == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        assert raised > low or raised == before[1]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
