"""How light falls on the photo's own hair: what drawn hair is to have of it."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.hair.compositing import rim_light
from catchlight.hair.compositing.rim_light import EdgeProfiles
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.render import broad_light
from catchlight.hair.synthesis.render.broad_light import BroadLight


@dataclass(frozen=True)
class HairLight:
    """broad: from which side it comes, and how far light and dark lie apart. rims: at the edges of the hair."""

    broad: BroadLight
    rims: EdgeProfiles


def measure_hair_light(scene: HairScene, bare: CleanPlate) -> HairLight:
    return HairLight(
        broad_light.measure_broad_light(scene),
        rim_light.measure_edge_profiles(scene, rim_light.visible_head_skin(scene, bare)),
    )
