"""Named regions against masks drawn by hand: IoU for each region and mask.

python -m tests.benchmarks.regions [--portraits DIR] [--locked] [--only REGION ...]
"""

from __future__ import annotations

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.core.errors import UnusablePicture
from catchlight.imaging.io import codec
from catchlight.language.intents import Intent
from catchlight.models.registry import Models
from catchlight.operations.edit.aiming import TargetRegion
from catchlight.operations.edit.areas import AreaMarks, area_of
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.portrait.portrait import Portraits

from tests.benchmarks.common import arguments

ROOT = Path(__file__).resolve().parents[2]
MASKS = ROOT / "tests" / "data" / "masks" / "masks.json"
SAMPLES = ROOT / "resources" / "samples"
BAR = 0.85
BARRED = ("tie", "scarf", "iris", "lips", "scalp", "stubble")
"""Regions that are held against the bar; ``lips`` is the union of both lips of a portrait."""
_DRAWN_AS = {"stubble": "beard", "necklace": "thing", "scarf": "thing"}
"""What a mask's region is to the program: what is no region of its own is the thing under the hotspot."""


@dataclass(frozen=True)
class DrawnMask:
    """One mask by hand: polygons, less holes, in pixels of the upright picture. spot: a hotspot in it."""

    portrait: str
    region: str
    part: str | None
    locked: bool
    spot: tuple[float, float]
    polygons: tuple[Any, ...]
    holes: tuple[Any, ...]

    def plane(self, height: int, width: int) -> Any:
        """The mask over a picture, bool HxW."""
        import cv2

        mask = np.zeros((height, width), np.uint8)
        for value, rings in ((1, self.polygons), (0, self.holes)):
            for ring in rings:
                cv2.fillPoly(mask, [np.round(np.array(ring, float) * 8).astype(np.int32)], value, shift=3)
        return mask > 0


def read_masks(path: Path = MASKS) -> list[DrawnMask]:
    """The drawn masks, those of one portrait's two lips also as one: ``lips``."""
    rows = [
        DrawnMask(
            row["portrait"], row["region"], row.get("part"), row.get("locked", False), tuple(row["spot"]),
            tuple(row["polygons"]), tuple(row.get("holes", ())),
        )
        for row in json.loads(path.read_text("utf-8"))
    ]  # fmt: skip
    both: dict[str, list[DrawnMask]] = defaultdict(list)
    for row in rows:
        if row.region in ("upper_lip", "lower_lip"):
            both[row.portrait].append(row)
    for name, (first, second) in both.items():
        joint = first.polygons + second.polygons
        rows.append(DrawnMask(name, "lips", None, first.locked, first.spot, joint, first.holes + second.holes))
    return rows


def file_of(name: str, folder: Path) -> Path | None:
    """The picture of a mask: a shipped sample, or one of the portraits' folder."""
    return next(iter([*sorted(SAMPLES.glob(f"{name}.*")), *sorted(folder.glob(f"{name}*"))]), None)


def found_mask(portraits: Portraits, path: Path, drawn: DrawnMask) -> tuple[Any, Any]:
    """What the program finds and what was drawn, bool HxW. Raises UnusablePicture where the program refuses."""
    portrait = portraits.of(codec.decode(path.read_bytes()))
    shape = (portrait.picture.height, portrait.picture.width)
    scene = EditScene(portrait, *drawn.spot)
    target = TargetRegion(_DRAWN_AS.get(drawn.region, drawn.region), drawn.part)
    area = area_of(scene, target, Intent("lighten"), AreaMarks())
    return area.on(shape) > 0.5, drawn.plane(*shape)


def overlap(found: Any, drawn: Any) -> float:
    """Intersection over union."""
    return float((found & drawn).sum() / max(int((found | drawn).sum()), 1))


def main() -> None:
    options = arguments(
        __doc__ or "",
        ("--locked", {"action": "store_true", "help": "the masks that are kept for the end"}),
        ("--only", {"nargs": "*", "default": None}),
    )
    portraits = Portraits(Models(), capacity=2)
    scores: dict[str, list[float]] = defaultdict(list)
    refused: dict[str, int] = defaultdict(int)
    for drawn in sorted(read_masks(), key=lambda one: (one.portrait, one.region)):
        path = file_of(drawn.portrait, options.portraits)
        if drawn.locked != options.locked or path is None or (options.only and drawn.region not in options.only):
            continue
        label = f"{drawn.part + ' ' if drawn.part else ''}{drawn.region}"
        try:
            score = overlap(*found_mask(portraits, path, drawn))
        except UnusablePicture as refusal:
            refused[label] += 1
            print(f"{drawn.portrait:10s} {label:22s} refused: {str(refusal.message)[:90]}")
            continue
        scores[label].append(score)
        print(f"{drawn.portrait:10s} {label:22s} {score:5.2f}")
    print()
    for label in sorted({*scores, *refused}):
        own = scores[label]
        mean = f"mean {np.mean(own):.2f}, least {min(own):.2f}" if own else "all refused"
        missed = label in BARRED and bool(own) and min(own) < BAR
        print(f"{label:22s} {len(own):2d} masks, {refused[label]} refused: {mean}{'   MISSED' if missed else ''}")


if __name__ == "__main__":
    main()
