"""``catchlight serve``: the engine as a JSON service over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from catchlight.cli.program import Program, ServeOptions
from catchlight.cli.root.shared_options import HomeFolder, HomeOf


def add_serve(commands: typer.Typer, program: Program, home: HomeOf) -> None:
    @commands.command()
    def serve(
        host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
        port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = 8765,
        token: Annotated[
            str | None,
            typer.Option(envvar="CATCHLIGHT_TOKEN", help="Asked of every request; needed beyond this machine."),
        ] = None,
        workers: Annotated[
            int | None, typer.Option(min=1, max=64, help="Processes that answer; started again when they die.")
        ] = None,
        edits: Annotated[
            int | None, typer.Option(min=1, max=64, help="Edits at once, of all workers; default one per two cores.")
        ] = None,
        warm: Annotated[
            bool, typer.Option("--warm", help="Load the models at once, not at the first request.")
        ] = False,
        log_format: Annotated[
            Literal["human", "json"], typer.Option(help="Lines for people, or one JSON object a line.")
        ] = "human",
        imagine: Annotated[
            bool, typer.Option("--imagine", help="Let clients have the engine of the settings paint.")
        ] = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Answer as a JSON service over HTTP; /docs of the address explains it."""
        options = ServeOptions(host, port, token, workers, edits, warm, log_format, imagine)
        raise typer.Exit(program.serve(home(home_folder), options, _listening))


def _listening(address: str) -> None:
    print(f"Catchlight listens on {address}", flush=True)  # noqa: T201 - read by programs that start the server
