"""One file of a batch: read, every step of the preset, written under a temporary name and flushed to the disk."""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import dataclass
from typing import Any

from catchlight.core.errors import StorageFault, UnsupportedImage
from catchlight.core.files.naming import display_name
from catchlight.core.files.writing import disk, open_new, writing
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.paths import Home
from catchlight.service.batch.messages import Task, WorkerSetup
from catchlight.service.batch.plan import ResultFormat, WorkPlan
from catchlight.service.editor import Editor, EditRequest, EditResult
from catchlight.service.export import ExportRequest, encode_export
from catchlight.service.export_size import parse_size
from catchlight.service.files.reading import read_picture
from catchlight.service.presets.preset import Preset
from catchlight.service.signing import Signing

_READ, _EDITED = 0.05, 0.95
"""Shares of the whole at which reading and editing have ended."""
_SUFFIXES = {"application/pdf": ".pdf"}


class OutputFault(StorageFault):
    """The disk that the result goes to refused it."""


@dataclass(frozen=True)
class MadeFile:
    """A result with the suffix of its file, and the facts for its name and for the report."""

    data: bytes
    suffix: str
    facts: dict[str, Any]


@dataclass(frozen=True)
class FileMaker:
    """Does a preset's steps to pictures and writes the results in memory. joining: pictures that join the source of each step."""

    editor: Editor
    preset: Preset
    output: ResultFormat
    signing: Signing | None
    joining: list[list[Picture]]

    def make(self, picture: Picture, progress: Progress) -> MadeFile:
        """Raises a CatchlightError, or Cancelled."""
        edits = progress.part(_READ, _EDITED)
        result, verdict, notes = run_steps(self.editor, self.preset, picture, self.joining, edits)
        progress.report(_EDITED, "writing the file")
        output = self.output
        wish = ExportRequest(
            output.media_type or result.file.media_type,
            output.quality,
            output.metadata,
            output.longest,
            size=None if output.size is None else parse_size(output.size),
            dpi=output.dpi,
            sharpen=output.sharpen,
            colour_space=output.color_space,
        )
        made = encode_export(result.picture, result.file, wish, progress, self.signing, result.file.most)
        progress.check()
        facts = {"width": made.width, "height": made.height, "document": result.details.get("document", "")}
        facts |= {"verdict": verdict, "notes": (*notes, made.note) if made.note else notes}
        suffix = _SUFFIXES.get(wish.media_type) or codec.EXTENSIONS[wish.media_type]
        return MadeFile(made.data, suffix, facts)


class StepRunner:
    """Does the plan's steps to files; keeps the editor, and the pictures that join every source."""

    def __init__(self, setup: WorkerSetup, editor: Editor) -> None:
        plan = WorkPlan.model_validate_json(setup.plan)
        signing = None if setup.signs_with is None else Signing.of_home(Home(setup.signs_with))
        joining = [step.joining() for step in plan.preset.steps]
        self._maker = FileMaker(editor, plan.preset, plan.output, signing, joining)
        self._limits = codec.DecodeLimits(*setup.limits)

    def make(self, task: Task, progress: Progress) -> tuple[str, str, dict[str, Any]]:
        """The result's sha256, the suffix of its file, and the facts for its name and for the report.

        Raises a CatchlightError (OutputFault where the result could not be written), or Cancelled; then nothing is left on
        the disk.
        """
        progress.report(0.0, "reading")
        picture = read_picture(task.source, self._limits, progress)
        if task.content:
            _check_content(task)
        made = self._maker.make(picture, progress)
        write_result(task, made.data)
        return hashlib.sha256(made.data).hexdigest(), made.suffix, made.facts


def write_result(task: Task, data: bytes) -> None:
    """A finished result under its temporary name, durable when it returns. Raises OutputFault; then nothing of it is left."""
    try:
        with writing(task.temporary):
            task.temporary.unlink(missing_ok=True)  # of an attempt that died
        with writing(task.temporary), open_new(task.temporary) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except StorageFault as fault:
        _remove(task)
        raise OutputFault(fault.message) from fault
    except BaseException:
        _remove(task)
        raise


def _remove(task: Task) -> None:
    """Nothing of an unfinished result stays; where the disk refuses that too, the next run takes it away."""
    with contextlib.suppress(OSError):
        task.temporary.unlink(missing_ok=True)


def _check_content(task: Task) -> None:
    """Whether the file is the one that was taken. Raises UnsupportedImage, StorageFault."""
    with disk(Message("read {path}", path=display_name(task.source))), task.source.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != task.content:
        raise UnsupportedImage(
            Message(
                "{name} was changed after it had arrived. The new version is taken by itself.",
                name=display_name(task.source.name),
            )
        )


def run_steps(
    editor: Editor, preset: Preset, picture: Picture, joining: list[list[Picture]], progress: Progress
) -> tuple[EditResult, str | None, tuple[str, ...]]:
    """The result of all steps, each done to the one before's; the last verdict that one of them has given, if any; all notes.

    joining: pictures that join the source of each step.
    """
    result: EditResult | None = None
    verdict: str | None = None
    notes: dict[str, None] = {}
    count = len(preset.steps)
    for number, (step, joined) in enumerate(zip(preset.steps, joining, strict=True)):
        part = progress.part(number / count, (number + 1) / count)
        params = step.params(picture.width, picture.height)
        result = editor.run(EditRequest(step.operation, params, [picture, *joined]), part)
        picture = result.picture
        verdict = result.details.get("verdict", {}).get("overall", verdict)
        notes |= dict.fromkeys((*result.details.get("sourceNotes", ()), *result.details.get("notes", ())))
    assert result is not None
    return result, verdict, tuple(notes)
