"""``catchlight work``: does the work of a lab's shared database, beside any number of others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import typer

from catchlight.cli.program import Program, WorkOptions
from catchlight.paths import Home


def add_work(commands: typer.Typer, program: Program, home: Callable[[Path | None], Home]) -> None:
    """The command among the others."""

    @commands.command()
    def work(
        jobs: Annotated[int, typer.Option(min=1, max=64, help="Items at once.")] = 1,
        kinds: Annotated[
            str, typer.Option(metavar="KIND,...", help="Do these kinds of work alone: selection, batch_file.")
        ] = "",
        metrics_port: Annotated[
            int | None,
            typer.Option(min=0, max=65535, help="Tell Prometheus what was counted at this port; 0 picks a free one."),
        ] = None,
        metrics_host: Annotated[str, typer.Option(help="Address that --metrics-port listens on.")] = "127.0.0.1",
        log_format: Annotated[
            Literal["human", "json"], typer.Option(help="Lines for people, or one JSON object a line.")
        ] = "human",
        home_folder: Annotated[
            Path | None,
            typer.Option("--home", metavar="FOLDER", help="Keep everything in this folder (also CATCHLIGHT_HOME)."),
        ] = None,
    ) -> None:
        """Do the work of the database that CATCHLIGHT_DATABASE or the settings name, until told to stop."""
        chosen = tuple(kind.strip() for kind in kinds.split(",") if kind.strip())
        options = WorkOptions(jobs, chosen, metrics_port, metrics_host, log_format)
        raise typer.Exit(program.work(home(home_folder), options, _say))


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - read by programs that start the worker
