"""``catchlight serve``: the JSON service over HTTP or HTTPS."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import typer

from catchlight.cli import console
from catchlight.cli.program import Program, ServeOptions
from catchlight.cli.runs.server_options import read_token
from catchlight.paths import Home

TOKEN_IS_SEEN = (
    "Everybody on this computer can read --token in its list of programs. Use --token-file or CATCHLIGHT_TOKEN instead."
)


def add_serve(commands: typer.Typer, program: Program, home: Callable[[Path | None], Home]) -> None:
    """The command among the others."""

    @commands.command()
    def serve(
        context: typer.Context,
        host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
        port: Annotated[int, typer.Option(min=0, max=65535, help="0 picks a free one.")] = 8765,
        token: Annotated[
            str | None,
            typer.Option(envvar="CATCHLIGHT_TOKEN", help="Asked of every request; needed beyond this machine."),
        ] = None,
        token_file: Annotated[
            Path | None, typer.Option(metavar="FILE", help="File whose first line is the token, for you alone.")
        ] = None,
        tls_cert: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Certificate chain (PEM); answers by HTTPS, with --tls-key.")
        ] = None,
        tls_key: Annotated[
            Path | None, typer.Option(metavar="FILE", help="Its private key (PEM, without password).")
        ] = None,
        proxy: Annotated[
            list[str] | None,
            typer.Option(metavar="ADDRESS", help="Proxy, or network of them, whose X-Forwarded-For is believed."),
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
        work: Annotated[
            bool, typer.Option("--work", help="With a shared database: do its work here too, as catchlight work does.")
        ] = False,
        home_folder: Annotated[
            Path | None,
            typer.Option("--home", metavar="FOLDER", help="Keep everything in this folder (also CATCHLIGHT_HOME)."),
        ] = None,
    ) -> None:
        """Answer as a JSON service over HTTP; /docs of the address explains it."""
        if token_file is not None:
            token = read_token(token_file)
        elif token is not None and getattr(context.get_parameter_source("token"), "name", "") == "COMMANDLINE":
            console.print_note(TOKEN_IS_SEEN)
        options = ServeOptions(
            host, port, token, workers, edits, warm, log_format, imagine, tls_cert, tls_key, tuple(proxy or ()), work
        )
        raise typer.Exit(program.serve(home(home_folder), options, _listening))


def _listening(address: str) -> None:
    print(f"Catchlight listens on {address}", flush=True)  # noqa: T201 - read by programs that start the server
