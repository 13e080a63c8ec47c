"""Errors of the engine's mattes on composites of known alpha: four people before many grounds.

python -m tests.benchmarks.mattes [--portraits DIR] [--grounds NAME ...] [--keep FOLDER]

Prints the mean squared error x 10^-3 of each composite after each stage, the mean and the worst; the matte of the whole picture
(headshots, profile pictures), of head and shoulders, and in the frame of an ID photo that is cut with it.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage, FloatPlane, Picture
from catchlight.models.registry import Models
from catchlight.portrait.portrait import Portrait

from tests.benchmarks.common import arguments
from tests.benchmarks.mattes import grounds, stages

MEAN, WORST = 0.60, 1.5
"""Bars of the mean squared error x 10^-3."""
_WHOLE = ("network", "stretched", "connected", "opaque", "agreed", "alpha", "filled", "fine")
_BUST = ("network", "stretched", "connected", "opaque", "agreed", "bust", "photo")
_QUALITY = 92


def composite(fore: ByteImage, alpha: FloatPlane, ground: ByteImage) -> Picture:
    """A photo of the person before the ground, through a JPEG file as photos come. fore, ground: HxWx3. alpha: HxW."""
    mixed = fore * alpha[..., None] + ground * (1 - alpha[..., None])
    made = Picture(np.round(mixed).astype(np.uint8))
    return codec.decode(codec.encode(made, "image/jpeg", quality=_QUALITY))


def people(folder: Path) -> dict[str, tuple[ByteImage, FloatPlane]]:
    """Foreground colours and exact alpha, by the name of the person."""
    import cv2

    found = {}
    for path in sorted((folder / "truth").glob("c*_alpha.png")):
        name = path.name[:3]
        alpha = np.asarray(cv2.imread(str(path), cv2.IMREAD_GRAYSCALE), np.float32) / np.float32(255)
        fore: Any = cv2.imread(str(path.with_name(f"{name}_fg.jpg")))
        found[name] = (np.ascontiguousarray(fore[..., ::-1]), alpha)
    return found


def error(alpha: FloatPlane, truth: FloatPlane) -> float:
    """Mean squared error x 10^-3."""
    return float(((alpha - truth) ** 2).mean()) * 1000


def main() -> None:
    import cv2

    options = arguments(
        __doc__ or "",
        ("--grounds", {"nargs": "+"}),
        ("--people", {"nargs": "+"}),
        ("--keep", {"type": Path}),
    )
    models = Models(threads=2)
    whole: dict[str, list[float]] = defaultdict(list)
    bust: dict[str, list[float]] = defaultdict(list)
    print(f"{'':14s}" + "".join(f"{name:>10s}" for name in (*_WHOLE, "|", *_BUST)))
    for person, (fore, truth) in people(options.portraits).items():
        if options.people and person not in options.people:
            continue
        for ground in options.grounds or grounds.names(options.portraits):
            side = max(truth.shape)
            behind = grounds.draw(ground, side, options.portraits)[: truth.shape[0], : truth.shape[1]]
            picture = composite(fore, truth, behind)
            portrait = Portrait(picture, models)
            x0, y0, x1, y1 = portrait.bust.box
            first = stages.of_whole(portrait)
            second = stages.of_bust(Portrait(picture, models))
            row = [error(first[name], truth) for name in _WHOLE]
            lower = [error(second[name], truth[y0:y1, x0:x1]) for name in _BUST[:-1]]
            lower.append(error(*stages.of_photo(portrait, truth)))
            for name, value in zip(_WHOLE, row, strict=True):
                whole[name].append(value)
            for name, value in zip(_BUST, lower, strict=True):
                bust[name].append(value)
            numbers = "".join(f"{value:10.2f}" for value in row) + f"{'|':>10s}"
            print(f"{person} {ground:10s}" + numbers + "".join(f"{value:10.2f}" for value in lower), flush=True)
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                cv2.imwrite(str(options.keep / f"{person}_{ground}.png"), picture.rgb8[..., ::-1])
                np.savez(options.keep / f"{person}_{ground}.npz", **{k: v.astype(np.float16) for k, v in first.items()})
    for what, end in (("mean", statistics.fmean), ("worst", max)):
        numbers = "".join(f"{end(whole[name]):10.2f}" for name in _WHOLE) + f"{'|':>10s}"
        print(f"{what:14s}" + numbers + "".join(f"{end(bust[name]):10.2f}" for name in _BUST))
    good = statistics.fmean(whole["fine"]) <= MEAN and max(whole["fine"]) <= WORST
    print(f"bars {MEAN:.2f} and {WORST:.2f}: {'ok' if good else 'MISSED'}")


if __name__ == "__main__":
    main()
