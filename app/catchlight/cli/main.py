"""The command line: one sub-command per operation, and what belongs around them."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from catchlight import __version__
from catchlight.cli import console
from catchlight.cli.commands import engines, plugins, presets
from catchlight.cli.groups import credentials, stylebook, tokens
from catchlight.cli.name_engine import IMAGINING, name_engine
from catchlight.cli.program import CANCELLED, FAILED, OK, USAGE, BrokenWindowError, NoWindowError, Program
from catchlight.cli.system.serve import add_serve
from catchlight.cli.system.watch_network import stay_offline_where_asked
from catchlight.core.errors import CatchlightError, UnknownEntry
from catchlight.core.files.logbook import write_fault
from catchlight.paths import Home

EXIT_CODES = (
    "Exit codes: 0 all well; 1 a picture could not be done, or the verdict on one is fail; 2 wrong usage; 3 with --strict, a "
    "verdict is uncertain and none is fail; 130 cancelled (Ctrl+C)."
)
ABOUT = f"""Catchlight, an offline portrait studio.

Without a command, catchlight [PHOTO...] opens the window; where there is no display it runs the demo.

{EXIT_CODES}"""
DEMO_FOLDER = Path("catchlight-demo")

HomeFolder = Annotated[
    Path | None,
    typer.Option("--home", metavar="FOLDER", help="Keep everything in this folder (also CATCHLIGHT_HOME)."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 3 where a verdict is uncertain and none is fail.")]
Json = Annotated[bool, typer.Option("--json", help="As JSON instead of a table.")]


def run(program: Program, arguments: Sequence[str]) -> int:
    """Carry out a command line and give its exit code; errors are told as one sentence on stderr."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the terminal's encoding lacks must not end the run
    stay_offline_where_asked()
    try:
        app(program)(list(arguments), prog_name="catchlight")
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else USAGE
    except UnknownEntry as error:
        console.print_error(error.message)
        return USAGE
    except CatchlightError as error:
        console.print_error(error.message)
        return FAILED
    except KeyboardInterrupt:
        console.print_note("Cancelled.")
        return CANCELLED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that closing stdout is quiet too
        return FAILED
    except Exception as fault:  # noqa: BLE001 - the border: what is not foreseen goes to the log
        console.print_error(f"Something unforeseen went wrong. Details are in {write_fault(fault)}.")
        return FAILED
    return OK


class _HomeChoice:
    """The folder that everything is kept in: a command's own, the one named before the command, or the usual one."""

    def __init__(self) -> None:
        self.named: Path | None = None

    def __call__(self, folder: Path | None) -> Home:
        named = folder or self.named
        return Home(named.expanduser().resolve()) if named else Home.default()


@dataclass(frozen=True)
class _OperationCommand:
    """A command whose options are read when it is called: its module, as seen from ``cli.commands``, which is imported
    only when the command is called, what makes it there, and its help."""

    module: str
    maker: str
    help: str


_OPERATIONS = {
    "hair": _OperationCommand("edits", "hair", "Colour hair: hair IN... OUT --color ID."),
    "headshot": _OperationCommand(
        "headshot", "headshot", "Dress, light and frame portraits: headshot IN... OUT --background ID --framing ID."
    ),
    "id-photo": _OperationCommand(
        "edits", "id_photo", "Cut ID photos for a document out of portraits: id-photo IN... OUT."
    ),
    "print-sheet": _OperationCommand(
        "edits", "print_sheet", "Lay ID photos out on paper, as a picture or a PDF: print-sheet IN... OUT."
    ),
    "edit": _OperationCommand(
        "edit", "edit", 'Change a part of pictures by a sentence: edit IN... OUT "make the jacket navy" --at X,Y.'
    ),
    "expression": _OperationCommand(
        "expression", "expression", "Change the expression of faces: expression IN... OUT --key soft_smile."
    ),
    "crop": _OperationCommand(
        "edits",
        "crop",
        "Turn, flip, straighten, crop pictures or extend their canvas: crop IN... OUT --ratio 4:5 --angle -1.5.",
    ),
    "adjust": _OperationCommand(
        "adjust",
        "adjust",
        'Develop whole pictures by words and settings: adjust IN... OUT "warmer, lift the shadows".',
    ),
    "brush": _OperationCommand(
        "hand.brush",
        "brush",
        "Heal, clone, dodge, burn and adjust by strokes and gradients: brush IN... OUT --strokes FILE.",
    ),
    "profile-picture": _OperationCommand(
        "profile_picture",
        "profile_picture",
        "Make profile pictures in several sizes: profile-picture IN... --shape circle --to FOLDER.",
    ),
    "export": _OperationCommand(
        ".export_files",
        "export",
        "Write pictures anew in another size, type or sharpness: export IN... OUT --size 2048.",
    ),
    "batch": _OperationCommand(
        "batch", "batch", "Do the steps of a preset to many pictures at once: batch FOLDER --preset NAME --to FOLDER."
    ),
    "watch": _OperationCommand(
        ".intake.watch",
        "watch",
        "Do pictures as they arrive in a folder, or from a camera: watch FOLDER --preset NAME --to FOLDER.",
    ),
}


def app(program: Program) -> typer.Typer:
    """The whole command line over the given parts."""
    home = _HomeChoice()
    commands = typer.Typer(
        cls=_group_of(program, home),
        help=ABOUT,
        invoke_without_command=True,
        no_args_is_help=False,
        add_completion=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    _add_window(commands, program, home)
    for name, operation in _OPERATIONS.items():
        commands.command(name, help=operation.help)(_unloaded)
    commands.add_typer(presets.commands(home), name="presets")
    commands.add_typer(stylebook.commands(program, home), name="stylebook")
    commands.add_typer(plugins.commands(program, home), name="plugin")
    commands.add_typer(engines.commands(program, home), name="engines")
    commands.add_typer(credentials.commands(program, home), name="credentials")
    commands.add_typer(tokens.commands(home), name="tokens")
    for add in (_add_check, _add_documents, _add_demo, add_serve, _add_self_test):
        add(commands, program, home)
    return commands


def _group_of(program: Program, home: _HomeChoice) -> type[TyperGroup]:
    class Commands(TyperGroup):
        """Loads the engine's parameters only for the commands that take them; a first word that is a file opens it."""

        def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
            first = args[0]
            if first not in self.commands and _is_file(first):
                return "open", self.commands["open"], args
            name, command, rest = super().resolve_command(ctx, args)
            operation = _OPERATIONS.get(name or "")
            if name in IMAGINING:
                rest = name_engine(
                    rest, lambda: program.engines(home(_home_named(rest) or ctx.params.get("home_folder")))
                )
            if operation is not None and command is not None:
                single = typer.Typer(add_completion=False, rich_markup_mode=None)
                module = import_module(f".{operation.module}", "catchlight.cli.commands")
                made = getattr(module, operation.maker)(program, home)
                single.command(name, help=f"{operation.help}\n\n{EXIT_CODES}")(made)
                command = typer.main.get_command(single)
            return name, command, rest

    return Commands


def _home_named(words: Sequence[str]) -> Path | None:
    """The folder of ``--home`` among the words of a command, which are not parsed yet."""
    for number, word in enumerate(words):
        if word == "--home" and number + 1 < len(words):
            return Path(words[number + 1])
        if word.startswith("--home="):
            return Path(word.partition("=")[2])
    return None


def _unloaded() -> None:
    """Stands for an operation's command in the list of all commands."""


def _add_window(commands: typer.Typer, program: Program, home: _HomeChoice) -> None:
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
            raise typer.Exit(_open(program, home(None), ()))

    @commands.command("open", hidden=True)
    def open_window(
        photos: Annotated[list[Path], typer.Argument(readable=False)], home_folder: HomeFolder = None
    ) -> None:
        """Open photos in the window."""
        raise typer.Exit(_open(program, home(home_folder), photos))


def _add_check(commands: typer.Typer, program: Program, home: _HomeChoice) -> None:
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


def _add_documents(commands: typer.Typer, program: Program, home: _HomeChoice) -> None:
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


def _add_demo(commands: typer.Typer, program: Program, home: _HomeChoice) -> None:
    @commands.command()
    def demo(
        folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where the pictures go.")] = DEMO_FOLDER,
        home_folder: HomeFolder = None,
    ) -> None:
        """Run every operation on the shipped sample and show the times."""
        raise typer.Exit(_demo(program, home(home_folder), folder))


def _add_self_test(commands: typer.Typer, program: Program, home: _HomeChoice) -> None:
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


def _is_file(word: str) -> bool:
    """Whether a first word means a photo rather than a command with a slip in it."""
    return not word.startswith("-") and (os.path.exists(word) or "." in word or "/" in word or "\\" in word)


def _open(program: Program, home: Home, photos: Sequence[Path]) -> int:
    try:
        return program.window(home, photos)
    except BrokenWindowError as reason:
        console.print_error(f"No window can be opened: {reason}")
        return FAILED
    except NoWindowError as reason:
        console.print_note(
            f"No window: {reason} The demo runs instead; catchlight --help lists what works without a window."
        )
        return _demo(program, home, DEMO_FOLDER)


def _demo(program: Program, home: Home, folder: Path) -> int:
    from catchlight.cli.commands.demo import demo_of

    code = demo_of(program, home, folder)
    if code != CANCELLED:
        console.out().print(f"Written to {folder.resolve()}; contact-sheet.png shows all.", markup=False)
    return code
