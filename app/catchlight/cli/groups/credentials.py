"""``catchlight credentials``: Content Credentials shown, and the identity that exports are signed with made or chosen."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from catchlight.cli import console
from catchlight.cli.program import FAILED, OK, Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf
from catchlight.core.files.naming import display_name
from catchlight.paths import Home
from catchlight.service.files.reading import read_file

if TYPE_CHECKING:
    from catchlight.credentials.identity import Identity
    from catchlight.credentials.reading import CredentialsReport
    from catchlight.service.signing import Signing

OWN_ROOT = (
    "Others see that the file is unchanged, but nobody vouches for this name: their programs call it untrusted unless they "
    "are given {roots}."
)
_COLOURS = {"trusted": "green", "untrusted": "yellow", "tampered": "red", "none": "dim", "unsupported": "dim"}


def commands(program: Program, home: HomeOf) -> typer.Typer:
    """The sub-commands of ``catchlight credentials``."""
    group = typer.Typer(
        help="Show Content Credentials (C2PA), and sign exported JPEG and PNG files with them.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    _add_show(group, program, home)
    for add in (_add_make, _add_use, _add_switch):
        add(group, home)
    return group


def _add_show(group: typer.Typer, program: Program, home: HomeOf) -> None:
    @group.command()
    def show(
        photos: Annotated[list[Path], typer.Argument(metavar="FILE", readable=False, help="Picture files.")],
        trust: Annotated[
            Path | None,
            typer.Option(
                "--trust", metavar="FILE", help="Certificates (PEM) that are trusted; else the settings' list."
            ),
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help="As JSON instead of text.")] = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Read and validate the Content Credentials of files, without any network. Exit code 1 where one was tampered with."""
        from catchlight.credentials.reading import read_anchors, read_credentials

        place = home(home_folder)
        signing = _signing(place)
        anchors = read_anchors(signing.folder, str(trust)) if trust is not None else signing.anchors()
        limits = program.limits(place)
        reports = [(file, read_credentials(read_file(file, limits), anchors)) for file in photos]
        if as_json:
            told = [{"file": str(file), "sentence": report.sentence, **asdict(report)} for file, report in reports]
            console.print_json(told)
        else:
            for file, report in reports:
                _print(file, report)
        raise typer.Exit(FAILED if any(report.state == "tampered" for _, report in reports) else OK)


def _add_make(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def make(
        name: Annotated[str, typer.Argument(metavar="NAME", help="Who signs, as others read it: your name or studio.")],
        replace: Annotated[
            bool, typer.Option("--replace", help="In the place of the identity there is; its key is gone then.")
        ] = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Make your own identity: a key, readable by you alone, and a certificate under a root of its own."""
        from catchlight.credentials.identity import ROOTS, make_identity

        signing = _signing(home(home_folder))
        made = make_identity(signing.folder, name, replace=replace)
        _choose(home(home_folder), key="", chain="")
        _told(made, signing)
        console.print_note(OWN_ROOT.format(roots=signing.folder / ROOTS))


def _add_use(group: typer.Typer, home: HomeOf) -> None:
    @group.command()
    def use(
        key: Annotated[Path, typer.Argument(metavar="KEY", help="Private key, PEM without password, for you alone.")],
        chain: Annotated[Path, typer.Argument(metavar="CHAIN", help="Certificates, PEM, that of the key first.")],
        home_folder: HomeFolder = None,
    ) -> None:
        """Sign with a key and a certificate chain of your own; both stay where they are."""
        from catchlight.credentials.identity import load_identity

        chosen = load_identity(key.absolute(), chain.absolute())
        _choose(home(home_folder), key=str(key.absolute()), chain=str(chain.absolute()))
        _told(chosen, _signing(home(home_folder)))


def _add_switch(group: typer.Typer, home: HomeOf) -> None:
    @group.command("on")
    def switch_on(home_folder: HomeFolder = None) -> None:
        """Sign exported JPEG and PNG files from now on: of commands, window, batches and service."""
        signing = _signing(home(home_folder))
        identity = signing.identity()
        _choose(home(home_folder), sign=True)
        _told(identity, signing)

    @group.command("off")
    def switch_off(home_folder: HomeFolder = None) -> None:
        """Sign nothing from now on."""
        _choose(home(home_folder), sign=False)
        console.out().print("Exports are not signed.")

    @group.command("trust")
    def trust(
        file: Annotated[
            Path | None, typer.Argument(metavar="FILE", help="Certificates, PEM; without it, none but your own.")
        ] = None,
        home_folder: HomeFolder = None,
    ) -> None:
        """Choose the list of certificates that are trusted when Content Credentials are read."""
        from catchlight.credentials.reading import read_anchors

        place = home(home_folder)
        listed = "" if file is None else str(file.absolute())
        read_anchors(place.credentials, listed)
        _choose(place, trust_list=listed)
        console.out().print(f"Trusted: your own identities{' and ' + listed if listed else ''}.", markup=False)


def _signing(home: Home) -> Signing:
    from catchlight.service.signing import Signing

    return Signing.of_home(home)


def _choose(home: Home, **values: object) -> None:
    """Change the part ``credentials`` of the settings."""
    from catchlight.store.settings.settings_file import SettingsFile

    file = SettingsFile(home.settings)
    settings = file.load().settings
    file.save(settings.model_copy(update={"credentials": settings.credentials.model_copy(update=values)}))


def _told(identity: Identity, signing: Signing) -> None:
    until = identity.ends.date().isoformat()
    state = "Exports are signed." if signing.on else "Exports are not signed; switch it on: catchlight credentials on."
    console.out().print(f"Identity: {identity.name}, until {until}. {state}", markup=False)


def _print(file: Path, report: CredentialsReport) -> None:
    from catchlight.credentials.words import action_parts, rows

    out = console.out()
    out.print(Text.assemble(f"{display_name(file)}: ", (report.state, _COLOURS[report.state]), f". {report.sentence}"))
    for title, text in rows(report):
        out.print(Text(f"  {title}: {text}"))
    for action in report.actions:
        said, more = action_parts(action)
        out.print(Text.assemble(f"  - {said}", (f"  ({', '.join(more)})" if more else "", "dim")))
