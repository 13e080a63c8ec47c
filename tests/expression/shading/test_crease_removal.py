"""Creases melt, freckles stay."""

from __future__ import annotations

import numpy as np
from catchlight.expression.shading import crease_removal

_CM = 30.0


def _skin(*, spot: bool, crease: bool) -> np.ndarray:
    y, x = np.mgrid[:120, :120].astype(np.float32)
    tones = np.zeros((120, 120), np.float32)
    if spot:
        tones -= 0.4 * np.exp(-((x - 60) ** 2 + (y - 60) ** 2) / (2 * (0.045 * _CM) ** 2))
    if crease:
        # Broken into dots, as grain breaks it.
        dots = 0.75 + 0.25 * np.sin(y / 2.5)
        tones -= 0.4 * dots * np.exp(-((x - 60) ** 2) / (2 * (0.04 * _CM) ** 2))
    return np.repeat(tones[..., None], 3, axis=2) + np.float32(5)


def test_a_freckle_is_told_from_a_crease() -> None:
    freckle = crease_removal.spots(_skin(spot=True, crease=False), _CM)
    assert freckle[60, 60, 0] < -0.3
    assert np.abs(freckle[:40]).max() < 0.01
    crease = crease_removal.spots(_skin(spot=False, crease=True), _CM)
    assert np.abs(crease[20:100]).max() < 0.05


def test_lines_are_evened_and_freckles_are_not() -> None:
    everywhere = np.ones((120, 120), np.float32)
    line, spot = _skin(spot=False, crease=True), _skin(spot=True, crease=False)
    evened = line + crease_removal.fill_fine_lines(np.exp(line), _CM, everywhere)
    kept = spot + crease_removal.fill_fine_lines(np.exp(spot), _CM, everywhere)
    middle = slice(30, 90)
    assert np.ptp(evened[middle, 40:80]) < 0.5 * np.ptp(line[middle, 40:80])
    assert kept[60, 60, 0] < 5 - 0.25


def test_a_membrane_keeps_its_rim_and_takes_gradients_away() -> None:
    y, x = np.mgrid[:20, :30].astype(float)
    slope = np.repeat((0.1 * x + 0.05 * y)[..., None], 3, axis=2)
    bump = slope.copy()
    bump[8:12, 10:20] -= 1
    same = crease_removal._membrane(bump, np.zeros((20, 30)))
    assert np.allclose(same, bump)
    gone = crease_removal._membrane(bump, np.ones((20, 30)))
    assert np.allclose(gone[0], bump[0])
    assert np.allclose(gone, slope, atol=1e-9)  # a plane is the smoothest surface over a plane's rim
