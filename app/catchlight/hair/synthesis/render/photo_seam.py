"""Where drawn hair goes on from the photo's own hair, and how its outline follows that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.hairstyles import Groom
from catchlight.hair.orientation_field import OrientationField
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import short_sides
from catchlight.hair.synthesis.guides import root_directions
from catchlight.hair.synthesis.strands import continue_own_hair
from catchlight.imaging.byte_planes import Window
from catchlight.imaging.picture import FloatPlane

Floats = npt.NDArray[np.floating[Any]]


@dataclass(frozen=True)
class PhotoSeam:
    """Where drawn hair goes on from the photo's own, in the hair's window. alike: whether both are as curly. upper: row down to
    which the photo's stays. lower: rows from which it does."""

    alike: bool = False
    upper: float | None = None
    lower: short_sides.Rows | None = None

    @property
    def goes_on(self) -> bool:
        return self.upper is not None or self.lower is not None

    def follow(self, pixels: Floats, scene: HairScene, old: FloatPlane, lying: OrientationField) -> Floats:
        """Strands (NxSx2 pixels) moved aside so that their outline goes on from that of the photo's hair. old: hxw, that hair in
        the cells of ``lying``."""
        if self.upper is not None:
            return continue_own_hair.follow_photo_outline(pixels, scene, old, lying, self.upper)
        assert self.lower is not None
        return short_sides.continue_photo_outline(pixels, scene, old, lying, self.lower)

    def lower_in(self, window: Window) -> short_sides.Rows | None:
        """``lower`` in the rows of the whole picture."""
        return None if self.lower is None else (self.lower[0] + window[1], self.lower[1] + window[1])


def find_seam(
    scene: HairScene, old: FloatPlane, own: OrientationField, lying: OrientationField, style: Groom, *, reshaped: bool
) -> PhotoSeam:
    """Where the photo's hair may stay under a style. old: hxw, its coverage in the cells of ``own`` (how it lies) and of
    ``lying`` (how drawn hair does). reshaped: another volume or parting than the photo's own is asked for."""
    alike = continue_own_hair.has_same_curliness(scene, old, own, style)
    # A fringe over hair that is combed aside would be a patch.
    stays = alike and not reshaped and not root_directions.is_cut_straight(style)
    upper = continue_own_hair.seam_row(scene, old, lying, style) if stays else None
    lower = None if upper is not None or reshaped else short_sides.seam_rows(scene, old, own, lying, style)
    return PhotoSeam(alike, upper, lower)
