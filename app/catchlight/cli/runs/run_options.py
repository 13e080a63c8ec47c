"""Options of commands that do many pictures: what is done, and how the results are written."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

PresetName = Annotated[
    str | None, typer.Option("--preset", metavar="NAME|FILE", help="A preset by its name, or its file.")
]
To = Annotated[Path | None, typer.Option("--to", metavar="FOLDER", help="Where the results go.", file_okay=False)]
Pattern = Annotated[
    str,
    typer.Option(
        "--name-pattern",
        metavar="PATTERN",
        help="Name of a result; {name}, {number}, {document}, {width}, {height} and {date} are filled in.",
    ),
]
Format = Annotated[
    Literal["jpeg", "png", "webp", "tiff", "avif"] | None,
    typer.Option("--format", help="Type of the results; without it, as the last step makes it."),
]
Quality = Annotated[int, typer.Option(min=1, max=100, help="For JPEG, WebP and AVIF.")]
Longest = Annotated[int | None, typer.Option(min=16, max=65_535, help="Pixels of the longer side; never enlarged.")]
Jobs = Annotated[int | None, typer.Option(min=1, max=64, help="Pictures at once; default one for each core.")]
Report = Annotated[
    Path | None, typer.Option("--report", metavar="CSV", help="A table with a line for each picture.", dir_okay=False)
]


def output_fields(
    pattern: str, file_format: str | None, quality: int, longest: int | None, metadata: bool
) -> dict[str, object]:
    """Fields of ``service.batch.plan.Output`` as they were given; the folder, and what happens to taken names, are added."""
    media_type = None if file_format is None else f"image/{file_format}"
    return {
        "pattern": pattern, "media_type": media_type, "quality": quality, "longest": longest, "metadata": metadata
    }  # fmt: skip
