"""``catchlight tokens``: who may use the service under a name of its own, and what each may do."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from catchlight.cli import console
from catchlight.cli.root.usage import wrong_usage
from catchlight.paths import Home
from catchlight.store.token_scopes import REQUESTS_A_MINUTE, SCOPES, USUAL_SCOPES

if TYPE_CHECKING:
    from catchlight.store.tokens import ClientTokens

HomeFolder = Annotated[
    Path | None,
    typer.Option("--home", metavar="FOLDER", help="Keep everything in this folder (also CATCHLIGHT_HOME)."),
]
HomeOf = Callable[[Path | None], Home]
_SCOPE_HELP = "; ".join(f"{name}: {what}" for name, what in SCOPES.items())


def commands(home: HomeOf) -> typer.Typer:
    """The sub-commands of ``catchlight tokens``."""
    group = typer.Typer(
        help="Tokens of the clients of the service: each with its scopes, its rate and its own pictures.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    for add in (_add_add, _add_list, _add_revoke):
        add(group, home)
    return group


def _add_add(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def add(
        name: Annotated[str, typer.Argument(metavar="NAME", help="The client's name, for example kiosk-7.")],
        scope: Annotated[str, typer.Option(metavar="SCOPE,SCOPE", help=f"What it may do. {_SCOPE_HELP}.")] = ",".join(
            USUAL_SCOPES
        ),
        rate: Annotated[int, typer.Option(help="Requests a minute at most.")] = REQUESTS_A_MINUTE,
        home_folder: HomeFolder = None,
    ) -> None:
        """Make a token and show it, this once: only its digest is kept. From then on the service asks everybody for one."""
        with _tokens(home(home_folder)) as tokens:
            scopes = [word.strip() for word in scope.split(",") if word.strip()]
            with wrong_usage():
                made = tokens.add(name, scopes, rate)
        console.print_note(f"Token of {name}. It is shown only now; keep it where {name} alone can read it:")
        print(made)  # noqa: T201 - the result


def _add_list(group: typer.Typer, home: HomeOf) -> None:
    @group.command("list")
    def list_tokens(
        as_json: Annotated[bool, typer.Option("--json", help="As JSON instead of a table.")] = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """List the tokens that were made, the revoked ones too."""
        with _tokens(home(home_folder)) as tokens:
            found = tokens.all()
        if as_json:
            told = [
                {
                    "name": client.name,
                    "scopes": sorted(client.scopes),
                    "rate": client.rate,
                    "created": client.created.isoformat(),
                    "revoked": None if client.revoked is None else client.revoked.isoformat(),
                }
                for client in found
            ]
            print(json.dumps(told, indent=2, ensure_ascii=False))  # noqa: T201 - the result
            return
        if not found:
            console.print_note("There are no tokens. Make one: catchlight tokens add NAME.")
            return
        table = Table("name", "scopes", "requests a minute", "made", "revoked", box=None)
        for client in found:
            gone = "" if client.revoked is None else client.revoked.date().isoformat()
            table.add_row(
                client.name, ",".join(sorted(client.scopes)), str(client.rate), client.created.date().isoformat(), gone
            )
        console.out().print(table)


def _add_revoke(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def revoke(
        name: Annotated[str, typer.Argument(metavar="NAME", help="The client's name.")],
        home_folder: HomeFolder = None,
    ) -> None:
        """Let a token count no longer; a running service refuses it within a second. What was made under it stays."""
        with _tokens(home(home_folder)) as tokens, wrong_usage():
            tokens.revoke(name)
        console.out().print(f"Revoked: {name}.", markup=False)


@contextlib.contextmanager
def _tokens(home: Home) -> Iterator[ClientTokens]:
    from catchlight.store.settings.settings_file import SettingsFile
    from catchlight.store.tokens import ClientTokens

    storage = SettingsFile(home.settings).load().settings.storage.in_environment()
    tokens = ClientTokens(home.tokens, storage.database)
    try:
        for notice in tokens.notices:
            console.print_note(notice)
        yield tokens
    finally:
        tokens.close()
