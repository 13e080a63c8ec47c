"""A background from a sentence: an engine paints an empty place, and the person is laid before it as before any other picture.

Nothing of the person is sent: the engine goes on from the light of the photo's own background, spread over the whole frame.
"""

from __future__ import annotations

import numpy as np

from catchlight.core.progress import Progress
from catchlight.imagine.fill import FillTask, Imagine, ImaginedFill
from catchlight.imagine.prompts import prompt_for
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.inpaint import fill_smoothly
from catchlight.imaging.picture import Picture
from catchlight.operations.imagining.drafts import light_words
from catchlight.portrait.portrait import Portrait
from catchlight.portrait.view import resize
from catchlight.retouch.area import Area

_LONGEST = 1536
"""Longer side of what is painted at most: what is behind a person is out of focus."""
_SMALL = 12
"""Longer side at which the light of the own background is read: no thing in it is recognised any more."""
_BEHIND = 0.02
"""Share of the person below which a pixel shows the background alone."""
_GREY = 128


def spread_ground(portrait: Portrait, width: int, height: int) -> Picture:
    """The light of a photo's own background over a frame of that shape, without the person; grey where the photo has none."""
    scale = min(1.0, _LONGEST / max(width, height))
    size = (max(8, round(width * scale)), max(8, round(height * scale)))
    picture = portrait.picture
    small = _SMALL / max(picture.width, picture.height)
    reduced = (max(2, round(picture.width * small)), max(2, round(picture.height * small)))
    seen = np.asarray(resize(portrait.alpha, reduced) < _BEHIND, np.float32)
    if portrait.is_cut_out or not seen.any():
        return Picture(np.full((size[1], size[0], 3), _GREY, np.uint8))
    colours = np.asarray(resize(picture.rgb8, reduced), np.float32)
    smooth = fill_smoothly(colours, seen)
    spread = blur_plane(resize(np.asarray(smooth, np.float32), size), 0.5 * max(size) / _SMALL)
    return Picture(np.clip(np.rint(spread), 0, 255).astype(np.uint8))


def paint_ground(
    imagine: Imagine, portrait: Portrait, plate: Picture, sentence: str, seed: int, progress: Progress
) -> ImaginedFill:
    """What a sentence says, painted over all of ``plate``. Raises EngineFault (also for an engine without words),
    ImaginingFailed where somebody stands in it, Cancelled."""
    words = prompt_for("background", sentence.strip())
    whole = Area((0, 0, plate.width, plate.height), np.ones((plate.height, plate.width), np.float32))
    prompt = words.prompt.replace("{light}", light_words(portrait))
    task = FillTask(
        plate.pixels, plate.pixels, whole, prompt, words.avoid, seed, needs_words=True, seam=False
    )  # fmt: skip
    return imagine.fill(task, progress)
