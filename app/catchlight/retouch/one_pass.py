"""Several plans painted in one pass over the picture."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.core.memo import LastValueCache, Memo
from catchlight.imaging.picture import FloatImage
from catchlight.retouch.paint import Brush, BrushPlan, Sample, Strip


def combine_plans(*plans: BrushPlan, key: object = None) -> BrushPlan:
    """One plan that does what several do one after the other, up to the texture that each adds.

    A plan that only adds a broad step is seen by those after it; of any other they see the picture as it was, and what it
    changes is added to theirs. None may be ``layered``. key: compared by ``==``, it tells these plans from others with which
    the same sample is painted; what they learn from a sample is then kept with it until another key comes.
    """

    def plan(sample: Sample) -> Brush:
        last: LastValueCache[tuple[list[Brush], FloatImage]] = sample.parts.get("together", LastValueCache)
        fine, broad = _learnt(plans, sample) if key is None else last.get(key, lambda: _learnt(plans, sample))

        def work(strip: Strip) -> FloatImage:
            new = strip.rgb + strip.taken(broad, sample)
            for brush in fine:
                new += brush.work(strip) - strip.rgb
            return np.asarray(new, np.float32)

        return Brush(work, reach=max((brush.reach for brush in fine), default=0))

    return plan


def _learnt(plans: tuple[BrushPlan, ...], sample: Sample) -> tuple[list[Brush], FloatImage]:
    """The brushes that need the strip itself, and the sum of the others' steps."""
    seen, fine, broad = sample, list[Brush](), np.zeros_like(sample.rgb)
    for one in plans:
        brush = one(seen)
        assert not brush.layered, "a layered brush has another idea of the strip's colours"
        if brush.step is None:
            fine.append(brush)
            continue
        broad += brush.step
        rgb = np.clip(seen.rgb + brush.step * seen.mask[..., None], 0, 1)
        seen = replace(seen, rgb=np.asarray(rgb, np.float32), parts=Memo())
    return fine, broad
