"""The result looked at again: is it the same person, and how far has the face gone?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

import numpy as np
import numpy.typing as npt

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.basis import topology
from catchlight.expression.eyes import lid_movement
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import ByteImage, FloatImage
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import blendshapes, identity, landmarks
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.portrait import Portrait

_REGIONS = {"brows": topology.BROWS, "eyes": topology.LIDS, "mouth": topology.LIPS}
_LEAST_CM = 0.03
"""Mean way of a region, in cm, from which its progress can be told from the landmarks' noise."""
_LEAST_CHANGE = 0.25
"""The same for the change of all coefficients (root of the sum of squares): moving lids seems to move others by 0.15."""
_CROPS = ((0.95, 0, 0), (1.05, 0, 0), (1, 0.03, 0), (1, -0.03, 0), (1, 0, 0.03), (1, 0, -0.03))
"""Scale, and shift across and down in distances of the eyes."""
COEFFICIENTS = "coefficients"


@dataclass(frozen=True, eq=False)
class FaceObservation:
    """A face as the networks see it. points: 478x2 in pixels of the crop that was looked at."""

    points: Doubles
    coefficients: dict[str, float]


@dataclass(frozen=True, eq=False)
class ExpressionChange:
    """coefficients: what the network reads in the result. points: 478x2, where its landmarks were found.

    reached: share of the planned way by region (brows, eyes, mouth, all of them as face; gaze for the irises), as landmarks
    found anew show it; only of regions that were to move. Under ``coefficients`` the share of the way from the coefficients of
    the untouched face to the wished ones, as the network reads them in the result; only where they were to change by more than
    it errs.
    """

    reached: dict[str, float]
    coefficients: dict[str, float]
    points: Doubles

    @property
    def gone(self) -> float:
        """Share of the way as coefficients tell it, or landmarks where those cannot; 1 where there was no way to go."""
        return self.reached.get(COEFFICIENTS, self.reached.get("face", self.reached.get("gaze", 1.0)))


@dataclass(frozen=True)
class IdentityVerdict:
    """likeness: cosine of the embeddings of the picture's face and the result's. way: how far the result has gone."""

    likeness: float
    way: ExpressionChange

    @property
    def reached(self) -> dict[str, float]:
        return self.way.reached

    @property
    def coefficients(self) -> dict[str, float]:
        return self.way.coefficients

    @property
    def gone(self) -> float:
        return self.way.gone


def measure_change(
    portrait: Portrait, reading: FaceReading, shape: Shape, image: FloatImage, wished: Mapping[str, float]
) -> ExpressionChange:
    """How far a result (the crop of ``reading``, RGB 0..255) is from the untouched face to the ``wished`` coefficients."""
    old = observe_original(portrait, reading)
    new = _look(reading, image, portrait.models)
    reached = {}
    ways = shape.moved[:, :2].copy()
    ways[list(topology.LIDS)] *= min(lid_movement.landmark_response(opening) for opening in shape.lids)
    for name, vertices in (*_REGIONS.items(), ("face", tuple(chain(*_REGIONS.values())))):
        planned = ways[list(vertices)]
        way = float((planned**2).sum())
        if np.sqrt(way / len(vertices)) >= _LEAST_CM * reading.cm:
            went = new.points[list(vertices)] - old.points[list(vertices)]
            reached[name] = round(float((went * planned).sum()) / way, 3)
    if abs(shape.gaze) >= _LEAST_CM * reading.cm:
        slid = float(((new.points[468:478] - old.points[468:478]) @ reading.ex).mean())
        reached["gaze"] = round(slid / shape.gaze, 3)
    share = _share(old.coefficients, wished, new.coefficients)
    if share is not None and reached:
        reached[COEFFICIENTS] = round(share, 3)
    return ExpressionChange(reached, new.coefficients, new.points)


def judge_identity(
    portrait: Portrait, reading: FaceReading, image: FloatImage, way: ExpressionChange
) -> IdentityVerdict:
    """Whether the result (the crop of ``reading``), of which ``way`` was seen, is still the same person."""

    def own() -> npt.NDArray[np.float32]:
        return _embedding(reading.pixels, observe_original(portrait, reading), portrait.models)

    kept = portrait.kept(f"face embedding {reading.shape}", own)
    return IdentityVerdict(identity.likeness(kept, _embedding(image, way, portrait.models)), way)


def unsteadiness(portrait: Portrait, reading: FaceReading) -> float:
    """The largest loss of likeness (1 - cosine) of the untouched face to itself under small crops and scales; kept.

    The face is cut out 5 % smaller and larger, and 3 % of the distance of the eyes to each side.
    """

    def found() -> float:
        look, image = observe_original(portrait, reading), _bytes(reading.pixels)
        own = _embedding(reading.pixels, look, portrait.models)
        middle = look.points.mean(axis=0)
        eyes = float(np.linalg.norm(look.points[33] - look.points[263]))
        worst = 0.0
        for scale, across, down in _CROPS:
            points = (look.points - middle) * scale + middle + np.array([across, down]) * eyes
            placed = Landmarks(np.column_stack([points, np.zeros(len(points))]), 1.0)
            worst = max(worst, 1 - identity.likeness(own, identity.embedding(image, placed, portrait.models)))
        return worst

    return portrait.kept(f"face unsteadiness {reading.shape}", found)


def observe_original(portrait: Portrait, reading: FaceReading) -> FaceObservation:
    """The untouched face, kept with the portrait."""
    return portrait.kept(f"face look {reading.shape}", lambda: _look(reading, reading.pixels, portrait.models))


def _share(old: Mapping[str, float], wished: Mapping[str, float], new: Mapping[str, float]) -> float | None:
    """How much of the way between two sets of coefficients was gone; None where it is too short to tell."""
    names = [name for name in old if not name.startswith("_")]
    way = np.array([wished[name] - old[name] for name in names])
    went = np.array([new[name] - old[name] for name in names])
    size = float(way @ way)
    return float(way @ went) / size if size >= _LEAST_CHANGE**2 else None


def _look(reading: FaceReading, image: FloatImage, models: Models) -> FaceObservation:
    found = landmarks.refit(Pyramid(_bytes(image)), Landmarks(reading.raw, 1.0), models)
    return FaceObservation(found.xy, blendshapes.coefficients(found, models))


def _embedding(image: FloatImage, look: FaceObservation | ExpressionChange, models: Models) -> npt.NDArray[np.float32]:
    placed = np.column_stack([look.points, np.zeros(len(look.points))])
    return identity.embedding(_bytes(image), Landmarks(placed, 1.0), models)


def _bytes(image: FloatImage) -> ByteImage:
    return np.clip(np.rint(image), 0, 255).astype(np.uint8)
