"""What a batch on a server costs an edit that somebody waits for: the same ID photo alone, and while files of a batch are done.

``python -m tests.benchmarks.edits_beside_batch [--edits N]`` prints medians and the longest of both, and how
long a file takes. Edits alone and beside the batch take turns, so that what else runs on the machine is in both.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import tempfile
import time
from pathlib import Path

import cv2
import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.models.registry import Models
from catchlight.operations.registry import OPERATIONS
from catchlight.paths import Home, resources
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import LocalEditor
from catchlight.store.generations import Generations

from tests.batch_service import batch_service, digest, request_of, wish
from tests.server.conftest import data_url, running

STEP = {"operation": "id_photo", "parameters": {"spec": "uk_passport", "background": "document"}}


def variants(count: int) -> list[bytes]:
    """The sample portrait, each with another grain, so that no analysis is known before."""
    sample = cv2.imread(str(resources() / "samples" / "astronaut.png"))
    found = []
    for number in range(count):
        grain = np.random.default_rng(number).integers(-2, 3, sample.shape)
        found.append(cv2.imencode(".png", np.clip(sample + grain, 0, 255).astype(np.uint8))[1].tobytes())
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--edits", type=int, default=8, help="of each kind")
    options = parser.parse_args()
    catalogue, models = Catalogue.load(), Models(threads=1)
    pictures = variants(4 * options.edits + 1)
    edits, files = pictures[: 2 * options.edits + 1], pictures[2 * options.edits + 1 :]
    alone, beside = list[float](), list[float]()
    with contextlib.ExitStack() as stack:
        home = Home(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="catchlight-beside-"))))
        generations = stack.enter_context(contextlib.closing(Generations(home.store)))
        editor = LocalEditor(Portraits(models, capacity=2), catalogue)
        doer = LocalEditor(Portraits(models, capacity=2), catalogue)
        free = [True]
        jobs = stack.enter_context(batch_service(home, doer, catalogue, may_begin=lambda: free[0]))
        service = stack.enter_context(running(editor, generations, catalogue, batches=jobs))

        def edit(picture: bytes) -> float:
            began = time.perf_counter()
            body = {"imageDataUrl": data_url(picture), "spec": "uk_passport"}
            free[0] = False  # as ``open_batch_service`` has it: an edit is at work
            answer = service.client.post(OPERATIONS["id_photo"].path, json=body)
            free[0] = True
            assert answer.status_code == 200, answer.text[:200]
            return time.perf_counter() - began

        edit(edits.pop())  # loads the networks
        while edits:
            alone.append(edit(edits.pop()))
            batch = jobs.create(None, None, request_of(wish(files[:2], STEP))).batch_id
            for data in files[:2]:
                jobs.keep(batch, digest(data), data)
            del files[:2]
            while jobs.batch(batch).running == 0:
                time.sleep(0.01)
            beside.append(edit(edits.pop()))
            while not jobs.new_events(batch, 0)[1]:
                time.sleep(0.05)
        seconds = [
            outcome.seconds or 0.0 for found in jobs.batches(None) for outcome in jobs.batch(found.batch_id).outcomes
        ]
    for name, found in (("edit alone", alone), ("edit beside a file", beside), ("file of the batch", seconds)):
        print(f"{name:20} median {statistics.median(found):6.2f} s  longest {max(found):6.2f} s  of {len(found)}")


if __name__ == "__main__":
    main()
