"""Doubles of our own interfaces, for tests of what stands above them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.operation import File, Preview
from catchlight.operations.reduce import reduce_pixels
from catchlight.service.editor import EditRequest, EditResult


class EchoEditor:
    """An Editor that gives the source back as PNG, and remembers what it was asked."""

    def __init__(self) -> None:
        self.requests: list[EditRequest] = []

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        self.requests.append(request)
        progress.report(0.5, "echoing")
        picture = request.pictures[0]
        return EditResult(
            picture, File(codec.encode(picture, "image/png"), "image/png"), {"echo": True}, request.generation
        )

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        self.requests.append(request)
        picture = request.pictures[0]
        return Preview(Picture(reduce_pixels(picture.pixels, size)), picture.width, picture.height)


class FailingEditor:
    """An Editor that raises what it was given."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        raise self.fault

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        raise self.fault


class GatedEditor(EchoEditor):
    """An EchoEditor that waits for ``gate``, checking for cancel; counts what runs and what was cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = threading.Event()
        self.lock = threading.Lock()
        self.running = 0
        self.most_running = 0
        self.cancelled = 0

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        with self.lock:
            self.running += 1
            self.most_running = max(self.most_running, self.running)
        try:
            while not self.gate.wait(0.01):
                progress.check()
            return super().run(request, progress)
        except Cancelled:
            self.cancelled += 1
            raise
        finally:
            with self.lock:
                self.running -= 1


class DeafEditor(EchoEditor):
    """An EchoEditor that waits for ``gate`` before it looks at its progress, as one long step of an edit does."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.gate = threading.Event(), threading.Event()

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        self.begun.set()
        self.gate.wait()
        progress.check()
        return super().run(request, progress)


def eventually(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether ``condition`` becomes true in time."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
