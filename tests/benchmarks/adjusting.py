"""How long adjusting takes: rows of the speed table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.develop.development import Development
from catchlight.develop.pipeline import develop
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.operations.adjust import run as adjust
from catchlight.portrait.portrait import Portraits

Row = Callable[[str, Callable[[], Any], float], None]

_SENTENCES = ("warmer, lift the shadows", "film look, a bit brighter", "black and white with a red filter")
_LIGHT_AND_COLOUR = Development(
    exposure=0.5, contrast=20.0, shadows=30.0, highlights=-30.0, whites=10.0, blacks=-10.0, temperature=20.0,
    vibrance=20.0, clarity=20.0,
)  # fmt: skip
_EVERYTHING = _LIGHT_AND_COLOUR.model_copy(
    update={"sharpness": 30.0, "noise_reduction": 40.0, "dehaze": 10.0, "grain": 20.0, "vignette": 30.0, "fade": 10.0}
)


def times(twelve: Picture, models: Models, row: Row) -> None:
    """Sentences, many sliders and all of them, on 12 MP and on a preview, with the picture measured before."""
    import cv2

    catalogue = Catalogue.load()
    seen = adjust.picture_statistics(Portraits(models).of(twelve))
    scale = 1024 / max(twelve.width, twelve.height)
    size = (round(twelve.width * scale), round(twelve.height * scale))
    preview = np.asarray(cv2.resize(twelve.rgb8, size, interpolation=cv2.INTER_AREA), np.uint8)
    wishes = {f'"{words}"': adjust.parse_settings(words, seen, catalogue) for words in _SENTENCES}
    wishes |= {"nine sliders": _LIGHT_AND_COLOUR, "every slider, noise reduction too": _EVERYTHING}
    for what, pixels, bar in (("12 MP", twelve.pixels, 1.5), ("1024 px", preview, 0.1)):
        for name, wish in wishes.items():
            plain = adjust.resolve_settings(wish, seen, catalogue)
            row(f"adjust {what}: {name}", lambda pixels=pixels, plain=plain: develop(pixels, plain, seen), bar)  # type: ignore[misc]
