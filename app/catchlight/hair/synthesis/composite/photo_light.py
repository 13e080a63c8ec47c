"""How light falls on the photo's own hair: what drawn hair is to have of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.hair.removal.clean_plate import Bare
from catchlight.hair.styling_scene import Scene
from catchlight.hair.synthesis.composite import rim_light
from catchlight.hair.synthesis.composite.rim_light import Rims
from catchlight.hair.synthesis.render import broad_light
from catchlight.hair.synthesis.render.broad_light import Light
from catchlight.imaging.picture import FloatPlane


@dataclass(frozen=True)
class OwnLight:
    """broad: from which side it comes, and how far light and dark lie apart. rims: at the edges of the hair."""

    broad: Light
    rims: Rims


def read(scene: Scene, bare: Bare) -> OwnLight:
    return OwnLight(broad_light.measured(scene), rim_light.measured(scene, head(scene, bare)))


def head(scene: Scene, bare: Bare) -> FloatPlane:
    """HxW, where skin of the head is seen but for hair."""
    return np.maximum(scene.oval, bare.skull.inside)
