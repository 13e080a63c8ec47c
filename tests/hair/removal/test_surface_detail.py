"""What is fine on a surface, laid on where that is made up."""

from __future__ import annotations

import cv2
import numpy as np
from catchlight.hair.removal.surface_detail import scatter_texture


def test_pores_are_as_strong_as_on_open_skin_but_lines_across_it_do_not_go_on() -> None:
    random = np.random.default_rng(0)
    lines = np.repeat(random.normal(0, 6, (200, 1)), 240, axis=1) + random.normal(0, 2, (200, 240))
    rgb = np.repeat((150 + lines)[..., None], 3, axis=2).astype(np.float32)
    pores = scatter_texture(rgb, np.ones((200, 240), bool), 4.2, 15, random)
    assert pores is not None
    down, across = (float(np.abs(np.diff(pores[..., 0], axis=axis)).mean()) for axis in (0, 1))
    assert 0.8 < down / across < 1.25
    assert 4 < float(pores.std()) < 8


def test_a_pore_stays_a_pore() -> None:
    """Dark dots on even skin: noise of the same spectrum is as often bright as dark."""
    random = np.random.default_rng(1)
    skin = np.full((200, 240), 150, np.float32)
    skin[random.integers(0, 200, 900), random.integers(0, 240, 900)] -= 30
    rgb = np.repeat(cv2.GaussianBlur(skin, (0, 0), 1.0)[..., None], 3, axis=2)
    pores = scatter_texture(rgb, np.ones((200, 240), bool), 6.0, 15, random)
    assert pores is not None
    assert float((pores**3).mean()) < -0.4 * float(pores.std()) ** 3


def test_the_weave_of_cloth_lies_as_it_is_seen() -> None:
    random = np.random.default_rng(2)
    twill = 150 + 8 * np.sin((np.arange(240)[None] + np.arange(200)[:, None]) * (2 * np.pi / 6))
    rgb = np.repeat(twill[..., None], 3, axis=2).astype(np.float32)
    weave = scatter_texture(rgb, np.ones((200, 240), bool), 6.0, 15, random, turned=False)
    assert weave is not None
    along = np.abs(weave[1:, :-1, 0] - weave[:-1, 1:, 0]).mean()
    across = np.abs(weave[1:, 1:, 0] - weave[:-1, :-1, 0]).mean()
    assert along < 0.4 * across


def test_without_open_skin_there_are_none_to_be_taken() -> None:
    rgb = np.full((200, 240, 3), 150, np.float32)
    assert scatter_texture(rgb, np.zeros((200, 240), bool), 4.2, 15, np.random.default_rng(0)) is None
