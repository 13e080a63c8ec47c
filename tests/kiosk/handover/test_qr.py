"""The page behind the QR code: each file once, nothing but its own path, and nothing after its time."""

from __future__ import annotations

import http.client
import re
import socket
import threading
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import httpx
import pytest
from catchlight.kiosk.config.model import HandoverSettings
from catchlight.kiosk.handover.network import GuestAddress, guest_address, local_addresses
from catchlight.kiosk.handover.one_time_server import MOST_CONNECTIONS, OneTimeServer
from catchlight.kiosk.handover.port import HandoverFault, HandoverFile
from catchlight.kiosk.handover.qr import QrHandover

CONFIG = HandoverSettings(ways=("qr",), qr_host="127.0.0.1", qr_expiry_s=300, qr_max_mb=2)


def never() -> bool:
    return False


@pytest.fixture
def qr() -> Iterator[QrHandover]:
    made = QrHandover(CONFIG, lambda: "en")
    yield made
    made.wipe()


def buttons(page: str) -> list[str]:
    return re.findall(r'action="([^"]+)"', page)


def at(link: str, path: str) -> str:
    parts = urlsplit(link)
    return f"{parts.scheme}://{parts.netloc}{path}"


def test_each_file_can_be_had_once(qr: QrHandover, files: list[HandoverFile]) -> None:
    handed = qr.hand(files, "", never)
    assert handed.expires_s == 300
    page = httpx.get(handed.link)
    paths = buttons(page.text)
    assert len(paths) == 2
    assert "photo.jpg (50\N{NO-BREAK SPACE}kB)" in page.text
    assert "sheet.pdf (1.2\N{NO-BREAK SPACE}MB)" in page.text
    for path, file in zip(paths, files, strict=True):
        got = httpx.post(at(handed.link, path))
        assert (got.content, got.headers["Content-Type"]) == (file.data, file.media_type)
        assert got.headers["Content-Disposition"] == f'attachment; filename="{file.name}"'
        assert httpx.post(at(handed.link, path)).status_code == 404
    assert buttons(httpx.get(handed.link).text) == []


def test_looking_at_the_page_uses_nothing_up(qr: QrHandover, files: list[HandoverFile]) -> None:
    """Messengers and virus scanners fetch links before people do."""
    link = qr.hand(files, "", never).link
    for _ in range(2):
        head, page = httpx.head(link), httpx.get(link)
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["Content-Length"] == str(len(page.content))
        path = buttons(page.text)[0]
        assert httpx.get(at(link, path)).status_code == 404
    assert httpx.post(at(link, path)).content == files[0].data


def test_nothing_is_cached_and_nothing_is_told(qr: QrHandover, files: list[HandoverFile]) -> None:
    link = qr.hand(files, "", never).link
    page = httpx.get(link)
    for answer in (page, httpx.post(at(link, buttons(page.text)[0]))):
        assert "no-store" in answer.headers["Cache-Control"]
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Server"] == "kiosk"
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    assert "<script" not in page.text


@pytest.mark.parametrize(
    "path",
    ["/", "/favicon.ico", "/{token}x", "/{short}", "/{token}/", "/{token}/2", "/{token}/-1", "/{token}?a"],
)
@pytest.mark.parametrize("method", ["GET", "POST", "HEAD", "PUT", "OPTIONS"])
def test_a_guessed_path_finds_nothing(server: OneTimeServer, method: str, path: str) -> None:
    token = server.path[1:]
    assert len(token) * 6 >= 128
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request(method, path.format(token=token, short=token[:-1]))
    answer = connection.getresponse()
    assert (answer.status, answer.read()) == (404, b"")
    connection.close()


@pytest.fixture(scope="module")
def server() -> Iterator[OneTimeServer]:
    made = OneTimeServer([HandoverFile("a.jpg", "image/jpeg", b"a")] * 2, "127.0.0.1", 0, 60, "en")
    yield made
    made.close()


def test_two_pages_have_nothing_in_common(qr: QrHandover, files: list[HandoverFile]) -> None:
    first = qr.hand(files, "", never).link
    second = qr.hand(files, "", never).link
    assert urlsplit(first).path != urlsplit(second).path
    with pytest.raises(httpx.TransportError):
        httpx.get(first)


def test_a_wiped_page_is_gone(qr: QrHandover, files: list[HandoverFile]) -> None:
    link = qr.hand(files, "", never).link
    qr.wipe()
    qr.wipe()
    with pytest.raises(httpx.TransportError):
        httpx.get(link)


def test_an_expired_page_forgets_its_files(files: list[HandoverFile]) -> None:
    server = OneTimeServer(files, "127.0.0.1", 0, 0.05, "en")
    for _ in range(200):
        if server.page(server.path) is None:
            break
        time.sleep(0.01)
    assert server.page(server.path) is None
    assert server.take(f"{server.path}/0") is None
    server.close()


def test_a_wipe_cuts_off_a_download(files: list[HandoverFile]) -> None:
    large = HandoverFile("large.bin", "application/octet-stream", b"x" * 30_000_000)
    server = OneTimeServer([large], "127.0.0.1", 0, 60, "en")
    with socket.create_connection(("127.0.0.1", server.port)) as guest:
        guest.sendall(f"POST {server.path}/0 HTTP/1.0\r\n\r\n".encode())
        assert guest.recv(100).startswith(b"HTTP/1.0 200")
        closing = threading.Thread(target=server.close)
        closing.start()
        closing.join(5)
        assert not closing.is_alive()
    assert server.take(f"{server.path}/0") is None


def test_a_download_that_broke_off_can_be_repeated() -> None:
    large = HandoverFile("large.bin", "application/octet-stream", b"x" * 30_000_000)
    server = OneTimeServer([large], "127.0.0.1", 0, 60, "en")
    with socket.create_connection(("127.0.0.1", server.port)) as guest:
        guest.sendall(f"POST {server.path}/0 HTTP/1.0\r\n\r\n".encode())
        guest.recv(100)
        assert server.take(f"{server.path}/0") is None  # nobody else gets it meanwhile
    for _ in range(200):
        again = server.take(f"{server.path}/0")
        if again is not None:
            break
        time.sleep(0.01)
    assert again == (0, large)
    server.close()


def test_a_crowd_is_kept_out_and_the_page_goes_on(server: OneTimeServer) -> None:
    crowd = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(MOST_CONNECTIONS + 4)]
    for one in crowd[MOST_CONNECTIONS:]:
        one.settimeout(5)
        assert one.recv(1) == b""
    for one in crowd:
        one.close()
    for _ in range(200):
        try:
            assert httpx.get(f"http://127.0.0.1:{server.port}{server.path}").status_code == 200
            break
        except httpx.TransportError:
            time.sleep(0.01)
    else:
        pytest.fail("the page did not come back")


def test_too_much_is_refused(qr: QrHandover) -> None:
    with pytest.raises(HandoverFault, match=r"2\.1 MB; by QR code at most 2 MB"):
        qr.hand([HandoverFile("a.tif", "image/tiff", b"x" * 2_100_000)], "", never)


def test_a_port_that_is_taken_is_told(files: list[HandoverFile]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        config = CONFIG.model_copy(update={"qr_port": taken.getsockname()[1]})
        with pytest.raises(HandoverFault, match="another way, or call staff"):
            QrHandover(config, lambda: "en").hand(files, "", never)


@pytest.mark.parametrize("name", ["../photo.jpg", "a/b.jpg", ".hidden", 'a".jpg', "ä.jpg", ""])
def test_names_are_plain(qr: QrHandover, name: str) -> None:
    with pytest.raises(ValueError, match="plain file name"):
        qr.hand([HandoverFile(name, "image/jpeg", b"x")], "", never)


@pytest.mark.parametrize(("language", "direction"), [("zh", "ltr"), ("hi", "ltr"), ("ar", "rtl")])
def test_the_page_speaks_the_persons_language(files: list[HandoverFile], language: str, direction: str) -> None:
    qr = QrHandover(CONFIG, lambda: language)
    page = httpx.get(qr.hand(files, "", never).link).text
    qr.wipe()
    assert f'<html lang="{language}" dir="{direction}">' in page
    assert "Your photos" not in page


def test_the_address_is_found_among_the_interfaces() -> None:
    assert all(not one.startswith("127.") for one in local_addresses())
    assert guest_address("127.0.0.1") == GuestAddress("127.0.0.1", "127.0.0.1")
    assert guest_address("photos.example") == GuestAddress("photos.example", "")
    assert guest_address("203.0.113.7") == GuestAddress("203.0.113.7", "")
    assert guest_address("[::1]") == GuestAddress("[::1]", "::1")
