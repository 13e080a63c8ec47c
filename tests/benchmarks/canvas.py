"""How long the canvas takes to paint a frame while a large picture is panned and zoomed, alone and compared.

python -m tests.benchmarks.canvas [--megapixels 33] [--frames 120] [--size 1440x900] [--ratio 1]
"""

from __future__ import annotations

import argparse
import math
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.benchmarks.window import PLATFORM

if TYPE_CHECKING:
    from catchlight.gui.canvas.canvas import Canvas

FRAME_MS = 1000 / 60
"""The bar: 60 frames a second, at the 95th percentile."""
ZOOMS = (None, 0.23, 0.5, 0.67, 1.0, 1.5, 3.0)
"""Fitted, and so many screen pixels per picture pixel."""


def scene(megapixels: float) -> object:
    """A picture of that size and the same one darker, before it. Noise on the sample: nothing that compresses."""
    import cv2
    import numpy as np
    from catchlight.gui.canvas import qt_images
    from catchlight.gui.canvas.compare import CanvasScene
    from catchlight.imaging.picture import Picture
    from catchlight.paths import resources

    sample = cv2.cvtColor(cv2.imread(str(resources() / "samples" / "astronaut.png")), cv2.COLOR_BGR2RGB)
    height = round(math.sqrt(megapixels * 1e6 / 1.5))
    pixels = np.asarray(cv2.resize(sample, (round(height * 1.5), height), interpolation=cv2.INTER_CUBIC), np.uint8)
    begun = time.perf_counter()
    after = qt_images.build_pyramid(Picture(pixels))
    print(f"{megapixels:g} MP made ready for the screen in {(time.perf_counter() - begun) * 1000:.0f} ms")
    return CanvasScene(after, qt_images.build_pyramid(Picture(np.ascontiguousarray(pixels // 2, np.uint8))))


def frames(
    canvas: Canvas, move: Callable[[int], object], count: int, clock: Callable[[], float] = time.perf_counter
) -> list[float]:
    """Milliseconds of each frame: the change of the view and its painting, down to the window's own memory.

    clock: ``time.thread_time`` where other work on the machine should not count.
    """
    from PySide6.QtWidgets import QApplication

    QApplication.processEvents()
    times = []
    for number in range(count):
        begun = clock()
        move(number)
        canvas.repaint()
        times.append((clock() - begun) * 1000)
        QApplication.processEvents()
    return times


def report(name: str, times: list[float]) -> bool:
    middle, most = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    over = most > FRAME_MS
    mark = "  over the bar" if over else ""
    print(f"  {name:34} median {middle:6.1f} ms  p95 {most:6.1f} ms  max {max(times):6.1f} ms{mark}", flush=True)
    return over


def measured(canvas: Canvas, count: int) -> int:
    """Pans at every zoom and sweeps through the zooms in every mode; gives how many were over the bar."""
    from catchlight.gui.canvas.compare import Mode
    from PySide6.QtCore import QPointF

    over = 0
    for mode in Mode:
        canvas.set_mode(mode)
        for zoom in ZOOMS:
            canvas.fit()
            if zoom is not None:
                canvas.zoom_to(zoom)

            def pan(number: int) -> None:
                angle = number / 9
                canvas._set_view(canvas.viewport_now.pan(17 * math.cos(angle), 13 * math.sin(angle)))

            name = "fitted" if zoom is None else f"{zoom:.0%}"
            over += report(f"{mode.value}: pan at {name}", frames(canvas, pan, count))

        def sweep(number: int) -> None:
            canvas.zoom_by(1.05 if number % 80 < 40 else 1 / 1.05, QPointF(canvas.pane_width() / 3, 300))

        canvas.fit()
        over += report(f"{mode.value}: zoom in and out", frames(canvas, sweep, count))
    return over


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megapixels", type=float, default=33)
    parser.add_argument("--frames", type=int, default=120)
    parser.add_argument("--size", default="1440x900", help="of the canvas, in logical pixels")
    parser.add_argument("--ratio", type=float, default=1, help="device pixels per logical pixel")
    chosen = parser.parse_args()
    os.environ.update(PLATFORM | {"QT_SCALE_FACTOR": f"{chosen.ratio:g}"})
    from catchlight.gui.canvas.canvas import Canvas
    from catchlight.gui.widgets import theme
    from PySide6.QtWidgets import QApplication

    application = QApplication(sys.argv[:1])
    canvas = Canvas(theme.build("dark"))
    canvas.resize(*(int(side) for side in chosen.size.split("x")))
    canvas.show_scene(scene(chosen.megapixels))  # type: ignore[arg-type]
    canvas.show()
    application.processEvents()
    print(f"canvas {chosen.size} at {canvas.devicePixelRatioF():g}x, load average {os.getloadavg()[0]:.2f}")
    over = measured(canvas, chosen.frames)
    print(f"{over} over {FRAME_MS:.1f} ms; load average {os.getloadavg()[0]:.2f}")
    canvas.close()
    sys.exit(1 if over else 0)


if __name__ == "__main__":
    main()
