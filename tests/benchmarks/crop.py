"""What a crop costs: the straightened frame as the window follows with, and whole pictures, in CPU time of this process.

python -m tests.benchmarks.crop [--megapixels 12] [--times 5]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import numpy as np

FOLLOWED, WHOLE = 60, 1500
"""The bars in ms: a straightened frame of 1024 pixels, and a whole picture of 12 megapixels."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--megapixels", type=float, default=12.0)
    parser.add_argument("--times", type=int, default=5)
    chosen = parser.parse_args()
    import cv2
    from catchlight.imaging.frame.boxes import FrameBox, whole_box
    from catchlight.imaging.frame.picture_frame import FrameShape, plan_frame
    from catchlight.imaging.frame.resample import cut_box
    from catchlight.operations.reduce import reduce_pixels, size_within

    cv2.setNumThreads(1)
    height = round((chosen.megapixels * 1e6 * 3 / 4) ** 0.5)
    size = (round(height * 4 / 3), height)
    noise = np.random.default_rng(1).integers(0, 255, (height // 8, size[0] // 8, 3), np.uint8)
    pixels = np.asarray(cv2.resize(noise, size, interpolation=cv2.INTER_CUBIC), np.uint8)
    copy = reduce_pixels(pixels, 1024)
    for name, shape in (
        ("quarter turn", FrameShape(turns=1)),
        ("straightened", FrameShape(angle=3.0)),
        ("perspective", FrameShape(angle=3.0, vertical=40, horizontal=-20)),
    ):
        frame = plan_frame(size, shape)
        all_of_it, small = FrameBox(0, 0, *frame.size), size_within(*frame.size, 1024)
        follow = measured(lambda: cut_box(copy, frame, all_of_it, small), chosen.times)  # noqa: B023
        whole = measured(lambda: cut_box(pixels, frame, whole_box(frame)), chosen.times)  # noqa: B023
        print(
            f"{name:14} 1024 px {follow:6.1f} ms (bar {FOLLOWED})   {size[0]} x {size[1]} {whole:7.1f} ms (bar {WHOLE})"
        )


def measured(work: Callable[[], object], times: int) -> float:
    """Median CPU time in ms."""
    found = []
    for _ in range(times):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return statistics.median(found) * 1000


if __name__ == "__main__":
    main()
