"""The command ``edit``: a sentence, and where in the picture it is meant."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Any

import typer
from pydantic import ValidationError

from catchlight.cli import files
from catchlight.cli.ask_model import AskModel, understood
from catchlight.cli.commands.edits import In, Out, Overwrite
from catchlight.cli.name_engine import ImagineOption, engine_of
from catchlight.cli.options import numbers_of, with_options
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf
from catchlight.cli.run_edits import BatchJob, params_for_output
from catchlight.core.suggest import close_matches
from catchlight.operations.edit.marks import Box, Hotspot
from catchlight.shape.face_shape import FEATURES, FaceShape

Prompt = Annotated[
    str,
    typer.Argument(
        metavar="PROMPT", help='What to do, in words: "make the jacket navy", "remove this"; "" with --shape alone.'
    ),
]
At = Annotated[
    str | None,
    typer.Option(
        "--at", metavar="X,Y", help="The hotspot in pixels of the upright picture; without it, the middle of --box."
    ),
]
Within = Annotated[
    str | None,
    typer.Option("--box", metavar="X,Y,W,H", help="Only within this rectangle; for a thing, drawn around it."),
]
Shape = Annotated[
    list[str] | None,
    typer.Option(
        "--shape",
        metavar="NAME=VALUE",
        help="How the face is shaped; may be given several times. "
        + ", ".join(f"{name} (-1..1)" for name in FEATURES)
        + ". Below 0 is less of it: slimmer, smaller, shorter.",
    ),
]


def edit(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``edit``, its other options read from the operation's parameters."""
    operation = program.operations()["edit"]

    def command(
        inputs: In,
        out: Out,
        prompt: Prompt,
        values: dict[str, Any],
        at: At = None,
        box: Within = None,
        shape: Shape = None,
        imagine: ImagineOption = None,
        ask_model: AskModel = False,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        jobs = files.targets(inputs, out, "edit")
        place = home(home_folder)
        if ask_model and prompt.strip():
            prompt = understood(prompt, "edit", program, place)
        imagined, engine = engine_of(imagine)
        given = values | {"user_prompt": prompt, "imagine": imagined, "shape": shape_of(shape or ())} | _place(at, box)
        params = params_for_output(operation, given, jobs.suffix)
        editor = program.editor(place, program.catalogue(place), *([engine] if engine else []))
        batch = BatchJob(editor, operation, program.limits(place), overwrite)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(
        command, operation.params, without=("user_prompt", "hotspot", "box", "strokes", "imagine", "shape")
    )


def shape_of(entries: Iterable[str]) -> FaceShape:
    """``face_width=-0.4`` as a shape. Raises BadParameter."""
    given: dict[str, float] = {}
    for entry in entries:
        name, equals, text = (part.strip() for part in entry.partition("="))
        name = name.replace("-", "_")
        if not equals or name not in FEATURES:
            near = close_matches(name, FEATURES, n=3) or FEATURES
            raise typer.BadParameter(f"--shape {entry!r}: write it as NAME=VALUE, with one of {', '.join(near)}.")
        try:
            given[name] = float(text)
        except ValueError as fault:
            raise typer.BadParameter(f"--shape {entry!r}: {text!r} is no number.") from fault
    try:
        return FaceShape(**given)
    except ValidationError as fault:
        first = fault.errors(include_url=False)[0]
        said = first["msg"][:1].lower() + first["msg"][1:]
        raise typer.BadParameter(f"--shape {first['loc'][0]}: {said}.") from fault


def _place(at: str | None, box: str | None) -> dict[str, Any]:
    """Hotspot and box. Raises BadParameter."""
    given: dict[str, Any] = {}
    if box is not None:
        x, y, width, height = numbers_of("--box", box, 4)
        if width <= 0 or height <= 0:
            raise typer.BadParameter(f"--box {box!r}: width and height must be above 0.")
        given["box"] = Box(x=x, y=y, width=width, height=height)
        given["hotspot"] = Hotspot(x=x + width / 2, y=y + height / 2)
    if at is not None:
        x, y = numbers_of("--at", at, 2)
        given["hotspot"] = Hotspot(x=x, y=y)
    if not given:
        raise typer.BadParameter("--at X,Y is missing: where in the picture is it meant?")
    return given
