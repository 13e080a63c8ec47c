"""Matting: the person taken out of the square hair by hair, and laid on what styling has made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from catchlight.engine.backdrop import grain, laying, strands
from catchlight.engine.foreground import foreground
from catchlight.engine.picture import FloatPlane, Picture, Pixels
from catchlight.engine.progress import Progress
from catchlight.engine.retouch import backdrop as photo_ground
from catchlight.operations.avatar.work import Work

_BLUR = 0.02
"""Lens disc of the photo's own background, as a share of the longer side."""


def matted(work: Work, progress: Progress) -> Work:
    """The finished square: before the scene, blurred, cut out with alpha, or as the photo is.

    The share of the square that the person covers is kept as a fact.
    """
    assert work.alpha is not None, "cropping comes before"
    alpha = strands.unmixed(work.pixels, work.alpha, work.portrait.pose.px_per_cm)
    facts = work.facts | {"personShare": round(float(alpha.mean()), 3)}
    progress.report(0.3, "cleaning the edges")
    kind = work.wish.ground.kind
    fore = foreground(work.pixels, alpha)
    cut_out = photo_ground.cut_out(work.pixels, fore, alpha)
    if kind == "keep":
        # The photo's own background stays: what was cut out is shown, and the square is left untouched.
        return replace(work, alpha=alpha, shown=Picture(cut_out), facts=facts)
    progress.report(0.6, "laying the background")
    pixels = cut_out if kind == "transparent" else _laid(work, fore, alpha, progress.part(0.6, 1.0))
    return replace(work, alpha=alpha, pixels=pixels, shown=Picture(pixels), facts=facts)


def _laid(work: Work, fore: Pixels, alpha: FloatPlane, progress: Progress) -> Pixels:
    ground = work.wish.ground
    if ground.kind == "blur":
        return photo_ground.out_of_focus(work.pixels, fore, alpha, _BLUR * ground.blur, seed=work.wish.seed)
    assert work.scene is not None, "styling comes before"
    assert work.fit is not None
    assert ground.backdrop is not None
    level = 0.0 if ground.backdrop.family == "plain" else grain.level_of(work.portrait.picture.pixels)
    person = laying.Person(fore, alpha, work.portrait.pose.px_per_cm)
    laid: Any = laying.laid(person, work.scene, work.fit, level, work.wish.match, work.wish.seed, progress)
    done: Pixels = np.ascontiguousarray(laid)
    return done
