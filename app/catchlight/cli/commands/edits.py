"""The commands that run an operation on pictures: ``hair``, ``id-photo``, ``print-sheet``, ``crop``, and those of plug-ins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from catchlight.cli import console, files
from catchlight.cli.name_engine import ImagineOption, engine_of
from catchlight.cli.options import numbers_of, with_options
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf, Strict
from catchlight.cli.run_edits import BatchJob, params_for_output
from catchlight.operations.hair.params import REFERENCE, SHAPING
from catchlight.operations.operation import Operation
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.store.style_book_entry import Kind

In = Annotated[list[Path], typer.Argument(metavar="IN", readable=False, help="Pictures, or folders of pictures.")]
Out = Annotated[
    Path, typer.Argument(metavar="OUT", help="A file for one picture (its suffix is the type), or a folder.")
]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace what is there already; never the source itself.")]
Together = Annotated[bool, typer.Option("--together", help="All pictures on one sheet.")]
Reference = Annotated[
    str | None,
    typer.Option(
        "--reference",
        metavar="NAME|FILE",
        help="A photo of somebody else, whose hair is worn, or a piece of the style book by its name.",
    ),
]
Drawn = Annotated[
    bool, typer.Option("--drawn", help="Draw the style also where the style book has a piece with its name for a tag.")
]

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


def hair(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``hair``, its options read from the operation's parameters; the long ones under short names."""
    operation = program.operations()["hair"]

    def command(
        inputs: In,
        out: Out,
        values: dict[str, Any],
        reference: Reference = None,
        imagine: ImagineOption = None,
        drawn: Drawn = False,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        jobs = files.targets(inputs, out, "hair")
        place = home(home_folder)
        worn = () if reference is None else (reference_path(reference, place, "hair"),)
        if not worn and not drawn and (piece := _piece_for(values, program, place)) is not None:
            worn, values = (piece,), values | {"hair_styles": (REFERENCE, *values["hair_styles"])}
        imagined, engine = engine_of(imagine)
        params = params_for_output(operation, values | {"imagine": imagined}, jobs.suffix)
        batch = _batch(program, place, operation.id, overwrite, engine=engine)
        raise typer.Exit(batch.run(jobs, params, worn))

    names = {"hair_color": "--color", "color_strength": "--strength", "hair_styles": "--style"}
    return with_options(command, operation.params, names, without=("strokes", "imagine"))


def id_photo(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``id-photo``, its options read from the operation's parameters; the background is the document's own."""
    operation = program.operations()["id_photo"]

    def command(
        inputs: In,
        out: Out,
        values: dict[str, Any],
        overwrite: Overwrite = False,
        strict: Strict = False,
        home_folder: HomeFolder = None,
    ) -> None:
        jobs = files.targets(inputs, out, "id-photo")
        params = params_for_output(operation, values, jobs.suffix)
        batch = _batch(program, home(home_folder), operation.id, overwrite, strict)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(command, operation.params, defaults={"background": "document"})


def print_sheet(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``print-sheet``: a sheet for each picture, or one with all of them."""
    operation = program.operations()["layout"]

    def command(
        inputs: In,
        out: Out,
        values: dict[str, Any],
        together: Together = False,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        jobs = files.targets(inputs, out, "print-sheet", together)
        params = params_for_output(operation, values, jobs.suffix)
        batch = _batch(program, home(home_folder), operation.id, overwrite)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(command, operation.params)


def crop(program: Program, home: HomeOf) -> Callable[..., None]:
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
        batch = _batch(program, home(home_folder), operation.id, overwrite)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(command, operation.params, without=("level", "corners"))


def plugin_operation(program: Program, home: HomeOf, operation: Operation[Any]) -> Callable[..., None]:
    """The command of a plug-in's operation, its options read from its parameters."""

    def command(
        inputs: In, out: Out, values: dict[str, Any], overwrite: Overwrite = False, home_folder: HomeFolder = None
    ) -> None:
        jobs = files.targets(inputs, out, operation.id.replace("_", "-"))
        params = params_for_output(operation, values, jobs.suffix)
        batch = _batch(program, home(home_folder), operation.id, overwrite)
        raise typer.Exit(batch.run(jobs, params))

    return with_options(command, operation.params)


def reference_path(text: str, home: Home, kind: Kind) -> Path:
    """The file of a reference photo, or of the piece of the style book with that name and of that kind."""
    from catchlight.service.style_pieces import reference_file
    from catchlight.store.style_book import StyleBook

    book = StyleBook(home.style_book)
    try:
        return reference_file(text, book, kind)
    finally:
        book.close()


def _piece_for(values: dict[str, Any], program: Program, home: Home) -> Path | None:
    """The piece of the style book that is kept for the one style that is asked for, which is told; None for none, and where the
    style is to be shaped, as no piece can be."""
    styles: tuple[str, ...] = tuple(values.get("hair_styles", ()))
    if len(styles) != 1 or not home.style_book.is_dir() or any(name in values for name in SHAPING):
        return None
    row = program.catalogue(home).hair_styles.get(styles[0])
    if row is None or row.modifier:
        return None
    from catchlight.store.style_book import StyleBook

    book = StyleBook(home.style_book)
    try:
        entry = book.tagged(row.id, row.label)
        if entry is None:
            return None
        book.picture(entry)  # refuses one that is damaged
        console.print_note(
            f"{row.label} is worn as the piece {entry.name} of the style book; --drawn draws it instead."
        )
        return book.path(entry)
    finally:
        book.close()


def _batch(
    program: Program, home: Home, operation: str, overwrite: bool, strict: bool = False, *, engine: str = ""
) -> BatchJob:
    """engine: the id of the one that paints, where one is named."""
    editor = program.editor(home, program.catalogue(home), *([engine] if engine else []))
    limits = program.limits(home)
    return BatchJob(editor, program.operations()[operation], limits, overwrite, strict)
