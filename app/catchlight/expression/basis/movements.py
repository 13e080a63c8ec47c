"""The movements of a face as displacement fields on the canonical face, and the folds that they deepen; both are data."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from catchlight.catalogue.expressions import PAIRED
from catchlight.expression.basis import topology
from catchlight.expression.basis.mesh import FaceMesh
from catchlight.imaging.arrays import Doubles
from catchlight.models.registry import Models
from catchlight.paths import resources

Vector = tuple[float, float, float]
_SIDE_CM = 1.2
"""Width of the band about the middle of the face in which a one-sided movement fades out."""


class _Data(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class Turn(_Data):
    """A rotation about the axis of the jaw, and how much of it each vertex takes."""

    hinge: Vector
    degrees: float
    shares: dict[int, float]


class Movement(_Data):
    """A few vertices that move, in cm (x to the person's left, y up, z to the camera), and those that do not; the rest follows.

    mirrored: points of the image-left side stand for both sides.
    """

    still: tuple[str, ...]
    also_still: tuple[int, ...] = ()
    mirrored: bool
    turn: Turn | None = None
    points: dict[int, Vector]


class Fold(_Data):
    """A crease: vertices along it on the image-left side, half width and distance of its ridge in cm, what deepens it."""

    path: tuple[int, ...]
    width: float = Field(gt=0)
    ridge: float = Field(gt=0)
    ridge_up: bool = False
    deepens: dict[str, float]


class Basis:
    """fields: displacement in cm, 468x3, of amount 1, by full name (``mouthSmileLeft``, ``jawOpen``)."""

    def __init__(self, mesh: FaceMesh) -> None:
        folder = resources() / "expressions" / "basis"
        movements = {name: Movement.model_validate(row) for name, row in _read(folder / "units.json").items()}
        fields = {name: _field(mesh, movement) for name, movement in movements.items()}
        measured = _read(folder / "smile.json")
        for name in ("mouthSmile", "mouthUpperUp"):
            fields[name] = np.array(measured[name], float) / 1000
        self.folds = tuple(Fold.model_validate(row) for row in _read(folder / "folds.json").values())
        self.fields: dict[str, Doubles] = {}
        right = np.clip(0.5 - mesh.vertices[:, :1] / _SIDE_CM, 0, 1)
        for name, field in fields.items():
            if name in PAIRED:
                self.fields[f"{name}Right"], self.fields[f"{name}Left"] = field * right, field * (1 - right)
            else:
                self.fields[name] = field
        self.fields["mouthRight"] = self.fields["mouthLeft"] * [-1, 1, 1]

    @classmethod
    def of(cls, models: Models) -> Basis:
        return models.kept("face basis", lambda: cls(FaceMesh.of(models)))


def _read(file: Any) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def _field(mesh: FaceMesh, movement: Movement) -> Doubles:
    moved: dict[int, Doubles] = {vertex: np.array(by) for vertex, by in movement.points.items()}
    if movement.mirrored:
        for vertex, by in movement.points.items():
            other = int(mesh.mirror[vertex])
            if other != vertex:
                moved[other] = np.array(by) * [-1, 1, 1]
    if movement.turn is not None:
        for vertex, share in movement.turn.shares.items():
            turned = _turned(mesh.vertices[vertex], movement.turn) * share
            moved[vertex] = turned + moved.get(vertex, np.zeros(3))
    quiet = [vertex for group in movement.still for vertex in topology.GROUPS[group]]
    return mesh.spread(list(moved), np.array(list(moved.values())), [*quiet, *movement.also_still])


def _turned(vertex: Doubles, turn: Turn) -> Doubles:
    """Displacement of a vertex by the whole turn, which opens the jaw."""
    c, s = math.cos(math.radians(turn.degrees)), math.sin(math.radians(turn.degrees))
    arm = vertex - np.array(turn.hinge)
    return np.array([0.0, arm[1] * c - arm[2] * s - arm[1], arm[1] * s + arm[2] * c - arm[2]])
