"""One of a lab's servers in a process of its own, to be killed: real parts but for the editor, which can be made to wait.

``python -m tests.simulators.lab_server DATABASE PICTURES OPTIONS FOLDER`` prints its address, and serves until it is stopped.
While a file ``wait`` lies in FOLDER an edit waits; the file ``at-work-PID`` says that one has begun.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from pathlib import Path

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.operations.registry import OPERATIONS
from catchlight.server.app import create_app
from catchlight.server.process.listen import Server, address_of, listen
from catchlight.server.process.pool import EditPool
from catchlight.service.editor import EditRequest, EditResult
from catchlight.service.recording import RecordingEditor
from catchlight.store.blobs.opening import open_blobs
from catchlight.store.database.opening import open_database
from catchlight.store.generation_schema import SCHEMA
from catchlight.store.generations import Generations
from catchlight.store.idempotency import request_keys

from tests.doubles import EchoEditor

LEASE_SECONDS = 1.5


class WaitingEditor(EchoEditor):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        (self._folder / f"at-work-{os.getpid()}").touch()
        while (self._folder / "wait").exists():
            time.sleep(0.02)
        return super().run(request, progress)


def main() -> None:
    url, pictures, options, name = sys.argv[1:]
    folder = Path(name)
    generations = Generations(
        folder / "store",
        database=open_database(url, folder / "none", SCHEMA),
        blobs=open_blobs(pictures, json.loads(options), folder / "pictures"),
    )
    keys = request_keys.RequestKeys(lambda: open_database(url, folder / "none", request_keys.SCHEMA), LEASE_SECONDS)
    pool = EditPool(2, 8)
    editor = RecordingEditor(WaitingEditor(folder), generations)
    app = create_app(OPERATIONS.values(), editor, generations, Catalogue.load(), pool, shared=True, keys=keys)
    bound = listen("127.0.0.1", 0)
    bound.listen(128)
    server = Server(app, pool)
    threading.Thread(target=_say, args=(server, address_of(bound)), daemon=True).start()
    server.run(sockets=[bound])


def _say(server: Server, address: str) -> None:
    while not server.started:
        time.sleep(0.01)
    print(address, flush=True)  # noqa: T201 - read by who started the process


if __name__ == "__main__":
    main()
