"""Clothes of every photo on every other person: what is worn and what is refused and why, its time, and a sheet to look at.

python -m tests.benchmarks.garment_pairs [--portraits DIR] [--donors a,b] [--sitters c,d] [--longest 1500] [--write FOLDER]

Donors and sitters are beginnings of file names; all by default. Written pictures are ``DONOR+SITTER.png``, cut to where the
garment is whole, and ``sheet.jpg`` of them all. The time is that of one person's new clothes, in multiples of T; the first one of
a person reads that one's photo too. The last line counts the pixels inside faces that changed: there should be none.
"""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.filters.planes import erode_mask
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.operations.headshot.reference import dress
from catchlight.operations.headshot.reference.dress import DressedPortrait
from catchlight.portrait.face.landmarks import OVAL
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import view
from PIL import Image

from tests.benchmarks.common import arguments, pictures, unit_of_time


def main() -> int:
    given = arguments(
        "Clothes of every photo on every other person.",
        ("--donors", {"default": ""}),
        ("--sitters", {"default": ""}),
        ("--longest", {"type": int, "default": 1500}),
        ("--write", {"type": Path}),
    )
    models = Models()
    unit = unit_of_time(models)
    files = list(pictures(given.portraits))
    donors = [found for path in _named(files, given.donors) if (found := _donor(path, models)) is not None]
    counts: Counter[str] = Counter()
    touched = 0
    for path in _named(files, given.sitters):
        try:
            sitter = view(Portrait(codec.decode(path.read_bytes()), models).upright, longest=given.longest)
            sitter.landmarks  # noqa: B018 - refuses here
        except CatchlightError as refusal:
            print(f"{path.stem}: {refusal.code}", flush=True)
            continue
        for donor in donors:
            if donor.picture.metadata.name == path.stem:
                continue
            pair = f"{_short(donor.picture.metadata.name)}+{_short(path.stem)}"
            started = time.perf_counter()
            try:
                worn = dress.dress(sitter, donor, Progress())
            except CatchlightError as refusal:
                print(f"{pair}: {refusal.message}", flush=True)
                counts[refusal.code] += 1
                continue
            changed = _changed_in_face(sitter, worn)
            touched += changed
            counts["worn"] += 1
            spent = (time.perf_counter() - started) / unit
            print(f"{pair}: worn, {spent:.1f} T{', cut to the garment' * worn.cut}, face {changed} px", flush=True)
            if given.write:
                given.write.mkdir(parents=True, exist_ok=True)
                Image.fromarray(worn.portrait.picture.rgb8).save(given.write / f"{pair}.png")
    print(", ".join(f"{count} {what}" for what, count in counts.most_common()) + f"; T = {unit:.2f} s")
    print(f"{touched} pixels inside faces changed")
    if given.write:
        _sheet(given.write)
    return int(touched > 0)


def _named(files: list[Path], beginnings: str) -> list[Path]:
    wanted = tuple(beginnings.split(",")) if beginnings else ("",)
    return [path for path in files if path.stem.startswith(wanted)]


def _short(name: str) -> str:
    return name.split("_")[0]


def _donor(path: Path, models: Models) -> Portrait | None:
    """The portrait of a photo that a garment can be taken from; what it is refused for is printed."""
    picture = codec.decode(path.read_bytes(), name=path.stem)
    donor = Portrait(picture, models)
    try:
        dress.read_garment(donor, Progress())
    except CatchlightError as refusal:
        print(f"{path.stem} as donor: {refusal.message}", flush=True)
        return None
    return donor


def _changed_in_face(sitter: Portrait, worn: DressedPortrait) -> int:
    """Pixels inside the face's outline, a pixel away from it, that are not what they were."""
    import cv2

    x, y = worn.origin
    after = worn.portrait.picture.rgb8
    before = sitter.picture.rgb8[y : y + after.shape[0], x : x + after.shape[1]]
    drawn = np.zeros(after.shape[:2], np.uint8)
    cv2.fillPoly(drawn, [np.round(worn.portrait.landmarks.ring(OVAL)).astype(np.int32)], 1)
    face = erode_mask(drawn > 0, 2)
    return int((np.any(after != before, axis=2) & face).sum())


def _sheet(folder: Path, side: int = 420, columns: int = 6) -> None:
    """All pairs of a folder, person by person."""
    files = sorted(folder.glob("*+*.png"), key=lambda path: path.stem.split("+")[::-1])
    sheet = Image.new("RGB", (side * columns, side * max(1, -(-len(files) // columns))), "white")
    for number, path in enumerate(files):
        picture = Image.open(path)
        picture.thumbnail((side - 6, side - 6))
        sheet.paste(picture, (side * (number % columns), side * (number // columns)))
    sheet.save(folder / "sheet.jpg", quality=92)


if __name__ == "__main__":
    raise SystemExit(main())
