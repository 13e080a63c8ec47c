"""Whether tidying up restores what was there: lint painted on portraits, taken off again.

python -m tests.benchmarks.cleanup [--portraits DIR]    (some minutes)

Error is the mean difference (8 bit, mean of the channels) to the unpainted portrait where paint lies; found the share of painted
pixels that were changed; astray the share of what was changed that lies off the paint by more than 3 pixels, by the painted area
(the portrait's own lint counts among it). A portrait on which the tool refuses is told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
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

_LONGEST = 1400
_FAINT, _SURE = 0.02, 0.35
"""Cover of paint that is none, and that is seen."""

Painted = tuple[Pixels, FloatPlane]
"""A painted picture, and how much its paint covers."""


def main() -> None:
    folder = arguments(__doc__ or "").portraits
    portraits = Portraits(Models(threads=2))
    print("lint: error before, error after, found, astray, seconds")
    rows = [row for row in measured(folder, portraits, "remove_lint", "clothes", specks) if row is not None]
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


def lay(pixels: Pixels, cover: FloatPlane, colour: tuple[int, int, int], opacity: float = 1.0) -> Pixels:
    """A picture (8 bit) with a colour over it."""
    share = (opacity * cover)[..., None]
    mixed = pixels[..., :3] * (1 - share) + np.array(colour, np.float32) * share
    return np.ascontiguousarray(np.round(mixed).astype(np.uint8))


if __name__ == "__main__":
    main()
