"""Room for bytes: bounded, in order, and given back whatever happens."""

from __future__ import annotations

import asyncio
import socket
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import numpy as np
import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.server.errors import ServerError
from catchlight.server.http import budget, send_answer
from catchlight.server.http.body import FIRST_BYTES
from catchlight.server.http.budget import Budget
from catchlight.store.settings.resource_limits import PictureLimits

from tests.doubles import EchoEditor, GatedEditor, eventually
from tests.server.conftest import GENERATE, Running, Start, data_url
from tests.server.routes.test_probes import counted


def held(service: Running) -> float:
    return counted(service)["catchlight_body_bytes", ()]


def test_room_is_given_in_the_order_of_asking() -> None:
    async def story() -> list[str]:
        room, order = Budget(100), []

        async def ask(name: str, size: int) -> None:
            share = await room.share(size)
            order.append(name)
            await asyncio.sleep(0.01)
            assert room.used <= 100
            share.give_back()
            share.give_back()

        async with asyncio.TaskGroup() as group:
            for name, size in (("large", 90), ("larger", 95), ("small", 5), ("smaller", 1)):
                group.create_task(ask(name, size))
        assert room.used == 0
        return order

    assert asyncio.run(story()) == ["large", "larger", "small", "smaller"]


def test_what_is_larger_than_all_room_comes_in_alone() -> None:
    async def story() -> None:
        room = Budget(10)
        share = await room.share(500)
        waiting = asyncio.create_task(room.share(1))
        await asyncio.sleep(0)
        assert not waiting.done()
        share.give_back()
        (await waiting).give_back()
        assert room.used == 0

    asyncio.run(story())


def test_who_gives_up_waiting_leaves_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "WAIT_SECONDS", 0.05)

    async def story() -> None:
        room = Budget(10)
        share = await room.share(8)
        gone = asyncio.create_task(room.share(8))
        after = asyncio.create_task(room.share(2))
        await asyncio.sleep(0)
        gone.cancel()
        (await after).give_back()
        with pytest.raises(ServerError) as refused:
            await room.share(8)
        assert (refused.value.code, refused.value.headers["Retry-After"]) == ("busy", "5")
        share.give_back()
        assert room.used == 0

    asyncio.run(story())


def test_what_is_only_announced_takes_no_room_and_the_oldest_never_waits() -> None:
    async def story() -> None:
        room = Budget(100)
        oldest, younger = await room.share(40), await room.share(50)
        waiting = asyncio.create_task(younger.grow(30))
        await asyncio.sleep(0)
        assert not waiting.done()
        await oldest.grow(80)  # beyond the total: it alone may, and ends sooner for it
        assert room.used == 170
        (late := asyncio.create_task(room.share(1))).add_done_callback(lambda _: None)
        await asyncio.sleep(0)
        assert not late.done()
        oldest.resize(120)  # it is there, and will give its room back: nobody goes beyond the total meanwhile
        await asyncio.sleep(0)
        assert not waiting.done()
        oldest.give_back()
        await waiting
        (await late).give_back()
        younger.give_back()
        assert room.used == 0

    asyncio.run(story())


def test_large_bodies_wait_unread_and_all_are_answered(start: Start) -> None:
    """Sixteen clients with 6 MB each, where 14 MB may be in memory."""
    noise = np.random.default_rng(1).integers(0, 255, (1250, 1250, 3), np.uint8)
    body = data_url(codec.encode(Picture(noise), "image/png"))
    service = start(EchoEditor(), workers=1, queue=32, body_bytes=14_000_000)
    most: list[float] = []
    done = threading.Event()

    def watch() -> None:
        while not done.wait(0.02):
            most.append(held(service))

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        with ThreadPoolExecutor(16) as clients:
            answers = list(clients.map(lambda _: service.post(GENERATE, imageDataUrl=body).status_code, range(16)))
    finally:
        done.set()
        watcher.join()
    assert answers == [200] * 16
    assert len(body) < max(most) <= 14_000_000 + 2 * len(body)  # an answer is let through without waiting
    assert eventually(lambda: held(service) == 0)


def test_room_is_given_back_after_errors_and_hang_ups(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor, limits=PictureLimits(max_bytes=100_000), queue=4)
    assert service.post(GENERATE, imageDataUrl=sample_url).status_code == 413
    assert service.post(GENERATE, imageDataUrl="x").status_code == 400
    host, _, port = service.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))) as half:
        half.sendall(
            f"POST {GENERATE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            "Content-Length: 100000\r\n\r\n".encode()
            + b" " * FIRST_BYTES
        )
        assert eventually(lambda: held(service) >= FIRST_BYTES)
    assert eventually(lambda: held(service) == 0)
    editor.gate.set()


def test_a_reader_that_stops_reading_is_left(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send_answer, "SECONDS", 0.5)
    noise = np.random.default_rng(1).integers(0, 255, (2400, 2400, 3), np.uint8)
    body = f'{{"imageDataUrl":"{data_url(codec.encode(Picture(noise), "image/png"))}"}}'.encode()
    service = start(EchoEditor())
    host, _, port = service.url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port))) as stuck:
        stuck.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        stuck.sendall(
            f"POST {GENERATE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n".encode()
            + body
        )
        assert eventually(lambda: service.stored() == 1)
        assert eventually(lambda: held(service) > 0, 5)
        assert eventually(lambda: held(service) == 0, 5)
    assert service.client.get("/health").json()["edits"] == 0


def test_a_hang_up_reaches_the_engine_in_time(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor)
    for round_ in range(1, 6):
        with httpx.Client(base_url=service.url, trust_env=False) as client:
            thread = threading.Thread(target=_posted, args=(client, sample_url))
            thread.start()
            assert eventually(lambda: editor.running == 1)
            _sever(client)
            assert eventually(lambda number=round_: editor.cancelled == number, 5)
            thread.join()
    assert service.stored() == 0
    editor.gate.set()


def _posted(client: httpx.Client, url: str) -> None:
    with pytest.raises(httpx.HTTPError):
        client.post(GENERATE, json={"imageDataUrl": url})


def _sever(client: httpx.Client) -> None:
    """Close the connection under a request that is being answered, as a program that dies does."""
    pool = client._transport._pool  # type: ignore[attr-defined]
    for connection in pool.connections:
        stream = connection._connection._network_stream
        stream.get_extra_info("socket").shutdown(socket.SHUT_RDWR)
