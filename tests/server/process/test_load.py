"""Load, hang-ups and stopping: bounded, cancellable, never blocking the loop."""

from __future__ import annotations

import base64
import contextlib
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import numpy as np
import pytest
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.io.codec import DecodeLimits
from catchlight.imaging.picture import Picture
from catchlight.server.http.body import limit_for
from catchlight.service.decoding.cost import is_heavy
from catchlight.service.decoding.processes import DecodingProcesses
from catchlight.store.settings.resource_limits import PictureLimits

from tests.doubles import DeafEditor, EchoEditor, GatedEditor, eventually
from tests.server.conftest import GENERATE, Running, Start, data_url
from tests.server.http.test_protocol import connected, posted


def test_beyond_workers_and_queue_comes_429_with_retry_after(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor, workers=2, queue=3)
    with ThreadPoolExecutor(5) as clients:
        try:
            waiting = [clients.submit(service.post, GENERATE, imageDataUrl=sample_url) for _ in range(5)]
            assert eventually(lambda: service.pool.taken == 5 and editor.running == 2)
            refused = service.post(GENERATE, imageDataUrl=sample_url)
            assert (refused.status_code, refused.json()) == (429, {"error": "busy"})
            assert int(refused.headers["Retry-After"]) > 0
            assert service.client.get("/health").json()["edits"] == 5
        finally:
            editor.gate.set()
        assert [answer.result().status_code for answer in waiting] == [200] * 5
    assert editor.most_running == 2
    assert eventually(lambda: service.pool.taken == 0)
    assert service.post(GENERATE, imageDataUrl=sample_url).status_code == 200


def _hang_up(service: Running, picture: str) -> None:
    """Ask for an edit, and leave before its answer."""
    with httpx.Client(base_url=service.url, timeout=0.7, trust_env=False) as client, pytest.raises(httpx.ReadTimeout):
        client.post(GENERATE, json={"imageDataUrl": picture})


def test_a_client_that_hangs_up_has_its_edit_cancelled(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor)
    _hang_up(service, sample_url)
    assert eventually(lambda: editor.cancelled == 1)
    assert eventually(lambda: service.pool.taken == 0)
    assert service.stored() == 0
    editor.gate.set()
    assert service.post(GENERATE, imageDataUrl=sample_url).status_code == 200


def test_a_client_that_hangs_up_in_the_queue_never_runs(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor, queue=1)
    with ThreadPoolExecutor(1) as clients:
        try:
            first = clients.submit(service.post, GENERATE, imageDataUrl=sample_url)
            assert eventually(lambda: editor.running == 1)
            _hang_up(service, sample_url)
            assert eventually(lambda: service.pool.taken == 1)
        finally:
            editor.gate.set()
        assert first.result().status_code == 200
    assert len(editor.requests) == 1


def test_clients_that_are_still_sending_take_no_places(start: Start, sample_url: str) -> None:
    """More of them than there are places, one byte of a body each: whoever has sent all is served."""
    service = start(workers=1, queue=2)
    host, _, port = service.url.removeprefix("http://").partition(":")
    with contextlib.ExitStack() as sockets:
        for _ in range(6):
            half = sockets.enter_context(socket.create_connection((host, int(port))))
            half.sendall(
                f"POST {GENERATE} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                "Content-Length: 1000\r\n\r\n{".encode()
            )
        assert service.post(GENERATE, imageDataUrl=sample_url).status_code == 200
        assert service.pool.taken == 0


def test_edits_run_side_by_side_and_do_not_mix(start: Start) -> None:
    service = start(EchoEditor(), workers=3)
    urls = []
    for shade in range(12):
        file = codec.encode(Picture(np.full((80, 80, 3), shade * 20, np.uint8)), "image/png")
        urls.append("data:image/png;base64," + base64.b64encode(file).decode())
    with ThreadPoolExecutor(6) as clients:
        answers = list(clients.map(lambda url: service.post(GENERATE, imageDataUrl=url).json(), urls))
    shades = [
        int(codec.decode(base64.b64decode(answer["image"].partition(",")[2])).pixels[0, 0, 0]) for answer in answers
    ]
    assert shades == [shade * 20 for shade in range(12)]
    assert len({answer["generationId"] for answer in answers}) == 12


def test_the_loop_answers_while_a_large_body_is_read_and_encoded(start: Start) -> None:
    service = start()
    noise = np.random.default_rng(1).integers(0, 255, (2400, 2400, 3), np.uint8)
    file = codec.encode(Picture(noise), "image/png")
    url = "data:image/png;base64," + base64.b64encode(file).decode()
    answers = 0
    done = threading.Event()

    def probe() -> None:
        nonlocal answers
        with httpx.Client(base_url=service.url, timeout=30, trust_env=False) as client:
            while not done.is_set():
                assert client.get("/health").status_code == 200
                answers += 1
                time.sleep(0.01)

    prober = threading.Thread(target=probe)
    prober.start()
    try:
        assert service.post(GENERATE, imageDataUrl=url).status_code == 200
    finally:
        done.set()
        prober.join()
    assert answers > 20, "a loop that works itself answers before and after"


def test_a_body_over_the_limit_is_refused_before_it_is_read(start: Start) -> None:
    service = start(limits=PictureLimits(max_bytes=100_000))
    body = b'{"imageDataUrl":"' + b"A" * limit_for(100_000)
    answer = service.client.post(GENERATE, content=body, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()) == (413, {"error": "image_too_large"})


def test_a_stream_without_length_is_cut_at_the_limit(start: Start) -> None:
    service = start(limits=PictureLimits(max_bytes=100_000))
    sent = [0]

    def endless():
        yield b'{"imageDataUrl":"'
        while sent[0] < 3_000_000_000:
            sent[0] += 1_000_000
            yield b"A" * 1_000_000

    try:
        answer = service.client.post(GENERATE, content=endless(), headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
    except httpx.TransportError:
        pass  # the server has closed the connection on an endless sender
    assert sent[0] < 500_000_000
    assert eventually(lambda: service.pool.taken == 0)


class GatedDecoding(DecodingProcesses):
    """Decoding of heavy files that waits for ``gate``."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.ended, self.gate = threading.Semaphore(0), threading.Semaphore(0), threading.Event()

    def decode(self, data: bytes, limits: DecodeLimits, called: str, progress: Progress | None = None) -> Picture:
        if is_heavy(data):
            self.begun.release()
            while not self.gate.wait(0.01):
                (progress or Progress()).check()
            self.ended.release()
        return codec.decode(data, limits, called)


def webp_url(shade: int) -> str:
    return data_url(codec.encode(Picture(np.full((80, 80, 3), shade, np.uint8)), "image/webp"), "image/webp")


def test_a_picture_that_takes_long_to_decode_holds_up_no_other_edit(start: Start, sample_url: str) -> None:
    decoding, editor = GatedDecoding(), EchoEditor()
    service = start(editor, queue=1, decoding=decoding)
    with ThreadPoolExecutor(3) as clients:
        try:
            heavy = []
            for shade in range(3):
                heavy.append(clients.submit(service.post, GENERATE, imageDataUrl=webp_url(shade)))
                assert decoding.begun.acquire(timeout=10) if shade < 2 else eventually(lambda: service.pool.taken == 3)
            assert service.post(GENERATE, imageDataUrl=webp_url(4)).json() == {"error": "busy"}
            assert service.post(GENERATE, imageDataUrl=sample_url).status_code == 200
        finally:
            decoding.gate.set()
        assert [answer.result().status_code for answer in heavy] == [200] * 3
    assert [request.pictures[0].width for request in editor.requests] == [512, 80, 80, 80]
    assert eventually(lambda: service.pool.taken == 0)


def test_a_client_that_leaves_while_its_decoded_picture_waits_frees_its_place(start: Start, sample_url: str) -> None:
    decoding, editor = GatedDecoding(), GatedEditor()
    service = start(editor, decoding=decoding)
    with ThreadPoolExecutor(1) as clients:
        try:
            with connected(service, posted(webp_url(7))):
                assert decoding.begun.acquire(timeout=10)
                first = clients.submit(service.post, GENERATE, imageDataUrl=sample_url)
                assert eventually(lambda: editor.running == 1)
                decoding.gate.set()
                assert decoding.ended.acquire(timeout=10)
            assert eventually(lambda: service.pool.taken == 1)
        finally:
            decoding.gate.set()
            editor.gate.set()
        assert first.result().status_code == 200
    assert len(editor.requests) == 1


def test_while_stopping_new_work_is_refused_and_old_work_ends(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor)
    with ThreadPoolExecutor(1) as clients:
        try:
            first = clients.submit(service.post, GENERATE, imageDataUrl=sample_url)
            assert eventually(lambda: editor.running == 1)
            service.pool.stop_taking()
            for answer in (service.post(GENERATE, imageDataUrl=sample_url), service.client.get("/health")):
                assert (answer.status_code, answer.json()) == (503, {"error": "shutting_down"})
        finally:
            editor.gate.set()
        assert first.result().status_code == 200


def test_what_does_not_end_in_time_is_cancelled_and_told(start: Start, sample_url: str) -> None:
    editor = GatedEditor()
    service = start(editor)
    with ThreadPoolExecutor(1) as clients:
        first = clients.submit(service.post, GENERATE, imageDataUrl=sample_url)
        assert eventually(lambda: editor.running == 1)
        service.pool.stop_taking()
        service.pool.cancel()
        assert (first.result().status_code, first.result().json()) == (503, {"error": "shutting_down"})
    assert service.stored() == 0


def test_what_is_far_from_its_next_check_is_told_without_waiting_for_it(start: Start, sample_url: str) -> None:
    editor = DeafEditor()
    service = start(editor)
    with ThreadPoolExecutor(1) as clients:
        try:
            first = clients.submit(service.post, GENERATE, imageDataUrl=sample_url)
            assert eventually(editor.begun.is_set)
            service.pool.stop_taking()
            service.pool.cancel()
            assert (first.result(30).status_code, first.result().json()) == (503, {"error": "shutting_down"})
        finally:
            editor.gate.set()
    assert eventually(lambda: service.pool.taken == 0)
    assert service.stored() == 0
