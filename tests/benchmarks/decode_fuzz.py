"""Damaged files through decoder and command line.

python -m tests.benchmarks.decode_fuzz [--files 1000] [--seed 42] [--keep FOLDER]

Files of every type are flipped, cut and spliced by a seeded generator. Each is decoded in a process of its own kind (a crash or
more than 10 s ends only that process), then all of them go through ``catchlight adjust FOLDER OUT "warmer"``.

Wrong without a note is a file that is opened without a note although

- an independent decoder (libvips where ``pyvips`` is installed, else OpenCV) refuses or warns of the same bytes and the pixels
  are more than 3 of 255 from the undamaged picture (*missed*), or
- that decoder opens it and its pixels are more than 5 of 255 from ours (*differs*); pixels that a profile, gAMA or cICP
  converts are not compared, for libvips knows only some of these.

Of types of which it does not read even the sound file alike (HEIC, floating point) only crashes and hangs are counted.
"""

from __future__ import annotations

import argparse
import collections
import io
import json
import os
import select
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import PIL.Image

from tests.imaging.io import variants

LIMIT = 10.0
"""Seconds after which a decode hangs."""
Pixels = npt.NDArray[Any]


def seeds() -> dict[str, bytes]:
    """Sound files of every type, 120 x 134."""
    photo = variants.photo(120, 134)
    deep = photo.astype(np.uint16) * 257
    profile = variants.icc(variants.P3, variants.srgb_curve)
    clear = np.dstack([photo, np.full(photo.shape[:2], 200, np.uint8)])
    exif = variants.exif(6, "R98")
    files = {
        "base.jpg": variants.saved(photo, "JPEG", quality=90),
        "full.jpg": variants.saved(photo, "JPEG", quality=90, subsampling="4:4:4", exif=exif, icc_profile=profile),
        "progressive.jpg": variants.saved(photo, "JPEG", quality=90, progressive=True),
        "restart.jpg": variants.saved(photo, "JPEG", quality=90, restart_marker_rows=1),
        "cmyk.jpg": variants.saved(photo, "JPEG", "CMYK", quality=90),
        "grey.jpg": variants.saved(photo, "JPEG", "L", quality=90),
        "plain.png": variants.png(photo),
        "said.png": variants.png(photo, variants.iccp(profile), variants.gama(2.2), variants.chrm(variants.SRGB)),
        "deep.png": variants.png(deep),
        "palette.png": variants.saved(photo, "PNG", "P"),
        "clear.png": variants.png(clear),
        "lossy.webp": variants.saved(photo, "WEBP", quality=85, exif=exif),
        "lossless.webp": variants.saved(clear, "WEBP", lossless=True),
        "plain.bmp": variants.saved(photo, "BMP"),
        "plain.tif": variants.tiff(photo),
        "lzw.tif": variants.tiff(deep, compression="lzw", rowsperstrip=16),
        "zlib.tif": variants.tiff(photo, compression="zlib", tile=(64, 64), bigtiff=True),
        "float.tif": variants.tiff((photo / 255).astype(np.float32)),
        "jpeg.tif": variants.tiff(photo, compression="jpeg", rowsperstrip=32),
        "plain.avif": variants.saved(photo, "AVIF", quality=80),
        "exif.avif": variants.saved(photo, "AVIF", quality=80, exif=exif),
    }
    return files | _heic(photo)


def _heic(photo: Pixels) -> dict[str, bytes]:
    import pillow_heif

    out = io.BytesIO()
    pillow_heif.from_pillow(PIL.Image.fromarray(photo)).save(out, quality=80)
    return {"plain.heic": out.getvalue()}


def mutate(data: bytes, other: bytes, chance: np.random.Generator) -> tuple[str, bytes]:
    """How, and the damaged bytes."""
    way = str(chance.choice(["flip", "flip head", "cut", "tail", "splice", "zero", "insert"]))
    place = int(chance.integers(2, len(data)))
    if way.startswith("flip"):
        found = bytearray(data)
        for _ in range(int(chance.integers(1, 12))):
            end = len(found) if way == "flip" else min(len(found), 600)
            found[int(chance.integers(4, end))] ^= 1 << int(chance.integers(0, 8))
        return way, bytes(found)
    if way == "cut":
        return way, data[:place]
    if way == "tail":
        return way, data[: -int(chance.integers(1, 200))]
    length = int(chance.integers(1, 400))
    if way == "splice":
        begin = int(chance.integers(0, max(1, len(other) - length)))
        return way, data[:place] + other[begin : begin + length] + data[place + length :]
    if way == "zero":
        return way, data[:place] + bytes(min(length, len(data) - place)) + data[place + length :]
    return way, data[:place] + chance.bytes(length) + data[place:]


def write_files(folder: Path, count: int, seed: int) -> dict[str, str]:
    """Write the damaged files; what was done to each."""
    chance, sound, done = np.random.default_rng(seed), seeds(), {}
    names = list(sound)
    for number in range(count):
        name = names[number % len(names)]
        way, data = mutate(sound[name], sound[str(chance.choice(names))], chance)
        file = folder / f"{number:04d}_{name}"
        file.write_bytes(data)
        done[file.name] = way
    return done


WORKER = """
import json, sys, time
import numpy as np
from pathlib import Path
from catchlight.imaging.io import codec
from catchlight.core.errors import CatchlightError
for line in sys.stdin:
    file = Path(line.strip())
    began = time.perf_counter()
    try:
        picture = codec.decode(file.read_bytes(), name=file.name)
        np.save(str(file) + ".npy", picture.pixels)
        told = {"notes": picture.metadata.notes, "profile": picture.metadata.profile}
    except CatchlightError as error:
        told = {"refused": error.message}
    except Exception as error:
        told = {"crash": repr(error)}
    print(json.dumps(told | {"seconds": time.perf_counter() - began}), flush=True)
"""


class Worker:
    """A process that decodes one file after another; started anew after a crash or a hang."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self.said = ""

    def decode(self, file: Path) -> dict[str, Any]:
        if self._process is None or self._process.poll() is not None:
            self._log = tempfile.TemporaryFile("w+")  # noqa: SIM115
            self._process = subprocess.Popen(
                [sys.executable, "-c", WORKER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                text=True,
            )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{file}\n")
        self._process.stdin.flush()
        waits = time.monotonic() + LIMIT + 10
        while not select.select([self._process.stdout], [], [], 0.5)[0]:
            if time.monotonic() > waits:
                self._process.kill()
                return {"hang": True}
        line = self._process.stdout.readline()
        if not line:
            return {"crash": f"the process ended with {self._process.wait()}"}
        told: dict[str, Any] = json.loads(line)
        return {"hang": True} if told["seconds"] > LIMIT else told

    def chatter(self) -> str:
        """What the libraries wrote to the error stream."""
        self._log.seek(0)
        return self._log.read()


def independent(data: bytes) -> Pixels | None:
    """HxWx3 uint8 by libvips or OpenCV, upright; None where it refuses or warns."""
    try:
        import pyvips
    except ImportError:
        pyvips = None
    if pyvips is None or data.startswith(b"BM"):
        import cv2

        cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
        read = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB)
        return None if read is None else np.asarray(read)
    try:
        image = pyvips.Image.new_from_buffer(data, "", fail_on="warning").autorot()
        image = image.colourspace("srgb")
        image = image.flatten(background=255) if image.hasalpha() else image
        return np.asarray(image.numpy())[..., :3].astype(np.uint8)
    except pyvips.Error:
        return None


def is_wrong(file: Path, told: dict[str, Any], sound: Pixels) -> str:
    """``missed``, ``differs`` or nothing."""
    if told.get("notes") or "notes" not in told:
        return ""
    ours = np.load(str(file) + ".npy").astype(float)
    ours = ours / 257 if ours.max() > 255 else ours
    alpha = ours[..., 3:] / 255 if ours.shape[2] == 4 else 1.0
    ours = ours[..., :3] * alpha + 255 * (1 - alpha)
    theirs = independent(file.read_bytes())
    if theirs is None:
        same = ours.shape == sound.shape and np.abs(ours - sound).mean() <= 3
        return "" if same else "missed"
    if told["profile"] not in ("sRGB", "unreadable") or theirs.shape != ours.shape:
        return ""
    return "differs" if np.abs(ours - theirs).mean() > 5 else ""


def run_command_line(folder: Path, count: int) -> tuple[int, str]:
    """Exit code and all that was written."""
    out = folder.parent / "out"
    out.mkdir()
    command = [sys.executable, "-m", "catchlight", "adjust", str(folder), str(out), "warmer", "--overwrite"]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60 + count, env=os.environ | {"COLUMNS": "300"}
    )
    return done.returncode, done.stdout + done.stderr


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=42)
    parser.add_argument("--keep", type=Path, help="folder that keeps the files")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = (options.keep or Path(made)) / "damaged"
        folder.mkdir(parents=True)
        ways, worker = write_files(folder, options.files, options.seed), Worker()
        references: dict[str, Pixels] = {}
        comparable: set[str] = set()
        counts: collections.Counter[str] = collections.Counter()
        slowest = 0.0
        for name, data in seeds().items():
            sound = folder.parent / name
            sound.write_bytes(data)
            worker.decode(sound)
            pixels = np.load(str(sound) + ".npy").astype(float)
            pixels = pixels / 257 if pixels.max() > 255 else pixels
            alpha = pixels[..., 3:] / 255 if pixels.shape[2] == 4 else 1.0
            references[name] = pixels[..., :3] * alpha + 255 * (1 - alpha)
            theirs = independent(data)
            if theirs is not None and theirs.shape == references[name].shape:
                alike = np.abs(theirs - references[name]).mean() < 5 or name == "full.jpg"
                comparable |= {name} if alike else set()
        print(f"not compared: {sorted(set(references) - comparable)}")
        for name, way in ways.items():
            told = worker.decode(folder / name)
            slowest = max(slowest, told.get("seconds", LIMIT))
            wrong = is_wrong(folder / name, told, references[name[5:]]) if name[5:] in comparable else ""
            kind = next((kind for kind in ("crash", "hang", "refused") if kind in told), "") or (
                "opened with a note" if told["notes"] else "opened"
            )
            counts[kind] += 1
            if wrong:
                counts[f"wrong: {wrong}"] += 1
            if wrong or kind in ("crash", "hang"):
                print(f"{name} ({way}): {kind} {wrong} {told}")
            (folder / f"{name}.npy").unlink(missing_ok=True)
        print(f"{options.files} files, seed {options.seed}: {dict(counts)}; slowest {slowest:.2f} s")
        print(f"written to the error stream by decoders: {worker.chatter()[:2000] or 'nothing'}")
        code, said = run_command_line(folder, options.files)
        summary = [line for line in said.splitlines() if " done, " in line]
        print(f"command line: exit {code}, {'traceback! ' if 'Traceback' in said else ''}{summary}")


if __name__ == "__main__":
    main()
