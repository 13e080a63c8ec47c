"""Edits of one or many pictures: read, edit, write, one line each; a failure does not stop the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

import typer
from rich.text import Text

from catchlight.cli import files
from catchlight.cli.options import valid
from catchlight.cli.run_each import run_each
from catchlight.cli.runs.file_options import BY_SUFFIX
from catchlight.core.files.naming import display_name
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Progress
from catchlight.service.files.reading import read_picture

if TYPE_CHECKING:
    from catchlight.imaging.io.codec import DecodeLimits
    from catchlight.operations.operation import Operation, Params
    from catchlight.service.editor import Editor, EditResult


@dataclass(frozen=True)
class BatchJob:
    """What is done to every picture of a run. strict: a verdict that is uncertain is told by the exit code too."""

    editor: Editor
    operation: Operation[Any]
    limits: DecodeLimits
    overwrite: bool
    strict: bool = False

    def run(self, jobs: files.RunOutputs, params: Params, joining: Sequence[Path] = ()) -> int:
        """Do all; joining: pictures that join the sources of each. Returns the exit code."""
        verdicts = Counter[str]()
        inputs = (*jobs.found.files, *joining)

        def do(target: files.OutputTarget, progress: Progress) -> Text:
            path, result = self._one(target, joining, inputs, params, progress)
            verdict = result.details.get("verdict")
            verdicts.update([verdict["overall"]] if verdict else [])
            return _line(target.source, path, result)

        return run_each(jobs, do, verdicts, strict=self.strict)

    def _one(
        self,
        target: files.OutputTarget,
        joining: Sequence[Path],
        inputs: Sequence[Path],
        params: Params,
        progress: Progress,
    ) -> tuple[Path, EditResult]:
        """Make and write a result. inputs: what must not be written over."""
        if target.suffix is not None:
            files.check_free(target.path(""), inputs, self.overwrite)
        pictures = tuple(read_picture(source, self.limits, progress) for source in (*target.sources, *joining))
        progress.report(0.05, "starting")
        result = self._edited(pictures, params, progress.part(0.05, 0.97))
        path = target.path(_suffix(result.file.media_type))
        files.check_free(path, inputs, self.overwrite)
        progress.check()
        try:
            write_atomic(path, result.file.data, replace=self.overwrite)
        except FileExistsError:
            files.check_free(path, inputs, overwrite=False)
        for number, variant in enumerate(result.variants, 2):
            other = path.with_name(f"{path.stem}-{number}{path.suffix}")
            files.check_free(other, inputs, self.overwrite)
            write_atomic(other, variant.file.data, replace=self.overwrite)
        return path, result

    def _edited(self, pictures: Sequence[Any], params: Params, progress: Progress) -> EditResult:
        from catchlight.service.editor import EditRequest

        return self.editor.run(EditRequest(self.operation.id, params, tuple(pictures)), progress)


def params_for_output(operation: Operation[Any], values: dict[str, Any], suffix: str | None) -> Params:
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
    formats = _formats(operation.params)
    if suffix in formats:
        return {"output_format": formats[suffix], **({"format": "image"} if takes_pdf else {})}
    known = ", ".join([*formats, *([".pdf"] if takes_pdf else [])])
    raise typer.BadParameter(f"Cannot write {suffix} files here; known are {known}.")


def _formats(params: type[Params]) -> dict[str, str]:
    """The suffixes of the types that an operation's result may have."""
    taken = get_args(get_args(params.model_fields["output_format"].annotation)[0])
    return {suffix: kind for suffix, kind in BY_SUFFIX.items() if kind in taken}


def _suffix(media_type: str) -> str:
    from catchlight.imaging.io import codec

    return codec.EXTENSIONS.get(media_type, "." + media_type.rpartition("/")[2])


def _line(source: Path, path: Path, result: EditResult) -> Text:
    """``in.jpg -> out.png  413 x 531 px, 300 dpi, 98 kB, verdict: pass``."""
    facts = [f"{result.picture.width} x {result.picture.height} px"]
    if result.picture.dpi:
        facts.append(f"{result.picture.dpi:g} dpi")
    facts.append(f"{len(result.file.data) / 1000:.0f} kB")
    if "copies" in result.details:
        facts.append(f"{result.details['copies']} photos")
    line = Text.assemble(f"{display_name(source)} -> {display_name(path)}  ", (", ".join(facts), "dim"))
    if result.variants:
        facts_of = [one.details["imagined"][0] for one in (result, *result.variants)]
        seeds = ", ".join(str(facts["seed"]) for facts in facts_of)
        line.append(f", {len(facts_of)} variants, the best first (seeds {seeds}; -2 and on beside it)")
    verdict = result.details.get("verdict")
    if verdict:
        line.append(", ").append(f"verdict: {verdict['overall']}", COLOURS[verdict["overall"]])
    for note in (*result.details.get("sourceNotes", ()), *result.details.get("notes", ())):
        line.append(f"\n  {note}", "yellow")
    return line


COLOURS = {"pass": "green", "fail": "red", "uncertain": "yellow", "info": "dim"}
"""Of the states of checks and verdicts."""
