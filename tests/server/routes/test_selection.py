"""Profile pictures over HTTP: the stream's frames, replay, attaching, refusals, and a stop in the middle."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import numpy as np
import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import NAMES, PATH
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.server import sse
from catchlight.service.selection.selections import LocalSelections
from catchlight.store.settings.resource_limits import JobLimits
from catchlight.store.tokens import ClientTokens

from tests.doubles import EchoEditor, eventually
from tests.selections import Studio, studio
from tests.server.conftest import Running, running

JOBS = "/profile-picture/jobs"


@dataclass
class Served:
    """A server with jobs, and what they run on."""

    studio: Studio
    service: Running
    jobs: LocalSelections

    def ask(self, generation: str, headers: dict[str, str] | None = None, **body: Any) -> httpx.Response:
        wish = {"generationId": generation, "sizes": [48, 32]} | body
        return self.service.client.post(PATH, json=wish, headers=headers)


@contextlib.contextmanager
def served(made: Studio, catalogue: Catalogue, limits: JobLimits | None = None, **options: Any) -> Iterator[Served]:
    jobs = made.process(start=False, limits=limits)
    with running(EchoEditor(), made.generations, catalogue, selections=jobs, **options) as service:
        yield Served(made, service, jobs)


@pytest.fixture(name="studio")
def _studio(home: Home, portraits: Portraits, catalogue: Catalogue) -> Iterator[Studio]:
    with studio(home, portraits, catalogue) as made:
        yield made


@pytest.fixture(name="served")
def _served(studio: Studio, catalogue: Catalogue) -> Iterator[Served]:
    with served(studio, catalogue) as made:
        yield made


@pytest.fixture
def generation(studio: Studio, sample: Picture, sample_bytes: bytes) -> str:
    return studio.generations.upload(sample, sample_bytes).id


def frames(text: str) -> list[dict[str, str]]:
    """The fields of each frame; comments as ``:``, which may come several times."""
    found = []
    for block in text.strip("\n").split("\n\n"):
        pairs = [line.partition(":") for line in block.split("\n")]
        named = [name for name, _, _ in pairs if name]
        assert len(set(named)) == len(named), "a field comes twice in a frame"
        found.append({name or ":": value.removeprefix(" ") for name, _, value in pairs})
    return found


def events(text: str) -> list[dict[str, Any]]:
    return [json.loads(frame["data"]) for frame in frames(text) if "data" in frame]


def test_asking_streams_the_whole_job(served: Served, generation: str) -> None:
    answer = served.ask(generation, extCustomerId="anna-7")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["cache-control"] == "no-store"
    found = frames(answer.text)
    assert found[0]["retry"] == "2000"
    assert all("retry" not in frame for frame in found[1:])
    told = events(answer.text)
    job = told[0]["jobId"]
    assert told[0] == {
        "type": "registered", "jobId": job, "generationId": generation, "position": 0, "steps": list(NAMES)
    }  # fmt: skip
    assert [frame["id"] for frame in found] == [f"{job}:{number}" for number in range(1, len(found) + 1)]
    assert [frame["event"] for frame in found] == [event["type"] for event in told]
    progress = told[1:-1]
    assert [set(event) for event in progress] == [{"type", "jobId", "step", "index", "total", "fraction"}] * len(
        progress
    )
    assert list(dict.fromkeys(event["step"] for event in progress)) == list(NAMES)
    end = told[-1]
    assert set(end) == {"type", "jobId", "extCustomerId", "pictures"}
    assert end["extCustomerId"] == "anna-7"
    assert [set(picture) for picture in end["pictures"]] == [{"size", "shape", "location", "sha256"}] * 2


def test_a_generation_alone_is_enough(served: Served, generation: str) -> None:
    answer = served.service.client.post(PATH, json={"generationId": generation})
    assert [picture["size"] for picture in events(answer.text)[-1]["pictures"]] == [1024, 512, 256, 128, 64]


def test_last_event_id_replays_what_was_missed_and_the_end(served: Served, generation: str) -> None:
    answer = served.ask(generation)
    told, found = events(answer.text), frames(answer.text)
    job = told[0]["jobId"]
    client = served.service.client
    assert events(client.get(f"{JOBS}/{job}/events").text) == told
    for last in (found[3]["id"], "4"):
        again = client.get(f"{JOBS}/{job}/events", headers={"Last-Event-ID": last})
        assert events(again.text) == told[4:]
    over = client.get(f"{JOBS}/{job}/events", headers={"Last-Event-ID": found[-1]["id"]})
    assert (over.status_code, over.text) == (204, "")
    strange = client.get(f"{JOBS}/{job}/events", headers={"Last-Event-ID": "what is this"})
    assert events(strange.text) == told


def test_posting_again_with_what_was_heard_last_begins_no_new_job(served: Served, generation: str) -> None:
    told = events(served.ask(generation, {"Idempotency-Key": "one"}).text)
    job = told[0]["jobId"]
    for last in (f"{job}:4", "4"):
        assert events(served.ask(generation, {"Last-Event-ID": last}).text) == told[4:]
    assert events(served.ask(generation, {"Idempotency-Key": "one"}).text) == told
    assert events(served.ask(generation).text)[0]["jobId"] != job
    assert len(served.studio.watched.manifests) == 2


def test_two_who_ask_for_the_same_hear_the_same_job(served: Served, generation: str) -> None:
    served.studio.watched.open.clear()
    heard: list[str] = []
    begun = threading.Semaphore(0)

    def ask() -> None:
        wish = {"generationId": generation, "sizes": [48, 32]}
        with (
            httpx.Client(base_url=served.service.url, timeout=60, trust_env=False) as client,
            client.stream("POST", PATH, json=wish) as answer,
        ):
            begun.release()  # its head is there: it hears a job
            heard.append(answer.read().decode())

    clients = [threading.Thread(target=ask) for _ in range(3)]
    for client in clients:
        client.start()
    assert served.studio.watched.reached.wait(60)
    for _ in clients:
        assert begun.acquire(timeout=20)
    served.studio.watched.open.set()
    for client in clients:
        client.join(20)
    assert events(heard[0]) == events(heard[1]) == events(heard[2])
    assert len(served.studio.watched.manifests) == 1


def test_nobody_gets_the_pictures_that_another_has_asked_for(served: Served, generation: str) -> None:
    """A different wish while a job is under way is refused with what differs; the same one attaches."""
    served.studio.watched.open.clear()
    answers: list[httpx.Response] = []
    first = threading.Thread(target=lambda: answers.append(served.ask(generation)))
    first.start()
    try:
        assert served.studio.watched.reached.wait(60)
        for other in ({"sizes": [64]}, {"shape": "circle"}, {"extCustomerId": "anna"}):
            refused = served.ask(generation, **other)
            assert (refused.status_code, refused.json()) == (400, {"error": "invalid_request"})
            assert next(iter(other)) in refused.headers["Error-Detail"]
    finally:
        served.studio.watched.open.set()
        first.join()
    assert events(answers[0].text)[-1]["type"] == "completed"
    assert events(served.ask(generation, sizes=[64]).text)[-1]["type"] == "completed"


def test_a_key_that_is_used_again_for_another_wish_is_refused(served: Served, generation: str) -> None:
    key = {"Idempotency-Key": "a"}
    assert served.ask(generation, headers=key).status_code == 200
    refused = served.ask(generation, headers=key, sizes=[64])
    assert (refused.status_code, "new key" in refused.headers["Error-Detail"]) == (400, True)


def test_the_jobs_of_a_client_are_nobody_else_s(
    studio: Studio, catalogue: Catalogue, sample: Picture, sample_bytes: bytes
) -> None:
    tokens = ClientTokens(studio.home.tokens)
    one, two = ({"Authorization": f"Bearer {tokens.add(name)}"} for name in ("one", "two"))
    with served(studio, catalogue, tokens=tokens) as made:
        mine = studio.generations.upload(sample, sample_bytes, "one").id
        assert made.ask(mine, headers=two).status_code == 404
        done = events(made.ask(mine, headers=one).text)[-1]
        job = f"{JOBS}/{done['jobId']}"
        for path in (job, f"{job}/events", f"{job}/steps/fetching/image"):
            assert made.service.client.get(path, headers=two).status_code == 404
        assert made.service.client.delete(job, headers=two).status_code == 404
        assert made.service.client.get(job, headers=one).json()["state"] == "completed"
        other = studio.generations.upload(sample, sample_bytes, "two").id
        assert events(made.ask(other, headers=two).text)[-1]["extCustomerId"] != done["extCustomerId"]
    tokens.close()


def test_a_client_that_leaves_cancels_nothing(served: Served, generation: str) -> None:
    served.studio.watched.open.clear()
    with served.service.client.stream("POST", PATH, json={"generationId": generation, "sizes": [32]}) as answer:
        first = next(answer.iter_lines())
    assert first == "retry: 2000"
    served.studio.watched.open.set()
    assert eventually(lambda: len(served.studio.watched.manifests) == 1)


def test_a_silent_stream_is_kept_open_by_comments(
    served: Served, generation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sse, "COMMENT_SECONDS", 0.5)
    served.studio.watched.open.clear()
    lines: list[str] = []
    with served.service.client.stream("POST", PATH, json={"generationId": generation, "sizes": [48]}) as answer:
        for line in answer.iter_lines():
            lines.append(line)
            if line.startswith(":"):
                served.studio.watched.open.set()  # without a comment it is never let go
    found = frames("\n".join(lines))
    assert any(":" in frame for frame in found)
    assert found[-1]["event"] == "completed"


def test_a_job_can_be_looked_at_and_called_off(served: Served, generation: str) -> None:
    client, watched = served.service.client, served.studio.watched
    watched.open.clear()
    job = served.jobs.submit(generation, _wish())
    assert watched.reached.wait(60)
    seen = client.get(f"{JOBS}/{job}").json()
    assert (seen["state"], seen["step"], seen["generationId"]) == ("running", "uploading", generation)
    assert [step["state"] for step in seen["steps"]] == ["done"] * 6 + ["running"]
    picture = client.get(f"{JOBS}/{job}/steps/matting/image")
    assert picture.headers["content-type"] == "image/png"
    assert codec.decode(picture.content, codec.DecodeLimits(min_side=1)).has_alpha
    assert client.get(f"{JOBS}/{job}/steps/uploading/image").status_code == 404
    assert client.delete(f"{JOBS}/{job}").status_code == 204
    watched.open.set()
    end = events(client.get(f"{JOBS}/{job}/events").text)[-1]
    assert {key: end[key] for key in ("type", "error", "retryable")} == {
        "type": "error", "error": "cancelled", "retryable": True
    }  # fmt: skip
    assert set(end) == {"type", "jobId", "error", "message", "step", "retryable"}
    assert client.get(f"{JOBS}/{job}").json()["failure"]["error"] == "cancelled"


def _wish() -> Any:
    from catchlight.operations.profile_picture.params import ProfilePictureParams

    return ProfilePictureParams(sizes=(32,))


def test_a_picture_without_a_face_ends_in_an_error_event_not_in_a_status(served: Served) -> None:
    grey = Picture(np.full((200, 200, 3), 128, np.uint8))
    entry = served.studio.generations.upload(grey, codec.encode(grey, "image/png"))
    answer = served.ask(entry.id)
    assert answer.status_code == 200
    end = events(answer.text)[-1]
    assert (end["error"], end["retryable"], end["step"]) == ("no_face", False, "fetching")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"generationId": "gen_nothing"}, 404, "unknown_generation"),
        ({"generationId": "gen_" + "0" * 12 + "7" + "0" * 3 + "8" + "0" * 15}, 404, "unknown_generation"),
        ({}, 400, "invalid_request"),
        ({"generationId": 7}, 400, "invalid_request"),
        ({"generationId": "g", "sizes": [5]}, 400, "invalid_request"),
        ({"generationId": "g", "sizes": [64.5]}, 400, "invalid_request"),
        ({"generationId": "g", "shape": "star"}, 400, "invalid_request"),
        ({"generationId": "g", "colour": "red"}, 400, "invalid_request"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_before_a_stream_begins(
    served: Served, body: dict[str, Any], status: int, code: str
) -> None:
    answer = served.service.client.post(PATH, json=body)
    assert (answer.status_code, answer.json()) == (status, {"error": code})
    assert len(answer.headers["Error-Detail"]) > 10


def test_an_unknown_background_and_bad_bodies_are_refused(served: Served, generation: str) -> None:
    client = served.service.client
    assert served.ask(generation, backgroundStyle="studio_gray").json() == {"error": "unknown_style"}
    json_type = {"Content-Type": "application/json"}
    for content, headers in ((b"{", json_type), (b"{}", {}), (b" " * 100_000, json_type), (b"\xff", json_type)):
        answer = client.post(PATH, content=content, headers=headers)
        assert (answer.status_code, answer.json()) == (400, {"error": "invalid_request"})
    assert served.ask(generation, {"Idempotency-Key": "x" * 129}).status_code == 400
    for path in (f"{JOBS}/job_x", f"{JOBS}/job_x/events", f"{JOBS}/job_x/steps/matting/image"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()) == (404, {"error": "unknown_job"})
    assert client.delete(f"{JOBS}/job_x").status_code == 404


def test_a_full_queue_says_when_to_come_again(
    studio: Studio, catalogue: Catalogue, sample: Picture, sample_bytes: bytes
) -> None:
    ids = [studio.generations.upload(sample, sample_bytes).id for _ in range(2)]
    with served(studio, catalogue, JobLimits(queue=1)) as made:
        studio.watched.open.clear()
        made.jobs.submit(ids[0], _wish())
        answer = made.ask(ids[1])
        assert (answer.status_code, answer.json()) == (429, {"error": "queue_full"})
        assert int(answer.headers["Retry-After"]) > 0
        studio.watched.open.set()


def test_a_stopping_server_ends_the_streams_and_the_next_one_goes_on(
    studio: Studio, catalogue: Catalogue, generation: str
) -> None:
    heard: list[str] = []
    with served(studio, catalogue) as first:
        studio.watched.open.clear()
        url = first.service.url

        def listen() -> None:
            with httpx.Client(timeout=20, trust_env=False) as client:
                heard.append(client.post(url + PATH, json={"generationId": generation, "sizes": [32]}).text)

        listener = threading.Thread(target=listen)
        listener.start()
        assert studio.watched.reached.wait(60)
        # The delivery goes on when the stream has ended, which the server is told to do where this block ends.
        letting = threading.Thread(target=lambda: (listener.join(20), studio.watched.open.set()))
        letting.start()
    letting.join()
    told = events(heard[0])
    assert told[-1]["type"] == "progress"
    job = told[0]["jobId"]
    with served(studio, catalogue) as second:
        rest = second.service.client.get(f"{JOBS}/{job}/events", headers={"Last-Event-ID": f"{job}:{len(told)}"})
        after = events(rest.text)
    assert after[-1]["type"] == "completed"
    fractions = [event["fraction"] for event in told + after if event["type"] == "progress"]
    assert fractions == sorted(fractions)
    assert len(studio.watched.manifests) == 1


def test_the_loop_answers_while_a_job_is_at_work(served: Served, generation: str) -> None:
    listener = threading.Thread(target=lambda: served.ask(generation, sizes=[1024, 512], backgroundStyle="garden"))
    listener.start()
    answers = 0
    with httpx.Client(base_url=served.service.url, timeout=10, trust_env=False) as client:
        while listener.is_alive():
            assert client.get("/health").status_code == 200
            answers += 1
    listener.join()
    assert answers > 10, "a loop that works itself answers once the job is done"


def test_the_token_guards_the_jobs_too(studio: Studio, catalogue: Catalogue, generation: str) -> None:
    with served(studio, catalogue, token="secret-token") as made:
        assert made.ask(generation).status_code == 401
        assert made.service.client.get(f"{JOBS}/job_x").status_code == 401
        assert made.ask(generation, {"Authorization": "Bearer secret-token"}).status_code == 200


def test_the_document_lists_exactly_four_errors_for_selection(served: Served) -> None:
    document = served.service.client.get("/openapi.json").json()
    post = document["paths"][PATH]["post"]
    assert set(post["responses"]) == {"200", "400", "404", "429", "500"}
    assert list(post["responses"]["200"]["content"]) == ["text/event-stream"]
    assert {parameter["name"] for parameter in post["parameters"]} == {"Last-Event-ID", "Idempotency-Key"}
    schema = document["components"]["schemas"]["SelectionRequest"]
    assert schema["required"] == ["generationId"]
    assert {"sizes", "shape", "backgroundStyle", "extCustomerId"} <= set(schema["properties"])
    methods = {(path, method) for path, entry in document["paths"].items() for method in entry if "profile" in path}
    assert methods == {
        (PATH, "post"), (f"{JOBS}/{{job_id}}", "get"), (f"{JOBS}/{{job_id}}", "delete"),
        (f"{JOBS}/{{job_id}}/events", "get"), (f"{JOBS}/{{job_id}}/steps/{{step}}/image", "get"),
    }  # fmt: skip
