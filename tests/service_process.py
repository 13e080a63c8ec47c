"""The service in a process of its own, to be killed: the real parts, with a delivery that can be made to fail or to wait.

``python -m tests.service_process HOME PORT`` prints the address once it answers, and serves until it is stopped.
"""

from __future__ import annotations

import argparse
import errno
import random
import threading
import time
from pathlib import Path

import uvicorn
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.files.writing import disk
from catchlight.models.registry import Models
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home
from catchlight.portrait.portrait import Portraits
from catchlight.server.app import create_app
from catchlight.server.process.listen import address_of, listen
from catchlight.server.process.pool import EditPool
from catchlight.service.delivery.deliver import MANIFEST
from catchlight.service.delivery.targets import DeliveryFault, FolderTarget
from catchlight.service.editor import LocalEditor
from catchlight.service.selection.selections import LocalSelections
from catchlight.store.generations import Generations
from catchlight.store.settings.resource_limits import JobLimits

from tests.network_memo import share_networks


class TroubledTarget(FolderTarget):
    """A folder that refuses a share of its writes, waits while a file named ``pause`` lies in the home, and notes manifests."""

    def __init__(self, home: Home, refused: float, full: float) -> None:
        super().__init__(home.delivered)
        self._home, self._refused, self._full = home, refused, full

    def write(self, name: str, data: bytes) -> None:
        while (self._home.root / "pause").exists():
            time.sleep(0.02)
        dice = random.random()
        if dice < self._refused:
            raise DeliveryFault("The place of delivery refuses (as it was told to).")
        if dice < self._refused + self._full:
            with disk(f"write {name}"):
                raise OSError(errno.ENOSPC, "No space left on device")
        super().write(name, data)
        if name.endswith(MANIFEST):
            with (self._home.root / "manifests.log").open("a") as log:
                log.write(f"{name}\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("home", type=Path)
    parser.add_argument("port", type=int)
    parser.add_argument("--lease", type=float, default=2.0)
    parser.add_argument("--refused", type=float, default=0.0, help="share of writes that the place refuses")
    parser.add_argument("--full", type=float, default=0.0, help="share of writes that meet a full disk")
    parser.add_argument("--queue", type=int, default=200)
    options = parser.parse_args()
    share_networks()
    home, catalogue = Home(options.home), Catalogue.load()
    portraits = Portraits(Models(threads=1))
    generations = Generations(home.store)
    target = TroubledTarget(home, options.refused, options.full)
    selections = LocalSelections(
        home.jobs, generations, portraits, catalogue, lambda: target, JobLimits(queue=options.queue), options.lease
    )
    editor = LocalEditor(portraits, catalogue)
    pool = EditPool(1, 8)
    app = create_app(OPERATIONS.values(), editor, generations, catalogue, pool, selections=selections)
    bound = listen("127.0.0.1", options.port)
    bound.listen(128)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, timeout_graceful_shutdown=1))
    threading.Thread(target=_say, args=(server, address_of(bound)), daemon=True).start()
    server.run(sockets=[bound])


def _say(server: uvicorn.Server, address: str) -> None:
    while not server.started:
        time.sleep(0.01)
    print(address, flush=True)  # noqa: T201 - read by who started the process


if __name__ == "__main__":
    main()
