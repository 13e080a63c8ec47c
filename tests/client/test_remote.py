"""A server that is not there, goes away, refuses or is told to stop: said plainly, and nothing hangs."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import numpy as np
import pytest
from catchlight.client.address import address_of
from catchlight.client.errors import ServerUnreachable
from catchlight.client.remote import RemoteEditor
from catchlight.core.errors import CatchlightError, InvalidRequest
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import ONCE, RetryPolicy
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.registry import OPERATIONS
from catchlight.service.editor import EditRequest

from tests.doubles import FailingEditor, GatedEditor, eventually
from tests.server.conftest import Start

GREY = Picture(np.full((200, 200, 3), 128, np.uint8))
WISH = EditRequest("id_photo", IdPhotoParams(), (GREY,))


@pytest.fixture
def silent() -> Iterator[str]:
    """Something that takes connections and never answers, or closes them when told."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


def test_no_server_is_said_with_its_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"http://127.0.0.1:{taken.getsockname()[1]}"
    with pytest.raises(ServerUnreachable, match=address):
        RemoteEditor(address, OPERATIONS).run(WISH, Progress())
    with pytest.raises(ServerUnreachable, match=address):
        RemoteEditor(address, OPERATIONS).check()


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.20", "http://192.168.1.20:8765"),
        (" studio:9000/ ", "http://studio:9000"),
        ("https://photos.example.org", "https://photos.example.org:443"),
        ("http://[::1]", "http://[::1]:8765"),
    ],
)
def test_addresses_are_taken_as_people_write_them(text: str, address: str) -> None:
    assert address_of(text) == address


@pytest.mark.parametrize(
    "text", ["", "http://", "ftp://host", "http://host:99999", "a b", "http://host/path", "me@host", "http://host:port"]
)
def test_an_address_that_is_none_is_said(text: str) -> None:
    with pytest.raises(InvalidRequest, match="is no address"):
        RemoteEditor(text, OPERATIONS)


def test_a_server_that_goes_away_in_the_middle_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def hang_up() -> None:
            connection, _ = listening.accept()
            listening.close()
            connection.recv(1000)
            connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(ServerUnreachable, match=r"broke off|No server"):
            RemoteEditor(address, OPERATIONS, retries=RetryPolicy(2, 0.01)).run(WISH, Progress())
        thread.join()


def test_cancelling_ends_the_wait_at_once_and_reaches_the_engine(start: Start) -> None:
    editor = GatedEditor()
    server = start(editor)
    progress = Progress()
    ended: list[float] = []

    def edit() -> None:
        with pytest.raises(Cancelled):
            RemoteEditor(server.url, OPERATIONS).run(WISH, progress)
        ended.append(time.monotonic())

    thread = threading.Thread(target=edit)
    thread.start()
    assert eventually(lambda: editor.running == 1)
    asked = time.monotonic()
    progress.cancel()
    thread.join(5)
    assert ended
    assert ended[0] - asked < 2
    assert eventually(lambda: editor.cancelled == 1)


def test_a_silent_server_can_be_left(silent: str) -> None:
    progress = Progress()
    threading.Timer(0.2, progress.cancel).start()
    with pytest.raises(Cancelled):
        RemoteEditor(silent, OPERATIONS).run(WISH, progress)


def test_the_token_opens_and_its_lack_is_said(start: Start) -> None:
    server = start(token="secret-token")
    assert RemoteEditor(server.url, OPERATIONS, "secret-token").check()
    assert RemoteEditor(server.url, OPERATIONS, "secret-token").run(WISH, Progress()).generation
    with pytest.raises(CatchlightError) as refused:
        RemoteEditor(server.url, OPERATIONS).run(WISH, Progress())
    assert refused.value.code == "unauthorized"
    for token in ("another", ""):
        with pytest.raises(CatchlightError) as refused:
            RemoteEditor(server.url, OPERATIONS, token).check()
        assert refused.value.code == "unauthorized"


def test_a_full_queue_and_an_inner_fault_keep_their_codes(start: Start) -> None:
    server = start(FailingEditor(RuntimeError("no")))
    with pytest.raises(CatchlightError) as refused:
        RemoteEditor(server.url, OPERATIONS).run(WISH, Progress())
    assert refused.value.code == "internal_error"
    gated = GatedEditor()
    busy = start(gated, queue=0)
    first = Progress()
    thread = threading.Thread(target=lambda: _ended(RemoteEditor(busy.url, OPERATIONS), first))
    thread.start()
    assert eventually(lambda: gated.running == 1)
    with pytest.raises(CatchlightError) as refused:
        RemoteEditor(busy.url, OPERATIONS, retries=ONCE).run(WISH, Progress())
    assert refused.value.code == "busy"
    first.cancel()
    thread.join(5)


def test_a_server_that_is_busy_is_asked_again_when_it_said(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("catchlight.server.errors.RETRY_SECONDS", 1)
    gated = GatedEditor()
    busy = start(gated, queue=0)
    first = Progress()
    thread = threading.Thread(target=lambda: _ended(RemoteEditor(busy.url, OPERATIONS), first))
    thread.start()
    assert eventually(lambda: gated.running == 1)
    threading.Timer(0.2, first.cancel).start()
    threading.Timer(0.5, gated.gate.set).start()
    begun = time.monotonic()
    assert RemoteEditor(busy.url, OPERATIONS).run(WISH, Progress()).generation
    assert time.monotonic() - begun >= 1
    thread.join(5)


def test_waiting_for_a_busy_server_can_be_left(start: Start) -> None:
    gated = GatedEditor()
    busy = start(gated, queue=0)
    first, second = Progress(), Progress()
    thread = threading.Thread(target=lambda: _ended(RemoteEditor(busy.url, OPERATIONS), first))
    thread.start()
    assert eventually(lambda: gated.running == 1)
    threading.Timer(0.5, second.cancel).start()
    begun = time.monotonic()
    _ended(RemoteEditor(busy.url, OPERATIONS), second)
    assert time.monotonic() - begun < 4
    first.cancel()
    thread.join(5)


def _ended(editor: RemoteEditor, progress: Progress) -> None:
    with pytest.raises(Cancelled):
        editor.run(WISH, progress)
