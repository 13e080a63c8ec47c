"""A picture's record in C2PA's words: the actions that made it, and the pictures that it was made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from catchlight import __version__
from catchlight.imaging.picture import Picture
from catchlight.imaging.record import CAPTURED_COMPOSITE, SOURCE_FACT, TRAINED_COMPOSITE, Step
from catchlight.imaging.source_file import SourceFile

DIGITAL_SOURCES = "http://cv.iptc.org/newscodes/digitalsourcetype/"
PARENT = "source"
"""Label of the picture that everything was made from; what joined it is ``joined-1`` and on."""
_BY_KIND: Mapping[str, tuple[str, ...]] = {
    "geometry": ("c2pa.cropped",),
    "background": ("c2pa.edited",),
    "pixels": ("c2pa.edited",),
    "print": ("c2pa.edited",),
    "imagined": ("c2pa.edited",),
}
"""Actions (C2PA 2.1, 18.16.2) by what a step touched."""
_BY_OPERATION: Mapping[tuple[str, str], tuple[str, ...]] = {
    ("adjust", "pixels"): ("c2pa.color_adjustments",),
    ("id_photo", "background"): ("c2pa.cropped", "c2pa.edited"),
    ("id_photo", "pixels"): ("c2pa.cropped", "c2pa.edited"),
    ("profile_picture", "pixels"): ("c2pa.cropped", "c2pa.edited", "c2pa.resized"),
    ("profile_picture", "background"): ("c2pa.cropped", "c2pa.edited", "c2pa.resized"),
}
"""Where the operation says more than the kind."""


def definition(picture: Picture, media_type: str, *, signed_source: bool, resized: bool = False) -> dict[str, Any]:
    """The manifest of an export, but for its ingredients (see ``ingredients``). Nothing private goes in: no name, no parameters.

    signed_source: whether the source has a manifest of its own, which tells the steps that its record had. resized: the pixels
    were scaled for the export.
    """
    return {
        "claim_generator_info": [{"name": "Catchlight", "version": __version__}],
        "format": media_type,
        "assertions": [
            {
                "label": "c2pa.actions.v2",
                "data": {"actions": list(_actions(picture, media_type, signed_source, resized))},
            }
        ],
    }


def ingredients(picture: Picture) -> list[tuple[dict[str, Any], SourceFile | None]]:
    """What the picture was made from, each with its file where that is known; the first is the one that was opened."""
    steps, sources = picture.record.steps, picture.metadata.sources
    digest = steps[0].source if steps else picture.digest
    parent = {"title": "Source", "relationship": "parentOf", "label": PARENT, "instance_id": f"xmp:iid:{digest[:32]}"}
    found: list[tuple[dict[str, Any], SourceFile | None]] = []
    for number, source in enumerate(sources or (None,)):
        told = dict(parent)
        if number:
            label = f"joined-{number}"
            instance = f"xmp:iid:{digest[:24]}-{number}"
            told = {"title": label, "relationship": "componentOf", "label": label, "instance_id": instance}
        told["format"] = source.media_type if source is not None else picture.metadata.media_type
        found.append((told, source))
    return found


def _actions(picture: Picture, media_type: str, signed_source: bool, resized: bool) -> Iterator[dict[str, Any]]:
    steps, sources = picture.record.steps, picture.metadata.sources
    told_before = sources[0].steps if sources and signed_source else 0
    opened: dict[str, Any] = {"action": "c2pa.opened", "parameters": {"ingredientIds": [PARENT]}}
    word = picture.record.said_generative or picture.metadata.generative
    if word and not signed_source:
        opened["digitalSourceType"] = DIGITAL_SOURCES + word
    yield opened
    joined = [f"joined-{number}" for number in range(1, len(sources))]
    if joined:
        yield {
            "action": "c2pa.placed",
            "parameters": {"ingredientIds": joined},
            "digitalSourceType": DIGITAL_SOURCES + CAPTURED_COMPOSITE,
        }
    for step in steps[told_before:]:
        yield from _step_actions(step)
    if resized:
        yield {"action": "c2pa.resized"}
    if sources and sources[0].media_type != media_type:
        yield {"action": "c2pa.transcoded"}


def _step_actions(step: Step) -> Iterator[dict[str, Any]]:
    """What one step of the record did."""
    names: Sequence[str] = _BY_OPERATION.get((step.operation, step.kind), _BY_KIND[step.kind])
    program, _, version = step.program.rpartition(" ")
    for name in names:
        action: dict[str, Any] = {"action": name, "description": step.operation.replace("_", " ")}
        if step.made is not None:
            action["when"] = step.made.isoformat(timespec="seconds").replace("+00:00", "Z")
        if program:
            action["softwareAgent"] = {"name": program, "version": version}
        word = TRAINED_COMPOSITE if step.kind == "imagined" else step.facts.get(SOURCE_FACT)
        if word and name == "c2pa.edited":
            action["digitalSourceType"] = DIGITAL_SOURCES + str(word)
        yield action
