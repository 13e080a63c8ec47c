"""Edit: one sentence and a hotspot change a part of the picture; every pixel outside it stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from catchlight.core.errors import InvalidRequest
from catchlight.core.progress import Progress
from catchlight.imaging import difference
from catchlight.imaging.picture import Pixels
from catchlight.imaging.record import Kind
from catchlight.language.intents import Understanding
from catchlight.operations import sentences
from catchlight.operations.edit.aiming import EditTarget, resolve_targets
from catchlight.operations.edit.areas import AreaMarks
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.request import EditJob
from catchlight.operations.edit.verbs import VERBS
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait


def scene_of(portrait: Portrait, params: EditParams) -> EditScene:
    """Raises InvalidRequest for a hotspot outside the picture."""
    width, height = portrait.picture.width, portrait.picture.height
    if not (0 <= params.hotspot.x < width and 0 <= params.hotspot.y < height):
        raise InvalidRequest(
            f"hotspot ({params.hotspot.x:g}, {params.hotspot.y:g}) lies outside the picture of {width} x {height} pixels."
        )
    return EditScene(portrait, params.hotspot.x, params.hotspot.y)


@dataclass(frozen=True)
class EditOutcome:
    """What became of a picture. facts: what was understood and touched, for the record; notes: what limits the result."""

    pixels: Pixels
    wishes: tuple[EditTarget, ...]
    facts: dict[str, Any]
    notes: tuple[str, ...] = ()


def run(portraits: Sequence[Portrait], params: EditParams, context: Context) -> Outcome:
    """Raises InvalidRequest, and UnusablePicture ``prompt_not_understood`` or ``nothing_at_hotspot``."""
    portrait = portraits[0]
    made = apply_edit(portrait, params, context.progress)
    kind: Kind = "background" if all(_behind(wish) for wish in made.wishes) else "pixels"
    step = context.begin(kind, made.facts)
    picture = portrait.picture.with_(pixels=made.pixels, record=portrait.picture.record.then(step))
    return Outcome(picture, details=made.facts)


def apply_edit(portrait: Portrait, params: EditParams, progress: Progress) -> EditOutcome:
    """The edit without its record: also what a preview runs on a small copy. Raises what ``run`` raises."""
    scene = scene_of(portrait, params)
    said = sentences.parse_sentence("edit", params.user_prompt)
    progress.report(0.05, "finding the region")
    wishes = resolve_targets(scene, said, params.region)
    marks = AreaMarks(params.box, params.strokes, params.softness)
    steps = [(wish, target) for wish in wishes for target in wish.targets]
    pixels, notes = portrait.picture.pixels, list[str]()
    for number, (wish, target) in enumerate(steps):
        part = progress.part(0.3 + 0.7 * number / len(steps), 0.3 + 0.7 * (number + 1) / len(steps))
        part.report(0.0, "editing")
        amount = wish.intent.amount.strength * params.strength
        job = EditJob(scene, pixels, wish.intent, target, marks, amount, part, _is_singular(said), notes)
        pixels = VERBS[wish.intent.verb](job)
    said_once = tuple(dict.fromkeys(notes))
    facts = _facts(wishes, portrait.picture.pixels, pixels) | ({"notes": list(said_once)} if said_once else {})
    return EditOutcome(pixels, wishes, facts, said_once)


def _behind(wish: EditTarget) -> bool:
    """Whether a wish touches only what is behind the person."""
    return all(target.name == "background" for target in wish.targets)


def _is_singular(said: Understanding) -> bool:
    """Whether the sentence speaks of one blemish: a mole, this pimple."""
    faults = [span.text.casefold() for span in said.spans if span.kind == "verb" and span.meaning == "remove_blemishes"]
    return bool(faults) and all(
        word.isascii() and not word.endswith("s") and word not in ("acne", "rash") and " skin" not in word
        for word in faults
    )


def _facts(wishes: Sequence[EditTarget], before: Pixels, after: Pixels) -> dict[str, Any]:
    """What was understood and touched, for the record and the generation."""
    return {
        "intents": [
            {
                "verb": wish.intent.verb,
                "regions": [target.label for target in wish.targets],
                "colour": wish.intent.colour.name if wish.intent.colour else None,
                "amount": round(wish.intent.amount.strength, 3),
                "protected": [region.name for region in wish.intent.protected],
            }
            for wish in wishes
        ],
        "changed": _changed(before, after),
    }


def _changed(before: Pixels, after: Pixels) -> list[int] | None:
    """x, y, width and height of the part that differs; None where nothing does."""
    if before.shape != after.shape:
        return [0, 0, int(after.shape[1]), int(after.shape[0])]
    found = difference.box(before, after)
    return None if found is None else list(found)
