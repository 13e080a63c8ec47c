"""What is known of a portrait before any style is put on it, and what becomes of that for some: dyed hair, ears left free."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.engine import spare
from catchlight.engine.groom import bare, hairline, ownlight, palette, scene, untidy
from catchlight.engine.groom.bare import Bare
from catchlight.engine.groom.head import Hairline
from catchlight.engine.groom.ownlight import OwnLight
from catchlight.engine.groom.palette import Palette
from catchlight.engine.groom.scene import Scene
from catchlight.engine.picture import ByteImage, Pixels
from catchlight.engine.portrait import Portrait
from catchlight.engine.progress import Progress
from catchlight.engine.side_by_side import both


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
        colours, light = palette.read(shown, seen, dyed=True), ownlight.read(shown, self.bare)
        return replace(self, hair=hair, palette=colours, own=light)

    def eared(self) -> Prepared:
        """For styles that leave the ears free: with a hairline that goes round them."""
        line = hairline.round_ears(hairline.without_burns(self.hairline, self.scene), self.scene, self.bare.ear8)
        return replace(self, hairline=line)


def read(seen: Portrait, progress: Progress) -> Prepared:
    """From the part of a portrait that is worked on. Raises UnusablePicture as ``scene.read`` does."""
    shape = (seen.picture.height, seen.picture.width)
    spare.give_back_after(shape)
    known = scene.read(seen, compact=True)
    progress.report(0.2, "what the hair hides")
    spare.give_back_after(shape)
    without = bare.read(known)
    spare.give_back_after(shape)
    colours, (line, light, stray) = both(
        lambda: palette.read(known, seen),
        lambda: (hairline.read(known), ownlight.read(known, without), untidy.measured(known)),
        in_turn=spare.is_large(shape),
    )
    found = Prepared(known, without, colours, light, line, known.rgb, stray)
    spare.give_back_after(shape)
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
