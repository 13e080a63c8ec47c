"""What it costs to let another machine do the edits: the network's share, over loopback.

python -m tests.benchmarks.remote [--rounds 5]

An edit begins with the bytes of a 12-megapixel JPEG and ends with the result's file and its pixels. Here that is decoding, edit
and encoding; through a server also both ways across the network and decoding the result. Both are asked for on a worker thread,
as the window asks. Said beside it and judged by no bar: the same where the picture was open before. "again" is another edit of a
picture that both know.
"""

from __future__ import annotations

import argparse
import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from catchlight.catalogue.catalogue import Catalogue
from catchlight.client.remote import RemoteEditor
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.operation import File, Params
from catchlight.operations.registry import OPERATIONS
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor
from catchlight.service.recording import RecordingEditor
from catchlight.store.generations import Generations

from tests.benchmarks.servers import row, sample, served

BAR = 0.15
T = TypeVar("T")
EDITS: dict[str, Params] = {
    "adjust": AdjustParams(adjustment_prompt="warmer, lift the shadows, sharper"),
    "edit": OPERATIONS["edit"].params.model_validate(
        {"userPrompt": "whiten the teeth", "hotspot": {"x": 1515, "y": 1265}}
    ),
    "hair": OPERATIONS["hair"].params.model_validate({"hairColor": "copper"}),
}


def overhead(rounds: int) -> bool:
    """The same edits here and through a server; whether the bar was kept. Both keep the result in their store."""
    print(f"an edit of a 12 MP JPEG, median of {rounds}: here, through a server on loopback")
    kept = True
    with (
        tempfile.TemporaryDirectory() as home,
        contextlib.closing(Generations(Path(home) / "store")) as store,
        served(1) as (_, port),
        ThreadPoolExecutor(1, "worker") as worker,
    ):
        local = RecordingEditor(LocalEditor(Portraits(Models()), Catalogue.load()), store)
        remote = RemoteEditor(f"http://127.0.0.1:{port}", OPERATIONS)
        for number, (name, params) in enumerate(EDITS.items()):
            times: dict[str, list[tuple[float, float, float]]] = {"first edit": [], "again": []}
            for place in range(rounds + 1):
                data = sample(12, 0.85 + 0.02 * place + 0.005 * number)
                for taken in times.values():
                    taken.append(
                        _both(worker, local, remote, EditRequest(name, params, (), files=(File(data, "image/jpeg"),)))
                    )
            for when, taken in times.items():
                decoding, here, there = (statistics.median(seconds) for seconds in zip(*taken[1:], strict=True))
                share = there / (decoding + here) - 1
                kept &= share < BAR
                row(
                    f"{name}, {when}",
                    f"{decoding + here:.2f} s, {there:.2f} s: {share:+.0%}, bar < {BAR:.0%} "
                    f"(open before: {there - here:+.2f} s, {there / here - 1:+.0%})",
                    share < BAR,
                )
    return kept


def _both(
    worker: ThreadPoolExecutor, local: RecordingEditor, remote: RemoteEditor, request: EditRequest
) -> tuple[float, float, float]:
    """Seconds of decoding the file here, of the edit here, of the edit through the server."""
    file = request.files[0]
    assert file is not None
    decoding, picture = _timed(lambda: worker.submit(codec.decode, file.data).result())
    complete = EditRequest(request.operation, request.params, (picture,), files=request.files)
    here, mine = _timed(lambda: worker.submit(local.run, complete, Progress()).result())
    there, theirs = _timed(lambda: worker.submit(remote.run, complete, Progress()).result())
    assert mine.picture.pixels.shape == theirs.picture.pixels.shape
    return decoding, here, there


def _timed(work: Callable[[], T]) -> tuple[float, T]:
    began = time.perf_counter()
    made = work()
    return time.perf_counter() - began, made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    sys.exit(0 if overhead(parser.parse_args().rounds) else 1)


if __name__ == "__main__":
    main()
