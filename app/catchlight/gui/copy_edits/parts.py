"""What of a picture's steps can be copied by itself: a step, of hand tools each edit, of a raw file its development."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.develop.development import Development
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.presets.collecting import edit_summary
from catchlight.gui.tabs.edit.hand.words import edit_name
from catchlight.gui.wording.adjust_words import raw_words
from catchlight.gui.wording.i18n import tr
from catchlight.operations.adjust.params import AdjustParams
from catchlight.operations.brush.params import BrushParams
from catchlight.service.presets.carry_over import AppliedStep, carries

USUAL = frozenset({"adjust", "crop", "brush"})
"""Operations that are copied where nothing else is said."""
WHOLE, RAW, SETTINGS = -1, -2, -3
"""Parts of a step that are no edit of a hand tool."""


@dataclass(frozen=True)
class EditPart:
    """step: its place in the list of steps. part: number of an edit by hand, or ``WHOLE``, ``RAW`` or ``SETTINGS``.

    able: whether it can be done to another picture at all; usual: whether it is copied where nothing is said.
    """

    step: int
    part: int
    title: str
    able: bool = True
    usual: bool = True


def edit_parts(steps: Sequence[AppliedStep], catalogue: Catalogue) -> list[EditPart]:
    """All parts, in the order in which they were done."""
    return [part for number, done in enumerate(steps) for part in _parts_of(number, done, catalogue)]


def _parts_of(number: int, done: AppliedStep, catalogue: Catalogue) -> Iterator[EditPart]:
    params = done.params
    if isinstance(params, BrushParams):
        for place, edit in enumerate(params.edits):
            yield EditPart(number, place, edit_name(edit))
        return
    if isinstance(params, AdjustParams) and not params.raw.at_rest:
        yield EditPart(number, RAW, f"{tr('Raw development')} ({raw_words(params.raw)})")
        if not params.settings.is_neutral:
            plain = params.model_copy(update={"raw": RawDevelopment()})
            yield EditPart(number, SETTINGS, edit_summary(done.operation, plain, catalogue))
        return
    title = edit_summary(done.operation, params, catalogue, bool(done.pictures) or done.lost)
    yield EditPart(number, WHOLE, title, carries(done), done.operation in USUAL)


def chosen_steps(steps: Sequence[AppliedStep], chosen: Sequence[EditPart]) -> list[AppliedStep]:
    """The steps with only the chosen of their parts; those of which nothing is left are gone."""
    found = []
    for number, done in enumerate(steps):
        parts = {one.part for one in chosen if one.step == number}
        if not parts:
            continue
        found.append(
            done if WHOLE in parts else replace(done, params=done.params.model_copy(update=_left(done, parts)))
        )
    return found


def _left(done: AppliedStep, parts: set[int]) -> dict[str, Any]:
    """What of the parameters is another where only these parts are wanted."""
    if isinstance(done.params, BrushParams):
        return {"edits": tuple(edit for place, edit in enumerate(done.params.edits) if place in parts)}
    gone: dict[str, Any] = {} if RAW in parts else {"raw": RawDevelopment()}
    return gone if SETTINGS in parts else gone | {"settings": Development(), "adjustment_prompt": ""}
