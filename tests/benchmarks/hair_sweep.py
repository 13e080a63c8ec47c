"""Every hair style on every portrait: what is worn and what is refused, and whether any of it warns, fails or leaves holes.

python -m tests.benchmarks.hair_sweep [--portraits DIR] [--longest 1000] [--start 0] [--step 1]    (half an hour; ``--step 2`` and
``--start`` 0 or 1 share it between two processes)
"""

from __future__ import annotations

import sys
import warnings
from collections import Counter
from pathlib import Path

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hairstyles import HairStyle
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.hair.style_plan import Options
from catchlight.hair.styling import apply_styles
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

from tests.benchmarks.common import arguments, pictures

_BRIGHT, _HOLE = 60, 2e-4
"""Brightness of skin (0..255) that is no shade, and the share of a face's area that may turn wholly black: strands do."""


def main() -> int:
    given = arguments(
        "Every hair style on every portrait.",
        ("--longest", {"type": int, "default": 1000}),
        ("--start", {"type": int, "default": 0}),
        ("--step", {"type": int, "default": 1}),
    )
    warnings.simplefilter("error", RuntimeWarning)
    styles = list(Catalogue.load().hair_styles)
    portraits = Portraits(Models())
    wrong = 0
    for path in list(pictures(given.portraits))[given.start :: given.step]:
        try:
            portrait = view(portraits.of(codec.decode(path.read_bytes())), longest=given.longest)
        except CatchlightError as refusal:
            print(f"{path.stem:28s} {refusal.code}", flush=True)
            continue
        found = Counter(_worn(portrait, style, path) for style in styles)
        wrong += found["failed"] + found["holes"]
        print(f"{path.stem:28s} " + ", ".join(f"{count} {what}" for what, count in found.most_common()), flush=True)
    return 1 if wrong else 0


def _worn(portrait: Portrait, style: HairStyle, path: Path) -> str:
    """What becomes of a style: worn, or why not."""
    try:
        after = apply_styles(portrait, [style], Options(), Progress())
    except CatchlightError as refusal:
        return refusal.code
    except (RuntimeWarning, ArithmeticError, ValueError, IndexError) as fault:
        print(f"  {path.stem} {style.id}: {fault!r}", flush=True)
        return "failed"
    before, pixels = (np.asarray(picture)[..., :3] for picture in (portrait.picture.rgb8, after.pixels))
    shown = after.pixels[..., 3] > 0 if after.pixels.shape[-1] == 4 else np.ones(after.hair.shape, bool)
    # Hair may be black; skin between the eyes and the chin, away from hair, may not become so.
    gone = (pixels.max(axis=-1) == 0) & (before.mean(axis=-1) > _BRIGHT) & (after.hair < 0.05) & shown
    if gone.mean() > _HOLE:
        print(f"  {path.stem} {style.id}: {gone.mean():.5f} of the picture is black", flush=True)
        return "holes"
    return "worn"


if __name__ == "__main__":
    sys.exit(main())
