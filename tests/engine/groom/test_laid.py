"""Drawn hair laid behind a body: the body's soft outline shows the hair, not the background that was there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
from catchlight.engine.groom import laid

SHAPE = (20, 30)
SKIN, WALL = 120.0, 250.0


def _laid(body: np.ndarray) -> np.ndarray:
    """Black hair everywhere behind a body before a bright wall."""
    mixed = SKIN * body + WALL * (1 - body)
    part = np.repeat(np.rint(mixed)[..., None], 3, axis=2).astype(np.uint8)
    scene: Any = SimpleNamespace(oval=np.ones(SHAPE, np.float32), cm=10.0)
    bare: Any = SimpleNamespace(
        body=body,
        backdrop=np.full((*SHAPE, 3), WALL, np.float32),
        torso=SimpleNamespace(skin=np.zeros(SHAPE, np.float32)),
    )
    laid._lay_behind(part, scene, bare, np.zeros((*SHAPE, 3), np.float32), np.ones(SHAPE, np.float32))
    return part[..., 0].astype(float)


def test_a_soft_outline_before_a_bright_wall_leaves_no_bright_line() -> None:
    body = np.tile(np.linspace(1, 0, SHAPE[1], dtype=np.float32), (SHAPE[0], 1))
    after = _laid(body)
    assert np.abs(after - SKIN * body).max() < 2
    assert (np.diff(after, axis=1) <= 0).all()


def test_the_body_itself_stays_as_it_is() -> None:
    assert (_laid(np.ones(SHAPE, np.float32)) == SKIN).all()
