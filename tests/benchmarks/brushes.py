"""Hand tools on 24 megapixels: what a dab costs at screen zoom, a heal, one stroke more, a gradient over all of it, and
the memory of 200 strokes.

python -m tests.benchmarks.brushes [--picture FILE]

Bars: a dab 30 ms, a heal of 60 pixels 150 ms, a gradient 1 s of processor time. The picture, the sample where none is
named, is enlarged to 6000 pixels. Times are the median and the worst of ten; before them a first is left out, in which
regions, networks and tables are made.
"""

from __future__ import annotations

import argparse
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from catchlight.brushes.apply import apply_edits
from catchlight.brushes.edits import BrushEdit, HandStroke, LinearGradient, RadialGradient, Tool, strikes
from catchlight.gui.tabs.edit.hand.dabs import box_around
from catchlight.gui.tabs.edit.hand.draft import HandDraft
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.operations.brush.run import ground_of, results_of
from catchlight.operations.brush.window import render_window
from catchlight.paths import resources
from catchlight.portrait.portrait import Portrait

WIDTH, HEIGHT, SCREEN = 6000, 4000, 1000
"""Of the picture, and how many pixels of the screen it is wide."""
TIMES = 10
TOOLS: tuple[Tool, ...] = ("dodge", "burn", "smooth", "sharpen", "colour", "adjust", "clone")


def enlarged(file: Path) -> Picture:
    import cv2

    pixels = codec.decode(file.read_bytes()).pixels[..., :3]
    scale = max(WIDTH / pixels.shape[1], HEIGHT / pixels.shape[0])
    large = cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return Picture(np.ascontiguousarray(large[:HEIGHT, :WIDTH]))


def median_ms(work: Callable[[int], object]) -> tuple[float, float]:
    work(0)
    found = []
    for turn in range(1, TIMES + 1):
        begin = time.perf_counter()
        work(turn)
        found.append(1000 * (time.perf_counter() - begin))
    return float(np.median(found)), max(found)


def dab(portrait: Portrait, tool: Tool, within: str | None) -> Callable[[int], object]:
    """A brush of 4 % of the picture that goes on by a part of its radius, as the window asks for it."""
    radius = 0.02 * WIDTH

    def work(turn: int) -> object:
        points = tuple((0.4 * WIDTH + 0.3 * radius * n, 0.3 * HEIGHT) for n in range(turn + 2))
        offset = (900.0, 0.0) if tool == "clone" else None
        stroke = HandStroke(points=points, radius=radius, offset=offset)
        edit = BrushEdit(tool=tool, strokes=(stroke,), within=within, warmth=20.0)
        return render_window(portrait, (), edit, box_around(list(points[-2:]), radius), WIDTH // SCREEN)

    return work


def heal(portrait: Portrait, radius: float) -> Callable[[int], object]:
    """A spot alone, without the copy of the picture that all strokes share."""

    def work(turn: int) -> object:
        spot = HandStroke(points=((0.35 * WIDTH + 40 * turn, 0.3 * HEIGHT),), radius=radius)
        part = portrait.picture.pixels[800:1900, 1700:3100]
        near = spot.model_copy(update={"points": ((spot.points[0][0] - 1700, spot.points[0][1] - 800),)})
        return apply_edits(part, (BrushEdit(tool="heal", strokes=(near,)),), ground_of(portrait))

    return work


def one_more(portrait: Portrait) -> Callable[[int], object]:
    """The whole picture with one heal more, as it is kept for the canvas."""
    spots: list[HandStroke] = []

    def work(turn: int) -> object:
        spots.append(HandStroke(points=((0.3 * WIDTH + 70 * turn, 0.3 * HEIGHT),), radius=30.0))
        steps = strikes((BrushEdit(tool="heal", strokes=tuple(spots)),))
        return results_of(portrait).result(steps, ground_of(portrait))

    return work


def gradients(portrait: Portrait) -> Iterator[tuple[str, float]]:
    """Seconds of processor time for gradients that reach over the whole picture."""
    linear = LinearGradient(start=(0.0, 0.0), end=(float(WIDTH), float(HEIGHT)))
    radial = RadialGradient(centre=(WIDTH / 2, HEIGHT / 2), radius_x=0.7 * WIDTH, radius_y=0.7 * HEIGHT)
    for tool in ("dodge", "burn", "colour", "adjust"):
        for shape in ("linear", "radial"):
            edit = BrushEdit(
                tool=tool, exposure=0.7, warmth=20.0, **{shape: {"linear": linear, "radial": radial}[shape]}
            )
            begin = time.process_time()
            apply_edits(portrait.picture.pixels, (edit,), ground_of(portrait))
            yield f"{shape}, {tool}", time.process_time() - begin


def history() -> tuple[float, int]:
    """Kilobytes of a draft with 200 strokes of 80 points and all states that can be gone back to, and how many those are."""
    tracemalloc.start()
    draft = HandDraft()
    draft.take_tool("dodge")
    for number in range(200):
        if number % 20 == 0:
            draft.choose(None)
        points = tuple((float(number + n), float(3 * n)) for n in range(80))
        draft.paint(HandStroke(points=points, radius=40.0, pressures=tuple(0.5 for _ in points)))
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held / 1000, len(draft._stack._past)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=Path, default=resources() / "samples" / "astronaut.png")
    chosen = parser.parse_args()
    portrait = Portrait(enlarged(chosen.picture), Models(threads=2))
    for tool in TOOLS:
        usual, worst = median_ms(dab(portrait, tool, None))
        print(f"dab, {tool}: {usual:.1f} ms, worst {worst:.1f} ms")
    usual, worst = median_ms(dab(portrait, "dodge", "skin"))
    print(f"dab, dodge within skin: {usual:.1f} ms, worst {worst:.1f} ms")
    for radius in (30.0, 60.0):
        usual, worst = median_ms(heal(portrait, radius))
        print(f"heal, radius {radius:.0f} px: {usual:.1f} ms, worst {worst:.1f} ms")
    usual, worst = median_ms(one_more(portrait))
    print(f"one heal more in the whole picture: {usual:.1f} ms, worst {worst:.1f} ms")
    for name, seconds in gradients(portrait):
        print(f"gradient, {name}: {seconds:.2f} s of processor time")
    kept = sum(pixels.nbytes for _, pixels in results_of(portrait)._kept) / 1e6
    kilobytes, states = history()
    print(
        f"200 strokes of 80 points: {kilobytes:.0f} kB with {states} states to go back to; two results of {kept / 2:.0f} MB"
    )


if __name__ == "__main__":
    main()
