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
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.composite import photo_light, strand_colours
from catchlight.hair.synthesis.composite.photo_light import HairLight
from catchlight.hair.synthesis.composite.strand_colours import StrandColours
from catchlight.hair.synthesis.strands import flyaway_measure
from catchlight.imaging.picture import ByteImage, Pixels
from catchlight.portrait.portrait import Portrait


@dataclass(frozen=True)
class StyleContext:
    """All that does not depend on the style, kept with the portrait. hair: the scene's picture with the hair's wished colour.
    untidy: see ``untidy.measured``."""

    scene: HairScene
    bare: CleanPlate
    palette: StrandColours
    own: HairLight
    hairline: Hairline
    hair: ByteImage
    untidy: float

    def dyed(self, pixels: Pixels, box: tuple[int, ...], seen: Portrait) -> StyleContext:
        """For hair of the colour that it has in other pixels of the same picture, of which the scene shows a part. seen: that
        part."""
        hair = _within(pixels, box, self.scene)
        shown = replace(self.scene, rgb=hair)
        colours, light = (
            strand_colours.measure_strand_colours(shown, seen, dyed=True),
            photo_light.measure_hair_light(shown, self.bare),
        )
        return replace(self, hair=hair, palette=colours, own=light)

    def eared(self) -> StyleContext:
        """For styles that leave the ears free: with a hairline that goes round them."""
        line = hairline.fit_hairline_to_ears(
            hairline.remove_sideburns(self.hairline, self.scene), self.scene, self.bare.ear8
        )
        return replace(self, hairline=line)


def prepare_portrait(seen: Portrait, progress: Progress) -> StyleContext:
    """From the part of a portrait that is worked on. Raises UnusablePicture as ``scene.read`` does."""
    shape = (seen.picture.height, seen.picture.width)
    memory.trim_heap_after(shape)
    known = styling_scene.read_scene(seen, compact=True)
    progress.report(0.2, "what the hair hides")
    memory.trim_heap_after(shape)
    without = clean_plate.build_clean_plate(known)
    memory.trim_heap_after(shape)
    colours, (line, light, stray) = both(
        lambda: strand_colours.measure_strand_colours(known, seen),
        lambda: (
            hairline.find_hairline(known),
            photo_light.measure_hair_light(known, without),
            flyaway_measure.measure_flyaways(known),
        ),
        in_turn=memory.is_large(shape),
    )
    found = StyleContext(known, without, colours, light, line, known.rgb, stray)
    memory.trim_heap_after(shape)
    return found


def _within(pixels: Pixels, box: tuple[int, ...], known: HairScene) -> npt.NDArray[np.uint8]:
    """The scene's picture with the hair of other pixels of the same picture, of which it shows a part."""
    import cv2

    x0, y0, x1, y1 = box
    part: Any = pixels[y0:y1, x0:x1, :3]
    bytes_ = part if part.dtype == np.uint8 else (part >> 8).astype(np.uint8)
    size = (known.shape[1], known.shape[0])
    other = np.asarray(cv2.resize(np.ascontiguousarray(bytes_), size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.where(known.hair[..., None] > 0, other, known.rgb)
