"""What the work of a lab costs on this machine, in CPU seconds of one thread, over portraits of 12 megapixels.

    python -m tests.benchmarks.lab.service_times --out times.json

The simulation reads the file (``--times``); without one it takes the figures that are written down here.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.operations.registry import OPERATIONS
from catchlight.portrait.portrait import Portraits
from catchlight.service.delivery.targets import FolderTarget
from catchlight.service.editor import EditRequest, LocalEditor
from catchlight.service.selection import job_steps
from catchlight.service.selection.job_steps import JobResources
from catchlight.store.jobs.leases import Lease

from tests.benchmarks.common import arguments, pictures
from tests.benchmarks.speed import resized

MEGAPIXELS = 12.0
KINDS = ("edit", "selection", "batch_file")
MEASURED: dict[str, tuple[float, ...]] = {
    "edit": (2.28, 1.76, 1.74, 1.69, 1.72, 1.67, 1.68, 1.64),
    "selection": (8.19, 7.77, 8.26, 8.10, 7.15, 6.97, 6.61, 6.36),
    "batch_file": (4.22, 4.30, 5.80, 5.82, 5.32, 5.26, 5.52, 4.75),
}
"""Seconds of 28 November 2026, eight portraits, Linux, a machine of two cores on which little else ran."""


class _Silent:
    """A reporter whom nobody hears."""

    def hold(self) -> None: ...

    def begin(self, step: str, fraction: float, done: object) -> None: ...

    def heard(self, fraction: float, step: str) -> None: ...


class _OnePicture:
    def __init__(self, data: bytes) -> None:
        self._data = data

    def data(self, entry: str) -> bytes:
        return self._data


def main() -> None:
    options = arguments(
        "CPU seconds of edits, profile pictures and files of a batch",
        ("--count", {"type": int, "default": 16, "help": "portraits"}),
        ("--out", {"type": Path, "help": "JSON for the simulation"}),
    )
    cv2.setNumThreads(1)
    models, catalogue = Models(threads=1), Catalogue.load()
    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    for path in islice(pictures(options.portraits), options.count):
        data = codec.encode(resized(codec.decode(path.read_bytes()), MEGAPIXELS), "image/jpeg", quality=92)
        for kind, work in _works(data, models, catalogue).items():
            if (seconds := _cpu(work)) is not None:
                found[kind].append(round(seconds, 3))
    for kind, seconds in found.items():
        ordered = sorted(seconds)
        print(
            f"{kind:>11}: {len(seconds)} of them, mean {sum(seconds) / len(seconds):.2f} s CPU, median "
            f"{ordered[len(ordered) // 2]:.2f}, longest {ordered[-1]:.2f}"
        )
    if options.out:
        options.out.write_text(json.dumps({"when": datetime.now(UTC).isoformat(), "seconds": found}))


def _works(data: bytes, models: Models, catalogue: Catalogue) -> dict[str, Callable[[], Any]]:
    """Each from the bytes of a file to the bytes of its result, with nothing known of the picture before."""

    def edit(operation: str) -> Callable[[], Any]:
        def run() -> Any:
            editor = LocalEditor(Portraits(models, capacity=1), catalogue)
            params = OPERATIONS[operation].params()
            return editor.run(EditRequest(operation, params, (codec.decode(data),)), Progress())

        return run

    def selection() -> Any:
        with tempfile.TemporaryDirectory() as folder:
            target = FolderTarget(Path(folder))
            resources = JobResources(_OnePicture(data), Portraits(models, capacity=1), catalogue, lambda: target)
            lease = Lease("job_0", "me", 1, "gen_0", "cust_0", ProfilePictureParams(), datetime.now(UTC))
            return job_steps.run(resources, lease, Progress(), _Silent())

    return {"edit": edit("id_photo"), "selection": selection, "batch_file": edit("headshot")}


def _cpu(work: Callable[[], Any]) -> float | None:
    """None where the picture is refused."""
    start = time.process_time()
    try:
        work()
    except CatchlightError as refused:
        print(f"left out: {refused.message}", file=sys.stderr)
        return None
    return time.process_time() - start


if __name__ == "__main__":
    main()
