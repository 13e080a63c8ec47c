"""What the shipped networks gave is kept for one run of the tests: the same input, in another test or process, gives the same.

A network is a pure function, and most tests look at the same few pictures: two fifths of all time went into asking it again.
Every input is run for real at least once. The tests' own service, which is killed and started again (``tests.service_process``),
shares it; other programs that tests start as processes of their own run them always.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from catchlight.models.registry import Models
from catchlight.paths import resources

if TYPE_CHECKING:
    import pytest

FOLDER_VARIABLE = "CATCHLIGHT_TEST_NETWORKS"
"""Names the folder for the processes of a run; where it is set beforehand, several runs share it and nothing is deleted."""
_MOST_BYTES = 3_000_000_000
"""That one process writes; beyond it, networks are asked again."""
_LARGE_BYTES = 8_000_000
"""Outputs that are kept only when they are asked for a second time: most inputs that take so much are results of a test."""


def share_folder(config: pytest.Config) -> None:
    """Make the folder of this run, and delete it when the run is over."""
    if FOLDER_VARIABLE in os.environ:
        return
    folder = tempfile.mkdtemp(prefix="catchlight-networks-")
    os.environ[FOLDER_VARIABLE] = folder

    def clean_up() -> None:
        del os.environ[FOLDER_VARIABLE]
        shutil.rmtree(folder, ignore_errors=True)

    config.add_cleanup(clean_up)


def share_networks() -> None:
    """In a process that a test has started: take and keep answers in the folder of the run. Outside a run nothing changes."""
    if FOLDER_VARIABLE in os.environ:
        memo = NetworkMemo(Path(os.environ[FOLDER_VARIABLE]))
        Models.run = lambda models, name, value: memo.run(models, name, value)  # type: ignore[method-assign]


class NetworkMemo:
    """Outputs in a folder that all processes of a run share, by network, number of threads and the bytes of the input."""

    def __init__(self, folder: Path, most_bytes: int = _MOST_BYTES) -> None:
        self._folder = folder
        self._shipped = resources() / "models"
        self._run = Models.run
        self._left = most_bytes

    def run(self, models: Models, name: str, value: Any) -> list[Any]:
        """What ``Models.run`` gives; from the folder where it is there. Weights of another folder are always asked."""
        if models.folder != self._shipped:
            return self._run(models, name, value)
        file = self._folder / f"{name}-{models._threads}-{_digest(value)}.npz"
        try:
            with np.load(file) as kept:
                return [kept[key] for key in kept.files]
        except FileNotFoundError:
            outputs = self._run(models, name, value)
        size = sum(output.nbytes for output in outputs)
        asked = file.with_suffix(".asked")
        if size >= _LARGE_BYTES and not asked.exists():
            asked.touch()
            return outputs
        self._left -= size
        if self._left >= 0:
            partial = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}.npz")
            np.savez(partial, *outputs)
            partial.replace(file)  # whole or not at all, where two processes make the same one
        return outputs


def _digest(value: Any) -> str:
    array = np.ascontiguousarray(value)
    told = hashlib.sha256(f"{array.dtype}{array.shape}".encode())
    told.update(array.data)
    return told.hexdigest()
