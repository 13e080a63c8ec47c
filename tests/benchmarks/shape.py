"""Shape: how soon a slider is seen, whether lines behind the person stay straight, glasses rigid, and the person the same.

python -m tests.benchmarks.shape [FOLDER] [--most 12]

Each portrait of the folder (``../shared/portraits``) is shaped as a whole and laid before a pattern of lines. Lines: distance of
their middle from where the pattern has it, in pixels, within 3 cm of the person, where the person was before and where not.
Glasses: residual of the best similarity transform of the optical flow on their rim, pixels at 1000 px.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait
from catchlight.shape.face_shape import FaceShape
from catchlight.shape.field import FieldGrid
from catchlight.shape.glasses import find_glasses, fit_similarity
from catchlight.shape.reshape import basis_of, reshape

from tests.conftest import PORTRAITS

SIZE = 1000
PITCH, WIDTH = 40, 3
"""Pixels from line to line, and of a line."""
ENDS = (
    {"face_width": -1.0}, {"face_width": 1.0}, {"jaw": -1.0}, {"chin": 1.0}, {"forehead": -1.0},
    {"eyes": 1.0}, {"nose": -1.0}, {"nose_width": -1.0}, {"lips": 1.0},
)  # fmt: skip
SLIM = FaceShape(face_width=-1, jaw=-1)


def lined(height: int, width: int) -> np.ndarray:
    """Soft dark lines across and down on a grey ground, HxWx3 uint8."""
    import cv2

    y, x = np.indices((height, width))
    dark = ((y % PITCH) < WIDTH) | ((x % PITCH) < WIDTH)
    plane = cv2.GaussianBlur(np.where(dark, 90, 200).astype(np.float32), (0, 0), 0.8)
    return np.repeat(np.rint(plane)[..., None], 3, axis=2).astype(np.uint8)


def before_lines(portrait: Portrait) -> Portrait:
    """The person before the pattern; looked at anew."""
    alpha = portrait.alpha[..., None]
    height, width = alpha.shape[:2]
    pixels = np.rint(portrait.foreground * alpha + lined(height, width) * (1 - alpha)).astype(np.uint8)
    return Portrait(Picture(pixels), portrait.models)


def line_offsets(pixels: np.ndarray, free: np.ndarray) -> np.ndarray:
    """How far (pixels) lines across lie from the pattern's, at every column where all of a line and its surroundings is free."""
    height, width = free.shape
    found = []
    away = np.arange(-6, 7)
    for middle in np.arange(PITCH, height - PITCH, PITCH) + (WIDTH - 1) / 2:
        rows = (middle + away).astype(int)
        columns = np.flatnonzero(
            free[rows].all(axis=0) & ((np.arange(width) % PITCH) > 10) & ((np.arange(width) % PITCH) < 34)
        )
        dark = np.clip(200 - pixels[rows][:, columns].astype(float).mean(axis=2), 0, None)
        weight = dark.sum(axis=0)
        seen = weight > 60
        found.append((dark[:, seen] * away[:, None]).sum(axis=0) / weight[seen] - (middle - int(middle)) * 0)
    return np.concatenate(found) if found else np.empty(0)


def measure_lines(portrait: Portrait) -> tuple[float, float, float]:
    """95th percentile of the offsets before, after where nobody was, and after where the person was."""
    posed = before_lines(portrait)
    made = reshape(posed, SLIM, Progress()).pixels
    cm = posed.pose.px_per_cm
    person = posed.alpha > 0.02
    near = dilate_mask(person, 3 * cm)
    ground = lined(*person.shape)
    free_before = near & ~dilate_mask(person, 2)
    like_ground = dilate_mask(np.abs(made.astype(int) - ground).max(axis=2) > 60, 3)
    uncovered = person & ~like_ground
    before = line_offsets(posed.picture.pixels, free_before)
    after = line_offsets(made, free_before)
    strip = line_offsets(made, uncovered | (free_before & dilate_mask(uncovered, 12)))
    return tuple(float(np.quantile(np.abs(one), 0.95)) if len(one) else float("nan") for one in (before, after, strip))  # type: ignore[return-value]


def measure_glasses(portrait: Portrait) -> float | None:
    """Root mean square residual of the flow on the rim; None without glasses."""
    import cv2

    grid: FieldGrid = basis_of(portrait).grid
    worn = find_glasses(portrait, grid)
    if worn is None:
        return None
    made = reshape(portrait, SLIM, Progress()).pixels
    first, second = (cv2.cvtColor(one, cv2.COLOR_RGB2GRAY) for one in (portrait.picture.rgb8, made))
    flow = cv2.DISOpticalFlow.create(cv2.DISOPTICAL_FLOW_PRESET_MEDIUM).calc(first, second, None)
    points = grid.points[worn.worn & (worn.rim > 0.99)]
    inside = ((points >= 0) & (points < np.array(first.shape[::-1]) - 1)).all(axis=1)
    points = points[inside]
    ways = flow[points[:, 1].round().astype(int), points[:, 0].round().astype(int)].astype(float)
    growth, turn, across, down = fit_similarity(points, ways)
    x, y = points.T
    apart = ways - np.column_stack([growth * x - turn * y + across, turn * x + growth * y + down])
    return float(np.sqrt(np.median((apart**2).sum(axis=1))))


def shown(folder: Path, most: int) -> Iterator[tuple[str, Portrait]]:
    """The portraits of a folder that can be shaped, at screen size."""
    models = Models()
    names = sorted(path for path in folder.iterdir() if path.suffix.lower() in (".jpg", ".jpeg", ".png", ".webp"))
    count = 0
    for path in names:
        if count == most:
            return
        portrait = Portrait(codec.decode(path.read_bytes()), models)
        try:
            portrait.require_frontal()
            small = view.view(portrait, longest=SIZE)
            reshape(small, FaceShape(face_width=-0.5), Progress())
        except CatchlightError as refusal:
            print(f"{path.stem:28} {refusal.code}: {refusal}")
            continue
        count += 1
        yield path.stem, small


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?", default=PORTRAITS)
    parser.add_argument("--most", type=int, default=12)
    asked = parser.parse_args()
    alike: dict[str, list[float]] = {}
    for name, portrait in shown(asked.folder, asked.most):
        times, costs, told = [], [], []
        for wish in ENDS:
            (feature, amount), *_ = wish.items()
            try:
                reshape(portrait, FaceShape(**{feature: amount / 2}), Progress())
                start, worked = time.perf_counter(), time.process_time()
                made = reshape(portrait, FaceShape(**wish), Progress())
                times.append(1000 * (time.perf_counter() - start))
                costs.append(1000 * (time.process_time() - worked))
            except CatchlightError as refusal:
                told.append(f"{feature}: {refusal.code}")
                continue
            alike.setdefault(feature, []).append(made.likeness)
        lines, rim = measure_lines(portrait), measure_glasses(portrait)
        said = "" if rim is None else f"  rim {rim:.2f} px"
        print(
            f"{name:28} preview {statistics.median(times):4.0f} ms ({statistics.median(costs):.0f} of CPU)  "
            f"lines {lines[0]:.2f} before, {lines[1]:.2f} after, {lines[2]:.2f} where the person was{said}  {' '.join(told)}"
        )
    for feature, found in alike.items():
        print(f"{feature:12} cosine {min(found):.3f} .. {max(found):.3f}, median {statistics.median(found):.3f}")


if __name__ == "__main__":
    main()
