"""``catchlight kiosk``: a person alone in front of a screen leaves with photos that fit, and nothing stays behind."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from catchlight.cli import console
from catchlight.cli.kiosk.options import KioskOptions
from catchlight.cli.program import FAILED, NoWindowError, Program
from catchlight.core.messages import Message
from catchlight.paths import Home

HELP = """Run a photo kiosk, full screen, until staff leave it: docs/kiosk.md.

With --prove no person is needed: marked pictures go through sessions, then disk and memory are searched for what they left;
the exit code is 1 where something is found."""


def add_kiosk(commands: typer.Typer, program: Program, home: Callable[[Path | None], Home]) -> None:
    @commands.command(help=HELP)
    def kiosk(
        config: Annotated[
            Path | None,
            typer.Option("--config", metavar="FILE", help="Its settings; without it kiosk.toml of the home."),
        ] = None,
        windowed: Annotated[
            bool, typer.Option("--windowed", help="In a window of the desktop, without a watchdog: to try it.")
        ] = False,
        prove: Annotated[
            bool,
            typer.Option(
                "--prove", help="Prove that nothing stays of a session, by its camera's folder or the sample."
            ),
        ] = False,
        write_config: Annotated[
            Path | None,
            typer.Option("--write-config", metavar="FILE", help="Write a file with every setting, and end."),
        ] = None,
        home_folder: Annotated[
            Path | None,
            typer.Option("--home", metavar="FOLDER", help="Keep everything in this folder (also CATCHLIGHT_HOME)."),
        ] = None,
    ) -> None:
        if write_config is not None:
            raise typer.Exit(_write(write_config))
        try:
            options = KioskOptions(config, windowed, prove)
            raise typer.Exit(program.kiosk(home(home_folder), options, console.print_note))
        except NoWindowError as reason:
            console.print_error(f"No window can be opened: {reason}")
            raise typer.Exit(FAILED) from reason


def _write(file: Path) -> int:
    """A file with every setting at its default; one that is there already is kept."""
    from catchlight.core.errors import InvalidRequest
    from catchlight.core.files.writing import write_atomic
    from catchlight.kiosk.config.toml_text import sample_toml

    if file.exists():
        raise InvalidRequest(Message("{path} is there already. Choose another name, or remove it.", path=str(file)))
    write_atomic(file, sample_toml().encode("utf-8"))
    console.print_note(f"{file} has every setting.")
    return 0
