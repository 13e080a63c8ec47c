"""Options of commands that do many pictures: what is done, and how the results are written."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from catchlight.cli.runs.file_options import FileType, size_of
from catchlight.imaging.colour.output_spaces import ColourSpace
from catchlight.imaging.filters.output_sharpening import Medium

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
    FileType | None, typer.Option("--format", help="Type of the results; without it, as the last step makes it.")
]
Longest = Annotated[int | None, typer.Option(min=16, max=65_535, help="Pixels of the longer side; never enlarged.")]
Jobs = Annotated[int | None, typer.Option(min=1, max=64, help="Pictures at once; default one for each core.")]
Report = Annotated[
    Path | None, typer.Option("--report", metavar="CSV", help="A table with a line for each picture.", dir_okay=False)
]


@dataclass(frozen=True)
class ResultFiles:
    """What the results of a run become, as it was given; ``size`` as it was typed."""

    pattern: str
    file_format: FileType | None
    quality: int
    longest: int | None
    size: str | None
    dpi: float | None
    sharpen: Medium | None
    color_space: ColourSpace | None
    metadata: bool

    def fields(self, taken: str) -> dict[str, object]:
        """Fields of ``service.batch.plan.Output`` but the folder. taken: what happens to names that are taken.

        Raises BadParameter for a size that is none, and for one that is given twice.
        """
        if self.size is not None and self.longest is not None:
            raise typer.BadParameter(
                f"--size {self.size} and --longest {self.longest} both say how large the results are: leave out --size, or "
                "--longest."
            )
        size_of(self.size)
        given: dict[str, object] = asdict(self)
        kind = given.pop("file_format")
        return given | {"media_type": None if kind is None else f"image/{kind}", "taken": taken}
