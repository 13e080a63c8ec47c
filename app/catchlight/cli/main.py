"""The command line: one sub-command per operation, and what belongs around them."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import typer

from catchlight.cli import console
from catchlight.cli.commands import engines, plugins, presets
from catchlight.cli.groups import credentials, stylebook, tokens
from catchlight.cli.kiosk.command import add_kiosk
from catchlight.cli.program import CANCELLED, FAILED, OK, USAGE, Program
from catchlight.cli.root.checks import add_check, add_documents, add_self_test
from catchlight.cli.root.operation_table import EXIT_CODES, OPERATIONS, group_of
from catchlight.cli.root.serve import add_serve
from catchlight.cli.root.shared_options import HomeChoice
from catchlight.cli.root.window import add_demo, add_window
from catchlight.cli.root.work import add_work
from catchlight.cli.system.watch_network import stay_offline_where_asked
from catchlight.core.errors import CatchlightError, UnknownEntry
from catchlight.core.files.logbook import write_fault

ABOUT = f"""Catchlight, an offline portrait studio.

Without a command, catchlight [PHOTO...] opens the window; where there is no display it runs the demo.

{EXIT_CODES}"""


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


def app(program: Program) -> typer.Typer:
    """The whole command line over the given parts."""
    home = HomeChoice()
    commands = typer.Typer(
        cls=group_of(program, home),
        help=ABOUT,
        invoke_without_command=True,
        no_args_is_help=False,
        add_completion=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
    )
    add_window(commands, program, home)
    for name, operation in OPERATIONS.items():
        commands.command(name, help=operation.help)(_unloaded)
    commands.add_typer(presets.commands(home), name="presets")
    commands.add_typer(stylebook.commands(program, home), name="stylebook")
    commands.add_typer(plugins.commands(program, home), name="plugin")
    commands.add_typer(engines.commands(program, home), name="engines")
    commands.add_typer(credentials.commands(program, home), name="credentials")
    commands.add_typer(tokens.commands(home), name="tokens")
    for add in (add_check, add_documents, add_demo, add_serve, add_work, add_self_test, add_kiosk):
        add(commands, program, home)
    return commands


def _unloaded() -> None:
    """Stands for an operation's command in the list of all commands."""
