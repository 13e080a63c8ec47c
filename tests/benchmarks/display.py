"""What showing a picture through a screen's profile costs: frames of pan and zoom with none, a matrix and tables.

python -m tests.benchmarks.display [--megapixels 24] [--frames 60] [--size 1440x900] [--ratio 1] [--own]
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

from tests.benchmarks.canvas import frames, scene
from tests.benchmarks.window import PLATFORM

if TYPE_CHECKING:
    from catchlight.gui.canvas.canvas import Canvas
    from catchlight.gui.canvas.compare import CanvasScene
    from catchlight.imaging.colour.output_transform import ScreenColours

BLOCK_MS = 50
"""The bar: no frame longer than this."""
ZOOMS = (None, 0.5, 1.0, 3.0)


def colours_of(kind: str) -> ScreenColours | None:
    from catchlight.imaging.colour.output_profiles import check_output_profile
    from catchlight.imaging.colour.output_transform import ScreenColours

    from tests.display_profiles import matrix_display, table_display

    if kind == "none":
        return None
    data = matrix_display() if kind == "matrix" else table_display(33)
    return ScreenColours(check_output_profile(data, f"{kind}.icc", "display"))


def prepare(kind: str, shown: CanvasScene) -> ScreenColours | None:
    """What workers do before the first frame, with its times."""
    from catchlight.gui.canvas import qt_images

    colours = colours_of(kind)
    if colours is None:
        return None
    times = []
    for work in (colours.transform, lambda: qt_images.make_ready(shown.after, colours), colours.transform().tabulate):
        begun = time.perf_counter()
        work()
        times.append((time.perf_counter() - begun) * 1000)
    begun = time.perf_counter()
    qt_images.make_ready(shown.after, colours)
    again = (time.perf_counter() - begun) * 1000
    print(
        f"{kind}, on workers: transform built in {times[0]:.0f} ms, picture made ready in {times[1]:.0f} ms, "
        f"table in {times[2]:.0f} ms, picture made ready by the table in {again:.0f} ms"
    )
    return colours


def measure(canvas: Canvas, kind: str, count: int, clock: Callable[[], float]) -> float:
    """Pan at several zooms, then zoom in and out. Gives the longest frame in milliseconds."""
    from PySide6.QtCore import QPointF

    def pan(number: int) -> None:
        angle = number / 9
        canvas._set_view(canvas.viewport_now.pan(17 * math.cos(angle), 13 * math.sin(angle)))

    def sweep(number: int) -> None:
        canvas.zoom_by(1.05 if number % 40 < 20 else 1 / 1.05, QPointF(canvas.width() / 3, 300))

    longest = 0.0
    for zoom in ZOOMS:
        canvas.fit()
        if zoom is not None:
            canvas.zoom_to(zoom)
        longest = max(
            longest,
            told(f"{kind}: pan {'fitted' if zoom is None else f'at {zoom:.0%}'}", frames(canvas, pan, count, clock)),
        )
    canvas.fit()
    return max(longest, told(f"{kind}: zoom in and out", frames(canvas, sweep, count, clock)))


def told(name: str, times: list[float]) -> float:
    most = max(times)
    mark = "  over the bar" if most > BLOCK_MS else ""
    p95 = statistics.quantiles(times, n=20)[-1]
    print(
        f"  {name:30} median {statistics.median(times):6.1f} ms  p95 {p95:6.1f} ms  max {most:6.1f} ms{mark}",
        flush=True,
    )
    return most


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megapixels", type=float, default=24)
    parser.add_argument("--frames", type=int, default=60)
    parser.add_argument("--size", default="1440x900", help="of the canvas, in logical pixels")
    parser.add_argument("--ratio", type=float, default=1, help="device pixels per logical pixel")
    parser.add_argument("--own", action="store_true", help="count what the window's thread computes, not what it waits")
    chosen = parser.parse_args()
    os.environ.update(PLATFORM | {"QT_SCALE_FACTOR": f"{chosen.ratio:g}"})
    from catchlight.gui.canvas.canvas import Canvas
    from catchlight.gui.canvas.compare import CanvasScene
    from catchlight.gui.widgets import theme
    from PySide6.QtWidgets import QApplication

    application = QApplication(sys.argv[:1])
    canvas = Canvas(theme.build("dark"))
    canvas.resize(*(int(side) for side in chosen.size.split("x")))
    made: CanvasScene = scene(chosen.megapixels)  # type: ignore[assignment]
    shown = CanvasScene(made.after)
    canvas.show_scene(shown)
    canvas.show()
    application.processEvents()
    print(f"canvas {chosen.size} at {canvas.devicePixelRatioF():g}x, load average {os.getloadavg()[0]:.2f}")
    longest = 0.0
    for kind in ("none", "matrix", "tables"):
        canvas.show_through(prepare(kind, shown))
        longest = max(
            longest, measure(canvas, kind, chosen.frames, time.thread_time if chosen.own else time.perf_counter)
        )
    print(f"longest frame {longest:.1f} ms, bar {BLOCK_MS} ms; load average {os.getloadavg()[0]:.2f}")
    canvas.close()
    sys.exit(1 if longest > BLOCK_MS else 0)


if __name__ == "__main__":
    main()
