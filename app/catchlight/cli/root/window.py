"""The window, and the demo that runs where there is no display."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from catchlight import __version__
from catchlight.cli import console
from catchlight.cli.program import CANCELLED, FAILED, BrokenWindowError, NoWindowError, Program
from catchlight.cli.root.shared_options import HomeChoice, HomeFolder
from catchlight.paths import Home

DEMO_FOLDER = Path("catchlight-demo")


def add_window(commands: typer.Typer, program: Program, home: HomeChoice) -> None:
    """What happens without a command, and the one that opens photos."""

    @commands.callback()
    def start(
        context: typer.Context,
        home_folder: HomeFolder = None,
        version: Annotated[bool, typer.Option("--version", help="Name and version.")] = False,
        tried: Annotated[bool, typer.Option("--self-test", help="Try every part of this installation.")] = False,
    ) -> None:
        home.named = home_folder
        if tried:
            from catchlight.cli.commands.self_test import self_test

            raise typer.Exit(self_test(program))
        if version:
            console.out().print(f"Catchlight {__version__}")
            raise typer.Exit
        if context.invoked_subcommand is None:
            raise typer.Exit(open_or_demo(program, home(None), ()))

    @commands.command("open", hidden=True)
    def open_window(
        photos: Annotated[list[Path], typer.Argument(readable=False)], home_folder: HomeFolder = None
    ) -> None:
        """Open photos in the window."""
        raise typer.Exit(open_or_demo(program, home(home_folder), photos))


def add_demo(commands: typer.Typer, program: Program, home: HomeChoice) -> None:
    @commands.command()
    def demo(
        folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the pictures go.")] = DEMO_FOLDER,
        home_folder: HomeFolder = None,
    ) -> None:
        """Run every operation on the shipped sample and show the times."""
        raise typer.Exit(run_demo(program, home(home_folder), folder))


def open_or_demo(program: Program, home: Home, photos: Sequence[Path]) -> int:
    try:
        return program.window(home, photos)
    except BrokenWindowError as reason:
        console.print_error(f"No window can be opened: {reason}")
        return FAILED
    except NoWindowError as reason:
        console.print_note(
            f"No window: {reason} The demo runs instead; catchlight --help lists what works without a window."
        )
        return run_demo(program, home, DEMO_FOLDER)


def run_demo(program: Program, home: Home, folder: Path) -> int:
    from catchlight.cli.commands.demo import demo_of

    code = demo_of(program, home, folder)
    if code != CANCELLED:
        console.out().print(f"Written to {folder.resolve()}; contact-sheet.png shows all.", markup=False)
    return code
