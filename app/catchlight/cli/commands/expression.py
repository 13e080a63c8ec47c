"""The command ``expression``: a key, and movements by name for those who want more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer

from catchlight.cli import files
from catchlight.cli.commands.edits import In, Out, Overwrite
from catchlight.cli.name_engine import ImagineOption, engine_of
from catchlight.cli.options import with_options
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf
from catchlight.cli.run_edits import BatchJob, params_for_output

Set = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="A movement by ARKit's name, -1..1, added to the key's; may be given several times: mouthSmileLeft=0.4.",
    ),
]


def expression(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``expression``, its options read from the operation's parameters."""
    operation = program.operations()["face_expression"]

    def command(
        inputs: In,
        out: Out,
        values: dict[str, Any],
        movements: Set = None,
        imagine: ImagineOption = None,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        place = home(home_folder)
        catalogue = program.catalogue(place)
        if "expression_key" not in values and not movements:
            raise typer.BadParameter(
                f"choose one of {', '.join(catalogue.expressions.ids)}; or name movements with --set.",
                param_hint="--key",
            )
        jobs = files.targets(inputs, out, "expression")
        imagined, engine = engine_of(imagine)
        given = {"expression_key": "custom", "imagine": imagined} | values
        given["coefficients"] = amounts(movements or ())
        params = params_for_output(operation, given, jobs.suffix)
        editor = program.editor(place, catalogue, *([engine] if engine else []))
        batch = BatchJob(editor, operation, program.limits(place), overwrite)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(
        command,
        operation.params,
        {"expression_key": "--key", "coefficients": "--set"},
        without=("coefficients", "imagine"),
    )


def amounts(entries: Iterable[str]) -> dict[str, float]:
    """``mouthSmileLeft=0.4`` as amounts by name. Raises BadParameter."""
    found: dict[str, float] = {}
    for entry in entries:
        name, _, text = entry.partition("=")
        try:
            found[name.strip()] = float(text)
        except ValueError:
            raise typer.BadParameter(f"--set {entry!r}: write it as NAME=VALUE, for example browInnerUp=0.5.") from None
    return found
