"""``catchlight engines``: the engines that may paint, listed, added, tried, chosen and removed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from catchlight.cli import console
from catchlight.cli.program import CANCELLED, FAILED, OK, Program
from catchlight.cli.root.shared_options import HomeFolder, HomeOf, Json
from catchlight.cli.root.usage import wrong_usage
from catchlight.core.errors import CatchlightError
from catchlight.core.files.writing import write_atomic
from catchlight.core.progress import Cancelled

if TYPE_CHECKING:
    from catchlight.service.imagining.engines import Engines
    from catchlight.store.settings.engine_settings import EngineSettings

Kind = Literal["onnx", "comfy", "sdcpp", "sdapi", "openai"]
Entry = Annotated[str, typer.Argument(metavar="ENGINE", help="Its id, as the list shows it.")]
LICENCE = "Catchlight brings no weights: those of an engine are yours, under their own licence."


def commands(program: Program, home: HomeOf) -> typer.Typer:
    """The sub-commands of ``catchlight engines``."""
    group = typer.Typer(
        help=f"List, add, test, choose and remove engines that paint what a picture lacks. {LICENCE}",
        no_args_is_help=True,
        rich_markup_mode=None,
    )

    def known(folder: Path | None) -> Engines:
        return program.engines(home(folder))

    for add in (_add_list, _add_add, _add_test, _add_use, _add_remove):
        add(group, known)
    return group


Known = Callable[[Path | None], "Engines"]


def _add_list(group: typer.Typer, known: Known) -> None:
    @group.command("list")
    def listing(
        as_json: Json = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """List the engines; nothing is sent anywhere."""
        engines = known(home_folder)
        used = engines.used
        rows = [_row(row, used) for row in engines.rows]
        if as_json:
            console.print_json(rows)
        elif rows:
            _show(rows)
        else:
            console.print_note("No engine has been added. Add one: catchlight engines add KIND ADDRESS-OR-FILE.")


def _add_add(group: typer.Typer, known: Known) -> None:
    @group.command("add")
    def add(
        kind: Annotated[
            Kind,
            typer.Argument(metavar="KIND", help="onnx, comfy, sdcpp (sd-server), sdapi (AUTOMATIC1111) or openai."),
        ],
        address: Annotated[
            str, typer.Argument(metavar="ADDRESS", help="http://127.0.0.1:8188, or the file of an onnx engine.")
        ],
        entry: Annotated[str | None, typer.Option("--id", metavar="ID", help="Its name; else its kind.")] = None,
        model: Annotated[str, typer.Option(help="The model to use there; else its own.")] = "",
        graph: Annotated[
            Path | None,
            typer.Option(
                metavar="FILE", help="A workflow exported from ComfyUI (API format).", exists=True, dir_okay=False
            ),
        ] = None,
        timeout: Annotated[
            int, typer.Option(min=5, max=3600, help="Seconds without any sign of life before it is given up.")
        ] = 120,
        allow_network: Annotated[
            bool,
            typer.Option("--allow-network", help="Parts of pictures may go to it, another computer of your network."),
        ] = False,
        token: Annotated[
            bool, typer.Option("--token", help="Ask for its token, and keep it in the system's key ring.")
        ] = False,
        home_folder: HomeFolder = None,
    ) -> None:
        """Add an engine, in the place of one with its id; the first is used from then on."""
        from catchlight.store.settings.engine_settings import EngineSettings

        name = entry or kind
        if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,31}", name):
            raise typer.BadParameter(f"--id {name!r}: small letters, digits, - and _, 32 at most.")
        if graph is not None and kind != "comfy":
            raise typer.BadParameter("--graph goes with the kind comfy only.")
        if kind == "onnx":
            address = str(_file(address))
        secret = typer.prompt("Token", hide_input=True) if token else ""
        row = EngineSettings(
            id=name,
            kind=kind,
            address=address,
            model=model,
            graph="" if graph is None else str(graph.absolute()),
            timeout=timeout,
            network=allow_network,
        )
        engines = known(home_folder)
        with wrong_usage():
            engines.place(row)
        engines.add(row, secret)
        used = engines.used
        console.out().print(
            f"Added {name}.{' It is used.' if used is not None and used.id == name else ''}", markup=False
        )
        console.print_note(f"{LICENCE} Try it: catchlight engines test {name}.")


def _add_test(group: typer.Typer, known: Known) -> None:
    @group.command("test")
    def test(
        entry: Annotated[
            str | None, typer.Argument(metavar="ENGINE", help="Its id; else the one that is used.")
        ] = None,
        picture: Annotated[
            Path | None, typer.Option("--picture", metavar="FILE", help="Write what it made, as PNG; replaced.")
        ] = None,
        home_folder: HomeFolder = None,
    ) -> None:
        """Ask an engine what it can do, and let it fill a square of the shipped sample."""
        from catchlight.service.imagining.trial import try_engine

        engines = known(home_folder)
        if entry:
            with wrong_usage():
                engines.row(entry)
            engines.confirm(entry)
        with console.bar() as bar, console.cancel_on_ctrl_c(bar.show) as progress:
            try:
                trial = try_engine(engines.imagine(entry), progress)
            except Cancelled:
                console.print_note("Cancelled.")
                raise typer.Exit(CANCELLED) from None
            except CatchlightError as fault:
                bar.complain(fault.message)
                raise typer.Exit(FAILED) from None
        able = trial.abilities
        words = "takes words" if able.prompts else "takes no words"
        seeds = "variants by seeds" if able.seeds else "one variant"
        lines = (
            f"{able.engine} {able.version}".strip(),
            f"model: {able.models[0]}",
            f"{words}; {seeds}; mask {able.masks}; {able.least} to {able.most} px; cancel: {able.cancels}",
            f"filled a square in {trial.seconds:.1f} s; its rim is {trial.seam:.2f} times as steep as what lies around",
        )
        for line in lines:
            console.out().print(line, markup=False)
        if picture is not None:
            from catchlight.imaging.io import codec

            write_atomic(picture, codec.encode(trial.picture, "image/png"))
        raise typer.Exit(OK)


def _add_use(group: typer.Typer, known: Known) -> None:
    @group.command("use")
    def use(
        entry: Annotated[str, typer.Argument(metavar="ENGINE", help="Its id, or none.")], home_folder: HomeFolder = None
    ) -> None:
        """Use an engine from now on, or none."""
        with wrong_usage():
            known(home_folder).choose(entry)


def _add_remove(group: typer.Typer, known: Known) -> None:
    @group.command("remove")
    def remove(entry: Entry, home_folder: HomeFolder = None) -> None:
        """Forget an engine and its token; nothing on it changes."""
        with wrong_usage():
            known(home_folder).remove(entry)


def _file(address: str) -> Path:
    file = Path(address).expanduser().absolute()
    if not file.is_file():
        raise typer.BadParameter(f"There is no file {address}.")
    return file


def _row(row: EngineSettings, used: EngineSettings | None) -> dict[str, Any]:
    return row.model_dump(mode="json", by_alias=True) | {"used": used is not None and used.id == row.id}


def _show(rows: list[dict[str, Any]]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    shown = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in ("engine", "kind", "address", "model", "used"):
        shown.add_column(heading, overflow="fold")
    for row in rows:
        shown.add_row(row["id"], row["kind"], row["address"], row["model"] or "its own", "yes" if row["used"] else "")
    console.out().print(shown)
