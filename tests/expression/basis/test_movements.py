"""The cut mesh, the movements on it, and the raster that draws them."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.catalogue.expressions import COEFFICIENTS, PAIRED
from catchlight.expression.basis import topology
from catchlight.expression.basis.mesh import FaceMesh
from catchlight.expression.basis.movements import Basis
from catchlight.expression.soft_shapes import CropWindow
from catchlight.expression.warp.raster import fill_gaps, rasterise
from catchlight.models.registry import Models


@pytest.fixture(scope="module")
def mesh(models: Models) -> FaceMesh:
    return FaceMesh.of(models)


@pytest.fixture(scope="module")
def basis(models: Models) -> Basis:
    return Basis.of(models)


def test_lips_and_lids_are_cut_open(mesh: FaceMesh) -> None:
    corners = {frozenset(triangle) for triangle in mesh._open.tolist()}
    hole = {*topology.LIP_IN_UPPER, *topology.LIP_IN_LOWER}
    assert not any(corner <= hole for corner in corners)
    upper, lower = mesh.lips
    assert len(upper) == len(lower) == 41
    assert set(upper) & set(lower) == {topology.LIP_IN_UPPER[0], topology.LIP_IN_UPPER[-1]}


def test_nothing_moves_where_nothing_is_displaced(mesh: FaceMesh) -> None:
    assert not mesh.displacements(np.zeros((468, 3))).any()
    assert np.allclose(mesh.linear.sum(axis=1), 1)
    assert np.allclose(mesh.smooth.sum(axis=1), 1)


def test_a_field_takes_its_values_and_fades_out_over_the_rings(mesh: FaceMesh) -> None:
    field = mesh.spread([61], np.array([[0.0, 1.0, 0.0]]), topology.UPPER_FACE)
    assert field[61] == pytest.approx([0, 1, 0])
    assert not field[list(topology.UPPER_FACE)].any()
    assert 0.1 < field[57, 1] < 1.0
    ring = mesh.displacements(np.ones((468, 3)))[468 + 36 : 468 + 72]
    assert np.abs(ring).max() < 0.3  # the outer ring is smoothed with its neighbours only
    assert np.abs(ring).min() == pytest.approx(0, abs=0.2)


def test_every_movement_has_a_field_and_pairs_mirror_each_other(basis: Basis, mesh: FaceMesh) -> None:
    eyelids = {"eyeBlinkLeft", "eyeBlinkRight", "eyeWideLeft", "eyeWideRight"}
    assert set(COEFFICIENTS) - eyelids == set(basis.fields)
    for name in PAIRED:
        if not name.startswith("eye"):
            left, right = basis.fields[f"{name}Left"], basis.fields[f"{name}Right"]
            assert np.allclose(left[mesh.mirror] * [-1, 1, 1], right, atol=0.05), name
            outer = mesh.vertices[:, 0] > 2
            assert np.abs(left[outer]).max() > 0.05, name
            assert not right[outer].any(), name


def test_movements_go_the_way_of_their_names(basis: Basis) -> None:
    def way(name: str, vertex: int) -> np.ndarray:
        return basis.fields[name][vertex]

    assert way("browInnerUp", 55)[1] > 0.3
    assert way("browDownRight", 55)[1] < -0.2
    assert way("jawOpen", 152)[1] < -0.8
    assert way("mouthSmileRight", 61)[0] < -0.1  # the person's right is on the left of the picture
    assert way("mouthSmileRight", 61)[1] > 0.1
    assert way("mouthFrownLeft", 291)[1] < -0.3
    assert way("mouthLeft", 13)[0] > 0.2
    assert way("mouthRight", 13)[0] < -0.2


def test_triangles_are_drawn_linearly_and_turned_ones_left_out() -> None:
    points = np.array([[1.0, 1.0], [9.0, 1.0], [1.0, 9.0], [9.0, 9.0]])
    values = points.copy()
    triangles = np.array([[0, 1, 2], [1, 3, 2], [0, 2, 1]])
    plane, drawn = rasterise(points, values, triangles[:2], (12, 12))
    assert drawn[1:9, 1:9].all()
    assert not drawn[0].any()
    assert plane[3, 5] == pytest.approx([5, 3])
    again, _ = rasterise(points, values * [1, 2], np.vstack([triangles[:2], triangles[2:]]), (12, 12))
    assert again[3, 5] == pytest.approx([5, 6])


def test_gaps_are_filled_from_their_rims() -> None:
    plane = np.tile(np.arange(32, dtype=np.float32)[None, :, None], (32, 1, 2))
    known = np.ones((32, 32), bool)
    known[10:20, 10:20] = False
    mended = fill_gaps(np.where(known[..., None], plane, 999).astype(np.float32), known)
    assert np.array_equal(mended[known], plane[known])
    assert np.abs(mended - plane)[~known].max() < 6


def test_strokes_and_polygons_lie_where_they_should() -> None:
    frame = CropWindow(10, 20, 50, 60)
    line = frame.stroke(np.array([[15.0, 40.0], [45.0, 40.0]]), 2.0)
    assert line[20, 20] == pytest.approx(1, abs=0.02)
    assert line[26, 20] == pytest.approx(np.exp(-0.5 * 9), abs=0.02)
    square = frame.polygon(np.array([[20.0, 30.0], [40.0, 30.0], [40.0, 50.0], [20.0, 50.0]]))
    assert square[20, 20] == 1
    assert square[2, 2] == 0
    assert square.sum() == pytest.approx(400, rel=0.12)
