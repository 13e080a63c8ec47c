"""Health, readiness, metrics, and the id and log line of every request."""

from __future__ import annotations

import json
import logging
import shutil
import threading
from contextlib import closing
from typing import Any

import pytest
from catchlight.core.errors import ModelUnavailable, UnusablePicture
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.paths import Home
from catchlight.server.monitoring.logs import JsonLogFormatter, TextLogFormatter, redact
from catchlight.server.monitoring.metrics import Metrics, resident_bytes
from catchlight.server.monitoring.trace import HEADER, begin
from catchlight.server.process.readiness import Readiness
from catchlight.store.generations import Generations
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import open_jobs
from prometheus_client.parser import text_string_to_metric_families

from tests.doubles import EchoEditor, FailingEditor, eventually
from tests.server.conftest import GENERATE, Running, Start

REQUESTS = "catchlight_requests_total"

Numbers = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def counted(service: Running) -> Numbers:
    """Every number of ``/metrics`` by name and labels; the text must be one that Prometheus reads."""
    answer = service.client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    return {
        (entry.name, tuple(sorted(entry.labels.items()))): entry.value
        for family in text_string_to_metric_families(answer.text)
        for entry in family.samples
    }


def counted_after(service: Running, requests: int) -> Numbers:
    """The same once so many requests have ended: each is counted after its answer, perhaps after the next question."""

    def ended() -> bool:
        found = counted(service).items()
        return requests <= sum(
            value for (name, labels), value in found if name == REQUESTS and dict(labels)["path"] != "/metrics"
        )

    assert eventually(ended)
    return counted(service)


def test_ready_where_nothing_is_to_be_warmed(start: Start) -> None:
    answer = start().client.get("/ready")
    assert (answer.status_code, answer.json()) == (200, {"status": "ready"})


def test_not_ready_until_the_models_are_warm(start: Start, home: Home) -> None:
    generations = Generations(home.store)
    readiness = Readiness(generations, warming=True)
    client = start(readiness=readiness).client
    answer = client.get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"error": "not_ready"})
    assert "loading" in answer.headers["Error-Detail"]
    assert client.get("/health").status_code == 200
    readiness.failed(ModelUnavailable("The model x is missing."))
    assert "The model x is missing." in client.get("/ready").headers["Error-Detail"]
    readiness.warmed()
    assert client.get("/ready").status_code == 200
    generations.close()


def test_not_ready_while_stopping(start: Start) -> None:
    service = start()
    service.pool.stop_taking()
    assert service.client.get("/ready").json() == {"error": "shutting_down"}


def test_not_ready_without_a_place_for_pictures(start: Start, home: Home) -> None:
    service = start()
    shutil.rmtree(home.store / "pictures")
    answer = service.client.get("/ready")
    assert (answer.status_code, answer.json()) == (503, {"error": "not_ready"})
    assert str(home.store) in answer.headers["Error-Detail"]
    (home.store / "pictures").mkdir()
    assert service.client.get("/ready").status_code == 200


def test_not_ready_while_the_store_does_not_answer(start: Start, home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    answering, asked = threading.Event(), []

    def hang() -> None:
        asked.append(1)
        assert answering.wait(20)

    with closing(Generations(home.store)) as generations:
        monkeypatch.setattr(generations, "check", hang)
        client = start(readiness=Readiness(generations, patience=0.05)).client
        for _ in range(2):
            answer = client.get("/ready")
            assert (answer.status_code, answer.json()) == (503, {"error": "not_ready"})
            assert "has not answered for 0.05 s" in answer.headers["Error-Detail"]
        assert len(asked) == 1  # however often it is asked, one thread waits
        answering.set()
        assert eventually(lambda: client.get("/ready").status_code == 200)


def test_not_ready_on_a_full_disk(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    service = start()
    monkeypatch.setattr("catchlight.store.blobs.folder.LEAST_FREE", 10**18)
    assert "full" in service.client.get("/ready").headers["Error-Detail"]


def test_edits_are_counted_by_operation_and_outcome(start: Start, sample_url: str) -> None:
    service = start(EchoEditor())
    sent = len(service.post(GENERATE, imageDataUrl=sample_url).content)
    assert service.post(GENERATE, imageDataUrl="nothing").status_code == 400
    found = counted_after(service, 2)
    operation = ("operation", "id_photo")
    assert found["catchlight_edits_total", (operation, ("outcome", "done"))] == 1
    assert found["catchlight_edits_total", (operation, ("outcome", "invalid_request"))] == 1
    assert found["catchlight_edit_seconds_count", (operation,)] == 2
    assert 0 < found["catchlight_edit_seconds_sum", (operation,)] < 60
    assert found["catchlight_edits_running", ()] == found["catchlight_edits_waiting", ()] == 0
    assert found["catchlight_body_bytes", ()] == 0
    assert found["catchlight_received_bytes_total", ()] > len(sample_url)
    assert found["catchlight_sent_bytes_total", ()] >= sent
    ok = (("method", "POST"), ("path", GENERATE), ("status", "200"))
    assert found[REQUESTS, ok] == 1


def test_what_the_person_sends_is_no_label(start: Start) -> None:
    service = start()
    service.client.get("/secret-name.jpg?token=secret")
    service.client.get("/generations/gen_secret")
    service.client.request("SECRETMETHOD", "/health")
    counted_after(service, 3)
    text = service.client.get("/metrics").text
    assert "secret" not in text.lower()
    assert "(no such path)" in text


def test_refusals_are_counted_by_reason(start: Start, sample_url: str) -> None:
    service = start(queue=0)
    with service.pool.place():
        assert service.post(GENERATE, imageDataUrl=sample_url).status_code == 429
    assert service.client.get("/health", headers={"Host": "evil.example"}).status_code == 401
    found = counted_after(service, 2)
    assert found["catchlight_requests_rejected_total", (("reason", "busy"),)] == 1
    assert found["catchlight_requests_rejected_total", (("reason", "unauthorized"),)] == 1


def test_analyses_jobs_and_memory_are_told(start: Start) -> None:
    counts = [(0, 0)]
    service = start(metrics=Metrics(lambda: counts[0], lambda: {"queued": 2, "running": 1}))
    counts[0] = (3, 1)
    assert counted(service)["catchlight_analyses_total", (("result", "hit"),)] == 3
    counts[0] = (5, 1)
    found = counted(service)
    assert found["catchlight_analyses_total", (("result", "hit"),)] == 5
    assert found["catchlight_analyses_total", (("result", "miss"),)] == 1
    assert found["catchlight_selection_jobs", (("state", "queued"),)] == 2
    memory = resident_bytes()
    if memory is not None:
        assert found["catchlight_resident_memory_bytes", ()] == pytest.approx(memory, rel=0.5)


def test_jobs_are_counted_where_they_are_kept(start: Start, home: Home) -> None:
    ledger = JobStore(open_jobs(home.jobs))
    service = start(metrics=Metrics(selection_jobs=ledger.by_state))
    assert not [name for name, _ in counted(service) if name == "catchlight_selection_jobs"]
    jobs = [ledger.submit(f"gen_{number}", "source", ProfilePictureParams(), 10) for number in range(3)]
    ledger.cancel(jobs[0])
    found = {
        dict(labels)["state"]: value for (name, labels), value in counted(service).items() if name.endswith("_jobs")
    }
    assert found["queued"] == 2
    assert sum(found.values()) == 3


def test_the_token_guards_metrics_too(start: Start) -> None:
    assert start(token="correct-horse").client.get("/metrics").status_code == 401


def test_a_request_keeps_its_id_or_gets_one(start: Start) -> None:
    client = start().client
    assert client.get("/health", headers={HEADER: "shop-7.a"}).headers[HEADER] == "shop-7.a"
    made = {client.get("/health").headers[HEADER] for _ in range(3)}
    assert len(made) == 3
    for bad in ("with space", "x" * 65, '"quoted"', "-", ""):
        assert client.get("/nowhere", headers={HEADER: bad}).headers[HEADER].startswith("req_")


def test_every_edit_has_its_line(start: Start, sample_url: str, caplog: pytest.LogCaptureFixture) -> None:
    service = start(EchoEditor())
    with caplog.at_level(logging.INFO, "catchlight"):
        answer = service.client.post(GENERATE, json={"imageDataUrl": sample_url}, headers={HEADER: "mine"})
        service.client.get("/health")
        assert eventually(lambda: GENERATE in caplog.text)
    found = [json.loads(JsonLogFormatter(1).format(record)) for record in caplog.records]
    lines = [line for line in found if line["logger"] == "catchlight.server.monitoring.request_log"]
    assert len(lines) == 1  # the probe is not worth one
    line = lines[0]
    assert (line["requestId"], line["operation"], line["status"], line["path"]) == ("mine", "id_photo", 200, GENERATE)
    assert line["generationId"] == answer.json()["generationId"]
    assert line["bytesIn"] > len(sample_url)
    assert line["bytesOut"] == len(answer.content)
    assert 0 < line["worked"] <= line["seconds"]
    assert line["worker"] == 1
    assert sample_url[100:140] not in str(found)


def test_what_an_edit_logs_belongs_to_its_request(
    start: Start, sample_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(
        logging.Logger, "handle", lambda _, record: told.append(json.loads(JsonLogFormatter().format(record)))
    )

    class Talking(EchoEditor):
        def run(self, request: Any, progress: Any) -> Any:
            logging.getLogger("catchlight.talking").warning("from the thread")
            return super().run(request, progress)

    service = start(Talking())
    assert service.client.post(GENERATE, json={"imageDataUrl": sample_url}, headers={HEADER: "mine"}).status_code == 200
    assert [line["requestId"] for line in told if line["logger"] == "catchlight.talking"] == ["mine"]


def test_errors_are_logged_with_their_code(start: Start, sample_url: str, caplog: pytest.LogCaptureFixture) -> None:
    service = start(FailingEditor(UnusablePicture("Nobody there.", code="no_face")))
    with caplog.at_level(logging.INFO, "catchlight"):
        service.post(GENERATE, imageDataUrl=sample_url)
        assert eventually(lambda: "no_face" in caplog.text)  # the line follows the answer
    assert [record.__dict__["facts"]["error"] for record in caplog.records if hasattr(record, "facts")] == ["no_face"]


def test_a_log_holds_no_picture_and_no_token(sample_url: str) -> None:
    said = f"failed on {sample_url} with Authorization: Bearer correct-horse, input_value='my face', input_type=str"
    clean = redact(said)
    assert sample_url[30:60] not in clean
    assert "correct-horse" not in clean
    assert "my face" not in clean
    assert "input_type=str" in clean
    assert len(redact("x" * 100_000)) < 10_000


def test_a_fault_is_one_json_object_and_readable_lines() -> None:
    try:
        raise ValueError("broken\nin two lines")
    except ValueError:
        import sys

        record = logging.LogRecord("catchlight.x", logging.ERROR, __file__, 1, "It %s", ("failed",), sys.exc_info())
    line = JsonLogFormatter().format(record)
    assert "\n" not in line
    found = json.loads(line)
    assert (found["level"], found["message"]) == ("error", "It failed")
    assert "ValueError: broken" in found["exception"]
    assert "requestId" not in found
    assert "[3] It failed\nTraceback" in TextLogFormatter(3).format(record)


def test_a_trace_is_kept_with_its_request() -> None:
    scope: dict[str, Any] = {"type": "http", "headers": [(b"x-request-id", b"one")]}
    assert begin(scope).id == "one"
