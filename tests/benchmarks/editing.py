"""Edits by a sentence: direction and size of the change in the region, pixels changed outside it, and how long they take."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.gaussian import gaussian_blur
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.operations.edit.areas import AreaMarks
from catchlight.operations.edit.marks import Box, Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.run import apply_edit, scene_of
from catchlight.operations.edit.touched_outline import outline_targets
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait, Portraits

BAR = 0.95


@dataclass(frozen=True)
class Asked:
    """A sentence at a place of several portraits. measure: of the region; least: size of its change, with its sign."""

    prompt: str
    at: str
    measure: str
    least: float
    portraits: tuple[str, ...]


ASKED = (
    Asked("whiten the teeth", "mouth", "yellow", -0.004, ("d02", "d07", "d12", "d14", "d30")),
    Asked("make the jacket navy", "chest", "dark blue", 0.02, ("d02", "d08", "d13", "d27", "d30")),
    Asked("make the jacket light grey", "chest", "light", 0.08, ("d01", "d02", "d32", "d38")),
    Asked("make the clothes black", "chest", "light", -0.05, ("d02", "d07", "d09", "d31")),
    Asked("make the clothes red", "chest", "red", 0.03, ("d08", "d13", "d27", "d32")),
    Asked("brighten the face", "face", "light", 0.02, ("d06", "d07", "d09", "d20", "d32")),
    Asked("darken the face a touch", "face", "light", -0.01, ("d02", "d12", "d30")),
    Asked("warm up the face", "face", "yellow", 0.004, ("d02", "d07", "d30", "d33")),
    Asked("cool the face", "face", "yellow", -0.004, ("d06", "d09", "d12")),
    Asked("smooth the skin", "face", "blotches", -0.04, ("d02", "d07", "d09", "d12", "d28")),
    Asked("soften the wrinkles", "face", "blotches", -0.03, ("d09", "d38", "d22")),
    Asked("reduce the redness on the face", "face", "red", -0.001, ("d06", "d09", "d12")),
    Asked("reduce the shine on the face", "face", "highlights", -0.002, ("d02", "d07", "d29")),
    Asked("add red lipstick", "mouth", "red", 0.01, ("d02", "d05", "d30", "d33")),
    Asked("make the eyes blue", "face", "blue", 0.004, ("d02", "d07", "d30")),
    Asked("brighten the eyes", "face", "light", 0.003, ("d02", "d12", "d30", "d35")),
    Asked("remove dark circles", "face", "light", 0.002, ("d02", "d29", "d31")),
    Asked("give the skin a light tan", "face", "light", -0.008, ("d02", "d05", "d30")),
    Asked("blur the background", "corner", "detail", -0.2, ("d07", "d14", "d31", "d32")),
    Asked("darken the background", "corner", "light", -0.04, ("d02", "d08", "d30")),
    Asked("desaturate the background", "corner", "colour", -0.005, ("d08", "d15", "d30")),
    Asked("make the hair darker", "hair", "light", -0.01, ("d09", "d12", "d15", "d33")),
)
"""A test of the vocabulary holds each of these sentences; here they are looked at in pictures.

Clothes are asked for where they are offered; what is refused (``Scene.doubt``) stands in the tests of the wardrobe.
"""

MEASURES: dict[str, Callable[[Any, Any], float]] = {
    "light": lambda lab, inside: float(np.median(lab[..., 0][inside])),
    "yellow": lambda lab, inside: float(lab[..., 2][inside].mean()),
    "blue": lambda lab, inside: -float(lab[..., 2][inside].mean()),
    "red": lambda lab, inside: float(lab[..., 1][inside].mean()),
    "dark blue": lambda lab, inside: -float(lab[..., 2][inside].mean()),
    "colour": lambda lab, inside: float(oklab.chroma(lab)[inside].mean()),
    "highlights": lambda lab, inside: float(np.quantile(lab[..., 0][inside], 0.97)),
    "blotches": lambda lab, inside: _band(lab, inside, 2, 8),
    "detail": lambda lab, inside: _band(lab, inside, 0, 2),
}
"""Of OKLab (HxWx3) over a region. ``blotches`` and ``detail`` are told as a share of what was there."""
_SHARES = ("blotches", "detail")


def quality(folder: Path, portraits: Portraits) -> None:
    """A line for each sentence at each portrait, and how many went the right way."""
    print(
        f"{'edits by a sentence':34s} {'picture':8s} {'measure':11s} {'before':>8s} {'after':>8s} {'change':>8s} {'outside':>8s}"
    )
    right = total = strayed = 0
    for asked in ASKED:
        for name in asked.portraits:
            found = sorted(folder.glob(f"{name}*"))
            if not found:
                continue
            total += 1
            portrait = portraits.of(codec.decode(found[0].read_bytes()))
            try:
                before, after, outside = _measured(portrait, asked)
            except CatchlightError as refusal:
                print(f"{asked.prompt:34s} {name:8s} refused: {refusal.message[:70]}")
                continue
            change = after / max(before, 1e-6) - 1 if asked.measure in _SHARES else after - before
            good = change * np.sign(asked.least) >= abs(asked.least)
            right += good
            strayed += outside > 0
            mark = "" if good and not outside else "MISSED"
            print(
                f"{asked.prompt:34s} {name:8s} {asked.measure:11s} {before:8.3f} {after:8.3f} {change:+8.3f} {outside:8d} {mark}"
            )
    share = right / max(total, 1)
    mark = "ok" if share >= BAR and not strayed else "MISSED"
    print(f"{right} of {total} in the right direction, bar {BAR:.0%}; {strayed} changed something outside   {mark}\n")


TAGGED, TAG = "d38", (0.3, 0.835)
"""A portrait with a name tag, about a seventh of its width, and where it is, as shares of width and height."""


def times(
    twelve: Picture,
    models: Models,
    row: Callable[[str, Callable[[], Any], float], None],
    tagged: Picture | None = None,
) -> None:
    """Rows of the speed table, warm. tagged: ``TAGGED`` at 12 MP."""
    portraits = Portraits(models)
    portrait = portraits.of(twelve)

    def work(prompt: str, place: str, box: Box | None = None) -> Callable[[], Any]:
        params = EditParams(user_prompt=prompt, hotspot=_at(portrait, place), box=box)
        return lambda: apply_edit(portrait, params, Progress())

    row("edit: recolour a jacket, 12 MP, warm", work("make the jacket navy", "chest"), 1)
    row("edit: smooth the skin, 12 MP, warm", work("smooth the skin", "face"), 1)
    row("edit: soften wrinkles, 12 MP, warm", work("soften the wrinkles", "face"), 1)
    row("edit: remove blemishes, 12 MP, warm", work("remove the blemishes", "face"), 1)
    row("edit: teeth, lips or eyes, 12 MP, warm", work("add red lipstick", "mouth"), 1)
    box = Box(x=0.02 * twelve.width, y=0.15 * twelve.height, width=500, height=400)
    row("edit: remove an object 500 px wide, warm", work("remove this", "corner", box), 4)
    if tagged is not None:
        worn = portraits.of(tagged)
        spot = Hotspot(x=TAG[0] * tagged.width, y=TAG[1] * tagged.height)
        clicked = EditParams(user_prompt="remove this", hotspot=spot)
        row("edit: remove a name tag 560 px wide by a click", lambda: apply_edit(worn, clicked, Progress()), 4)


def _measured(portrait: Portrait, asked: Asked) -> tuple[float, float, int]:
    """The measure before and after, and how many pixels changed outside the region."""
    import cv2

    params = EditParams(user_prompt=asked.prompt, hotspot=_at(portrait, asked.at))
    scene = scene_of(portrait, params)
    outline = outline_targets(scene, asked.prompt, None, AreaMarks())
    if outline.refusal is not None:
        raise outline.refusal
    before, after = portrait.picture.pixels, apply_edit(portrait, params, Progress()).pixels
    inside = outline.mask > 0.6
    reach = cv2.dilate((outline.mask > 0.001).astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    if asked.prompt.startswith("blur"):
        reach = scene.alpha < 0.999
    outside = int(((before[..., :3] != after[..., :3]).any(axis=2) & ~reach).sum())
    top = np.float32(np.iinfo(before.dtype).max)
    labs = [oklab.from_srgb(pixels[..., :3].astype(np.float32) / top) for pixels in (before, after)]
    return MEASURES[asked.measure](labs[0], inside), MEASURES[asked.measure](labs[1], inside), outside


def _at(portrait: Portrait, place: str) -> Hotspot:
    """A hotspot: at a part of the face, or at a corner."""
    picture = portrait.picture
    if place == "corner":
        return Hotspot(x=0.03 * picture.width, y=0.3 * picture.height)
    seen = view.portrait_at(portrait, picture.width / 2, picture.height / 2)
    xy, cm = seen.landmarks.xy, seen.pose.px_per_cm
    points = {"face": xy[4], "mouth": xy[13], "hair": xy[10] - [0, 3 * cm], "chest": xy[152] + [-9 * cm, 12 * cm]}
    x, y = np.clip(points[place], 0, [picture.width - 1, picture.height - 1])
    return Hotspot(x=float(x), y=float(y))


def _band(lab: Any, inside: Any, fine: float, broad: float) -> float:
    """Strength of the forms between two widths in pixels, per thousand pixels of the picture's longer side."""
    light = np.ascontiguousarray(lab[..., 0])
    unit = max(light.shape) / 1000
    return float(np.abs(gaussian_blur(light, fine * unit) - gaussian_blur(light, broad * unit))[inside].mean())
