"""Broad light on drawn hair comes from where the photo's does, and leaves it as deep in the shade."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from catchlight.hair.synthesis.render import broad_light

SHAPE, CM, MIDDLE, TOP = (400, 640), 20.0, 320.0, 0.0
EVEN = np.full(256, 0.5, np.float32)
"""Saturation of hair that is as colourful in any light."""


def _hair(right: float, left: float = 80.0) -> np.ndarray:
    """Hair all over, HxWx3, from one brightness on the left to another on the right."""
    light = np.geomspace(left, right, SHAPE[1])
    return np.broadcast_to(light[None, :, None], (*SHAPE, 3)).astype(np.float32).copy()


def _scene(right: float, hair: np.ndarray | None = None) -> Any:
    class Known:
        cm, middle, top = CM, MIDDLE, TOP

    known: Any = Known()
    known.rgb = _hair(right).astype(np.uint8)
    known.hair = np.ones(SHAPE, np.float32) if hair is None else hair
    return known


def _lit(wanted: broad_light.BroadLight) -> np.ndarray:
    drawn, cover = _hair(50, 50), np.ones(SHAPE, np.float32)
    change = broad_light.light_change(drawn, cover, wanted, CM, MIDDLE, TOP)
    assert change is not None
    return broad_light.apply_light(drawn, change, EVEN)[200, :, 0]


@pytest.mark.parametrize("right", [20.0, 200.0])
def test_drawn_hair_is_lit_from_the_side_that_lights_the_photos(right: float) -> None:
    after = _lit(broad_light.measure_broad_light(_scene(right)))
    assert (after[60] > 1.4 * after[-60]) == (right < 80)
    assert max(after[60], after[-60]) > 1.4 * min(after[60], after[-60])


def test_it_gets_no_brighter_than_the_photos_is() -> None:
    wanted = broad_light.measure_broad_light(_scene(20.0))
    assert _lit(wanted).max() < 1.25 * np.exp(wanted.most)


def test_hair_on_one_side_tells_nothing_of_the_other() -> None:
    one = np.zeros(SHAPE, np.float32)
    one[:, :200] = 1
    assert broad_light.measure_broad_light(_scene(20.0, one)).slope is None


def test_no_hair_tells_nothing_and_too_little_is_not_changed() -> None:
    none = np.zeros(SHAPE, np.float32)
    assert broad_light.measure_broad_light(_scene(20.0, none)).slope is None
    assert broad_light.light_change(_hair(50), none, broad_light.BroadLight(-0.5, 0.3), CM, MIDDLE, TOP) is None


def test_hair_is_not_of_two_colours_by_the_side_that_is_lit() -> None:
    """The photo's may be tied back, in the shade of the head."""
    after = _lit(broad_light.measure_broad_light(_scene(6.0)))
    assert after[60] < 2.6 * after[-60]


def _down(top: float, below: float) -> np.ndarray:
    """Hair all over, HxWx3, of one brightness on top of the head and another from 6 cm below that on."""
    light = np.where(np.arange(SHAPE[0]) < 6 * CM, top, below)
    return np.broadcast_to(light[:, None, None], (*SHAPE, 3)).astype(np.float32).copy()


@pytest.mark.parametrize("top", [40.0, 90.0])
def test_hair_on_top_of_the_head_is_as_bright_against_the_rest_as_the_photos(top: float) -> None:
    known = _scene(80.0)
    known.rgb = _down(top, 60).astype(np.uint8)
    drawn, cover = _down(100, 50), np.ones(SHAPE, np.float32)
    change = broad_light.light_change(drawn.copy(), cover, broad_light.measure_broad_light(known), CM, MIDDLE, TOP)
    assert change is not None
    after = broad_light.apply_light(drawn.copy(), change, EVEN)[:, 300, 0]
    wanted, ratio = top / 60, after[: 4 * int(CM)].mean() / after[13 * int(CM) :].mean()
    assert abs(np.log(ratio / wanted)) < 0.5 * abs(np.log(2 / wanted))


def test_hair_in_another_light_is_as_colourful_as_hair_of_that_brightness() -> None:
    """What the light makes pale would be grey in the shade."""
    paler = np.interp(np.arange(256), [0, 60, 160], [0.8, 0.8, 0.2]).astype(np.float32)
    colours = np.broadcast_to(np.float32([110, 80, 50]), (40, 40, 3))
    brighter, darker = (
        broad_light.apply_light(colours.copy(), np.full((4, 4), light, np.float32), paler)[20, 20]
        for light in (0.5, -0.6)
    )
    own = np.ptp(colours[0, 0]) / colours.mean()
    assert brighter.mean() == pytest.approx(86 * np.exp(0.5) - 6, rel=0.02)
    assert 0.6 * own < np.ptp(brighter) / brighter.mean() < 0.85 * own
    assert darker.mean() == pytest.approx(86 * np.exp(-0.6) - 6, rel=0.02)
    assert 1.05 * own < np.ptp(darker) / darker.mean() < 1.4 * own
