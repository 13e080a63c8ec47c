"""What drawn hair is laid over, and what it shall look like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.compositing import rim_light
from catchlight.hair.head.ellipsoid import Hairline
from catchlight.hair.removal import cast_shadow
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite.photo_light import HairLight
from catchlight.hair.synthesis.composite.strand_colours import StrandColours
from catchlight.hair.synthesis.render.groom import HairLayers
from catchlight.hair.synthesis.texture import contrast
from catchlight.imaging.picture import ByteImage, FloatPlane

Floats = npt.NDArray[np.floating[Any]]

_STRAIGHT_FINE = 0.12
"""Contrast within a pixel that hair has at most which lies straight where the photo's is braided or coiled: straight hair of four
heads in photos has 0.11 to 0.15."""
_UNLIKE = 0.92
"""What is left of the contrast of curls and braids where hair lies straight, and the other way round."""


@dataclass(frozen=True)
class HairLook:
    """What drawn hair shall look like: its style, the colours of the photo's hair, the light on that, where its hairline runs,
    and the seed of what chance decides."""

    style: Groom
    palette: StrandColours
    light: HairLight
    hairline: Hairline
    seed: int


@dataclass(frozen=True)
class HairSetting:
    """The hair's window of a picture, hxw. part: hxwx3, the picture there, which hair is laid into. middle, top: column of the
    head's middle, and row of its top. powers: 3, how much darker each channel is in shade. skin: hxw, the head's, but for hair.
    on_scalp: whether a head of hair is laid, rather than a fringe over the photo's own. stays: hxw, where the photo's own hair
    will stay; None where it nowhere does."""

    scene: HairScene
    bare: CleanPlate
    part: ByteImage
    hair: HairLayers
    look: HairLook
    middle: float
    top: float
    powers: Floats
    skin: FloatPlane
    on_scalp: bool
    stays: FloatPlane | None

    @classmethod
    def of(
        cls,
        scene: HairScene,
        bare: CleanPlate,
        picture: ByteImage,
        hair: HairLayers,
        look: HairLook,
        *,
        on_scalp: bool,
        stays: FloatPlane | None,
    ) -> HairSetting:
        """picture: HxWx3, the whole picture that hair is laid into."""
        x0, y0, x1, y1 = hair.window
        middle, top = scene.middle - x0, scene.top - y0
        scene, bare = scene.part(hair.window), bare.part(hair.window)
        powers, skin = cast_shadow.shade_powers(scene), rim_light.visible_head_skin(scene, bare)
        part = picture[y0:y1, x0:x1]
        return cls(scene, bare, part, hair, look, middle, top, powers, skin, on_scalp, stays)

    @property
    def is_coloured(self) -> bool:
        """Whether the photo has colours."""
        return bool(np.ptp(self.powers))

    @property
    def is_unlike(self) -> bool:
        """Whether the photo's own hair lies otherwise than the new."""
        return self.hair.lie is None

    @property
    def is_alone(self) -> bool:
        """Whether none of the photo's own hair is seen beside the new."""
        return self.stays is None and self.on_scalp

    @property
    def contrast_share(self) -> float:
        """How much of the contrast of the photo's own hair the new gets."""
        return _UNLIKE if self.is_unlike else 1.0

    @property
    def fine_contrast(self) -> float:
        """Contrast within a pixel."""
        fine = self.look.palette.fine
        return min(self.contrast_share * fine, _STRAIGHT_FINE) if self.is_unlike else fine

    @property
    def is_calm(self) -> bool:
        """Whether pieces of the photo's hair would bring curls or braids where there are none."""
        measured = self.look.palette.contrast
        return self.is_unlike or (measured is not None and contrast.is_braided(measured))
