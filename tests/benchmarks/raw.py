"""How long a raw file of 24 megapixels takes to be seen, to be worked on and to be developed, what memory, and whose colours.

python -m tests.benchmarks.raw [--picture FILE] [--megapixels 24]

The raw file is made at run time. Each figure comes from a process of its own; CPU seconds count all threads. Bars: preview 0.5 s,
first edit 3 s (opened, analysed, a light edit shown), memory 1.2 GB, colours within a mean CIEDE2000 of 0.5 of LibRaw's own.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.imaging.io.raws import Shot, dng

PARTS = ("preview", "first_edit", "develop", "result", "colours")
_PLACES = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--picture", type=Path, help="a portrait, the shipped sample without it")
    parser.add_argument("--megapixels", type=float, default=24.0)
    parser.add_argument("--part", choices=PARTS, help=argparse.SUPPRESS)
    parser.add_argument("--raw", type=Path, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.part:
        print(globals()[f"measure_{chosen.part}"](chosen.raw))
        return
    from catchlight.paths import resources

    print(f"load {os.getloadavg()[0]:.1f}, {os.cpu_count()} cores")
    with tempfile.TemporaryDirectory() as folder:
        for name, stops in (("exposed well", 0.0), ("overexposed by half a stop", 0.5)):
            raw = Path(folder) / "shot.dng"
            raw.write_bytes(made(chosen.picture or resources() / "samples" / "astronaut.png", chosen.megapixels, stops))
            print(f"{name}: {raw.stat().st_size / 1e6:.0f} MB")
            for part in PARTS:
                command = [sys.executable, "-m", "tests.benchmarks.raw", "--part", part, "--raw", str(raw)]
                said = subprocess.run(command, capture_output=True, text=True, check=True)
                print(f"  {part:12s} {said.stdout.strip()}", flush=True)


def made(picture: Path, megapixels: float, stops: float) -> bytes:
    """A raw file of a picture, enlarged to so many megapixels."""
    pixels: Any = cv2.imread(str(picture))[..., ::-1]
    scale = (megapixels * 1e6 / (pixels.shape[0] * pixels.shape[1])) ** 0.5
    size = round(pixels.shape[1] * scale) // 2 * 2, round(pixels.shape[0] * scale) // 2 * 2
    return dng(np.ascontiguousarray(cv2.resize(pixels, size, interpolation=cv2.INTER_CUBIC)), Shot(exposure=stops))


def measure_preview(raw: Path) -> str:
    """From the file to pixels for the screen; what has to be loaded first was loaded by a smaller file."""
    from catchlight.gui.opening.read_file import preview_task

    return timed(lambda: _run(preview_task(raw, _limits())))


def measure_first_edit(raw: Path) -> str:
    """The window's way: preview, half-size development, what the picture shows, and a light edit of it, with raw settings too."""
    from catchlight.core.progress import Progress
    from catchlight.develop.development import Development
    from catchlight.develop.raw import RawDevelopment
    from catchlight.gui.opening.read_file import preview_task, read_task
    from catchlight.operations.adjust.params import AdjustParams
    from catchlight.service.editor import EditRequest

    from tests.benchmarks.window import compose

    with tempfile.TemporaryDirectory() as home:
        _, _, editor, portraits, store, _ = compose(Path(home))
        portraits.models  # noqa: B018
        kept: dict[str, Any] = {}

        def work() -> None:
            _run(preview_task(raw, _limits()))
            kept["step"] = _run(read_task(raw, _limits(), draft=True))
            edit = AdjustParams(settings=Development(contrast=20))
            editor.preview(EditRequest("adjust", edit, [kept["step"].picture]), 1280, Progress())

        said = timed(work)
        moves = []
        for stops in (0.3, 0.6, 0.9, 1.2):
            params = AdjustParams(raw=RawDevelopment(exposure=stops, temperature=5000.0))
            begin = time.perf_counter()
            editor.preview(EditRequest("adjust", params, [kept["step"].picture]), 1280, Progress())
            moves.append(time.perf_counter() - begin)
        store.close()
    return f"{said}; a raw slider: first {moves[0] * 1000:.0f} ms, then {min(moves[1:]) * 1000:.0f} ms"


def measure_develop(raw: Path) -> str:
    """All of the file, 16 bit, ProPhoto."""
    from catchlight.imaging.io import codec

    data = raw.read_bytes()
    return timed(lambda: codec.decode(data, _decode_limits()))


def measure_result(raw: Path) -> str:
    """Opened, developed in another way, adjusted and written as a TIFF: a whole edit."""
    from catchlight.core.progress import Progress
    from catchlight.develop.development import Development
    from catchlight.develop.raw import RawDevelopment
    from catchlight.operations.adjust.params import AdjustParams
    from catchlight.service.editor import EditRequest
    from catchlight.service.files.reading import read_picture

    from tests.benchmarks.window import compose

    with tempfile.TemporaryDirectory() as home:
        _, _, editor, _, store, _ = compose(Path(home))
        params = AdjustParams(raw=RawDevelopment(exposure=0.3), settings=Development(contrast=20))

        def work() -> None:
            picture = read_picture(raw, _decode_limits())
            editor.run(EditRequest("adjust", params, [picture]), Progress())

        said = timed(work)
        store.close()
    return said


def measure_colours(raw: Path) -> str:
    """The developed file against LibRaw's own numbers in sRGB, whose highlights beyond white are cut off."""
    import rawpy
    from catchlight.imaging.colour.delta_e import delta_e2000
    from catchlight.imaging.io import codec
    from catchlight.imaging.io.formats.raw.settings import RawSettings

    data = raw.read_bytes()
    with rawpy.imread(io.BytesIO(data)) as file:
        wanted = file.postprocess(use_camera_wb=True, gamma=(2.4, 12.92), no_auto_bright=True, output_bps=16)
    said = []
    for name, settings in (("as opened", RawSettings()), ("highlights cut off", RawSettings(highlights="clip"))):
        found = codec.decode(data, _decode_limits(), raw=settings).pixels
        step = max(1, round((found.shape[0] * found.shape[1] / _PLACES) ** 0.5))
        pairs = zip(
            found[::step, ::step].reshape(-1, 3) / 257, wanted[::step, ::step].reshape(-1, 3) / 257, strict=True
        )
        far = np.array([delta_e2000(tuple(one), tuple(other)) for one, other in pairs])
        said.append(f"{name}: mean {far.mean():.3f}, 95 % {np.percentile(far, 95):.3f}, most {far.max():.2f}")
    return "CIEDE2000 " + "; ".join(said)


def timed(work: Callable[[], object]) -> str:
    before = most_memory()
    begin, cpu = time.perf_counter(), time.process_time()
    work()
    wall, cpu = time.perf_counter() - begin, time.process_time() - cpu
    return f"{wall:.2f} s, CPU {cpu:.2f} s, memory {most_memory():.2f} GB (before {before:.2f})"


def most_memory() -> float:
    """GB that this process has had at most. A child's ``ru_maxrss`` begins with that of its parent."""
    status = Path("/proc/self/status")
    if status.exists():
        said = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM"))
        return int(said.split()[1]) * 1024 / 1e9
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e9


def _run(work: Callable[[Any], Any]) -> Any:
    from catchlight.core.progress import Progress

    return work(Progress())


def _limits() -> Any:
    from catchlight.store.settings.resource_limits import PictureLimits

    return PictureLimits(max_bytes=1_000_000_000, max_pixels=200_000_000, min_side=16)


def _decode_limits() -> Any:
    from catchlight.imaging.io import codec

    return codec.DecodeLimits(1_000_000_000, 200_000_000)


if __name__ == "__main__":
    main()
