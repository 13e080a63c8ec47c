"""What is known of a portrait before any style is put on it, and what becomes of that for dyed hair."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core import memory
from catchlight.core.progress import Progress
from catchlight.hair import styling_scene
from catchlight.hair.removal import clean_plate
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.picture import ByteImage, Pixels
from catchlight.portrait.portrait import Portrait


@dataclass(frozen=True)
class StyleContext:
    """All that does not depend on the style, kept with the portrait.

    seen: the part of the portrait that is worked on; hair: the scene's picture with the hair's wished colour, ``scene.rgb``
    itself where that is its own.
    """

    seen: Portrait
    scene: HairScene
    bare: CleanPlate
    hair: ByteImage

    def dyed(self, pixels: Pixels, box: tuple[int, ...]) -> StyleContext:
        """For hair of the colour that it has in other pixels of the same picture, of which the scene shows the ``box``."""
        return replace(self, hair=_within(pixels, box, self.scene))


def prepare_portrait(seen: Portrait, progress: Progress) -> StyleContext:
    """From the part of a portrait that is worked on. Raises UnusablePicture as ``styling_scene.read_scene`` does."""
    shape = (seen.picture.height, seen.picture.width)
    memory.trim_heap_after(shape)
    known = styling_scene.read_scene(seen, compact=True)
    progress.report(0.2, "what the hair hides")
    memory.trim_heap_after(shape)
    without = clean_plate.build_clean_plate(known)
    memory.trim_heap_after(shape)
    return StyleContext(seen, known, without, known.rgb)


def _within(pixels: Pixels, box: tuple[int, ...], known: HairScene) -> npt.NDArray[np.uint8]:
    """The scene's picture with the hair of other pixels of the same picture, of which it shows a part."""
    import cv2

    x0, y0, x1, y1 = box
    part: Any = pixels[y0:y1, x0:x1, :3]
    bytes_ = part if part.dtype == np.uint8 else (part >> 8).astype(np.uint8)
    size = (known.shape[1], known.shape[0])
    other = np.asarray(cv2.resize(np.ascontiguousarray(bytes_), size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.where(known.hair[..., None] > 0, other, known.rgb)
