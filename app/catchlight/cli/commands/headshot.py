"""The command ``headshot``: three lists, a preset for them, and a background picture of one's own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from catchlight.catalogue.catalogue import Catalogue
from catchlight.cli import files
from catchlight.cli.commands.edits import In, Out, Overwrite, reference_path
from catchlight.cli.name_engine import ImagineOption, engine_of
from catchlight.cli.options import with_options
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf
from catchlight.cli.run_edits import BatchJob, params_for_output
from catchlight.operations.headshot.choices import REFERENCE

NAMES = {"clothing_styles": "--clothing", "background_styles": "--background", "framing_styles": "--framing"}
Preset = Annotated[
    str | None,
    typer.Option(
        "--preset", metavar="ID", help="linkedin, law_firm, clinic, start_up, actor ...: fills the lists not given."
    ),
]
BackgroundImage = Annotated[
    Path | None,
    typer.Option("--background-image", metavar="FILE", help="A background of your own.", exists=True, dir_okay=False),
]
ClothingReference = Annotated[
    str | None,
    typer.Option(
        "--clothing-reference",
        metavar="NAME|FILE",
        help="Clothes of another photo, of a cut-out garment (PNG with alpha), or of the style book by their name.",
    ),
]


def headshot(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``headshot``, its options read from the operation's parameters; the lists under short names."""
    operation = program.operations()["headshot"]

    def command(
        inputs: In,
        out: Out,
        values: dict[str, Any],
        preset: Preset = None,
        background_image: BackgroundImage = None,
        imagine: ImagineOption = None,
        clothing_reference: ClothingReference = None,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        place = home(home_folder)
        catalogue = program.catalogue(place)
        jobs = files.targets(inputs, out, "headshot")
        given = values | {name: words(values[name]) for name in NAMES if name in values}
        imagined, engine = engine_of(imagine)
        wished = _preset(preset, catalogue) | given | {"imagine": imagined}
        worn = () if clothing_reference is None else (reference_path(clothing_reference, place, "garment"),)
        if worn:
            wished["clothing_styles"] = tuple(dict.fromkeys((*wished.get("clothing_styles", ()), REFERENCE)))
        params = params_for_output(operation, wished, jobs.suffix)
        editor = program.editor(place, catalogue, *([engine] if engine else []))
        batch = BatchJob(editor, operation, program.limits(place), overwrite)
        more = ((background_image,) if background_image is not None else ()) + worn
        raise typer.Exit(batch.run(jobs, params, more))

    return with_options(command, operation.params, NAMES, without=("imagine",))


def words(entries: Iterable[str]) -> tuple[str, ...]:
    """The entries of a list, given one by one or with commas between them."""
    return tuple(word.strip() for entry in entries for word in entry.split(",") if word.strip())


def _preset(name: str | None, catalogue: Catalogue) -> dict[str, Any]:
    """The lists of a preset. Raises BadParameter."""
    if name is None:
        return {}
    row = catalogue.headshot_presets.get(name)
    if row is None:
        raise typer.BadParameter(f"--preset {name!r}: known are {', '.join(catalogue.headshot_presets.ids)}.")
    return {"clothing_styles": row.clothing, "background_styles": row.background, "framing_styles": row.framing}
