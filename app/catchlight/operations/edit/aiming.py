"""Which area each wish means: the places the sentence names, else what lies under the hotspot and fits the verb."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import cast

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.language.intents import Intent, Region, Side, Understanding
from catchlight.language.lexicon.row_types import Verb
from catchlight.operations import sentences
from catchlight.operations.edit.hotspot_scene import PAIRED, WORN, EditScene
from catchlight.operations.edit.shaping.verbs import SHAPE_VERBS
from catchlight.retouch.regions import AS_THINGS, REGIONS
from catchlight.retouch.select import region_parts

_SHOWS = 8
"""Pixels of the small picture below which a region does not show."""
_SINGULAR = {
    "eye", "iris", "brow", "eyebrow", "eye brow", "cheek", "ear", "eyeball", "pupil", "eye white", "white of the eye",
    "under eye", "under the eye", "lower eyelid", "cheek area",
}  # fmt: skip
_SMALLEST_FIRST = (
    "iris", "eye_white", "teeth", "eye", "lips", "brow", "under_eye", "glasses", "tie", "ear", "beard", "hat", "neck",
    "chest", "nose", "chin", "cheek", "forehead", "scalp", "shirt", "hair", "face", "jacket", "skin", "clothes",
    "person", "background", "everything",
)  # fmt: skip
"""Candidates under a hotspot; the first that covers it and fits is meant."""
_COARSE = {"cheek": "face", "forehead": "face", "nose": "face", "chin": "face", "scalp": "face"}
"""Zones that are meant only where they are named or the verb is about them."""


@dataclass(frozen=True)
class TargetRegion:
    """A place of the picture. name: a region's id, ``thing`` for what lies under the hotspot. side: one of SIDES, left and right
    as one looks at it."""

    name: str
    side: str | None = None

    @property
    def spoken(self) -> Message:
        """In plain words that can be told in another language: left eye."""
        plain = Message(self.name.replace("_", " "))
        return {
            None: plain,
            "left": Message("left {what}", what=plain),
            "right": Message("right {what}", what=plain),
            "upper": Message("upper {what}", what=plain),
            "lower": Message("lower {what}", what=plain),
            "dark": Message("dark side of the {what}", what=plain),
            "light": Message("light side of the {what}", what=plain),
        }[self.side]

    @property
    def label(self) -> str:
        """In plain words: left eye."""
        return str(self.spoken)


@dataclass(frozen=True)
class EditTarget:
    """One thing to do, and where."""

    intent: Intent
    targets: tuple[TargetRegion, ...]


def resolve_targets(scene: EditScene, said: Understanding, chosen: str | None = None) -> tuple[EditTarget, ...]:
    """The wishes of a sentence with their places.

    chosen: a region's id, or ``thing``, that overrides what lies under the hotspot. Raises UnusablePicture
    ``nothing_at_hotspot``.
    """
    return tuple(_wish(scene, intent, said, chosen) for intent in said.intents)


def at_hotspot(scene: EditScene, allowed: Iterable[str] | None = None) -> TargetRegion | None:
    """The smallest region under the hotspot, of ``allowed`` ones where given; None where no part of a person lies there."""
    offered = None if allowed is None else set(allowed)
    for name in _SMALLEST_FIRST:
        if (offered is None and (name in _COARSE or name in ("person", "everything"))) or not scene.knows(name):
            continue
        if offered is not None and name not in offered:
            continue
        if scene.value(scene.sketch(name)) >= 0.5:
            return TargetRegion(name, scene.side_of_hotspot() if name in PAIRED else None)
    return None


def offers(scene: EditScene) -> tuple[TargetRegion, ...]:
    """Everything that lies under the hotspot, the smallest first: what clicking again goes through."""
    found = [
        TargetRegion(name, scene.side_of_hotspot() if name in PAIRED else None)
        for name in _SMALLEST_FIRST
        if scene.knows(name) and name != "everything" and scene.value(scene.sketch(name)) >= 0.5
    ]
    return (*found, TargetRegion("thing"), TargetRegion("everything"))


def spoken_of(offered: Iterable[TargetRegion]) -> str | None:
    """The region that a sentence which names none is about: the smallest under the hotspot. offered: as ``offers`` gives it."""
    vague = {*_COARSE, "person", "thing", "everything"}
    return next((target.name for target in offered if target.name not in vague), None)


def _wish(scene: EditScene, intent: Intent, said: Understanding, chosen: str | None) -> EditTarget:
    if intent.verb in SHAPE_VERBS:  # of the person, whatever of it lies under the hotspot
        return EditTarget(intent, (_shown(scene, TargetRegion(SHAPE_VERBS[intent.verb].region)),))
    named = _named(intent, said)
    if intent.thing in AS_THINGS and intent.verb != "remove":
        return EditTarget(intent, (_shown(scene, TargetRegion(intent.thing, _side_said(said))),))
    if intent.thing is not None and not (named and intent.verb != "remove"):
        return EditTarget(intent, (TargetRegion("thing"),))
    if named or (intent.regions and chosen is None and _default_fits(scene, intent)):
        return EditTarget(intent, _named_targets(scene, intent, said))
    if chosen is not None:
        target = TargetRegion(chosen, scene.side_of_hotspot() if chosen in PAIRED and scene.has_face else None)
        return _fitted(intent, target) if chosen != "thing" else EditTarget(intent, (target,))
    return _under(scene, intent)


def _side_said(said: Understanding) -> str | None:
    """The one side that a sentence names beside what is no region of its vocabulary: the left shoulder."""
    sides = {span.meaning for span in said.spans if span.meaning in ("left", "right")}
    return sides.pop() if len(sides) == 1 else None


def _named(intent: Intent, said: Understanding) -> bool:
    """Whether the sentence itself names the regions of an intent; else they are the verb's usual ones."""
    verbs = _verbs()
    sources = {region.name for region in intent.regions}
    for verb in verbs.values():
        sources |= {place for place, moved in verb.moves.items() if moved in sources}
    spoken = {span.meaning for span in said.spans if span.kind == "region"}
    if "everything" in sources and "everything" in spoken:
        return True
    usual = set(verbs[intent.verb].regions)
    names = {region.name for region in intent.regions}
    # A region that the sentence implies through the verb's words (eye bags) is the verb's own.
    return bool(names) and (bool(sources & spoken) or names != usual)


def _default_fits(scene: EditScene, intent: Intent) -> bool:
    """Whether a verb's usual place is meant rather than what lies under the hotspot: for all but broad skin."""
    names = {region.name for region in intent.regions}
    return not names <= {"face", "skin"} or not scene.has_face or at_hotspot(scene, _allowed(intent)) is None


def _allowed(intent: Intent) -> tuple[str, ...] | None:
    only = _verbs()[intent.verb].only
    return None if only is None else tuple(name for name in only if name in REGIONS)


def _named_targets(scene: EditScene, intent: Intent, said: Understanding) -> tuple[TargetRegion, ...]:
    singular = {
        span.meaning
        for span in said.spans
        if span.kind == "region"
        and span.text.casefold() in _SINGULAR
        and "both" not in said.sentence.casefold().split()
    }
    moves = _verbs()[intent.verb].moves
    targets = []
    for region in intent.regions:
        if region.name not in REGIONS:
            continue
        words = {region.name, *(place for place, moved in moves.items() if moved == region.name)}
        side: str | None = region.side
        if side in ("dark", "light") and region_parts.shaded_side(scene.small, scene.sketch(region.name)) is None:
            spoken = TargetRegion(region.name).spoken
            raise nothing_at_hotspot(Message("Both sides of the {what} are lit alike. Say left or right.", what=spoken))
        if side is None and region.name in PAIRED and words & singular and scene.has_face:
            side = scene.side_of_hotspot()
        target = TargetRegion(region.name, side)
        targets.append(_shown(scene, target))
    if not targets:
        raise nothing_at_hotspot(Message("The sentence names nothing that can be found in a picture."))
    return tuple(targets)


def _shown(scene: EditScene, target: TargetRegion) -> TargetRegion:
    """A target that shows in the picture; a shirt that is the only garment is the clothes. Raises UnusablePicture."""
    if not scene.knows(target.name):
        raise nothing_at_hotspot(
            Message(
                "No face can be read here, so the {what} cannot be found. Click the thing that is meant.",
                what=target.spoken,
            )
        )
    if int((scene.sketch(target.name, target.side) > 0.5).sum()) >= _SHOWS:
        return target
    if target.name in WORN - {"tie", "clothes"} and int((scene.sketch("clothes") > 0.5).sum()) >= _SHOWS:
        return TargetRegion("clothes")
    why = {
        "teeth": Message("The lips are closed, so no teeth show."),
        "background": Message("The person fills the picture, so no background shows."),
    }.get(target.name, Message("No {what} shows in this picture.", what=target.spoken))
    raise nothing_at_hotspot(Message("{why} Name or click something that is there.", why=why))


def _under(scene: EditScene, intent: Intent) -> EditTarget:
    """A wish without a place: what lies under the hotspot and fits."""
    allowed = _allowed(intent)
    verb = _verbs()[intent.verb]
    if intent.verb == "remove":
        target = at_hotspot(scene, ("glasses", "tie"))
        return EditTarget(intent, (target or TargetRegion("thing"),))
    target = at_hotspot(scene, allowed)
    if target is not None and not (target.name == "background" and allowed is None and verb.things):
        return _fitted(intent, target)
    if verb.things or (target is not None and target.name == "background"):
        return EditTarget(intent, (TargetRegion("thing"),))
    here = at_hotspot(scene)
    works = tuple(Message(name.replace("_", " ")) for name in (allowed or ()) if name != "everything")
    spoken = Message(verb.label)
    if here is None:
        raise nothing_at_hotspot(Message("{verb} works on: {works}. Click there.", verb=spoken, works=works))
    raise nothing_at_hotspot(
        Message(
            "Here is the {what}. {verb} works on: {works}. Click there.", what=here.spoken, verb=spoken, works=works
        )
    )


def _fitted(intent: Intent, target: TargetRegion) -> EditTarget:
    """The verb that is meant at a place (recolouring lips is lipstick), and the place that is meant (eye: iris)."""
    verb = _verbs()[intent.verb]
    moved = replace(target, name=verb.moves.get(target.name, target.name))
    name = verb.becomes.get(target.name, intent.verb)
    region = Region(moved.name, cast("Side | None", moved.side))
    return EditTarget(replace(intent, verb=name, regions=(region,)), (moved,))


def _verbs() -> dict[str, Verb]:
    return sentences.interpreter("edit").vocabulary.grammar.verbs


def nothing_at_hotspot(sentence: Message) -> UnusablePicture:
    return UnusablePicture(sentence, code="nothing_at_hotspot")
