"""The person a garment is put on: where neck and shoulders are, what lies in front of cloth, and what is worn now."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine.groom import fill
from catchlight.engine.groom.scene import Scene
from catchlight.engine.picture import FloatImage, FloatPlane

PIT_CM = 6.9
"""From the chin down to the pit of the neck, of a head held straight."""
_NECK_CM = (5.0, 5.8, 3.8, 6.8)
"""Half a neck's width: usual from, usual to, least, most."""
_HAIR, _BEARD = 0.06, 0.35
"""Shares of hair and beard below which there is none."""


@dataclass(frozen=True)
class Sitter:
    """All planes HxW of the working picture, 0..1.

    rgb, fore: HxWx3, sRGB 0..255, the picture and the person's own colours. under: colours of what a garment will cover,
    carried on below hair. alpha: the person. u, v: cm to the right of and below the pit of the neck, along the body.
    half: half the neck's width, cm. hair: of the head. face: the landmarks' outline. front: all that stays in front.
    cloth: what is worn. neck: bare neck. labels: garments that are worn, as in ``wardrobe``. matrix: 2x3, cm to pixels.
    light, shading: as in ``Scene``. beard: area of what hangs of it over the neck, cm2.
    """

    rgb: FloatImage
    fore: FloatImage
    under: FloatImage
    alpha: FloatPlane
    u: FloatPlane
    v: FloatPlane
    half: float
    hair: FloatPlane
    face: FloatPlane
    front: FloatPlane
    cloth: FloatPlane
    neck: FloatPlane
    labels: npt.NDArray[np.uint8]
    cm: float
    matrix: npt.NDArray[np.float64]
    light: npt.NDArray[Any]
    shading: npt.NDArray[Any]
    beard: float

    def pixels(self, points: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """Nx2 of (u, v) in cm as pixels."""
        return np.asarray(np.asarray(points, np.float64) @ self.matrix[:, :2].T + self.matrix[:, 2])

    def below(self, row: int) -> Sitter:
        """The same from a row of the picture on downwards."""
        shape = self.alpha.shape
        planes = {field.name: getattr(self, field.name) for field in fields(self)}
        cut: dict[str, Any] = {
            name: plane[row:].copy()
            for name, plane in planes.items()
            if isinstance(plane, np.ndarray) and plane.shape[:2] == shape
        }
        matrix = self.matrix.copy()
        matrix[1, 2] -= row
        return replace(self, matrix=matrix, **cut)

    def drawn(self, points: npt.ArrayLike) -> FloatPlane:
        """A polygon of (u, v) in cm as a plane with smooth edges."""
        import cv2

        plane = np.zeros(self.alpha.shape, np.uint8)
        cv2.fillPoly(plane, [np.round(self.pixels(points) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        return plane.astype(np.float32) / np.float32(255)


def measured(
    scene: Scene, alpha: FloatPlane, fore: FloatImage, clothes: FloatPlane, labels: npt.NDArray[np.uint8]
) -> Sitter:
    """alpha, fore, clothes: at the scene's size. labels: at any size."""
    import cv2

    height, width = scene.shape
    cm, chin = scene.cm, scene.chin
    left, right = _sides(scene)
    middle, half = (left + right) / 2, float(np.clip((right - left) / 2 / cm, *_NECK_CM[2:]))
    lean = _lean(scene, middle)
    matrix = cm * np.array([[np.cos(lean), -np.sin(lean), 0], [np.sin(lean), np.cos(lean), 0]])
    matrix[:, 2] = middle, chin[1] + PIT_CM * cm
    back = np.linalg.inv(matrix[:, :2]).astype(np.float32)
    x = np.arange(width, dtype=np.float32)[None] - np.float32(matrix[0, 2])
    y = np.arange(height, dtype=np.float32)[:, None] - np.float32(matrix[1, 2])
    u, v = back[0, 0] * x + back[0, 1] * y, back[1, 0] * x + back[1, 1] * y
    jaw = cv2.GaussianBlur(scene.oval, (0, 0), max(0.6, 0.05 * cm))
    hair = np.where(scene.hair < _HAIR, 0, scene.hair).astype(np.float32)
    beard = scene.beard * (1 - np.clip(2 * scene.neck - 0.6, 0, 1))
    hanging = float(((beard > 0.5) & (v > 3 - PIT_CM) & (v < 8)).sum()) / cm**2
    beard = np.where((beard > _BEARD) & (v < 3 - PIT_CM), np.clip(1.3 * beard, 0, 1), 0)
    ear = np.where((scene.ear > 0.3) & (v < -PIT_CM), scene.ear, 0)
    front = np.maximum(np.maximum(hair, beard), np.maximum(jaw, ear))
    neck = np.clip(scene.neck + scene.skin, 0, 1) * (1 - jaw) * alpha
    covered = (np.maximum(clothes, neck) > 0.9) & (hair < 0.03) & (jaw < 0.05) & (alpha > 0.95)
    return Sitter(
        rgb=scene.rgb.astype(np.float32),
        fore=np.asarray(fore, np.float32),
        under=fill.smooth(np.asarray(fore, np.float32), covered.astype(np.float32)),
        alpha=alpha,
        u=np.asarray(u, np.float32),
        v=np.asarray(v, np.float32),
        half=half,
        hair=hair,
        face=np.asarray(jaw, np.float32),
        front=np.asarray(front, np.float32),
        cloth=np.asarray(clothes, np.float32),
        neck=np.asarray(neck, np.float32),
        labels=np.asarray(cv2.resize(labels, (width, height), interpolation=cv2.INTER_NEAREST), np.uint8),
        cm=cm,
        matrix=matrix,
        light=scene.light,
        shading=scene.shading,
        beard=hanging,
    )


def _sides(scene: Scene) -> tuple[float, float]:
    """x of the neck's two sides below the jaw: as seen against the background, else as far from the axis as the other side."""
    chin, cm = scene.chin, scene.cm
    seen: tuple[list[float], list[float]] = ([], [])
    beyond = max(2, int(0.4 * cm))
    for down in np.arange(1.4, 4.4, 0.3):
        y = int(chin[1] + down * cm)
        if y >= scene.shape[0]:
            break
        row = np.nonzero((scene.neck[y] > 0.5) & (scene.alpha[y] > 0.5) & (scene.hair[y] < 0.3))[0]
        row = row[np.abs(row - chin[0]) < 8 * cm]
        if len(row) < 4 * cm:
            continue
        for edges, at, step in ((seen[0], int(row.min()), -1), (seen[1], int(row.max()), 1)):
            next_to = [at + step * away for away in range(2, beyond + 2) if 0 <= at + step * away < scene.shape[1]]
            if next_to and scene.hair[y, next_to].mean() < 0.25 and scene.alpha[y, next_to].mean() < 0.4:
                edges.append(float(at))
    left, right = (float(np.median(edges)) if len(edges) > 2 else None for edges in seen)
    low, high = 2 * 4.8 * cm, 2 * 5.8 * cm
    if left is None and right is None:
        usual = 0.5 * (_NECK_CM[0] + _NECK_CM[1]) * cm
        return scene.middle - usual, scene.middle + usual
    if left is None:
        assert right is not None
        left = float(np.clip(2 * scene.middle - right, right - high, right - low))
    if right is None:
        right = float(np.clip(2 * scene.middle - left, left + low, left + high))
    return left, right


def _lean(scene: Scene, middle: float) -> float:
    """Radians by which the line of the shoulders is tilted, both seen equally far from the middle; 0 where one is missing."""
    height, width = scene.shape
    body = (scene.alpha > 0.6) & (scene.hair < 0.25)
    body[: int(np.clip(scene.chin[1] - 2 * scene.cm, 0, height))] = False
    tilts = []
    for aside in np.arange(9, 16, 1.0):
        left, right = int(middle - aside * scene.cm), int(middle + aside * scene.cm)
        if left >= 0 and right < width and body[:, left].any() and body[:, right].any():
            tilts.append((int(body[:, right].argmax()) - int(body[:, left].argmax())) / (right - left))
    return float(np.clip(np.arctan(np.median(tilts)) * 0.6, -0.18, 0.18)) if len(tilts) > 2 else 0.0
