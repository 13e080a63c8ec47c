"""A server's batches of clients with a quick editor, for tests of what stands around them.

``python -m tests.batch_service HOME PORT LOG SECONDS`` serves them in a process of its own, to be killed: it prints the address
once it answers.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.paths import Home
from catchlight.service.batch_jobs.batch_file_runner import BatchFileRunner
from catchlight.service.batch_jobs.batch_jobs import BatchJobs, BatchParts
from catchlight.service.batch_jobs.wire import BatchRequest
from catchlight.service.editor import Editor, EngineSource, no_engine
from catchlight.service.wire import Decoder, read_body
from catchlight.service.work.local_queue import LocalQueue
from catchlight.store.batch_jobs.schema import open_batch_jobs
from catchlight.store.blobs.folder import FolderBlobs
from catchlight.store.jobs.owners import this_owner
from catchlight.store.settings.resource_limits import BatchLimits, PictureLimits

WARMER = {"operation": "adjust", "parameters": {"adjustmentPrompt": "warmer"}}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def wish(files: Sequence[bytes], *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The body that asks for a batch of these files, which are called ``0.jpg`` and so on."""
    listed = {
        str(number): {"name": f"{number}.jpg", "sha256": digest(data), "bytes": len(data)}
        for number, data in enumerate(files)
    }
    return {"steps": list(steps or (WARMER,)), "files": listed} | more


def request_of(body: dict[str, Any]) -> BatchRequest:
    return read_body(BatchRequest, json.dumps(body).encode())


@contextlib.contextmanager
def batch_service(
    home: Home,
    editor: Editor,
    catalogue: Catalogue,
    *,
    url: str = "",
    engine: EngineSource = no_engine,
    limits: BatchLimits | None = None,
    pictures: PictureLimits | None = None,
    threads: int = 1,
    lease: float = 10.0,
    may_begin: Callable[[], bool] = lambda: True,
) -> Iterator[BatchJobs]:
    """The batches of a home, done by threads of this process. url: of a database in place of the home's."""
    decoder = Decoder(pictures or PictureLimits(), kept=0)
    with contextlib.closing(open_batch_jobs(home.batch_jobs, url)) as database:
        blobs = FolderBlobs(home.batch_files)
        runner = BatchFileRunner(database, blobs, this_owner(), editor, decoder, lease=lease)
        queue = LocalQueue([runner], threads, may_begin)
        jobs = BatchJobs(database, blobs, queue, BatchParts(catalogue, decoder, engine, limits or BatchLimits()))
        queue.start()
        try:
            yield jobs
        finally:
            assert queue.stop(10.0)


def main(home: Home, port: int, log: Path, seconds: float) -> None:
    import uvicorn
    from catchlight.operations.registry import OPERATIONS
    from catchlight.server.app import create_app
    from catchlight.server.process.listen import address_of, listen
    from catchlight.server.process.pool import EditPool
    from catchlight.store.generations import Generations

    from tests.service.batch.benches import Echo

    editor, catalogue = Echo(log, seconds)(1), Catalogue.load()
    with batch_service(home, editor, catalogue) as batches, contextlib.closing(Generations(home.store)) as generations:
        app = create_app(OPERATIONS.values(), editor, generations, catalogue, EditPool(1, 8), batches=batches)
        bound = listen("127.0.0.1", port)
        bound.listen(128)
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1))
        threading.Thread(target=_say, args=(server, address_of(bound)), daemon=True).start()
        server.run(sockets=[bound])


def _say(server: Any, address: str) -> None:
    while not server.started:
        time.sleep(0.01)
    print(address, flush=True)  # noqa: T201 - read by who started the process


if __name__ == "__main__":
    main(Home(Path(sys.argv[1])), int(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4]))
