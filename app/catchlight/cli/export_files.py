"""``catchlight export``: pictures written anew: their type, size, density, colours, sharpened for where they will be seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from catchlight.cli import files
from catchlight.cli.commands.edits import In, Out, Overwrite
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf
from catchlight.cli.run_each import run_each
from catchlight.cli.runs.file_options import (
    BY_SUFFIX,
    ColourSpaceName,
    Dpi,
    FileType,
    KeepMetadata,
    Quality,
    Sharpen,
    SizeText,
    size_of,
)
from catchlight.core.files.naming import display_name
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.service.export import ExportRequest, ExportResult, encode_export
from catchlight.service.files.reading import read_picture
from catchlight.service.signing import Signing

Format = Annotated[
    FileType | None,
    typer.Option("--format", help="Type of the file; without it that of OUT's suffix, else the picture's."),
]
MaxKilobytes = Annotated[
    int | None, typer.Option("--max-kb", min=1, help="Quality is lowered until the file has no more kilobytes.")
]


def export(program: Program, home: HomeOf) -> Callable[..., None]:
    """The command ``export``."""

    def command(
        inputs: In,
        out: Out,
        file_format: Format = None,
        quality: Quality = 95,
        size: SizeText = None,
        dpi: Dpi = None,
        sharpen: Sharpen = None,
        color_space: ColourSpaceName = None,
        max_kb: MaxKilobytes = None,
        metadata: KeepMetadata = True,
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        jobs = files.targets(inputs, out, "export")
        wish = ExportRequest(
            f"image/{_kind(file_format, jobs.suffix) or 'source'}",
            quality,
            metadata,
            max_kilobytes=max_kb,
            colour_space=color_space,
            size=size_of(size),
            dpi=dpi,
            sharpen=sharpen,
        )
        place = home(home_folder)
        run = _Run(wish, program.limits(place), Signing.of_home(place), overwrite)
        raise typer.Exit(run.all(jobs))

    return command


def _kind(asked: FileType | None, suffix: str | None) -> FileType | None:
    """The type of an exact file by its suffix, of others as asked; None for that of each picture."""
    if suffix is None:
        return asked
    named = BY_SUFFIX.get(suffix.lower())
    if named is None:
        raise typer.BadParameter(f"Cannot write {suffix} files; known are {', '.join(BY_SUFFIX)}.")
    if asked is not None and asked != named:
        raise typer.BadParameter(f"--format {asked} does not go with a {suffix} file.")
    return named


@dataclass(frozen=True)
class _Run:
    """What is done to every picture."""

    wish: ExportRequest
    limits: codec.DecodeLimits
    signing: Signing
    overwrite: bool

    def all(self, jobs: files.RunOutputs) -> int:
        """Returns the exit code."""

        def do(target: files.OutputTarget, progress: Progress) -> Text:
            path, made = self._one(target, jobs.found.files, progress)
            return _line(target.source, path, made)

        return run_each(jobs, do)

    def _one(
        self, target: files.OutputTarget, sources: Sequence[Path], progress: Progress
    ) -> tuple[Path, ExportResult]:
        picture = read_picture(target.source, self.limits, progress)
        wish = self.wish
        if wish.media_type == "image/source":
            kept = codec.kept_type(picture.metadata.media_type, has_alpha=picture.has_alpha)
            wish = replace(wish, media_type=kept)
        path = target.path(codec.EXTENSIONS[wish.media_type])
        files.check_free(path, sources, self.overwrite)
        progress.report(0.3, "writing the file")
        made = encode_export(picture, None, wish, progress, self.signing)
        write_atomic(path, made.data, replace=self.overwrite)
        return path, made


def _line(source: Path, path: Path, made: ExportResult) -> Text:
    facts = [f"{made.width} x {made.height} px", f"{len(made.data) / 1000:.0f} kB"]
    if made.dpi is not None:
        facts.insert(1, f"{made.dpi:.0f} dpi")
    if made.profile != "sRGB":
        facts.append(made.profile)
    if made.quality is not None:
        facts.append(f"quality {made.quality}")
    line = Text.assemble(f"{display_name(source)} -> {display_name(path)}  ", (", ".join(facts), "dim"))
    return line.append(f"\n  {made.note}", "yellow") if made.note else line
