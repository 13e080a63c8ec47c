"""The inside of a mouth that opens further than the picture shows it, painted by an engine: nothing beyond the lips is."""

from __future__ import annotations

from typing import Any

import numpy as np

from catchlight.core.errors import InvalidRequest
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.expression.express import ExpressionResult
from catchlight.imagine import gates
from catchlight.imagine.fill import FillTask, ImaginedFill
from catchlight.imagine.prompts import prompt_for
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.picture import Picture
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.imagining.drafts import light_words
from catchlight.operations.imagining.variants import make_variants
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait
from catchlight.retouch.area import Area

_SOFT_CM = 0.06
"""Width inside the lips over which the engine's paint comes in."""
_LEAST_CM2 = 0.15
"""Opening below which nothing is seen in a mouth."""


def paint_mouth(
    portrait: Portrait, params: FaceExpressionParams, opened: ExpressionResult, facts: dict[str, Any], context: Context
) -> Outcome:
    """The variants of a face whose mouth was opened, the surest likeness first. opened: the expression, anything in the mouth;
    facts: of it. Raises InvalidRequest where no mouth is open, EngineFault, ImaginingFailed, Cancelled."""
    imagine = context.imagine
    assert imagine is not None, "whoever runs a wish that asks for an engine brings one, or refuses"
    cm, shape = portrait.pose.px_per_cm, opened.pixels.shape[:2]
    area = mouth_area(opened.opening, (shape[0], shape[1]), cm)
    if float(area.mask.sum()) < _LEAST_CM2 * cm**2:
        raise InvalidRequest(
            Message(
                "An engine paints the teeth of a mouth that opens, and this expression opens none. Choose smile, or do this "
                "without imagine."
            )
        )
    drafted = Portrait(Picture(opened.pixels), portrait.models)
    words = prompt_for("mouth", light_words(portrait))

    def make(seed: int, progress: Progress) -> ImaginedFill:
        task = FillTask(
            opened.pixels, opened.pixels, area, words.prompt, words.avoid, seed, needs_words=True, seam=False
        )
        made = imagine.fill(task, progress)
        gates.require_same_person(drafted, made.pixels)
        return made

    found = make_variants(imagine, params.variants, params.seed, make, lambda _one: 0.0, context.progress)
    source, pictures, told = portrait.picture, [], []
    for one in found.made:
        notes = [*facts["notes"], *one.notes]
        told.append(facts | {"notes": notes, "imagined": [one.facts]})
        step = context.begin("imagined", told[-1])
        pictures.append(source.with_(pixels=one.pixels, record=source.record.then(step)))
    return Outcome(pictures[0], details=told[0] | {"variants": found.facts}, variants=tuple(pictures[1:]))


def mouth_area(opening: Doubles, shape: tuple[int, int], cm: float) -> Area:
    """What lies inside the lips, soft at their edge and nowhere beyond it. opening: Nx2, their inner contour; shape: height and
    width of the picture; cm: pixels for one."""
    import cv2

    x0, y0 = (int(max(0, value)) for value in np.floor(opening.min(axis=0)) - 2)
    x1, y1 = (int(value) for value in np.minimum(np.ceil(opening.max(axis=0)) + 3, shape[::-1]))
    inside = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillPoly(inside, [np.round((opening - [x0, y0]) * 16).astype(np.int32)], 1, cv2.LINE_8, 4)
    depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5)
    soft = max(1.5, _SOFT_CM * cm)
    return Area((x0, y0, x1, y1), np.asarray(np.clip((depth - 1) / soft, 0, 1), np.float32))
