"""The command ``brush``: edits of a hand, read from a file of JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from catchlight.cli import files
from catchlight.cli.commands.edits import In, Out, Overwrite
from catchlight.cli.options import with_options
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf
from catchlight.cli.run_edits import BatchJob, params_for_output
from catchlight.core.files.strict_json import parse_json
from catchlight.operations.brush.params import BrushParams
from catchlight.service import wire

_FROM_FILE = ("edits", "face")
Strokes = Annotated[
    Path,
    typer.Option(
        "--strokes",
        metavar="FILE",
        help='JSON: a list of edits, or {"edits": [...], "face": {...}} as the record of a picture has it; places in pixels of '
        "the upright picture. With face, where the face was that they were drawn on, strokes follow that of each picture.",
    ),
]


def brush(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``brush``, its other options read from the operation's parameters."""
    operation = program.operations()["brush"]

    def command(
        inputs: In,
        out: Out,
        strokes: Strokes,
        values: dict[str, Any],
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        jobs = files.targets(inputs, out, "brush")
        drawn = read_strokes(strokes)
        params = params_for_output(operation, values | {"edits": drawn.edits, "face": drawn.face}, jobs.suffix)
        place = home(home_folder)
        editor = program.editor(place, program.catalogue(place))
        batch = BatchJob(editor, operation, program.limits(place), overwrite)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(command, operation.params, without=_FROM_FILE)


def read_strokes(file: Path) -> BrushParams:
    """The edits, and the face they were drawn on, of a file. Raises BadParameter."""
    try:
        found = parse_json(file.read_bytes())
    except OSError as fault:
        raise typer.BadParameter(f"--strokes: {file} cannot be read: {fault.strerror}.") from fault
    except ValueError as fault:
        raise typer.BadParameter(f"--strokes: {file} is not JSON.") from fault
    given = found if isinstance(found, dict) else {"edits": found}
    for name in given:
        if name not in _FROM_FILE:
            raise typer.BadParameter(f"--strokes: {file} has {name!r}; it takes edits, and face.")
    try:
        return BrushParams.model_validate_json(json.dumps(given))
    except ValidationError as fault:
        raise typer.BadParameter(f"--strokes: {file}: {wire.sentence(fault, BrushParams)}") from fault
