"""How long the work takes, in multiples of one MODNet inference, and how much memory it needs.

python -m tests.benchmarks.speed [--portraits DIR] [--only adjusting editing ...]
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.print_sheet.params import LayoutParams
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor
from catchlight.service.wire import Decoder, SentPicture
from catchlight.store.settings.resource_limits import PictureLimits

from tests.benchmarks import adjusting, editing, expressions, hair, hair_style, headshots
from tests.benchmarks.common import analyse, arguments, peak_megabytes, unit_of_time

THREADS = 2
_ROUNDS = 7
_PARTS = ("id_photo", "hair", "hair_style", "headshots", "editing", "expressions", "adjusting", "memory")


def resized(picture: Picture, megapixels: float) -> Picture:
    """The picture at a given number of megapixels."""
    import cv2

    scale = (megapixels * 1e6 / (picture.width * picture.height)) ** 0.5
    size = (round(picture.width * scale), round(picture.height * scale))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    return Picture(np.asarray(cv2.resize(picture.rgb8, size, interpolation=how), np.uint8))


@dataclass(frozen=True)
class Time:
    """seconds: the fastest run. units: median over the runs of its time by that of one MODNet inference just before it."""

    seconds: float
    units: float


def measured(models: Models, work: Callable[[], Any]) -> Time:
    """Time of ``work`` against T, run in turns so that both meet the same machine."""
    work()
    seconds, units = [], []
    for _ in range(_ROUNDS):
        unit = unit_of_time(models, 2)
        start = time.perf_counter()
        work()
        seconds.append(time.perf_counter() - start)
        units.append(seconds[-1] / unit)
    return Time(min(seconds), statistics.median(units))


def main() -> None:
    options = arguments(__doc__ or "", ("--only", {"nargs": "+", "choices": _PARTS, "default": _PARTS}))
    source = next(iter(sorted(Path(options.portraits).glob("d01*"))), None) or next(
        Path(options.portraits).glob("*.jpg")
    )
    models = Models(threads=THREADS)
    original = codec.decode(source.read_bytes())
    twelve = resized(original, 12)
    for name in ("portrait_matting_modnet", "face_parsing_bisenet19", "face_landmarks_478", "face_blendshapes_52"):
        models.session(name)
    unit = unit_of_time(models)
    print(f"T = {unit:.3f} s on {THREADS} threads; source {source.name}\n")

    def row(name: str, work: Callable[[], Any], bar: float) -> None:
        took = measured(models, work)
        print(f"{name:48s} {took.seconds:7.3f} s {took.units:6.2f} T   bar {bar:.1f} T   {_mark(took.units <= bar)}")

    parts: dict[str, Callable[[], None]] = {
        "id_photo": lambda: id_photo_times(original, models, row),
        "hair": lambda: hair.times(twelve, models, row),
        "hair_style": lambda: hair_style.times(original, models, row),
        "headshots": lambda: headshots.times(twelve, models, row),
        "editing": lambda: editing.times(twelve, models, row, tagged(Path(options.portraits))),
        "expressions": lambda: expressions.times(twelve, models, row),
        "adjusting": lambda: adjusting.times(twelve, models, row),
        "memory": lambda: memory(original),
    }
    for part in options.only:
        parts[part]()


def tagged(folder: Path) -> Picture | None:
    """The portrait with a name tag at 12 MP; None where the folder has none."""
    found = next(folder.glob(f"{editing.TAGGED}*"), None)
    return None if found is None else resized(codec.decode(found.read_bytes()), 12)


def id_photo_times(original: Picture, models: Models, row: Callable[[str, Callable[[], Any], float], None]) -> None:
    """Rows of the analysis, the ID photo and the print sheet."""
    catalogue, twelve = Catalogue.load(), resized(original, 12)
    fifteen = codec.encode(resized(original, 15), "image/jpeg", quality=92, chroma="4:2:0")  # as a camera writes it
    row("analysis, 12 MP: faces to foreground", lambda: analyse(Portraits(models).of(twelve)), 5)

    params = IdPhotoParams(spec="uk_passport")
    kept = Portraits(models)

    def photo(portraits: Portraits, decoder: Decoder) -> Any:
        picture = decoder.decode(SentPicture(fifteen, "picture"))
        return LocalEditor(portraits, catalogue).run(EditRequest("id_photo", params, [picture]), Progress())

    decoder = Decoder(PictureLimits())
    made = photo(kept, decoder)
    fresh = PictureLimits()
    row("ID photo cold, 15 MP JPEG bytes to PNG bytes", lambda: photo(Portraits(models), Decoder(fresh)), 3)
    row("ID photo warm, as the service keeps it", lambda: photo(kept, decoder), 0.5)
    editor = LocalEditor(kept, catalogue)
    sheet = EditRequest("layout", LayoutParams(), [made.picture])
    row("print sheet 4R from an ID photo", lambda: editor.run(sheet, Progress()), 0.5)
    pdf = EditRequest("layout", LayoutParams(format="pdf"), [made.picture])
    row("print sheet 4R as PDF", lambda: editor.run(pdf, Progress()), 0.5)


def memory(original: Picture) -> None:
    """Rows of the peak memory of single pieces of work."""
    print("\npeak memory of a process that does nothing else")
    with tempfile.TemporaryDirectory() as folder:
        for megapixels, bar in ((12, 1200), (33, 2000)):
            file = Path(folder) / f"{megapixels}.jpg"
            file.write_bytes(codec.encode(resized(original, megapixels), "image/jpeg"))
            for what in ("analyse", "id_photo", "adjust", "hair"):
                peak = peak_megabytes(_PROCESS.format(path=str(file), what=what))
                print(f"{what:12s} {megapixels} MP {peak:7.0f} MB   bar {bar} MB   {_mark(peak <= bar)}")


def _mark(good: bool) -> str:
    return "ok" if good else "MISSED"


_PROCESS = """
from tests.benchmarks.speed import *
picture = codec.decode(Path({path!r}).read_bytes())
portraits = Portraits(Models(threads=2))
if {what!r} == "analyse":
    analyse(portraits.of(picture))
elif {what!r} == "adjust":
    from catchlight.operations.adjust.run import AdjustParams
    request = EditRequest("adjust", AdjustParams(adjustment_prompt="warmer, lift the shadows, sharper"), [picture])
    LocalEditor(portraits, Catalogue.load()).run(request, Progress())
elif {what!r} == "hair":
    from catchlight.operations.hair.params import HairParams
    request = EditRequest("hair", HairParams(hair_styles=("curly_pixie",)), [picture])
    LocalEditor(portraits, Catalogue.load()).run(request, Progress())
else:
    request = EditRequest("id_photo", IdPhotoParams(spec="uk_passport"), [picture])
    LocalEditor(portraits, Catalogue.load()).run(request, Progress())
"""


if __name__ == "__main__":
    main()
