"""An inpainter in an ONNX file that the user chose, of LaMa's or MI-GAN's shape; runs in this process, on the processor alone.

Names and sizes are read from the graph. What files disagree on (which value of the mask is the hole, the range of colours) is
found by a trial: the one under which a test picture stays as it is outside of the hole.

References:
    R. Suvorov et al., "Resolution-robust large mask inpainting with Fourier convolutions" (LaMa), WACV 2022.
    A. Sargsyan et al., "MI-GAN: a simple baseline for image inpainting on mobile devices", ICCV 2023.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imagine.errors import EngineFault, shorten_words
from catchlight.imagine.port import Abilities, GenerationRequest, Imagined
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.models.onnx_runtime import load_onnxruntime

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_MULTIPLE = 8
_NATIVE = 512
"""Pixels of the side that such networks were trained at."""
_LEAST, _MOST = 256, 1024
_LARGEST = 2_000_000_000
"""Bytes of a file: what ONNX itself can hold in one."""
_KEPT = 0.06
"""Mean difference (of 0..1) outside of a hole up to which a picture counts as kept."""
_LOOK_SECONDS = 0.05


@dataclass(frozen=True)
class _Convention:
    """inverted: 0 in the mask is the hole. low, high: what black and white are to the network."""

    inverted: bool
    low: float
    high: float


@dataclass(frozen=True)
class _Graph:
    """image, mask: names of the inputs; one name alone for a network that takes both as four channels. side: of its pictures in
    pixels, None for any. whole: whether it takes whole numbers 0..255."""

    image: str
    mask: str | None
    side: int | None
    whole: bool


class OnnxInpainter:
    """A Generator over a file. Loaded at its first use."""

    def __init__(self, name: str, file: Path, threads: int | None = None) -> None:
        self.name = name
        self._file = file
        self._threads = threads or 0
        self._guard = threading.Lock()
        self._loading: Future[InferenceSession] | None = None
        self._found: _Convention | None = None

    def abilities(self, progress: Progress) -> Abilities:
        """Reads the graph and tries it. Raises EngineFault ``engine_unreachable`` for no file, ``engine_unsuited``."""
        self._convention(progress)
        side = self._graph(self._session(progress)).side
        return Abilities(
            engine="ONNX",
            version="",
            models=(self._file.name,),
            masks="exact",
            prompts=False,
            seeds=False,
            multiple=_MULTIPLE,
            native=side or _NATIVE,
            least=side or _LEAST,
            most=side or _MOST,
            progress=False,
            cancels="running",
        )

    def generate(self, request: GenerationRequest, progress: Progress) -> Imagined:
        convention = self._convention(progress)
        began = time.perf_counter()
        picture = self._painted(request.picture, request.mask, convention, progress)
        return Imagined(picture, self._file.name, time.perf_counter() - began)

    def _session(self, progress: Progress) -> InferenceSession:
        """The network, loaded beside whoever waits: a cancel does not wait for it, and the next call has it.

        Raises EngineFault, Cancelled.
        """
        with self._guard:
            if self._loading is None or (self._loading.done() and self._loading.exception() is not None):
                self._loading = Future()
                threading.Thread(target=self._load_into, args=(self._loading,), name="onnx load").start()
            loading = self._loading
        while True:
            try:
                return loading.result(_LOOK_SECONDS)
            except TimeoutError:
                progress.check()

    def _load_into(self, loading: Future[InferenceSession]) -> None:
        try:
            loading.set_result(self._load())
        except Exception as fault:  # noqa: BLE001 - it is raised where the network is waited for
            loading.set_exception(fault)

    def _load(self) -> InferenceSession:
        onnxruntime = load_onnxruntime()

        try:
            size = self._file.stat().st_size
        except OSError as fault:
            raise EngineFault(
                Message("The file {name} cannot be read: {why}.", name=str(self._file), why=str(fault.strerror)),
                "engine_unreachable",
            ) from fault
        if size > _LARGEST:
            raise self._unsuited(Message("it is larger than an ONNX file can be"))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self._threads
        options.log_severity_level = 4
        options.enable_cpu_mem_arena = False
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            return onnxruntime.InferenceSession(str(self._file), options, providers=["CPUExecutionProvider"])
        except Exception as fault:  # the border to a file of the user's: the library's faults share no class
            raise self._unsuited(Message("it is no network that can be loaded")) from fault

    def _graph(self, session: InferenceSession) -> _Graph:
        """Raises EngineFault ``engine_unsuited`` for a network of another shape."""
        found = {entry.name: entry for entry in session.get_inputs()}
        shapes = {name: list(entry.shape) for name, entry in found.items()}
        told = ", ".join(f"{name} {shape}" for name, shape in shapes.items())
        channels = {name: shape[1] for name, shape in shapes.items() if len(shape) == 4}
        if len(found) == 1 and list(channels.values()) == [4]:
            image, mask = next(iter(found)), None
        elif len(found) == 2 and sorted(channels.values(), key=str) == [1, 3]:
            image = next(name for name, count in channels.items() if count == 3)
            mask = next(name for name, count in channels.items() if count == 1)
        else:
            raise self._unsuited(Message("it takes {told}, not a picture and a mask", told=shorten_words(told)))
        height, width = shapes[image][2:]
        side = width if isinstance(width, int) and isinstance(height, int) else None
        if side is not None and height != width:
            raise self._unsuited(Message("it takes {told}, not a square", told=shorten_words(told)))
        return _Graph(image, mask, side, found[image].type == "tensor(uint8)")

    def _convention(self, progress: Progress) -> _Convention:
        if self._found is None:
            self._found = self._tried(progress)
        return self._found

    def _tried(self, progress: Progress) -> _Convention:
        """The convention under which a test picture is kept outside of its hole. Raises EngineFault ``engine_unsuited``."""
        graph = self._graph(self._session(progress))
        side = graph.side or _LEAST
        y, x = np.mgrid[:side, :side]
        picture = np.asarray(
            np.stack([60 + 120 * x / side, 70 + 110 * y / side, 90 + 60 * (x + y) / side], 2), np.uint8
        )
        mask = np.zeros((side, side), np.float32)
        mask[side // 3 : side // 2, side // 3 : side // 2] = 1
        picture[mask > 0] = (255, 0, 255)
        ranges = [(0.0, 255.0)] if graph.whole else [(0.0, 1.0), (-1.0, 1.0)]
        for low, high in ranges:
            for inverted in (False, True):
                tried = _Convention(inverted, low, high)
                answer = self._painted(picture, mask, tried, progress)
                apart = np.abs(answer.astype(np.float32) - picture).mean(axis=2) / 255
                if float(apart[mask == 0].mean()) < _KEPT and float(apart[mask > 0].mean()) > 3 * _KEPT:
                    return tried
        raise self._unsuited(Message("it does not fill a hole and leave the rest as it is"))

    def _painted(self, picture: ByteImage, mask: FloatPlane, how: _Convention, progress: Progress) -> ByteImage:
        session = self._session(progress)
        graph = self._graph(session)
        hole = np.asarray(mask > 0, np.float32)[None, None]
        colours = picture.transpose(2, 0, 1)[None].astype(np.float32) / 255 * (how.high - how.low) + how.low
        shown: Any = 1 - hole if how.inverted else hole
        if graph.mask is None:
            feeds = {graph.image: np.concatenate([shown - np.float32(0.5), colours * (1 - hole)], axis=1)}
        elif graph.whole:
            feeds = {graph.image: np.round(colours).astype(np.uint8), graph.mask: (255 * shown).astype(np.uint8)}
        else:
            feeds = {graph.image: colours.astype(np.float32), graph.mask: shown.astype(np.float32)}
        answer = np.asarray(self._run(session, feeds, progress), np.float32)
        if answer.ndim != 4 or answer.shape[1] != 3 or not np.isfinite(answer).all():
            raise self._unsuited(Message("its answer is no picture"))
        low, high = (0.0, 255.0) if float(answer.max()) > 2 else (how.low, how.high)
        scaled = (answer[0].transpose(1, 2, 0) - low) / (high - low) * 255
        return np.asarray(np.round(np.clip(scaled, 0, 255)), np.uint8)

    def _run(self, session: InferenceSession, feeds: dict[str, Any], progress: Progress) -> Any:
        """The network's first output. Cancelling ends the run between two of its layers. Raises Cancelled, EngineFault."""
        onnxruntime = load_onnxruntime()

        how, ended = onnxruntime.RunOptions(), threading.Event()
        how.log_severity_level = 4

        def watch() -> None:
            while not ended.wait(_LOOK_SECONDS):
                if progress.cancelled:
                    how.terminate = True
                    return

        progress.check()
        watcher = threading.Thread(target=watch, name="onnx cancel")
        watcher.start()
        try:
            return session.run(None, feeds, how)[0]
        except Exception as fault:  # the border to a file of the user's: the library's faults share no class
            progress.check()
            raise EngineFault(
                Message("{name} cannot be run: {why}", name=self._file.name, why=shorten_words(str(fault))),
                "engine_refused",
            ) from fault
        finally:
            ended.set()
            watcher.join()

    def _unsuited(self, why: Message) -> EngineFault:
        return EngineFault(
            Message(
                "{name} cannot be used: {why}. Choose an ONNX file of LaMa or MI-GAN.", name=self._file.name, why=why
            ),
            "engine_unsuited",
        )
