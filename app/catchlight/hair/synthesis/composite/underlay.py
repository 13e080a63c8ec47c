"""What drawn hair is laid over: its grain, the photo's own shade given back to it, and a scalp with roots."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.head.bare_skin import skin_below_hairline
from catchlight.hair.head.ellipsoid import Hairline
from catchlight.hair.removal import cast_shadow, hairline_shade
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import stubble
from catchlight.hair.synthesis.composite.strand_colours import StrandColours
from catchlight.imaging.picture import ByteImage, FloatPlane


@dataclass(frozen=True)
class HairUnderlay:
    """What hair is laid over, HxW each. grain: the photo's, in 0..255. bared: where skin is seen that strands may not scribble
    on. dims: how far the photo's own shade dims it; covered: how far it is hair that is seen there."""

    grain: FloatPlane
    bared: FloatPlane
    dims: FloatPlane
    covered: FloatPlane

    @classmethod
    def of(cls, scene: HairScene, bare: CleanPlate, noise: FloatPlane) -> HairUnderlay:
        none = np.zeros(scene.shape, np.float32)
        return cls(noise * np.float32(bare.grain), bare.torso.skin * (1 - scene.oval), none, none)

    def shaded(
        self,
        part: ByteImage,
        scene: HairScene,
        bare: CleanPlate,
        worn: FloatPlane,
        style: Groom,
        palette: StrandColours,
        hairline: Hairline,
    ) -> HairUnderlay:
        """With the photo's own shade and roots on the scalp; changes ``part`` (HxWx3), what is seen without hair.

        worn: HxW, new hair."""
        bared, covered = self.bared, self.covered.copy()
        if style.fringe is None and style.curl is None:
            bared = np.maximum(bared, skin_below_hairline(scene, bare.skull, hairline))
        share = cast_shadow.shade_share_of_length(style.cut.length)
        dims = hairline_shade.restore_shade(part, bare.skull, bare.left8, bare.zone, worn, scene.cm, share)
        if style.fibre.scalp:
            ball = bare.skull.part
            covered[ball] = stubble.darken_scalp(part[ball], bare, style, palette, hairline, scene.cm)
        return HairUnderlay(self.grain, bared, dims, covered)
