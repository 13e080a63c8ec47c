"""Edits of one or many pictures: read, edit, write, one line each; a failure does not stop the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from catchlight.cli import console, files
from catchlight.cli.options import valid
from catchlight.cli.program import CANCELLED, FAILED, OK
from catchlight.engine.errors import CatchlightError, UnknownEntry
from catchlight.engine.progress import Cancelled, Progress
from catchlight.service.files import disk, write_atomic

if TYPE_CHECKING:
    from catchlight.engine.codec import Limits
    from catchlight.engine.picture import Picture
    from catchlight.operations.base import Operation, Params
    from catchlight.service.editor import Editor, EditResult

FORMATS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg", ".webp": "webp"}


@dataclass(frozen=True)
class Batch:
    """What is done to every picture of a run."""

    editor: Editor
    operation: Operation[Any]
    limits: Limits
    overwrite: bool

    def run(self, jobs: Sequence[tuple[files.Target, Sequence[Path]]], params: Params) -> int:
        """Every job is a target and the pictures that go into it. Returns the exit code."""
        failed = 0
        with console.bar() as bar, console.cancelled_by_ctrl_c(bar.show) as progress:
            for number, (target, sources) in enumerate(jobs):
                part = progress.part(number / len(jobs), (number + 1) / len(jobs))
                bar.title = target.source.name
                try:
                    part.report(0.0, "reading")
                    bar.say(self._one(target, sources, params, part))
                except UnknownEntry:
                    raise  # a wrong id is wrong for every picture
                except CatchlightError as error:
                    failed += 1
                    named = str(target.source.name) in error.message
                    bar.complain(error.message if named else f"{target.source}: {error.message}")
                except Cancelled:
                    console.note("Cancelled; what was finished before is kept.")
                    return CANCELLED
        if len(jobs) > 1:
            console.note(f"{len(jobs) - failed} of {len(jobs)} done, {failed} failed.")
        return FAILED if failed else OK

    def _one(self, target: files.Target, sources: Sequence[Path], params: Params, progress: Progress) -> Text:
        if target.suffix is not None:
            files.check_free(target.path(""), sources, self.overwrite)
        pictures = [read(source, self.limits) for source in sources]
        progress.report(0.05, "starting")
        result = self._edited(pictures, params, progress.part(0.05, 0.97))
        path = target.path(_suffix(result.file.media_type))
        files.check_free(path, sources, self.overwrite)
        progress.check()
        try:
            write_atomic(path, result.file.data, replace=self.overwrite)
        except FileExistsError:
            files.check_free(path, sources, overwrite=False)
        return _line(target.source, path, result)

    def _edited(self, pictures: Sequence[Picture], params: Params, progress: Progress) -> EditResult:
        from catchlight.service.editor import EditRequest

        return self.editor.run(EditRequest(self.operation.id, params, tuple(pictures)), progress)


def read(source: Path, limits: Limits) -> Picture:
    """A picture file. Raises StorageFault, UnsupportedImage, ImageTooLarge, InvalidRequest."""
    from catchlight.engine import codec

    return codec.decode(contents(source), limits, source.name)


def contents(source: Path) -> bytes:
    """A file's bytes; raises StorageFault."""
    with disk(f"read {source}"):
        return source.read_bytes()


def formatted(operation: Operation[Any], values: dict[str, Any], suffix: str | None) -> Params:
    """Valid parameters, the file's type by the suffix of OUT where it has one."""
    if suffix is not None:
        named = _by_suffix(operation, suffix.lower())
        for name, value in named.items():
            if values.get(name, value) != value:
                raise typer.BadParameter(f"--{name.replace('_', '-')} {values[name]} does not go with a {suffix} file.")
        values = values | named
    params: Params = valid(operation.params, values)
    return params


def _by_suffix(operation: Operation[Any], suffix: str) -> dict[str, Any]:
    takes_pdf = "format" in operation.params.model_fields
    if suffix == ".pdf" and takes_pdf:
        return {"format": "pdf"}
    if suffix in FORMATS:
        return {"output_format": FORMATS[suffix], **({"format": "image"} if takes_pdf else {})}
    known = ", ".join([*FORMATS, *([".pdf"] if takes_pdf else [])])
    raise typer.BadParameter(f"Cannot write {suffix} files here; known are {known}.")


def _suffix(media_type: str) -> str:
    from catchlight.engine import codec

    return codec.EXTENSIONS.get(media_type, "." + media_type.rpartition("/")[2])


def _line(source: Path, path: Path, result: EditResult) -> Text:
    """``in.jpg -> out.png  413 x 531 px, 300 dpi, 98 kB, verdict: pass``."""
    facts = [f"{result.picture.width} x {result.picture.height} px"]
    if result.picture.dpi:
        facts.append(f"{result.picture.dpi:g} dpi")
    facts.append(f"{len(result.file.data) / 1000:.0f} kB")
    if "copies" in result.details:
        facts.append(f"{result.details['copies']} photos")
    line = Text.assemble(f"{source} -> {path}  ", (", ".join(facts), "dim"))
    verdict = result.details.get("verdict")
    if verdict:
        line.append(", ").append(f"verdict: {verdict['overall']}", COLOURS[verdict["overall"]])
    for note in (*result.details.get("sourceNotes", ()), *result.details.get("notes", ())):
        line.append(f"\n  {note}", "yellow")
    return line


COLOURS = {"pass": "green", "fail": "red", "uncertain": "yellow", "info": "dim"}
"""Of the states of checks and verdicts."""
