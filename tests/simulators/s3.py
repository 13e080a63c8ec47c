"""An S3 server on this machine (moto's), with one bucket; it can be stopped and started again with all that lies in it."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import fsspec
import fsspec.asyn
import httpx
from moto.server import ThreadedMotoServer

BUCKET = "portraits"
SECRET = "a-secret-of-s3"
_THREADS = 4


class S3Server:
    """Runs from its making until ``stop``. All of a process have the same pictures."""

    def __init__(self) -> None:
        self._port = 0
        self.start()
        self._port = self._server.get_host_and_port()[1]
        self._system = fsspec.filesystem("s3", **self.options, skip_instance_cache=True)
        if not self._system.exists(BUCKET):
            self._system.mkdir(BUCKET)

    @property
    def endpoint(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def options(self) -> dict[str, Any]:
        """Of fsspec's file system."""
        return {
            "key": "id", "secret": SECRET, "endpoint_url": self.endpoint, "client_kwargs": {"region_name": "eu-west-1"},
        }  # fmt: skip

    def make_place(self) -> str:
        """The URL of a place that nobody has."""
        return f"s3://{BUCKET}/{uuid.uuid4().hex}"

    def objects(self, url: str) -> list[str]:
        """Names of all that lies under a URL, without probes."""
        self._system.invalidate_cache()
        found = self._system.find(url.removeprefix("s3://"))
        return [name for path in found if not (name := path.rpartition("/")[2]).startswith(".")]

    def put(self, url: str, data: bytes) -> None:
        self._system.pipe_file(url.removeprefix("s3://"), data)

    def stop(self) -> None:
        """Refuse connections from now on."""
        self._server.stop()

    def start(self) -> None:
        self._server = ThreadedMotoServer("127.0.0.1", port=self._port, verbose=False)
        self._server.start()


@contextmanager
def s3_for_a_run() -> Iterator[S3Server]:
    """One server, and fsspec's loop with as many threads as it may need: none starts within a test."""
    loop, together = fsspec.asyn.get_loop(), threading.Barrier(_THREADS)
    executor = ThreadPoolExecutor(_THREADS, thread_name_prefix="bucket")
    for waiting in [executor.submit(together.wait) for _ in range(_THREADS)]:
        waiting.result()
    loop.call_soon_threadsafe(loop.set_default_executor, executor)
    server = S3Server()
    yield server
    httpx.post(f"{server.endpoint}/moto-api/reset", trust_env=False).raise_for_status()
    loop.call_soon_threadsafe(loop.set_default_executor, ThreadPoolExecutor())
    executor.shutdown()
    server.stop()
