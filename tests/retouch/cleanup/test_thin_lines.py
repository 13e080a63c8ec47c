"""Lines are told from specks, blotches and edges, and measured."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.retouch.cleanup import thin_lines


def plane_with(kind: str) -> np.ndarray:
    import cv2

    plane = np.full((120, 160), 0.6, np.float32)
    if kind == "line":
        cv2.line(plane, (20, 30), (130, 80), 0.3, 2)
    elif kind == "speck":
        cv2.circle(plane, (80, 60), 3, 0.3, cv2.FILLED)
    else:
        plane[:, 80:] = 0.3
    return plane


def test_a_line_answers_along_all_of_it() -> None:
    response = thin_lines.ridges(plane_with("line"), (0.8, 1.7))
    labels, lines = thin_lines.find_lines(response, np.ones(response.shape, bool), 0.05)
    assert len(lines) == 1
    assert lines[0].extent == pytest.approx(np.hypot(110, 50), abs=12)
    assert lines[0].width < 8
    assert thin_lines.keep_lines(labels, lines)[55, 75]


def test_a_speck_is_short_and_an_edge_is_none() -> None:
    _, specks = thin_lines.find_lines(
        thin_lines.ridges(plane_with("speck"), (0.8, 1.7)), np.ones((120, 160), bool), 0.05
    )
    assert all(line.extent < 20 for line in specks)
    line, edge = (thin_lines.ridges(plane_with(kind), (0.8, 1.7)) for kind in ("line", "edge"))
    assert edge.max() < 0.6 * line.max()


def test_dark_lines_are_told_from_light_ones() -> None:
    dark = plane_with("line")
    assert thin_lines.ridges(dark, (1.0,), dark=True).max() > 0.1
    assert thin_lines.ridges(dark, (1.0,), dark=False)[40:70, 60:100].max() < 0.07


def test_a_ground_with_lines_raises_what_counts() -> None:
    random = np.random.default_rng(0)
    calm, lively = (np.abs(random.normal(0, sigma, (60, 60))).astype(np.float32) for sigma in (0.001, 0.05))
    ground = np.ones((60, 60), bool)
    assert thin_lines.threshold_of(calm, ground, 5, 0.01, 0.02) == pytest.approx(0.02)
    assert thin_lines.threshold_of(lively, ground, 5, 0.01, 0.02) > 0.1
