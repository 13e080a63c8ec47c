"""A POST that is asked twice is done once, and both askings get the same answer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from catchlight.core.errors import StorageFault, UnusablePicture
from catchlight.core.progress import Progress
from catchlight.operations.registry import OPERATIONS
from catchlight.service.editor import EditRequest, EditResult
from catchlight.store.idempotency.request_keys import NamedRequest, RequestClaim, RequestKeys

from tests.doubles import EchoEditor, FailingEditor, GatedEditor, eventually
from tests.server.conftest import GENERATE, Running, Start

KEY = {"Idempotency-Key": "shop-7 order 12"}


@pytest.fixture
def echo() -> EchoEditor:
    return EchoEditor()


@pytest.fixture
def service(start: Start, echo: EchoEditor) -> Iterator[Running]:
    return start(echo)


def ask(service: Running, path: str = GENERATE, headers: dict[str, str] = KEY, **body: Any) -> httpx.Response:
    return service.client.post(path, json=body, headers=headers)


def keys_of(service: Running) -> list[Any]:
    keys: RequestKeys = service.keys
    with keys._database().read() as connection:
        return list(connection.exec_driver_sql("SELECT * FROM idempotency_keys"))


def test_asked_again_an_edit_gives_the_same_bytes_and_is_not_done_again(
    service: Running, echo: EchoEditor, sample_url: str
) -> None:
    first, second = ask(service, imageDataUrl=sample_url), ask(service, imageDataUrl=sample_url)
    assert first.status_code == second.status_code == 200
    assert first.content == second.content
    assert len(echo.requests) == service.stored() == 1


def test_metadata_of_an_answer_comes_again_too(start: Start, sample_url: str) -> None:
    class Describing(EchoEditor):
        def run(self, request: EditRequest, progress: Progress) -> EditResult:
            made = super().run(request, progress)
            return EditResult(made.picture, made.file, {"metadata": {"b": "ü", "a": [1, 2.5]}}, made.generation)

    service = start(Describing())
    answers = [ask(service, OPERATIONS["hair"].path, imageDataUrl=sample_url, hairColor="copper") for _ in range(2)]
    assert answers[0].json()["metadata"] == {"b": "ü", "a": [1, 2.5]}
    assert answers[0].content == answers[1].content


def test_a_picture_that_is_sent_twice_is_stored_once(service: Running, sample_url: str) -> None:
    answers = [ask(service, "/pictures", imageDataUrl=sample_url, name="a.png").json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert service.stored() == 1


def test_without_a_key_each_asking_is_one_and_nothing_is_noted(service: Running, sample_url: str) -> None:
    for _ in range(2):
        assert ask(service, headers={}, imageDataUrl=sample_url).status_code == 200
    assert service.stored() == 2
    assert keys_of(service) == []


def test_a_preview_is_kept_nowhere_whatever_its_key(service: Running, echo: EchoEditor, sample_url: str) -> None:
    for _ in range(2):
        assert ask(service, f"{GENERATE}?preview=160", imageDataUrl=sample_url).status_code == 200
    assert len(echo.requests) == 2
    assert service.stored() == 0
    assert keys_of(service) == []


def test_another_wish_under_the_same_key_is_refused(service: Running, sample_url: str) -> None:
    assert ask(service, imageDataUrl=sample_url).status_code == 200
    for path, body in ((GENERATE, {"spec": "uk_passport"}), (f"{GENERATE}?type=jpg", {}), ("/pictures", {})):
        answer = ask(service, path, imageDataUrl=sample_url, **body)
        assert answer.status_code == 400
        assert answer.json()["error"] == "invalid_request"
        assert "under this Idempotency-Key with another wish" in answer.headers["Error-Detail"]
    assert service.stored() == 1


@pytest.mark.parametrize("key", ["", "x" * 129, "snow\u2603".encode()])
def test_a_key_that_is_none_is_refused(service: Running, sample_url: str, key: Any) -> None:
    answer = ask(service, headers={"Idempotency-Key": key}, imageDataUrl=sample_url)
    assert answer.status_code == 400
    assert "printable ASCII" in answer.headers["Error-Detail"]


def test_a_server_that_keeps_no_keys_says_so(start: Start, sample_url: str) -> None:
    service = start(keys=None)
    assert ask(service, imageDataUrl=sample_url).status_code == 400
    assert ask(service, headers={}, imageDataUrl=sample_url).status_code == 200


def test_asked_while_the_first_is_at_work_the_second_waits_for_its_answer_and_takes_no_place(
    start: Start, sample_url: str
) -> None:
    gated = GatedEditor()
    service, answers = start(gated, workers=1, queue=0), list[httpx.Response]()
    threads = [threading.Thread(target=lambda: answers.append(ask(service, imageDataUrl=sample_url))) for _ in range(2)]
    threads[0].start()
    assert eventually(lambda: gated.running == 1)
    other = start(EchoEditor(), keys=service.keys)
    threads[1] = threading.Thread(target=lambda: answers.append(ask(other, imageDataUrl=sample_url)))
    looked = threading.Event()
    look = service.keys.look
    service.keys.look = lambda named: (looked.set(), look(named))[1]
    threads[1].start()
    assert looked.wait(10)
    assert other.pool.taken == 0
    gated.gate.set()
    for thread in threads:
        thread.join()
    assert answers[0].status_code == 200
    assert answers[0].content == answers[1].content
    assert service.stored() == 1


def test_what_failed_is_done_anew(start: Start, sample_url: str) -> None:
    failing = start(FailingEditor(UnusablePicture("Nobody there.", code="no_face")))
    assert ask(failing, imageDataUrl=sample_url).json()["error"] == "no_face"
    assert ask(start(EchoEditor(), keys=failing.keys), imageDataUrl=sample_url).status_code == 200


def test_what_the_client_left_is_done_anew(start: Start, sample_url: str) -> None:
    gated = GatedEditor()
    service = start(gated)
    with pytest.raises(httpx.ReadTimeout):
        service.client.post(GENERATE, json={"imageDataUrl": sample_url}, headers=KEY, timeout=1.0)
    assert eventually(lambda: gated.cancelled == 1)
    gated.gate.set()
    assert ask(service, imageDataUrl=sample_url).status_code == 200
    assert service.stored() == 1


def test_a_result_that_was_deleted_is_made_again(service: Running, sample_url: str) -> None:
    first = ask(service, imageDataUrl=sample_url).json()["generationId"]
    service.generations.delete(first)
    second = ask(service, imageDataUrl=sample_url).json()["generationId"]
    assert second != first
    assert ask(service, imageDataUrl=sample_url).json()["generationId"] == second


def test_a_result_whose_server_died_before_it_was_noted_is_found(
    service: Running, echo: EchoEditor, sample_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(keys: RequestKeys, claim: RequestClaim) -> None:
        keys.release(claim)

    with monkeypatch.context() as patched:
        patched.setattr(RequestKeys, "complete", die)
        first = ask(service, imageDataUrl=sample_url)
    assert ask(service, imageDataUrl=sample_url).content == first.content
    assert len(echo.requests) == 1


def test_of_two_who_both_think_it_theirs_one_result_is_kept_and_given(
    start: Start, echo: EchoEditor, sample_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that was stopped for longer than its lease goes on beside the one that has taken over."""
    service = start(echo, workers=2)
    monkeypatch.setattr(RequestKeys, "_judged", lambda *_: None)
    together, run = threading.Barrier(2), EchoEditor.run

    def meet(editor: EchoEditor, request: EditRequest, progress: Progress) -> EditResult:
        together.wait(10)
        return run(editor, request, progress)

    monkeypatch.setattr(EchoEditor, "run", meet)
    answers: list[httpx.Response] = []
    threads = [threading.Thread(target=lambda: answers.append(ask(service, imageDataUrl=sample_url))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].content == answers[1].content
    assert len(echo.requests) == 2
    assert service.stored() == 1


def test_where_names_cannot_be_noted_nothing_is_done(
    service: Running, echo: EchoEditor, sample_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(keys: RequestKeys, request: NamedRequest) -> None:
        raise StorageFault("The database is away.")

    monkeypatch.setattr(RequestKeys, "claim", away)
    assert ask(service, imageDataUrl=sample_url).status_code == 500
    assert (len(echo.requests), service.stored()) == (0, 0)


def test_the_document_lists_the_header_where_something_is_made(service: Running) -> None:
    paths = service.client.get("/openapi.json").json()["paths"]
    for path in (*(operation.path for operation in OPERATIONS.values()), "/pictures"):
        named = [entry for entry in paths[path]["post"]["parameters"] if entry["name"] == "Idempotency-Key"]
        assert [entry["in"] for entry in named] == ["header"]
