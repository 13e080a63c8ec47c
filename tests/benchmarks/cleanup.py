"""Whether tidying up restores what was there: hairs, lint and reflections painted on portraits, taken off again.

python -m tests.benchmarks.cleanup [--portraits DIR]    (some minutes)

Error is the mean difference (8 bit, mean of the channels) to the unpainted portrait where paint lies; found the share of painted
pixels that were changed; astray the share of what was changed that lies off the paint by more than 3 pixels, by the painted area
(the portrait's own loose hairs and lint count among it). A portrait on which the tool refuses is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.language.intents import Amount, Intent, Region
from catchlight.models.registry import Models
from catchlight.operations.edit.aiming import TargetRegion
from catchlight.operations.edit.areas import AreaMarks
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.request import EditJob
from catchlight.operations.edit.verbs import VERBS
from catchlight.portrait.portrait import Portraits

from tests.benchmarks.common import arguments, pictures
from tests.benchmarks.painted import curve, hair_cover, lay

_LONGEST = 1400
_FAINT, _SURE = 0.02, 0.35
"""Cover of paint that is none, and that is seen."""

Painted = tuple[Pixels, FloatPlane]
"""A painted picture, and how much its paint covers."""


def main() -> None:
    folder = arguments(__doc__ or "").portraits
    portraits = Portraits(Models(threads=2))
    for title, verb, region, paint_on in (
        ("hairs before the ground", "remove_flyaways", "hair", hairs_outside),
        ("hairs on skin", "remove_flyaways", "face", hairs_on_skin),
        ("lint", "remove_lint", "clothes", specks),
        ("veil on lenses", "reduce_glare", "glasses", veil),
    ):
        print(f"{title}: error before, error after, found, astray, seconds")
        rows = [row for row in measured(folder, portraits, verb, region, paint_on) if row is not None]
        if rows:
            print(f"  {len(rows)} portraits, mean:", *(f"{value:.2f}" for value in np.mean(rows, axis=0)))


def measured(
    folder: Path, portraits: Portraits, verb: str, region: str, paint_on: Callable[[EditScene], Painted | None]
) -> Iterator[tuple[float, ...] | None]:
    """A row for each portrait that can be painted on; None where it is refused."""
    for file in pictures(folder):
        scene = scene_of(portraits, file)
        painted = paint_on(scene) if scene is not None else None
        if scene is None or painted is None:
            continue
        pixels, cover = painted
        start = time.perf_counter()
        try:
            after = run(scene, verb, region, pixels)
        except CatchlightError as refusal:
            print(f"  {file.stem}: refused: {refusal}")
            yield None
            continue
        row = (*errors(scene.picture.pixels, pixels, after, cover), time.perf_counter() - start)
        print(f"  {file.stem}:", *(f"{value:.2f}" for value in row))
        yield row


def scene_of(portraits: Portraits, file: Path) -> EditScene | None:
    """A portrait of one person at a common size; None without a face."""
    import cv2

    picture = codec.decode(file.read_bytes())
    scale = _LONGEST / max(picture.width, picture.height)
    if scale < 1:
        picture = Picture(cv2.resize(picture.pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA))
    portrait = portraits.of(picture)
    if picture.pixels.dtype != np.uint8 or len(portrait.faces) != 1:
        return None
    try:
        nose = portrait.landmarks.xy[4]
    except CatchlightError:
        return None
    return EditScene(portrait, float(nose[0]), float(nose[1]))


def run(scene: EditScene, verb: str, region: str, pixels: Pixels, amount: float = 1.0) -> Pixels:
    """A verb's tool on other pixels of a scene."""
    intent = Intent(verb, regions=(Region(region),), amount=Amount(amount))
    job = EditJob(scene, pixels, intent, TargetRegion(region), AreaMarks(), amount, Progress())
    return VERBS[verb](job)


def errors(truth: Pixels, before: Pixels, after: Pixels, cover: FloatPlane) -> tuple[float, float, float, float]:
    """Error before and after, found, astray."""
    import cv2

    real, painted, done = (one[..., :3].astype(np.float32) for one in (truth, before, after))
    sure = cover > _SURE
    near = cv2.dilate((cover > _FAINT).astype(np.uint8), np.ones((7, 7), np.uint8)) > 0
    changed = (done != painted).any(axis=2)
    return (
        float(np.abs(painted - real)[sure].mean()),
        float(np.abs(done - real)[sure].mean()),
        float(changed[sure].mean()),
        float((changed & ~near).sum()) / max(float(sure.sum()), 1.0),
    )


def hairs_outside(scene: EditScene, count: int = 14) -> Painted | None:
    """Hairs of the hair's own colour that stand off its outline."""
    import cv2

    picture = scene.picture
    hair = scene.area("hair").on((picture.height, picture.width))
    solid = ((scene.alpha > 0.9) & (hair > 0.5)).astype(np.uint8)
    if solid.sum() < 5000 or (hair > 0.8).sum() < 2000:
        return None
    random = np.random.default_rng(1)
    contours, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    rim = max(contours, key=len)[:, 0].astype(float)
    centre = rim.mean(axis=0)
    free = (scene.alpha < 0.02) & (cv2.dilate((scene.alpha > 0.1).astype(np.uint8), np.ones((3, 3))) == 0)
    lines: list[Any] = []
    for start in rim[random.permutation(len(rim))]:
        away = (start - centre) / max(float(np.linalg.norm(start - centre)), 1.0)
        turned = away + random.normal(0, 0.35, 2)
        end = start + turned * scene.cm * random.uniform(1.2, 2.6)
        x, y = np.round(end).astype(int)
        if 0 <= x < picture.width and 0 <= y < picture.height and free[y, x]:
            lines.append(curve(start, end, random.uniform(-0.25, 0.25)))
        if len(lines) == count:
            break
    if len(lines) < count // 2:
        return None
    colour = np.median(picture.pixels[hair > 0.8][:, :3], axis=0)
    cover = hair_cover((picture.height, picture.width), lines, max(1.0, 0.012 * scene.cm))
    pixels = lay(picture.pixels, cover, tuple(int(value) for value in colour), 0.75)
    beyond = cv2.distanceTransform((scene.alpha < 0.1).astype(np.uint8), cv2.DIST_L2, 5) > 0.35 * scene.cm
    return pixels, np.asarray(cover * beyond, np.float32)


def hairs_on_skin(scene: EditScene) -> Painted | None:
    """Three hairs that fall over forehead and cheeks."""
    picture, points = scene.picture, scene.person.landmarks.xy
    if scene.cm < 18:
        return None
    shape = (picture.height, picture.width)
    hair, face = scene.area("hair").on(shape), scene.area("face")
    if (hair > 0.8).sum() < 2000:
        return None
    lines = [
        curve(points[67], points[50], 0.12),
        curve(points[297], points[280], -0.1),
        curve(points[10], points[101], 0.15),
    ]
    colour = np.median(picture.pixels[hair > 0.8][:, :3], axis=0)
    cover = hair_cover(shape, lines, max(1.0, 0.012 * scene.cm))
    pixels = lay(picture.pixels, cover, tuple(int(value) for value in colour), 0.8)
    return pixels, np.asarray(cover * (scene.bare(face).on(shape) > 0.7), np.float32)


def specks(scene: EditScene, count: int = 40) -> Painted | None:
    """Flakes of lint on cloth: light ones on dark, dark ones on light."""
    import cv2

    picture = scene.picture
    shape = (picture.height, picture.width)
    cloth = scene.area("clothes").on(shape) > 0.8
    inner = cv2.erode(cloth.astype(np.uint8), np.ones((3, 3)), iterations=round(0.5 * scene.cm)) > 0
    if inner.sum() < 20 * scene.cm**2:
        return None
    light = float(np.median(picture.pixels[inner][:, :3].mean(axis=1)))
    random = np.random.default_rng(2)
    rows, columns = np.nonzero(inner)
    plane = np.zeros(shape, np.uint8)
    for at in random.choice(len(rows), count, replace=False):
        axes = tuple(max(1, round(scene.cm * value)) for value in random.uniform(0.025, 0.07, 2))
        cv2.ellipse(plane, (int(columns[at]), int(rows[at])), axes, random.uniform(0, 180), 0, 360, 255, cv2.FILLED)
    cover = cv2.GaussianBlur(plane.astype(np.float32) / 255, (0, 0), 0.7)
    colour = (214, 210, 204) if light < 140 else (70, 68, 66)
    return lay(picture.pixels, cover, colour, 0.75), cover


def veil(scene: EditScene) -> Painted | None:
    """Light of a window on the outer part of each lens, added in linear light."""
    import cv2

    picture = scene.picture
    shape = (picture.height, picture.width)
    glasses = scene.area("glasses")
    if glasses.empty or scene.cm < 12:
        return None
    points = scene.person.landmarks.xy
    plane = np.zeros(shape, np.uint8)
    for corner, inner in ((33, 133), (263, 362)):
        out = (points[corner] - points[inner]) / max(float(np.linalg.norm(points[corner] - points[inner])), 1.0)
        down = np.array([-out[1], out[0]]) if out[0] > 0 else np.array([out[1], -out[0]])
        start = points[corner] - 0.2 * scene.cm * out + 0.7 * scene.cm * down
        box = [
            start,
            start + 0.8 * scene.cm * out,
            start + 0.8 * scene.cm * (out + down),
            start + 0.8 * scene.cm * down,
        ]
        cv2.fillConvexPoly(plane, np.round(box).astype(np.int32), 255)
    cover = cv2.GaussianBlur(plane.astype(np.float32) / 255, (0, 0), max(0.8, 0.06 * scene.cm)) * (
        glasses.on(shape) > 0.4
    )
    rgb = picture.pixels[..., :3].astype(np.float32) / 255
    added = oklab.linear(rgb) + cover[..., None] * np.array([0.16, 0.22, 0.26], np.float32)
    pixels = np.round(np.clip(oklab.srgb(np.minimum(added, 1)), 0, 1) * 255).astype(np.uint8)
    return np.ascontiguousarray(pixels), np.asarray(cover, np.float32)


if __name__ == "__main__":
    main()
