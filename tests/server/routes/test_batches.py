"""Batches over HTTP: handed over once, each client's its own, told as events, fetched, tried again, deleted."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.paths import Home
from catchlight.service.editor import Editor
from catchlight.store.settings.resource_limits import BatchLimits, PictureLimits
from catchlight.store.tokens import ClientTokens
from httpx_sse import EventSource

from tests.batch_service import batch_service, digest, wish
from tests.doubles import EchoEditor, FailingEditor, GatedEditor
from tests.server.conftest import Running, Start
from tests.service.batch.conftest import make_pictures

Served = Callable[..., Running]


@pytest.fixture
def served(home: Home, catalogue: Catalogue, start: Start) -> Iterator[Served]:
    """A server with batches; ``editor`` does their files."""
    with ExitStack() as stack:

        def started(
            editor: Editor | None = None,
            batches: BatchLimits | None = None,
            pictures: PictureLimits | None = None,
            **options: Any,
        ) -> Running:
            doer = editor or EchoEditor()
            jobs = stack.enter_context(batch_service(home, doer, catalogue, limits=batches, pictures=pictures))
            return start(batches=jobs, **options)

        yield started


@pytest.fixture
def files(tmp_path: Path) -> list[bytes]:
    return [path.read_bytes() for path in make_pictures(tmp_path / "in", ["a.jpg", "b.jpg", "c.jpg"])]


def begin(client: httpx.Client, files: list[bytes], headers: dict[str, str] | None = None) -> str:
    """A batch whose files have all come."""
    answer = client.post("/batches", json=wish(files), headers=headers)
    assert answer.status_code == 200, answer.headers
    batch = str(answer.json()["batchId"])
    for data in files:
        assert bring(client, batch, data, headers).status_code == 204
    return batch


def bring(client: httpx.Client, batch: str, data: bytes, headers: dict[str, str] | None = None) -> httpx.Response:
    return client.put(f"/batches/{batch}/pictures/{digest(data)}", content=data, headers=headers)


def events(client: httpx.Client, batch: str, after: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Id and data of what a batch tells, to its end; none where all of it is told."""
    with client.stream(
        "GET", f"/batches/{batch}/events", headers={"Last-Event-ID": after} if after else None
    ) as answer:
        if answer.status_code == 204:
            return []
        assert answer.status_code == 200
        return [(sent.id, json.loads(sent.data)) for sent in EventSource(answer).iter_sse()]


def test_a_batch_is_handed_over_followed_fetched_and_deleted(served: Served, files: list[bytes]) -> None:
    client = served().client
    batch = begin(client, [*files, files[0]])
    told = events(client, batch)
    assert [identifier for identifier, _ in told] == [f"{batch}:{number}" for number in range(1, len(told) + 1)]
    kinds = [data["type"] for _, data in told]
    assert (kinds[0], kinds[-1], kinds.count("ended")) == ("registered", "ended", 1)
    assert told[-1][1] == {"type": "ended", "batchId": batch, "done": 4, "failed": 0}
    assert events(client, batch, told[3][0]) == told[4:]
    assert events(client, batch, told[-1][0]) == []
    found = client.get(f"/batches/{batch}").json()
    assert (found["done"], found["uploads"], found["lastEvent"]) == (4, [], len(told))
    for outcome in found["outcomes"]:
        answer = client.get(f"/batches/{batch}/files/{outcome['number']}/result")
        assert answer.headers["content-type"] == "application/octet-stream"
        assert digest(answer.content) == outcome["result"]["sha256"]
    assert client.delete(f"/batches/{batch}").status_code == 204
    for path in ("", "/events", "/files/0/result"):
        assert client.get(f"/batches/{batch}{path}").json() == {"error": "unknown_batch"}
    assert client.get("/batches").json() == {"batches": []}


def test_a_request_that_comes_again_begins_one_batch(served: Served, files: list[bytes]) -> None:
    client = served().client
    key = {"Idempotency-Key": "once"}
    first, again = (client.post("/batches", json=wish(files), headers=key).json() for _ in range(2))
    assert first == again
    other = client.post("/batches", json=wish(files[:1]), headers=key)
    assert (other.status_code, other.json()) == (400, {"error": "invalid_request"})
    assert client.post("/batches", json=wish(files), headers={"Idempotency-Key": "x" * 200}).status_code == 400
    assert len(client.get("/batches").json()["batches"]) == 1


def test_a_holder_sees_its_own_batches_alone(served: Served, files: list[bytes], home: Home) -> None:
    tokens = ClientTokens(home.tokens)
    one, two, looks, boss = (
        {"Authorization": f"Bearer {tokens.add(name, scopes)}"}
        for name, scopes in (
            ("one", ["edit", "own"]),
            ("two", ["edit", "own"]),
            ("looks", ["own"]),
            ("boss", ["admin"]),
        )
    )
    client = served(tokens=tokens).client
    batch, other = begin(client, files, one), begin(client, files[:1], two)
    listed = {
        name: [entry["batchId"] for entry in client.get("/batches", headers=who).json()["batches"]]
        for name, who in (("one", one), ("two", two), ("boss", boss))
    }
    assert listed == {"one": [batch], "two": [other], "boss": [other, batch]}
    for method, path in (("GET", ""), ("GET", "/events"), ("GET", "/files/0/result"), ("DELETE", "")):
        answer = client.request(method, f"/batches/{batch}{path}", headers=two)
        assert (answer.status_code, answer.json()) == (404, {"error": "unknown_batch"}), (method, path)
    assert bring(client, batch, files[0], two).status_code == 404
    assert client.post(f"/batches/{batch}/retry", json={"numbers": [0]}, headers=two).status_code == 404
    assert client.post("/batches", json=wish(files), headers=looks).status_code == 403
    assert bring(client, batch, files[0], looks).status_code == 403
    assert client.delete(f"/batches/{batch}", headers=boss).status_code == 204
    tokens.close()


def test_what_is_refused_says_why(served: Served, files: list[bytes]) -> None:
    small = PictureLimits.model_construct(max_bytes=len(files[0]), max_pixels=10**8, min_side=16)
    client = served(batches=BatchLimits(queue=3), pictures=small).client
    batch = client.post("/batches", json=wish([files[0], b"x"])).json()["batchId"]
    full = client.post("/batches", json=wish(files))
    assert (full.status_code, full.json(), full.headers["retry-after"]) == (429, {"error": "queue_full"}, "60")
    assert "files of yours are waiting" in full.headers["error-detail"]
    spec = client.post("/batches", json=wish([b"y"], {"operation": "id_photo", "parameters": {"spec": "my_club"}}))
    assert (spec.status_code, spec.json()) == (404, {"error": "unknown_spec"})
    for sha256, content, code in (
        (digest(b"x"), b"other", (409, "digest_mismatch")),
        (digest(b"z"), b"z", (404, "unknown_file")),
        (digest(b"x"), b"", (400, "invalid_request")),
        ("short", b"z", (400, "invalid_request")),
    ):
        answer = client.put(f"/batches/{batch}/pictures/{sha256}", content=content)
        assert (answer.status_code, answer.json()["error"]) == code
    missing = client.get(f"/batches/{batch}/files/0/result")
    assert (missing.status_code, missing.json()) == (404, {"error": "unknown_result"})


@pytest.mark.parametrize("number", ["", "00", "+1", "-1", "1.0", " 1", "\u0661", "1000001", "one"])
def test_the_number_of_a_file_has_one_spelling(served: Served, number: str) -> None:
    body = wish([b"y"])
    body["files"] = {number: body["files"]["0"]}
    answer = served().client.post("/batches", json=body)
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_request"})
    assert "written as 0 to 1000000" in answer.headers["error-detail"]


def test_of_files_with_one_digest_the_greatest_size_counts(served: Served) -> None:
    small = PictureLimits.model_construct(max_bytes=1000, max_pixels=10**8, min_side=16)
    client, body = served(pictures=small).client, wish([b"y", b"y", b"z"])
    body["files"]["1"]["bytes"] = 1001
    found = client.post("/batches", json=body).json()
    told = [(outcome["state"], outcome["error"]) for outcome in found["outcomes"]]
    assert told == [("failed", "image_too_large"), ("failed", "image_too_large"), ("missing", None)]


def test_a_file_beyond_the_limit_does_not_come_in(served: Served) -> None:
    data = bytes(300_000)
    client = served(pictures=PictureLimits(max_bytes=1_000_000), limits=PictureLimits(max_bytes=100_000)).client
    batch = client.post("/batches", json=wish([data])).json()["batchId"]
    answer = bring(client, batch, data)
    assert (answer.status_code, answer.json()) == (413, {"error": "image_too_large"})


def test_failed_files_are_tried_again(served: Served, files: list[bytes]) -> None:
    editor = FailingEditor(UnusablePicture(Message("There is no face.")))
    client = served(editor).client
    batch = begin(client, files[:1])
    first = events(client, batch)
    assert first[-2][1]["file"]["error"] == "no_face"
    found = client.post(f"/batches/{batch}/retry", json={"numbers": [0, 5]}).json()
    assert found["outcomes"][0]["state"] in ("waiting", "running", "failed")
    again = events(client, batch, first[-1][0])
    assert [data["file"]["state"] for _, data in again[:-1]] == ["waiting", "running", "failed"]
    assert again[-1][1]["failed"] == 1


def test_events_come_while_files_are_done(served: Served, files: list[bytes]) -> None:
    editor = GatedEditor()
    client = served(editor).client
    batch = begin(client, files[:2])
    with client.stream("GET", f"/batches/{batch}/events") as answer:
        told = EventSource(answer).iter_sse()
        assert [next(told).event for _ in range(2)] == ["registered", "file"]
        editor.gate.set()
        assert [sent.event for sent in told] == ["file", "file", "file", "ended"]


def test_the_page_of_documentation_tells_of_bodies_that_are_no_json(served: Served) -> None:
    answer = served().client.get("/docs")
    assert answer.status_code == 200
    assert "PUT</span>/batches/{batch_id}/pictures/{sha256}" in answer.text
    assert "application/octet-stream" in answer.text
