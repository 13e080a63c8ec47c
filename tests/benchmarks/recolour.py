"""What is worn in four other colours: how much of the old colour is left at its rim, what changed that is no cloth, its shading.

python -m tests.benchmarks.recolour [--portraits DIR] [--most N]    (half a minute for each person; not part of ``quality``)

Nothing here asks the engine where cloth ends. What changed wholly is cloth; a pixel near it keeps the old colour if it is nearer
to what that cloth was around it than to what it became, and than to what lies beyond. Leak is told by parsing alone, far from all
that it takes for cloth.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from catchlight.clothing.segment import garments
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.frequency_bands import blur_within_mask
from catchlight.imaging.io import codec
from catchlight.imaging.picture import FloatImage
from catchlight.models.registry import Models
from catchlight.operations.headshot import garment_colours
from catchlight.operations.headshot.choices import Dye, Rgb
from catchlight.portrait import view
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait, Portraits

from tests.benchmarks.common import arguments, pictures

COLOURS: dict[str, Rgb] = {
    "navy": (34, 43, 69),
    "black": (27, 27, 30),
    "burgundy": (106, 31, 46),
    "white": (242, 242, 240),
}
LONGEST = 900
"""Longer side at which people are looked at, in pixels: the size of a headshot on a screen."""
MOST_LEFT, MOST_LEAK = 0.02, 0.005
"""Bars: share of the rim in the old colour, and of sure skin, hair and spectacles that changed."""
_CHANGED, _WHOLLY = 8 / 255, 0.6
"""Change of sRGB from which a pixel counts as changed, and share of the usual change from which it is cloth."""
_AROUND_CM, _OUT_CM, _IN_CM, _BEYOND_CM = 1.2, 1.2, 0.3, 1.8
"""Standard deviation of the surroundings that colours are taken from; how far out and in the rim goes, and beyond what lies."""
_APART = 0.08
"""Differences (OKLab) of old, new and neighbouring colours below which nothing is told."""
_SURE, _FAR_CM = 0.9, 0.6

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Measured:
    """left, leak: shares. low, high: 5th and 95th percentile of linear light by its median. clipped: share of pure white.

    texture: finest detail (OKLab lightness) by that before.
    """

    left: float
    leak: float
    low: float
    high: float
    clipped: float
    texture: float


def main() -> None:
    options = arguments(__doc__ or "", ("--most", {"type": int, "default": 1000}))
    portraits = Portraits(Models(threads=2))
    all_: list[Measured] = []
    people = offered = cells = 0
    for path in list(pictures(options.portraits))[: options.most]:
        try:
            portrait = view.view(portraits.of(codec.decode(path.read_bytes())).upright, None, LONGEST)
            parts = parts_of(portrait)
        except CatchlightError as refusal:
            print(f"{path.stem:8s} {refusal.message[:70]}")
            continue
        found = [(part, name, cell) for part in parts for name, cell in cells_of(portrait, part)]
        cells += len(COLOURS) * len(parts)
        people, offered = people + 1, offered + bool(found)
        for part, name, one in found:
            all_.append(one)
            mark = "" if one.left <= MOST_LEFT and one.leak <= MOST_LEAK else "MISSED"
            print(
                f"{path.stem:8s} {part:8s} {name:9s} left {one.left:6.2%}  leak {one.leak:6.2%}  light {one.low:.2f} to "
                f"{one.high:.2f}  clipped {one.clipped:5.1%}  texture {one.texture:.2f} {mark}",
                flush=True,
            )
        if not found:
            print(f"{path.stem:8s} nothing is offered")
    print(f"offered to {offered} of {people} people, {len(all_)} of {cells} cells")
    if all_:
        for what, bar in (("left", MOST_LEFT), ("leak", MOST_LEAK)):
            values = np.array([getattr(one, what) for one in all_])
            over = float((values > bar).mean())
            print(f"{what}: mean {values.mean():.2%}, worst {values.max():.2%}, above {bar:.1%}: {over:.0%} of cells")


def parts_of(portrait: Portrait) -> list[Any]:
    """The garments that are told apart, or all clothes as one."""
    names = {garments.JACKET: "jacket", garments.SHIRT: "shirt", garments.TIE: "tie"}
    portrait.landmarks  # noqa: B018 - refuses a picture without a face
    return [names[part] for part in sorted(garments.segment_garments(portrait).parts)] or ["clothes"]


def cells_of(portrait: Portrait, part: Any) -> Iterator[tuple[str, Measured]]:
    """Each colour that a garment is offered in, measured."""
    for name, rgb in COLOURS.items():
        if garment_colours.dye_warning(portrait, part, rgb) is not None:
            continue
        try:
            after = garment_colours.dye_garments(portrait, portrait.picture.pixels, [Dye(part, name, rgb)], Progress())
        except CatchlightError:
            continue
        yield name, measured(portrait, np.asarray(after[..., :3], np.float32) / np.float32(255))


def measured(portrait: Portrait, after: FloatImage) -> Measured:
    """What an edit (sRGB in 0..1, of the portrait's size) left and changed."""
    import cv2

    cm = portrait.pose.px_per_cm
    before = portrait.picture.rgb8.astype(np.float32) / np.float32(255)
    change = np.abs(after - before).max(axis=2)
    old, new = oklab.from_srgb(before), oklab.from_srgb(after)
    step = np.linalg.norm(new - old, axis=2)
    usual = float(np.median(step[change > _CHANGED])) if (change > _CHANGED).any() else 1.0
    cloth = cv2.morphologyEx((step > _WHOLLY * usual).astype(np.uint8), cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)) > 0
    core = away(~cloth) > _IN_CM * cm
    if not core.any():
        return Measured(0.0, 0.0, 1.0, 1.0, 0.0, 1.0)
    light = oklab.linear(after) @ np.array([0.2126, 0.7152, 0.0722], np.float32)
    low, middle, high = np.quantile(light[core], (0.05, 0.5, 0.95))
    fine = [(plane[..., 0] - cv2.GaussianBlur(plane[..., 0], (0, 0), 1.5))[core].std() for plane in (old, new)]
    return Measured(
        left=_left(old, new, cloth, core, cm),
        leak=_leak(portrait, change),
        low=float(low / max(middle, 1e-4)),
        high=float(high / max(middle, 1e-4)),
        clipped=float((after[core].min(axis=1) > 254 / 255).mean()),
        texture=float(fine[1] / max(fine[0], 1e-5)),
    )


def _left(old: FloatImage, new: FloatImage, cloth: Mask, core: Mask, cm: float) -> float:
    """Share of the rim that keeps the old colour."""
    beyond = (away(cloth) > _BEYOND_CM * cm).astype(np.float32)
    was, became = (blur_within_mask(plane, core.astype(np.float32), _AROUND_CM * cm) for plane in (old, new))
    other = blur_within_mask(old, beyond, 1.5 * _AROUND_CM * cm)
    rim = (away(cloth) < _OUT_CM * cm) & ~core
    told = rim & (np.linalg.norm(was - became, axis=2) > _APART) & (np.linalg.norm(was - other, axis=2) > _APART)
    to_old, to_new, to_other = (np.linalg.norm(new - each, axis=2) for each in (was, became, other))
    kept = told & (to_old < to_new) & (to_old < to_other) & (to_old < _APART)
    return float(kept.sum()) / max(float((away(cloth) < _IN_CM * cm).sum() - core.sum()), 1.0)


def _leak(portrait: Portrait, change: Any) -> float:
    """Share of sure skin, hair and spectacles, far from all cloth, that changed."""
    read = portrait.parsing.plane
    sure = np.maximum.reduce(
        [
            read([head_parsing.SKIN, head_parsing.NOSE, head_parsing.NECK]),
            read([head_parsing.HAIR]),
            read([head_parsing.GLASSES]),
        ]
    )
    far = (
        away(read([head_parsing.CLOTH, head_parsing.NECKLACE, head_parsing.HAT]) > 0.2)
        > _FAR_CM * portrait.pose.px_per_cm
    )
    where = (sure > _SURE) & far
    return float((change[where] > _CHANGED).mean()) if where.any() else 0.0


def away(mask: Any) -> Any:
    """Distance in pixels to the nearest pixel of a mask."""
    import cv2

    return cv2.distanceTransform((~mask).astype(np.uint8), cv2.DIST_L2, 5)


if __name__ == "__main__":
    main()
