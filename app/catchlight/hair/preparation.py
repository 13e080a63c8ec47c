"""What is known of a portrait before any style is put on it, and what becomes of that for some: dyed hair, ears left free."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core import memory
from catchlight.core.progress import Progress
from catchlight.core.threads import both
from catchlight.hair import styling_scene
from catchlight.hair.head import hairline
from catchlight.hair.head.ellipsoid import Hairline
from catchlight.hair.removal import clean_plate
from catchlight.hair.removal.clean_plate import Bare
from catchlight.hair.styling_scene import Scene
from catchlight.hair.synthesis.composite import photo_light, strand_colours
from catchlight.hair.synthesis.composite.photo_light import OwnLight
from catchlight.hair.synthesis.composite.strand_colours import Palette
from catchlight.hair.synthesis.strands import flyaway_measure
from catchlight.imaging.picture import ByteImage, Pixels
from catchlight.portrait.portrait import Portrait


@dataclass(frozen=True)
class Prepared:
    """All that does not depend on the style, kept with the portrait. hair: the scene's picture with the hair's wished colour.
    untidy: see ``untidy.measured``."""

    scene: Scene
    bare: Bare
    palette: Palette
    own: OwnLight
    hairline: Hairline
    hair: ByteImage
    untidy: float

    def dyed(self, pixels: Pixels, box: tuple[int, ...], seen: Portrait) -> Prepared:
        """For hair of the colour that it has in other pixels of the same picture, of which the scene shows a part. seen: that
        part."""
        hair = _within(pixels, box, self.scene)
        shown = replace(self.scene, rgb=hair)
        colours, light = strand_colours.read(shown, seen, dyed=True), photo_light.read(shown, self.bare)
        return replace(self, hair=hair, palette=colours, own=light)

    def eared(self) -> Prepared:
        """For styles that leave the ears free: with a hairline that goes round them."""
        line = hairline.round_ears(hairline.without_burns(self.hairline, self.scene), self.scene, self.bare.ear8)
        return replace(self, hairline=line)


def read(seen: Portrait, progress: Progress) -> Prepared:
    """From the part of a portrait that is worked on. Raises UnusablePicture as ``scene.read`` does."""
    shape = (seen.picture.height, seen.picture.width)
    memory.give_back_after(shape)
    known = styling_scene.read(seen, compact=True)
    progress.report(0.2, "what the hair hides")
    memory.give_back_after(shape)
    without = clean_plate.read(known)
    memory.give_back_after(shape)
    colours, (line, light, stray) = both(
        lambda: strand_colours.read(known, seen),
        lambda: (hairline.read(known), photo_light.read(known, without), flyaway_measure.measured(known)),
        in_turn=memory.is_large(shape),
    )
    found = Prepared(known, without, colours, light, line, known.rgb, stray)
    memory.give_back_after(shape)
    return found


def _within(pixels: Pixels, box: tuple[int, ...], known: Scene) -> npt.NDArray[np.uint8]:
    """The scene's picture with the hair of other pixels of the same picture, of which it shows a part."""
    import cv2

    x0, y0, x1, y1 = box
    part: Any = pixels[y0:y1, x0:x1, :3]
    bytes_ = part if part.dtype == np.uint8 else (part >> 8).astype(np.uint8)
    size = (known.shape[1], known.shape[0])
    other = np.asarray(cv2.resize(np.ascontiguousarray(bytes_), size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.where(known.hair[..., None] > 0, other, known.rgb)
