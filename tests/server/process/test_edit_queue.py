"""Edits that wait: every owner has a turn, and room."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import httpx
import pytest
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.paths import Home
from catchlight.server.errors import ServerError
from catchlight.server.process.pool import EditPool
from catchlight.store.tokens import ClientTokens

from tests.doubles import FailingEditor, GatedEditor, eventually
from tests.server.conftest import GENERATE, Running, Start


@pytest.fixture
def tokens(home: Home) -> Iterator[ClientTokens]:
    made = ClientTokens(home.tokens)
    yield made
    made.close()


def edit(service: Running, token: str, picture: str) -> httpx.Response:
    return service.client.post(GENERATE, json={"imageDataUrl": picture}, headers={"Authorization": f"Bearer {token}"})


def test_a_client_that_sends_many_leaves_room_and_turns_for_others(
    start: Start, tokens: ClientTokens, sample_url: str
) -> None:
    editor = GatedEditor()
    service = start(editor, workers=1, queue=5, tokens=tokens)
    batch, kiosk = tokens.add("batch"), tokens.add("kiosk")
    with ThreadPoolExecutor(5) as clients:
        waiting: list[Future[httpx.Response]] = []

        def send(token: str) -> None:
            waiting.append(clients.submit(edit, service, token, sample_url))
            assert eventually(lambda: service.pool.taken == len(waiting))

        try:
            for _ in range(3):
                send(batch)
            refused = edit(service, batch, sample_url)
            assert (refused.status_code, refused.json()) == (429, {"error": "busy"})
            assert "3 edits of the token batch" in refused.headers["Error-Detail"]
            for _ in range(2):
                send(kiosk)
        finally:
            editor.gate.set()
        assert [answer.result().status_code for answer in waiting] == [200] * 5
    assert [request.owner for request in editor.requests] == ["batch", "batch", "kiosk", "batch", "kiosk"]
    assert eventually(lambda: service.pool.taken == 0)
    assert edit(service, batch, sample_url).status_code == 200


def test_the_limit_of_waiting_edits_can_be_changed() -> None:
    pool = EditPool(1, 4)
    taken = [pool.place() for _ in range(3)]
    pool.limit_queue(1)
    with pytest.raises(ServerError):
        pool.place()
    for place in taken[:2]:
        with place:
            pass
    taken.append(pool.place())
    with pytest.raises(ServerError):
        pool.place()
    for place in taken[2:]:
        with place:
            pass
    assert pool.close(0.0)


def test_a_store_that_others_hold_says_when_to_come_again(start: Start, sample_url: str) -> None:
    fault = StorageFault(Message("The database could not be used."))
    own = start(FailingEditor(fault)).post(GENERATE, imageDataUrl=sample_url)
    assert (own.status_code, own.json()["error"]) == (500, "internal_error")
    lab = start(FailingEditor(fault), shared=True).post(GENERATE, imageDataUrl=sample_url)
    assert (lab.status_code, lab.json()["error"]) == (503, "storage_fault")
    assert int(lab.headers["Retry-After"]) > 0
    assert lab.headers["Error-Detail"] == fault.message
