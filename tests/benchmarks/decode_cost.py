"""What files that were made to cost time do cost, at growing length: python -m tests.benchmarks.decode_cost

Each kind is decoded at 1, 2, 4 and 8 times a length. Linear cost doubles with the length at most; the last column is the time
of the longest over that of half its length. A refused file costs what counting costs.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from catchlight.core.errors import CatchlightError
from catchlight.imaging.io import codec

from tests.imaging.io import test_hostile as hostile
from tests.imaging.io import variants
from tests.imaging.io.variants import chunk

TIMES = (1, 2, 4, 8)
_PHOTO = variants.photo()


def kinds() -> dict[str, Callable[[int], bytes]]:
    """A file of a kind by its length in units of about 250 kB, or of 250 parts."""
    packet = hostile.packet
    jpeg, png, webp = variants.saved(_PHOTO, "JPEG"), variants.png(_PHOTO), variants.saved(_PHOTO, "WEBP")
    return {
        "begun records": lambda n: packet(b"<catchlight:Record>" * 13_000 * n),
        "begun and ended records": lambda n: packet(b"<catchlight:Record></catchlight:Record" * 6_500 * n),
        "entities": lambda n: packet(b"<catchlight:Record>" + b"&#" * 125_000 * n + b"</catchlight:Record>"),
        "digits": lambda n: packet(b"<catchlight:Record>&#" + b"1" * 250_000 * n + b";</catchlight:Record>"),
        "brackets": lambda n: packet(b'<catchlight:Record>{"steps":' + b"[" * 250_000 * n + b"</catchlight:Record>"),
        "extended XMP asked for": lambda n: packet(b'HasExtendedXMP="' * 15_000 * n),
        "hexadecimal Exif": lambda n: variants.png(
            _PHOTO, chunk(b"tEXt", b"Raw profile type exif\0\nexif\n9\n" + b"0 " * 125_000 * n)
        ),
        "PNG chunks": lambda n: png[:33] + chunk(b"tEXt", b"") * 2_000 * n + png[33:],
        "PNG data chunks": lambda n: png[:33] + chunk(b"IDAT", b"") * 2_000 * n + png[33:],
        "JPEG segments": lambda n: b"\xff\xd8" + b"\xff\xe5\0\2" * 2_000 * n + jpeg[2:],
        "JPEG fill bytes": lambda n: b"\xff\xd8" + b"\xff" * 250_000 * n + jpeg[2:],
        "JPEG scans": lambda n: hostile.progressive(20 * n, 1000, 800),
        "TIFF pages": lambda n: hostile.pages(120 * n),
        "WebP chunks": lambda n: webp + b"JUNK\0\0\0\0" * 2_000 * n,
    }


def timed(data: bytes) -> tuple[float, float, str]:
    """Seconds of decoding, the longest that another thread had to wait meanwhile, and what came of it."""
    outcome: list[str] = []

    def work() -> None:
        try:
            outcome.append("opened, noted" if codec.decode(data).metadata.notes else "opened")
        except CatchlightError:
            outcome.append("refused")

    thread = threading.Thread(target=work)
    began = last = time.perf_counter()
    thread.start()
    longest = 0.0
    while thread.is_alive():
        time.sleep(0.001)
        now = time.perf_counter()
        longest, last = max(longest, now - last), now
    return time.perf_counter() - began, longest, outcome[0]


def main() -> None:
    timed(variants.png(_PHOTO))
    print(f"{'':26} {'ms at 1, 2, 4, 8 times':>30}  {'ratio':>5}  {'others waited, ms':>17}")
    for name, made in kinds().items():
        files = [made(times) for times in TIMES]
        runs = [
            min((timed(data) for data in files[place : place + 1] * 3), key=lambda run: run[0]) for place in range(4)
        ]
        shown = " ".join(f"{1000 * seconds:7.1f}" for seconds, _, _ in runs)
        ratio = runs[-1][0] / max(runs[-2][0], 1e-4)
        print(f"{name:26} {shown:>30}  {ratio:5.2f}  {1000 * max(run[1] for run in runs):17.1f}  {runs[-1][2]}")


if __name__ == "__main__":
    main()
