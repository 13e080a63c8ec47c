"""What is done to the pictures that arrive in a folder, and the journal that goes with it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ConfigDict, ValidationError

from catchlight.core.errors import InvalidRequest
from catchlight.core.files.naming import display_name
from catchlight.core.files.strict_json import parse_json
from catchlight.core.messages import Message
from catchlight.paths import Home
from catchlight.service import wire
from catchlight.service.batch.plan import Output, StoredPath, WorkPlan
from catchlight.service.presets.preset import Preset, PresetStep, check_step
from catchlight.store.batches.journal import Journal
from catchlight.store.batches.journals import Journals


class WatchPlan(WorkPlan):
    """A watched folder with its preset and output: a second watch with the same three goes on with the same journal.

    sources: none; they arrive.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: StoredPath
    subfolders: bool = False
    sources: tuple[StoredPath, ...] = ()

    def is_like(self, other: WatchPlan) -> bool:
        """Whether both do the same to the same folder. The preset's name does not matter."""
        ours, theirs = (
            (one.folder, one.subfolders, one.preset.steps, one.output.model_copy(update={"taken": "number"}))
            for one in (self, other)
        )
        return ours == theirs


def watch_plan(folder: Path, preset: Preset, output: Mapping[str, Any], *, subfolders: bool = False) -> WatchPlan:
    """A plan over a folder. output: fields of Output. Raises InvalidRequest, also where the results would arrive in turn."""
    whole = Path(os.path.realpath(folder.expanduser()))
    if not whole.is_dir():
        raise InvalidRequest(
            Message("There is no folder {path}. Make it, or name another one.", path=display_name(folder))
        )
    try:
        plan = WatchPlan(preset=preset, output=Output(**output), folder=whole, subfolders=subfolders)
    except ValidationError as fault:
        raise InvalidRequest(wire.sentence(fault, Output)) from fault
    if Path(os.path.realpath(plan.output.folder)) == whole:
        raise InvalidRequest(
            Message(
                "{path} is the watched folder itself: results would be taken for new pictures. Name another folder, also "
                "one inside it.",
                path=display_name(plan.output.folder),
            )
        )
    return plan


def single_step(name: str, operation: str, parameters: Mapping[str, Any]) -> Preset:
    """A preset of one operation. parameters: as on the wire (``backgroundStyles``). Raises InvalidRequest."""
    step = PresetStep(operation=operation, parameters=dict(parameters))
    check_step(step)
    return Preset(name=name, steps=(step,))


def read_parameters(text: str) -> dict[str, Any]:
    """Parameters out of JSON. Raises InvalidRequest."""
    try:
        found = parse_json(text)
    except ValueError as fault:
        raise InvalidRequest(
            Message("The parameters are not JSON. Write an object, as the HTTP service takes it.")
        ) from fault
    if not isinstance(found, dict):
        raise InvalidRequest(Message("The parameters are no JSON object. Write one, as the HTTP service takes it."))
    return found


def watch_journals(home: Home) -> Journals[WatchPlan]:
    """The journals of all watched folders; none is ever forgotten, for it tells what was done."""
    return Journals(home.watches, WatchPlan, forgets=False)


def watch_journal(journals: Journals[WatchPlan], plan: WatchPlan) -> Journal[WatchPlan]:
    """The journal of a watch like this one, or a new one; also one that somebody is at, so that nothing is done twice. Raises
    StorageFault."""
    found = journals.find(lambda journal: journal.plan.is_like(plan), busy_too=True)
    return found if found is not None else journals.begin(plan)
