"""Grain is told from strands, along which nothing changes, and is added up to what is wanted."""

from __future__ import annotations

import numpy as np
import pytest
from catchlight.hair.synthesis.texture import strand_grain
from catchlight.hair.synthesis.texture.flow import StrandFlow

SHAPE, CM = (240, 240), 24.0
WORN = np.ones(SHAPE, bool)


def _strands(grain: float) -> np.ndarray:
    """HxW, upright strands of very different brightness, about 80, with grain of a deviation."""
    random = np.random.default_rng(1)
    light = 80 + np.repeat(random.normal(0, 20, SHAPE[1] // 3), 3)[None] + random.normal(0, grain, SHAPE)
    return np.asarray(light, np.float32)


def _flow(light: np.ndarray) -> StrandFlow:
    return StrandFlow.of(light, WORN.astype(np.float32), CM)


@pytest.mark.parametrize("grain", [1.0, 3.0])
def test_strands_are_no_grain(grain: float) -> None:
    light = _strands(grain)
    assert strand_grain.grain_along_strands(light, _flow(light), WORN) == pytest.approx(grain, rel=0.25)


def test_too_little_hair_tells_none() -> None:
    light, some = _strands(2), np.zeros(SHAPE, bool)
    some[:5, :5] = True
    assert strand_grain.grain_along_strands(light, _flow(light), some) == 0


def test_as_much_is_added_as_is_missing_and_no_more_than_the_skin_has() -> None:
    light = _strands(0.5)
    flow, broad = _flow(light), np.full(SHAPE, 80, np.float32)
    change = np.log(light / broad)
    grain = np.random.default_rng(3).normal(0, 4, SHAPE).astype(np.float32)
    given = change + strand_grain.grain_to_add(change, broad, grain, flow, WORN, 2.0)
    assert strand_grain.grain_along_strands(given * broad, flow, WORN) == pytest.approx(2.0, rel=0.2)
    much = strand_grain.grain_to_add(change, broad, grain, flow, WORN, 50.0) * broad
    assert float(much.std()) < 1.5 * float(grain.std())
    assert not strand_grain.grain_to_add(change, broad, grain, flow, WORN, 0.1).any()
