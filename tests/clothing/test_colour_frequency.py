"""Colours tell one thing from another where each has its own, and say nothing where they share one."""

from __future__ import annotations

import numpy as np
from catchlight.clothing.colour_frequency import ColourHistogram
from catchlight.imaging.colour import oklab

GREEN, BROWN = (0.05, 0.45, 0.35), (0.45, 0.25, 0.12)


def _halves(left: tuple[float, ...], right: tuple[float, ...]) -> ColourHistogram:
    image = np.empty((60, 80, 3), np.float32)
    image[:, :40], image[:, 40:] = left, right
    noise = np.random.default_rng(3).normal(0, 0.01, image.shape)
    return ColourHistogram.of(oklab.from_srgb(np.clip(image + noise, 0, 1).astype(np.float32)))


def test_two_colours_are_told_apart_and_one_is_not() -> None:
    ours, theirs = np.zeros((60, 80), bool), np.zeros((60, 80), bool)
    ours[:30, :36], theirs[:30, 44:] = True, True
    told = _halves(GREEN, BROWN).told(ours, [theirs])
    assert told.share[30:, :36].min() > 0.9
    assert told.share[30:, 44:].max() < 0.1
    assert told.sure[30:, :36].mean() > 0.9
    alike = _halves(GREEN, GREEN).told(ours, [theirs])
    assert alike.sure.mean() < 0.1


def test_a_colour_that_was_never_learnt_says_nothing() -> None:
    ours, theirs = np.zeros((60, 80), bool), np.zeros((60, 80), bool)
    ours[:20, :36], theirs[20:40, :36] = True, True
    told = _halves(GREEN, BROWN).told(ours, [theirs])
    assert told.sure[:, 44:].max() < 0.05


def test_nothing_is_usual_on_what_is_empty() -> None:
    assert _halves(GREEN, BROWN).usual(np.zeros((60, 80), bool)).max() == 0
