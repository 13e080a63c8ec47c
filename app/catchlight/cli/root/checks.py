"""Commands that edit nothing: judge finished photos, list documents, try the installation."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from catchlight.cli.program import Program
from catchlight.cli.root.operation_table import EXIT_CODES
from catchlight.cli.root.shared_options import HomeFolder, HomeOf, Json, Strict


def add_check(commands: typer.Typer, program: Program, home: HomeOf) -> None:
    @commands.command(help=f"Judge finished ID photos against a document, check by check.\n\n{EXIT_CODES}")
    def check(
        photos: Annotated[
            list[Path], typer.Argument(metavar="PHOTO", readable=False, help="Photos, or folders of photos.")
        ],
        spec: Annotated[
            str | None,
            typer.Option(metavar="ID", help="Document; without it the one in the photo's own record, else icao_35x45."),
        ] = None,
        as_json: Json = False,
        strict: Strict = False,
        home_folder: HomeFolder = None,
    ) -> None:
        from catchlight.cli.commands import check as verdicts

        place = home(home_folder)
        limits, judge = program.limits(place), program.judge(place)
        raise typer.Exit(verdicts.check(photos, spec, program.catalogue(place), limits, judge, as_json, strict))


def add_documents(commands: typer.Typer, program: Program, home: HomeOf) -> None:
    @commands.command()
    def documents(
        query: Annotated[list[str] | None, typer.Argument(metavar="QUERY", help="A country, an id, a size.")] = None,
        months: Annotated[
            int | None,
            typer.Option(
                "--outdated", metavar="MONTHS", min=0, help="Only those whose newest source is older, or has no date."
            ),
        ] = None,
        as_json: Json = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """List the documents whose photos the program knows, or all rules of one: documents ID."""
        from catchlight.cli.commands import documents as listing

        catalogue, today = program.catalogue(home(home_folder)), datetime.now(UTC).date()
        raise typer.Exit(listing.documents(catalogue, " ".join(query or ()), as_json, months, today))


def add_self_test(commands: typer.Typer, program: Program, home: HomeOf) -> None:
    @commands.command("self-test")
    def tried(
        offline: Annotated[
            bool,
            typer.Option("--offline", help="Refuse every connection beyond this computer, and tell of those tried."),
        ] = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Try every part of this installation, in a folder of its own."""
        from catchlight.cli.commands.self_test import self_test

        raise typer.Exit(self_test(program, home(home_folder) if offline else None))
