"""Buttons and stitches: where they lie, how large they are at any size of photo, and what covers them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from catchlight.engine.garment.notions import Button, Line, Notions, Stitches

_CM = 20.0


def _button(radius: float = 10.0) -> Button:
    shown = np.ones((60, 60), np.float32)
    within = np.array([[1.0, 1.0], [20.0, 20.0]])
    return Button(np.array([50.0, 50.0]), radius * np.eye(2), shown, within, np.array([0.9, 0.8, 0.7]), "button")


def _drawn(notions: Notions, scale: float = 1.0) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    cloth = np.full((round(100 * scale), round(100 * scale), 3), 0.5, np.float32)
    notions.scaled((scale, scale), 0).onto(cloth, 0, 0)
    return cloth


@pytest.mark.parametrize("scale", [1.0, 3.0])
def test_a_button_is_as_large_as_it_is_said_to_be(scale: float) -> None:
    cloth = _drawn(Notions(buttons=(_button(),)), scale)
    lighter = cloth[..., 0] > 0.7
    # Its rim and holes are darker.
    assert 0.7 * np.pi * 10**2 < lighter.sum() / scale**2 < np.pi * 10**2
    y, x = np.nonzero(lighter)
    assert x.mean() == pytest.approx(50.5 * scale - 0.5, abs=0.5 * scale)
    assert y.mean() == pytest.approx(50.5 * scale - 0.5, abs=0.5 * scale)


def test_a_button_has_no_highlight_and_four_holes() -> None:
    cloth = _drawn(Notions(buttons=(_button(20.0),)))
    assert cloth.max() < 0.9 * 1.12
    near = cloth[30:70, 30:70, 0]
    import cv2

    dark = (near[8:32, 8:32] < 0.6).astype(np.uint8)
    assert cv2.connectedComponents(dark)[0] - 1 == 4


def test_what_lies_over_a_button_hides_it() -> None:
    button = _button()
    button.shown[:, 30:] = 0
    cloth = _drawn(Notions(buttons=(button,)))
    assert cloth[50, 44, 0] > 0.7
    assert np.array_equal(cloth[:, 54:], np.full((100, 46, 3), 0.5, np.float32))


def _square() -> Line:
    return np.array([[10.0, 10.0], [90.0, 10.0], [90.0, 90.0], [10.0, 90.0]])


@pytest.mark.parametrize("turned", [False, True])
def test_a_seam_lies_inside_its_outline(turned: bool) -> None:
    side = _square()[:2]
    line, outline = (side[::-1], _square()[::-1]) if turned else (side, _square())
    run = Stitches.on(line, np.repeat(outline, 1, axis=0), 12.0, _CM)
    assert len(run.at) > 5
    assert np.allclose(run.at[:, 1], 22)


def test_stitches_are_drawn_where_the_photo_shows_them_and_nothing_covers_them() -> None:
    run = Stitches.on(_square()[:2], _square(), 12.0, _CM)
    assert np.abs(_drawn(Notions((run,))) - 0.5).max() == 0, "a stitch of less than 5 pixels"
    shown = np.abs(_drawn(Notions((run,)), 3.0)[..., 0] - 0.5)
    assert shown[60:76].max() > 0.02
    assert shown[:50].max() == 0
    hidden = replace(run, shown=np.zeros(len(run.at)))
    assert np.abs(_drawn(Notions((hidden,)), 3.0) - 0.5).max() == 0
