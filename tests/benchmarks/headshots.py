"""The headshot's part of the benchmarks: times in T, the matte behind its edges, and sheets to look at.

python -m tests.benchmarks.headshots FOLDER [--portraits DIR] writes a sheet for each portrait: all backdrops, colours, framings.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import ByteImage, Picture
from catchlight.matting import unmix
from catchlight.models.registry import Models
from catchlight.operations.headshot import assemble
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.headshot.run import parse_request
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

from tests.benchmarks.common import analyse, arguments, pictures

Row = Callable[[str, Callable[[], Any], float], None]
_PROXY, _CELL = 1024, 360
_SHOWN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("own frame, studio grey", {"background_styles": ("studio_grey",), "framing_styles": ("original",)}),
    ("head and shoulders, city by day", {"background_styles": ("city_day",)}),
    (
        "navy jacket, law library, key and fill, skin",
        {
            "clothing_styles": ("navy",),
            "background_styles": ("law_library",),
            "key_light": 0.5,
            "fill_light": 0.4,
            "skin": 0.5,
        },
    ),
)


def times(twelve: Picture, models: Models, row: Row) -> None:
    """Rows of the speed table, the picture's analysis kept."""
    portraits, catalogue = Portraits(models), Catalogue.load()
    portrait = portraits.of(twelve)
    analyse(portrait)
    small = view(portrait, longest=_PROXY)
    for name, fields in _SHOWN:
        wish = parse_request(HeadshotParams(**fields), catalogue)
        row(f"headshot, 12 MP: {name}", lambda wish=wish: assemble.make_headshot(portrait, wish, None, Progress()), 6)
    wish = parse_request(HeadshotParams(**_SHOWN[1][1]), catalogue)
    row("headshot, preview", lambda: assemble.make_headshot(small, wish, None, Progress()), 0.6)


def mattes(folder: Path, portraits: Portraits) -> None:
    """The matte bars, for the alpha that headshots are laid with."""
    import cv2

    errors = []
    for path in sorted(folder.glob("c0*.jpg")):
        truth = np.asarray(cv2.imread(str(folder / "truth" / f"{path.name[:3]}_alpha.png"), cv2.IMREAD_GRAYSCALE)) / 255
        away = unmix.fine_alpha(portraits.of(codec.decode(path.read_bytes()))) - truth
        errors.append((float((away**2).mean()) * 1000, float(np.abs(away).mean()) * 1000))
    if errors:
        mse, mad = np.mean(errors, axis=0)
        mark = "ok" if mse <= 2.1 and mad <= 7.5 else "MISSED"
        print(f"headshot matte, mean of {len(errors)}      {mse:10.2f} {mad:11.2f}   bars 2.10, 7.50   {mark}\n")


def sheet(portrait: Portrait, catalogue: Catalogue) -> ByteImage:
    """Every choice of each list on one person, rows of eight."""
    import cv2

    colours = [row.id for row in catalogue.clothing if row.kind == "color"]
    fields: list[dict[str, Any]] = [
        {"background_styles": (name,), "framing_styles": ("linkedin_square",)} for name in catalogue.backdrops.ids
    ]
    fields += [{"clothing_styles": (name,), "framing_styles": ("linkedin_square",)} for name in colours]
    fields += [{"background_styles": ("studio_grey",), "framing_styles": (name,)} for name in catalogue.framings.ids]
    cells = []
    for given in fields:
        cell = np.full((_CELL, _CELL, 3), 42, np.uint8)
        try:
            made = assemble.make_headshot(
                portrait, parse_request(HeadshotParams(**given), catalogue), None, Progress()
            ).pixels
        except CatchlightError as refusal:
            cv2.putText(cell, refusal.code, (8, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (240, 180, 90), 1)
            cells.append(cell)
            continue
        scale = _CELL / max(made.shape[:2])
        size = (max(1, round(made.shape[1] * scale)), max(1, round(made.shape[0] * scale)))
        small = np.asarray(cv2.resize(made[..., :3], size, interpolation=cv2.INTER_AREA), np.uint8)
        cell[: size[1], : size[0]] = small
        cells.append(cell)
    while len(cells) % 8:
        cells.append(np.full((_CELL, _CELL, 3), 42, np.uint8))
    return np.vstack([np.hstack(cells[at : at + 8]) for at in range(0, len(cells), 8)])


def main() -> None:
    options = arguments(__doc__ or "", ("folder", {"type": Path}))
    options.folder.mkdir(parents=True, exist_ok=True)
    models, catalogue = Models(), Catalogue.load()
    for path in pictures(options.portraits):
        portrait = Portrait(codec.decode(path.read_bytes()), models)
        try:
            portrait.landmarks  # noqa: B018
        except CatchlightError as refusal:
            print(f"{path.name:30s} refused: {refusal.code}")
            continue
        made = Picture(sheet(view(portrait.upright, longest=_PROXY), catalogue))
        (options.folder / f"{path.stem}.jpg").write_bytes(codec.encode(made, "image/jpeg", quality=90))
        print(path.name, file=sys.stderr)


if __name__ == "__main__":
    main()
