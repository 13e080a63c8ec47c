"""How light falls on the photo's own hair: what drawn hair is to have of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.engine.groom import relit, rim
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.relit import Light
from catchlight.engine.groom.rim import Rims
from catchlight.engine.groom.scene import Scene
from catchlight.engine.picture import FloatPlane


@dataclass(frozen=True)
class OwnLight:
    """broad: from which side it comes, and how far light and dark lie apart. rims: at the edges of the hair."""

    broad: Light
    rims: Rims


def read(scene: Scene, bare: Bare) -> OwnLight:
    return OwnLight(relit.measured(scene), rim.measured(scene, head(scene, bare)))


def head(scene: Scene, bare: Bare) -> FloatPlane:
    """HxW, where skin of the head is seen but for hair."""
    return np.maximum(scene.oval, bare.skull.inside)
