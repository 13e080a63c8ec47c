"""Hair of every photo on every other person: what is worn and what is refused and why, its time, and a sheet to look at.

python -m tests.benchmarks.reference_pairs [--portraits DIR] [--donors a,b] [--sitters c,d] [--longest 1500] [--write FOLDER]

Donors and sitters are beginnings of file names; all by default. Written pictures are ``DONOR+SITTER.png``, the head of each at
100 %, and ``sheet.jpg`` of them all. The time is that of the transfer alone, in multiples of T; the first one of a sitter reads
that one's photo too.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.hair import reference_styling
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.models.registry import Models
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view
from PIL import Image

from tests.benchmarks.common import arguments, pictures, unit_of_time

_SIDE_CM, _UP_CM, _DOWN_CM = 15.0, 17.0, 19.0


def main() -> int:
    given = arguments(
        "Hair of every photo on every other person.",
        ("--donors", {"default": ""}),
        ("--sitters", {"default": ""}),
        ("--longest", {"type": int, "default": 1500}),
        ("--colour", {"choices": ("own", "reference"), "default": "own"}),
        ("--write", {"type": Path}),
    )
    models = Models()
    unit = unit_of_time(models)
    files = list(pictures(given.portraits))
    donors = {path.stem.split("_")[0]: path for path in _named(files, given.donors)}
    read = {name: found for name, path in donors.items() if (found := _reference(name, path, models, given.longest))}
    counts: Counter[str] = Counter()
    for path in _named(files, given.sitters):
        try:
            sitter = view(Portrait(codec.decode(path.read_bytes()), models), longest=given.longest)
            sitter.landmarks  # noqa: B018 - refuses here
        except CatchlightError as refusal:
            print(f"{path.stem}: {refusal.code}", flush=True)
            continue
        for name, reference in read.items():
            if donors[name] != path:
                counts[_pair(name, reference, path.stem.split("_")[0], sitter, given, unit)] += 1
    print(", ".join(f"{count} {what}" for what, count in counts.most_common()) + f"; T = {unit:.2f} s")
    if given.write:
        _sheet(given.write)
    return 0


def _named(files: list[Path], beginnings: str) -> list[Path]:
    wanted = tuple(beginnings.split(",")) if beginnings else ("",)
    return [path for path in files if path.stem.startswith(wanted)]


def _reference(name: str, path: Path, models: Models, longest: int) -> ReferenceHair | None:
    try:
        return reference_styling.read_reference(Portrait(codec.decode(path.read_bytes()), models), longest)
    except CatchlightError as refusal:
        print(f"{name} as donor: {refusal.message}", flush=True)
        return None


def _pair(name: str, reference: ReferenceHair, other: str, sitter: Portrait, given: object, unit: float) -> str:
    started = time.perf_counter()
    own = getattr(given, "colour", "own") == "own"
    try:
        worn = reference_styling.apply_reference(sitter, reference, Progress(), own_colour=own).styled
    except CatchlightError as refusal:
        print(f"{name}+{other}: {refusal.message}", flush=True)
        return refusal.code
    spent = (time.perf_counter() - started) / unit
    doubts = ", ".join(worn.doubts)
    print(f"{name}+{other}: worn, {spent:.1f} T, invented {worn.invented:.3f} {doubts}", flush=True)
    folder: Path | None = getattr(given, "write", None)
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        pixels = Picture(worn.pixels).rgb8
        Image.fromarray(_head(pixels, sitter)).save(folder / f"{name}+{other}.png")
        Image.fromarray(_head(sitter.picture.rgb8, sitter)).save(folder / f"{other}.png")
    return "doubted" if worn.doubts else "worn"


def _head(pixels: ByteImage, sitter: Portrait) -> ByteImage:
    x, y = sitter.pose.project([[0.0, 2.66, 0.0]])[0]
    cm = sitter.pose.px_per_cm
    rows = slice(max(0, int(y - _UP_CM * cm)), int(y + _DOWN_CM * cm))
    columns = slice(max(0, int(x - _SIDE_CM * cm)), int(x + _SIDE_CM * cm))
    return np.ascontiguousarray(pixels[rows, columns])


def _sheet(folder: Path, height: int = 420, columns: int = 6) -> None:
    """All pairs of a folder, each beside the untouched head."""
    cells = []
    for path in sorted(folder.glob("*+*.png")):
        pair = [Image.open(folder / f"{path.stem.split('+')[1]}.png"), Image.open(path)]
        for picture in pair:
            picture.thumbnail((height, height))
        cell = Image.new("RGB", (sum(picture.width for picture in pair), height), "white")
        cell.paste(pair[0], (0, 0))
        cell.paste(pair[1], (pair[0].width, 0))
        cells.append(cell)
    if not cells:
        return
    wide = max(cell.width for cell in cells)
    columns = min(columns, len(cells))
    sheet = Image.new("RGB", (wide * columns, height * -(-len(cells) // columns)), "white")
    for number, cell in enumerate(cells):
        sheet.paste(cell, (wide * (number % columns), height * (number // columns)))
    sheet.save(folder / "sheet.jpg", quality=92)


if __name__ == "__main__":
    raise SystemExit(main())
