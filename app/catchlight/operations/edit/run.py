"""Edit: one sentence and a hotspot change a part of the picture; every pixel outside it stays as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from catchlight.core.errors import InvalidRequest, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging import difference
from catchlight.imaging.picture import Pixels
from catchlight.imaging.record import RESHAPED, Kind
from catchlight.language.intents import Understanding
from catchlight.operations import sentences
from catchlight.operations.edit.aiming import EditTarget, nothing_at_hotspot, offers, resolve_targets, spoken_of
from catchlight.operations.edit.areas import AreaMarks
from catchlight.operations.edit.hotspot_scene import EditScene
from catchlight.operations.edit.imagining.additions import paint_addition
from catchlight.operations.edit.imagining.painter import EnginePainter
from catchlight.operations.edit.imagining.sentence import Addition, read_addition
from catchlight.operations.edit.params import EditParams
from catchlight.operations.edit.request import EditJob, blend_pixels
from catchlight.operations.edit.shaping.apply import shape_person
from catchlight.operations.edit.shaping.verbs import SHAPE_VERBS, shape_of
from catchlight.operations.edit.touched_outline import is_unchanged, tell_touched
from catchlight.operations.edit.verbs import VERBS
from catchlight.operations.imagining.variants import make_variants
from catchlight.operations.operation import Context, Outcome
from catchlight.portrait.portrait import Portrait
from catchlight.shape.face_shape import FaceShape


def scene_of(portrait: Portrait, params: EditParams) -> EditScene:
    """Raises InvalidRequest for a hotspot outside the picture."""
    width, height = portrait.picture.width, portrait.picture.height
    if not (0 <= params.hotspot.x < width and 0 <= params.hotspot.y < height):
        raise InvalidRequest(
            Message(
                "hotspot ({x:g}, {y:g}) lies outside the picture of {width} x {height} pixels.",
                x=params.hotspot.x,
                y=params.hotspot.y,
                width=width,
                height=height,
            )
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
    """Raises InvalidRequest, UnusablePicture ``prompt_not_understood`` or ``nothing_at_hotspot``, and where an engine takes part,
    EngineFault and ImaginingFailed."""
    portrait = portraits[0]
    if params.imagine:
        return _run_imagined(portrait, params, context)
    made = apply_edit(portrait, params, context.progress)
    behind = bool(made.wishes) and all(_behind(wish) for wish in made.wishes)
    kind: Kind = "background" if behind and RESHAPED not in made.facts else "pixels"
    step = context.begin(kind, made.facts)
    picture = portrait.picture.with_(pixels=made.pixels, record=portrait.picture.record.then(step))
    return Outcome(picture, details=made.facts)


def _run_imagined(portrait: Portrait, params: EditParams, context: Context) -> Outcome:
    """The edit with an engine that paints, once for each variant; the best first."""
    imagine = context.imagine
    assert imagine is not None, "whoever runs a wish that asks for an engine brings one, or refuses"
    check_imaginable(params)

    def make(seed: int, progress: Progress) -> EditOutcome:
        return apply_edit(portrait, params, progress, EnginePainter(imagine, seed))

    found = make_variants(imagine, params.variants, params.seed, make, _rim, context.progress)
    pictures = [
        portrait.picture.with_(
            pixels=made.pixels, record=portrait.picture.record.then(context.begin("imagined", made.facts))
        )
        for made in found.made
    ]
    details = found.made[0].facts | {"variants": found.facts}
    return Outcome(pictures[0], details=details, variants=tuple(pictures[1:]))


def check_imaginable(params: EditParams) -> None:
    """Raise InvalidRequest for a sentence of which nothing is painted by an engine; ``prompt_not_understood`` for none."""
    said = _understood(params)
    if isinstance(said, Understanding) and not any(intent.verb == "remove" for intent in said.intents):
        raise InvalidRequest(
            Message(
                "An engine takes things away, adds and replaces: remove this, add a red scarf, replace the cup with a plant. "
                "Do this without imagine."
            )
        )


def _rim(made: EditOutcome) -> float:
    """How much the rims show of what was painted."""
    return max(float(facts["seam"]) for facts in made.facts["imagined"])


def _understood(params: EditParams, place: str | None = None) -> Understanding | Addition:
    """The sentence, said of a region; one that an engine alone can carry out where it is asked for and nothing else is meant."""
    try:
        return sentences.parse_sentence("edit", params.user_prompt, place)
    except UnusablePicture:
        addition = read_addition(params.user_prompt) if params.imagine else None
        if addition is None:
            raise
        return addition


def apply_edit(
    portrait: Portrait,
    params: EditParams,
    progress: Progress,
    painter: EnginePainter | None = None,
    *,
    small: bool = False,
) -> EditOutcome:
    """The edit without its record: also what a preview runs on a ``small`` copy. painter: the engine's part in it, if any.

    small: of a copy, in which what is fine may not show: that nothing changed is a note there, and else an error.
    Raises what ``run`` raises.
    """
    scene = scene_of(portrait, params)
    if not params.user_prompt.strip():
        return _reshape(scene, EditOutcome(portrait.picture.pixels, (), {"intents": []}), params, progress)
    progress.report(0.05, "finding the region")
    said = _understood(params, spoken_of(offers(scene)))
    marks = AreaMarks(params.box, params.strokes, params.softness)
    if isinstance(said, Addition):
        return _add(scene, said, params, marks, painter, progress)
    wishes = resolve_targets(scene, said, params.region)
    steps = [(wish, target) for wish in wishes if wish.intent.verb not in SHAPE_VERBS for target in wish.targets]
    pixels, notes = portrait.picture.pixels, list[str]()
    for number, (wish, target) in enumerate(steps):
        part = progress.part(0.3 + 0.5 * number / len(steps), 0.3 + 0.5 * (number + 1) / len(steps))
        part.report(0.0, "editing")
        amount = wish.intent.amount.strength * params.strength
        singular = _is_singular(said)
        job = EditJob(scene, pixels, wish.intent, target, marks, amount, part, singular, notes, painter)
        made = VERBS[wish.intent.verb](job)
        told = tell_touched(job, pixels, made)
        if told is not None:
            notes.append(told)
            if len(steps) == 1 and not small and is_unchanged(pixels, made):
                raise nothing_at_hotspot(told)
        pixels = made
    said_once = tuple(dict.fromkeys(notes))
    facts = _facts(wishes, portrait.picture.pixels, pixels) | ({"notes": list(said_once)} if said_once else {})
    return _reshape(scene, EditOutcome(pixels, wishes, facts | _painted(painter), said_once), params, progress)


def _reshape(scene: EditScene, made: EditOutcome, params: EditParams, progress: Progress) -> EditOutcome:
    """What was made of the sentence, with its person in the shape that sentence and sliders wish together."""
    said = shape_of(wish.intent for wish in made.wishes if wish.intent.verb in SHAPE_VERBS)
    shape = said.plus(params.shape).scaled(params.strength)
    if shape == FaceShape():
        return made
    found = shape_person(scene, made.pixels, shape, progress.part(0.8 if made.wishes else 0.05, 1.0))
    notes = tuple(dict.fromkeys((*made.notes, *found.notes)))
    facts = made.facts | {RESHAPED: found.facts, "changed": _changed(scene.picture.pixels, found.pixels)}
    return EditOutcome(found.pixels, made.wishes, facts | ({"notes": list(notes)} if notes else {}), notes)


def _add(
    scene: EditScene,
    addition: Addition,
    params: EditParams,
    marks: AreaMarks,
    painter: EnginePainter | None,
    progress: Progress,
) -> EditOutcome:
    """Something put into the picture; without an engine, which a preview lacks, the picture as it is and a note."""
    before, notes = scene.picture.pixels, list[str]()
    if painter is None:
        notes.append(Message("What the engine puts there is seen when it has painted it."))
        return EditOutcome(before, (), _facts((), before, before) | {"notes": notes}, tuple(notes))
    pixels = paint_addition(scene, addition, marks, painter, progress.part(0.2, 1.0), notes)
    if params.strength < 1:
        pixels = blend_pixels(before, pixels, params.strength)
    facts = _facts((), before, pixels) | {"added": addition.what} | ({"notes": list(notes)} if notes else {})
    return EditOutcome(pixels, (), facts | _painted(painter), tuple(notes))


def _painted(painter: EnginePainter | None) -> dict[str, Any]:
    return {"imagined": list(painter.done)} if painter is not None else {}


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
            | ({"side": wish.intent.side} if wish.intent.side else {})
            | ({"style": wish.intent.style} if wish.intent.style else {})
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
