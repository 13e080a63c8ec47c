"""Edits behind a balancer: a server that is killed, or an answer that is lost, costs time and never makes two results."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import numpy as np
import pytest
from catchlight.client.errors import ServerUnreachable
from catchlight.client.remote import RemoteEditor
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.picture import Picture
from catchlight.operations.hair.params import HairParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.registry import OPERATIONS
from catchlight.service.editor import EditRequest, EditResult

from tests.doubles import EchoEditor, eventually
from tests.server.conftest import Start, data_url
from tests.simulators.balancer import balancer
from tests.simulators.postgres import PostgresServer
from tests.simulators.s3 import S3Server

GREY = Picture(np.full((200, 200, 3), 128, np.uint8))
WISH = EditRequest("id_photo", IdPhotoParams(), (GREY,))
GENERATE = OPERATIONS["id_photo"].path


@pytest.fixture(scope="module", autouse=True)
def _s3_runs(s3: S3Server) -> None:
    """Its threads start here, not within a test."""


@pytest.fixture(scope="module")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("servers")


@pytest.fixture(scope="module")
def servers(postgres: PostgresServer, s3: S3Server, shared_folder: Path) -> Iterator[dict[int, str]]:
    """Two servers over one database and one S3: addresses by process. The last test of them kills one."""
    command = [sys.executable, "-m", "tests.simulators.lab_server", postgres.make_database(), s3.make_place()]
    command += [json.dumps(s3.options), str(shared_folder)]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    try:
        yield {process.pid: (process.stdout.readline().strip() if process.stdout else "") for process in running}
    finally:
        for process in running:
            process.kill()
            process.communicate()


def run_in_thread(editor: RemoteEditor, ended: list[EditResult | Exception]) -> threading.Thread:
    def run() -> None:
        try:
            ended.append(editor.run(WISH, Progress()))
        except Exception as fault:  # noqa: BLE001 - a thread's fault belongs to the test
            ended.append(fault)

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def test_what_was_sent_to_one_server_another_knows(servers: dict[int, str], sample_bytes: bytes) -> None:
    one, other = (httpx.Client(base_url=url, trust_env=False, timeout=30) for url in servers.values())
    with one, other:
        sent = one.post("/pictures", json={"imageDataUrl": data_url(sample_bytes)}).json()["generationId"]
        assert other.get(f"/generations/{sent}/image").content == sample_bytes
        made = other.post(GENERATE, json={"imageDataUrl": data_url(sample_bytes)}).json()["generationId"]
        assert one.get(f"/generations/{made}").json()["parent"] == sent
        asked = [
            client.post(GENERATE, json={"imageDataUrl": data_url(sample_bytes)}, headers={"Idempotency-Key": "one"})
            for client in (one, other)
        ]
        assert asked[0].content == asked[1].content
        assert other.delete(f"/generations/{made}").status_code == 204
        assert one.get(f"/generations/{made}").status_code == 404


def test_a_server_that_is_killed_in_the_middle_of_an_edit_costs_time_and_nothing_else(
    servers: dict[int, str], shared_folder: Path
) -> None:
    for file in shared_folder.glob("at-work-*"):
        file.unlink()
    (shared_folder / "wait").touch()
    ended: list[EditResult | Exception] = []
    with balancer(list(servers.values())) as address:
        thread = run_in_thread(RemoteEditor(address, OPERATIONS), ended)
        assert eventually(lambda: any(shared_folder.glob("at-work-*")), 20)
        (begun,) = shared_folder.glob("at-work-*")
        killed = int(begun.name.rpartition("-")[2])
        os.kill(killed, signal.SIGKILL)
        assert eventually(lambda: len(list(shared_folder.glob("at-work-*"))) == 2, 20)
        (shared_folder / "wait").unlink()
        thread.join(30)
    (made,) = ended
    assert isinstance(made, EditResult), made
    (other,) = (url for pid, url in servers.items() if pid != killed)
    with httpx.Client(base_url=other, trust_env=False, timeout=30) as client:
        stored = client.get("/generations").json()["generations"]
        assert [entry["id"] for entry in stored if entry["width"] == GREY.width] == [made.generation]
        assert client.get(f"/generations/{made.generation}/image").content == made.file.data


def test_an_answer_that_is_lost_is_asked_for_again_and_made_once(start: Start) -> None:
    echo, lost = EchoEditor(), list[str]()
    service = start(echo)

    def first_post(method: str, path: str) -> bool:
        lost.append(method)
        return lost.count("POST") == 1 and method == "POST"

    with balancer([service.url], first_post) as address:
        made = RemoteEditor(address, OPERATIONS).run(WISH, Progress())
    assert lost.count("POST") == 2
    assert len(echo.requests) == service.stored() == 1
    assert service.generations.data(made.generation or "") == made.file.data


def test_an_edit_that_was_answered_is_not_asked_for_again(start: Start) -> None:
    echo, seen = EchoEditor(), list[str]()
    service = start(echo)

    def first_get(method: str, path: str) -> bool:
        seen.append(method)
        return seen.count("GET") == 1 and method == "GET"

    with balancer([service.url], first_get) as address:
        assert RemoteEditor(address, OPERATIONS).run(WISH, Progress()).details == {"echo": True}
    assert (seen.count("POST"), seen.count("GET")) == (1, 2)


def test_a_preview_is_asked_for_again_too(start: Start) -> None:
    service, lost = start(EchoEditor()), list[str]()

    def first(method: str, path: str) -> bool:
        lost.append(method)
        return len(lost) == 1

    with balancer([service.url], first) as address:
        request = EditRequest("hair", HairParams(hair_color="copper"), (GREY,))
        assert RemoteEditor(address, OPERATIONS).preview(request, 160, Progress()).width == 200
    assert lost == ["POST", "POST"]


def test_a_balancer_without_servers_is_asked_a_few_times_and_told() -> None:
    asked: list[str] = []
    with balancer(["http://127.0.0.1:9"], lambda method, path: bool(asked.append(path))) as address:
        retries = RetryPolicy(attempts=3, first=0.02)
        with pytest.raises(ServerUnreachable, match="502"):
            RemoteEditor(address, OPERATIONS, retries=retries).run(WISH, Progress())


def test_waiting_for_servers_that_are_away_can_be_left() -> None:
    progress = Progress()
    with balancer(["http://127.0.0.1:9"]) as address:
        threading.Timer(0.3, progress.cancel).start()
        with pytest.raises(Cancelled):
            RemoteEditor(address, OPERATIONS, retries=RetryPolicy(attempts=5, first=30.0, longest=30.0)).run(
                WISH, progress
            )


def test_two_edits_of_the_same_wish_are_two(start: Start) -> None:
    service = start(EchoEditor())
    editor = RemoteEditor(service.url, OPERATIONS)
    assert editor.run(WISH, Progress()).generation != editor.run(WISH, Progress()).generation
