"""The command ``crop``: pictures in another frame, the points of lines and corners given as numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from catchlight.cli import files
from catchlight.cli.commands.edit import numbers_of
from catchlight.cli.commands.edits import HomeFolder, In, Out, Overwrite
from catchlight.cli.options import with_options
from catchlight.cli.program import Program
from catchlight.cli.run_edits import BatchJob, params_for_output
from catchlight.paths import Home

Level = Annotated[
    str | None,
    typer.Option(
        "--level", metavar="X,Y,X,Y", help="Two points of the picture on a line that is to be level or plumb."
    ),
]
Corners = Annotated[
    str | None,
    typer.Option(
        "--corners",
        metavar="X,Y,X,Y,X,Y,X,Y",
        help="Four points of the picture, clockwise from the top left one, that become a rectangle.",
    ),
]


def crop(program: Program, home: Callable[[Path | None], Home]) -> Callable[..., None]:
    """The command ``crop``, its other options read from the operation's parameters."""
    operation = program.operations()["crop"]

    def command(
        inputs: In,
        out: Out,
        values: dict[str, Any],
        level: Level = None,
        corners: Corners = None,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        jobs = files.targets(inputs, out, "crop")
        given = dict(values)
        for name, text, count in (("level", level, 4), ("corners", corners, 8)):
            if text is not None:
                given[name] = tuple(numbers_of(f"--{name}", text, count))
        params = params_for_output(operation, given, jobs.suffix)
        place = home(home_folder)
        batch = BatchJob(program.editor(place, program.catalogue(place)), operation, program.limits(place), overwrite)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(command, operation.params, without=("level", "corners"))
