"""``catchlight presets``: the steps that were kept, listed, brought in, given away, renamed and deleted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.box import SIMPLE_HEAD
from rich.table import Table
from rich.text import Text

from catchlight.cli import console
from catchlight.cli.root.shared_options import HomeFolder, HomeOf, Json

if TYPE_CHECKING:
    from catchlight.service.presets.preset_library import PresetFile, PresetFolder

Shelf = Callable[[Path | None], "PresetFolder"]
"""The presets of a home folder, or of the usual one."""
Name = Annotated[str, typer.Argument(metavar="NAME", help="Name of the preset.")]
Replace = Annotated[bool, typer.Option("--replace", help="Replace a preset of the same name.")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Replace what is there already.")]


def commands(home: HomeOf) -> typer.Typer:
    """The sub-commands of ``catchlight presets``."""
    group = typer.Typer(
        help="List, import, export, rename and delete presets: steps that were saved in the window.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )

    def shelf(folder: Path | None) -> PresetFolder:
        from catchlight.service.presets.preset_library import PresetFolder

        return PresetFolder(home(folder).presets)

    for add in (_add_list, _add_import, _add_export, _add_rename, _add_delete):
        add(group, shelf)
    return group


def _add_list(group: typer.Typer, shelf: Shelf) -> None:
    @group.command("list")
    def listing(
        as_json: Json = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """List the presets and their steps: your own, and behind them those that come with Catchlight."""
        every = shelf(home_folder).all_entries()
        own = {entry.name.casefold() for entry in every if not entry.shipped}
        entries = tuple(entry for entry in every if not entry.shipped or entry.name.casefold() not in own)
        if as_json:
            console.print_json([_row(entry) for entry in entries])
        else:
            console.out().print(_table(entries))


def _add_import(group: typer.Typer, shelf: Shelf) -> None:
    @group.command("import")
    def take_in(
        files: Annotated[list[Path], typer.Argument(metavar="FILE", exists=True, dir_okay=False)],
        name: Annotated[str | None, typer.Option(help="Under another name; for one file.")] = None,
        replace: Replace = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Bring presets in from files."""
        if name is not None and len(files) > 1:
            raise typer.BadParameter("--name goes with one file only.")
        for file in files:
            preset = shelf(home_folder).take_in(file, name, replace)
            console.out().print(Text.assemble(f"{file} -> {preset.name}  ", (_steps(len(preset.steps)), "dim")))


def _add_export(group: typer.Typer, shelf: Shelf) -> None:
    @group.command()
    def export(
        name: Name,
        to: Annotated[Path, typer.Argument(metavar="TO", help="A file, or a folder.")] = Path(),
        overwrite: Overwrite = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Write a preset to a file, to be given to somebody else."""
        console.out().print(Text(f"{name} -> {shelf(home_folder).export(name, to, overwrite)}"))


def _add_rename(group: typer.Typer, shelf: Shelf) -> None:
    @group.command()
    def rename(
        name: Name,
        new: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.")],
        home_folder: HomeFolder = None,
    ) -> None:
        """Give a preset another name."""
        console.out().print(Text(f"{name} -> {shelf(home_folder).rename(name, new).name}"))


def _add_delete(group: typer.Typer, shelf: Shelf) -> None:
    @group.command()
    def delete(
        names: Annotated[list[str], typer.Argument(metavar="NAME", help="Names of presets.")],
        home_folder: HomeFolder = None,
    ) -> None:
        """Delete presets."""
        for name in names:
            shelf(home_folder).delete(name)
            console.out().print(Text(f"{name} deleted"))


def _row(entry: PresetFile) -> dict[str, object]:
    steps = [] if entry.preset is None else [step.operation for step in entry.preset.steps]
    file = "" if entry.shipped else str(entry.path)  # that of all shipped ones is no preset's
    return {"name": entry.name, "steps": steps, "file": file, "fault": entry.fault, "shipped": entry.shipped}


def _table(entries: tuple[PresetFile, ...]) -> Table:
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("name", "steps", "file"):
        shown.add_column(heading)
    for entry in entries:
        row = _row(entry)
        steps = Text(" > ".join(map(str, row["steps"]))) if not entry.fault else Text(entry.fault, "red")  # type: ignore[call-overload]
        place = "comes with Catchlight" if entry.shipped else entry.path.name
        shown.add_row(Text(entry.name), steps, Text(place, "dim"))
    return shown


def _steps(count: int) -> str:
    return f"{count} step" if count == 1 else f"{count} steps"
