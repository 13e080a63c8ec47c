"""How surely the proof of a wipe knows what was made of a portrait: marks of derived pictures, and of those that bear none.

python -m tests.benchmarks.kiosk_traces [--portraits DIR]

Renews ``kiosk/wipe/likeness.FOUND``: it lies between the weakest mark of a derived picture and the strongest of another one.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.kiosk.wipe.carving import decode
from catchlight.kiosk.wipe.likeness import FOUND, Original
from catchlight.kiosk.wipe.prove import decode_whole
from catchlight.kiosk.wipe.watermark import Watermark
from catchlight.models.registry import Models
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Params
from catchlight.portrait.portrait import Portraits
from catchlight.service.editor import EditRequest, LocalEditor
from PIL import Image

from tests.benchmarks.common import arguments, pictures

EDITS: dict[str, tuple[str, Params]] = {
    "ID photo": ("id_photo", IdPhotoParams(spec="icao_35x45")),
    "headshot": ("headshot", HeadshotParams(background_styles=("studio_grey",))),
}
OTHER_MARKS = (1001, 1002, 1003, 1004)
"""Of other proofs with the same portraits."""


def main() -> None:
    options = arguments(__doc__)
    editor = LocalEditor(Portraits(Models()), Catalogue.load())
    mark = Watermark(7)
    weakest: dict[str, list[float]] = {}
    strangers: list[float] = []
    others: list[float] = []
    before: np.ndarray[Any, Any] | None = None
    for file in pictures(options.portraits):
        pixels = decode_whole(Path(file).read_bytes())
        assert pixels is not None
        marked = mark.plant(pixels)
        original = Original(file.name, pixels, mark)
        for name, copy in copies(marked, editor).items():
            weakest.setdefault(name, []).append(original.likeness(copy))
        for seed in OTHER_MARKS:
            elsewhere = Watermark(seed).plant(pixels)
            others += [
                original.likeness(compressed(elsewhere, 85)),
                original.likeness(compressed(small(elsewhere, 256), 85)),
            ]
        for other in (pixels, compressed(small(pixels, 256), 85), *([] if before is None else [before])):
            strangers.append(original.likeness(other))
        before = Watermark(99).plant(pixels)
    for name, values in weakest.items():
        found = sum(value >= FOUND for value in values)
        print(f"{name:12} found {found}/{len(values)}  weakest {min(values):5.1f}  median {np.median(values):5.1f}")
    for name, values in (("unmarked", strangers), ("other marks", others)):
        wrong = sum(value >= FOUND for value in values)
        print(f"{name:12} found {wrong}/{len(values)}  strongest {max(values):5.1f}")


def copies(marked: Any, editor: LocalEditor) -> dict[str, Any]:
    """What can become of a picture on its way."""
    height, width = marked.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 8, 0.6)
    made = {
        "whole, q75": compressed(marked, 75),
        "512 px": compressed(small(marked, 512), 85),
        "256 px": compressed(small(marked, 256), 85),
        "128 px": compressed(small(marked, 128), 80),
        "96 px": compressed(small(marked, 96), 80),
        "turned": compressed(cv2.warpAffine(marked, turn, (width, height)), 85),
        "mirrored": compressed(small(marked, 1080)[:, ::-1], 85),
    }
    for name, (operation, params) in EDITS.items():
        try:
            picture = codec.decode(encoded(marked, 95), name="take.jpg")
            result = editor.run(EditRequest(operation, params, (picture,)), Progress())
        except CatchlightError:
            continue
        finished = decode(result.file.data)
        if finished is not None:
            made[name] = finished
    return made


def small(pixels: Any, side: int) -> Any:
    image = Image.fromarray(pixels)
    image.thumbnail((side, side), Image.Resampling.LANCZOS)
    return np.asarray(image)


def encoded(pixels: Any, quality: int) -> bytes:
    file = io.BytesIO()
    Image.fromarray(np.ascontiguousarray(pixels)).save(file, "JPEG", quality=quality)
    return file.getvalue()


def compressed(pixels: Any, quality: int) -> Any:
    return np.asarray(Image.open(io.BytesIO(encoded(pixels, quality))).convert("RGB"))


if __name__ == "__main__":
    main()
