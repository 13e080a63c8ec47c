"""The shipped networks: checked against their manifest on first use, then kept as sessions."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from io import BufferedReader
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from catchlight.core import memory
from catchlight.core.errors import ModelUnavailable
from catchlight.core.memo import Memo
from catchlight.core.messages import Message
from catchlight.models.onnx_runtime import load_onnxruntime
from catchlight.paths import resources

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

T = TypeVar("T")

MANIFEST = "manifest.json"
_LARGE = 500_000
"""Values of an input from which a run takes hundreds of megabytes, and gives them back when it is done."""
_ANY_SIZE = frozenset({"portrait_matting_modnet", "upscale_esrgan_slim_x2"})
"""Networks whose inputs differ in size: the first run at each takes half as long again without an arena."""
_TINY = frozenset({"face_blendshapes_52"})
"""Networks whose run takes about a millisecond: to wake a second thread costs more than it does."""
_PREFERRED = ("CUDAExecutionProvider", "DmlExecutionProvider", "CoreMLExecutionProvider", "CPUExecutionProvider")


class Models:
    """Weights of a folder, by file name without suffix. Thread safe; a session is made once.

    threads: for each session, None for one per core (at most 8). face_parsing False: the parsing network, whose weights
    were trained on pictures for non-commercial research, is never loaded; landmarks and colours take its place.
    """

    def __init__(self, folder: Path | None = None, threads: int | None = None, face_parsing: bool = True) -> None:
        memory.reuse_freed_memory()
        self.folder = folder or resources() / "models"
        self.face_parsing = face_parsing
        self._threads = threads or min(os.cpu_count() or 1, 8)
        self._kept = Memo()

    @cached_property
    def manifest(self) -> dict[str, dict[str, Any]]:
        """Rows of the manifest by file name. Raises ModelUnavailable when it is missing or damaged."""
        file = self.folder / MANIFEST
        try:
            return {row["file"]: row for row in json.loads(file.read_text(encoding="utf-8"))}
        except (OSError, ValueError, TypeError, KeyError) as fault:
            raise ModelUnavailable(
                Message(
                    "The list of models {name} cannot be read, or is damaged. Install the program again.",
                    name=str(file),
                )
            ) from fault

    def weights(self, name: str) -> bytes:
        """The bytes of a weight file, checked. Raises ModelUnavailable naming the file."""
        with self._opened(name) as file:
            data = file.read()
        self._compare(name, hashlib.sha256(data))
        return data

    def _check(self, name: str) -> None:
        """The same without holding the bytes: to make room for them all takes as long as to read them."""
        with self._opened(name) as file:
            digest = hashlib.file_digest(file, "sha256")
        self._compare(name, digest)

    @contextmanager
    def _opened(self, name: str) -> Iterator[BufferedReader]:
        """A weight file of the list, open to be read. Raises ModelUnavailable, also for faults while it is read."""
        if name not in self.manifest:
            raise ModelUnavailable(
                Message("{name} is not in the list of models. Install the program again.", name=name)
            )
        try:
            with (self.folder / name).open("rb") as file:
                yield file
        except OSError as fault:
            raise ModelUnavailable(
                Message(
                    "The model {name} is missing: {why}. Install the program again.", name=name, why=str(fault.strerror)
                )
            ) from fault

    def _compare(self, name: str, digest: hashlib._Hash) -> None:
        if digest.hexdigest() != self.manifest[name]["sha256"]:
            raise ModelUnavailable(
                Message("The model {name} is damaged (wrong checksum). Install the program again.", name=name)
            )

    def session(self, name: str) -> InferenceSession:
        """A session over ``name``.onnx, on the best processor there is."""
        return self._kept.get(f"session {name}", lambda: self._started(name))

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """Something read from the weights, made at the first call and kept with the models."""
        return self._kept.get(name, make)

    def run(self, name: str, value: Any) -> list[Any]:
        """All outputs of a network with one input.

        What a large one needed meanwhile is given back to the system: kept for the next run, it would stand beside the memory
        of all that is done in between.
        """
        onnxruntime = load_onnxruntime()

        session = self.session(name)
        how = onnxruntime.RunOptions()
        if name in _ANY_SIZE and value.size >= _LARGE:
            how.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        outputs = list(session.run(None, {session.get_inputs()[0].name: value}, how))
        if value.size >= _LARGE:
            memory.trim_heap()
        return outputs

    def _started(self, name: str) -> InferenceSession:
        onnxruntime = load_onnxruntime()

        self._check(f"{name}.onnx")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1 if name in _TINY else self._threads
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # An arena keeps, beside the weights, nearly as much again for the next run: no gain where all inputs are of one size.
        options.enable_cpu_mem_arena = name in _ANY_SIZE
        # Threads that spin while they wait take a core from the array work between two networks.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        available = onnxruntime.get_available_providers()
        providers = [provider for provider in _PREFERRED if provider in available]
        try:
            # By name: a session that is given bytes keeps them beside its own copy.
            return onnxruntime.InferenceSession(str(self.folder / f"{name}.onnx"), options, providers=providers)
        except RuntimeError as fault:
            raise ModelUnavailable(
                Message("The model {name}.onnx cannot be started. Install the program again.", name=name)
            ) from fault
        finally:
            memory.trim_heap()
