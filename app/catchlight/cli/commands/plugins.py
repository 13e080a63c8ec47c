"""``catchlight plugin``: what plug-ins are installed, and a command for every operation that one adds."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup

from catchlight.cli import console
from catchlight.cli.program import FAILED, OK, Program
from catchlight.cli.root.shared_options import HomeOf

if TYPE_CHECKING:
    from catchlight.core.plugins import Plugin
    from catchlight.operations.operation import Operation

EXAMPLE = "catchlight plugin NAME IN... OUT"


def commands(program: Program, home: HomeOf) -> typer.Typer:
    """The group ``plugin``; its commands are made when one of them is named or their list is asked for."""

    class PluginCommands(TyperGroup):
        def list_commands(self, ctx: Any) -> list[str]:
            return [_command_name(row) for row in _rows()]

        def get_command(self, ctx: Any, cmd_name: str) -> Any:
            row = next((row for row in _rows() if _command_name(row) == cmd_name), None)
            return None if row is None else _command(program, home, row)

    group = typer.Typer(
        cls=PluginCommands,
        help=f"List what plug-ins add, or run an operation of one: {EXAMPLE}.",
        invoke_without_command=True,
        no_args_is_help=False,
        rich_markup_mode=None,
    )

    @group.callback()
    def listing(context: typer.Context) -> None:
        if context.invoked_subcommand is None:
            raise typer.Exit(show_plugins())

    return group


def show_plugins() -> int:
    """List every plug-in, each loaded to see whether it can be used; FAILED where one cannot."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    from catchlight.core.plugins import DELIVERY, OPERATIONS, find_plugins

    found = [*find_plugins(OPERATIONS), *find_plugins(DELIVERY)]
    if not found:
        console.print_note("No plug-in is installed. docs/plugins.md says how one is made.")
        return OK
    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("plug-in", "package", "adds"):
        shown.add_column(heading, overflow="fold")
    faults = 0
    for plugin in found:
        says, fault = _state(plugin)
        faults += fault
        shown.add_row(plugin.name, f"{plugin.package} {plugin.version}", Text(says, "red" if fault else ""))
    console.out().print(shown)
    return FAILED if faults else OK


def _state(plugin: Plugin) -> tuple[str, bool]:
    """What a plug-in adds, or the fault that keeps it out; whether it is a fault."""
    from catchlight.core.plugins import OPERATIONS
    from catchlight.operations.registry import PLUGINS
    from catchlight.service.delivery.deliver import OWN_SCHEMES
    from catchlight.service.delivery.plugin_targets import find_maker
    from catchlight.service.delivery.targets import DeliveryFault

    if plugin.group == OPERATIONS:
        reason = next((fault.reason for fault in PLUGINS.faults if fault.plugin == plugin), None)
        return (f"operation: {PLUGINS.rows[plugin.name].title}", False) if reason is None else (reason, True)
    if plugin.name in OWN_SCHEMES:
        return "the program delivers to that scheme itself", True
    try:
        find_maker(plugin.name)
    except DeliveryFault as fault:
        return fault.message, True
    return f"delivery to {plugin.name}://", False


def _rows() -> list[Operation[Any]]:
    from catchlight.operations.registry import PLUGINS

    return list(PLUGINS.rows.values())


def _command_name(row: Operation[Any]) -> str:
    return row.id.replace("_", "-")


def _command(program: Program, home: HomeOf, operation: Operation[Any]) -> Any:
    from catchlight.cli.commands.edits import plugin_operation  # brings the engine's parameters with it

    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    about = inspect.getdoc(operation.params) or operation.title
    single.command(_command_name(operation), help=about)(plugin_operation(program, home, operation))
    return typer.main.get_command(single)
