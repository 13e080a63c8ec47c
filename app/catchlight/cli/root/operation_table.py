"""The operations' commands: a row each, loaded when it is called, so that help and completion load no engine."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

from catchlight.cli.name_engine import IMAGINING, name_engine
from catchlight.cli.program import Program
from catchlight.cli.root.shared_options import HomeOf, home_named

EXIT_CODES = (
    "Exit codes: 0 all well; 1 a picture could not be done, or the verdict on one is fail; 2 wrong usage; 3 with --strict, a "
    "verdict is uncertain and none is fail; 130 cancelled (Ctrl+C)."
)


@dataclass(frozen=True)
class OperationCommand:
    """A command whose options are read when it is called: its module, as seen from ``cli.commands``, which is imported
    only when the command is called, what makes it there, and its help."""

    module: str
    maker: str
    help: str


OPERATIONS = {
    "hair": OperationCommand("edits", "hair", "Colour hair: hair IN... OUT --color ID."),
    "headshot": OperationCommand(
        "headshot", "headshot", "Dress, light and frame portraits: headshot IN... OUT --background ID --framing ID."
    ),
    "id-photo": OperationCommand(
        "edits", "id_photo", "Cut ID photos for a document out of portraits: id-photo IN... OUT."
    ),
    "print-sheet": OperationCommand(
        "edits", "print_sheet", "Lay ID photos out on paper, as a picture or a PDF: print-sheet IN... OUT."
    ),
    "edit": OperationCommand(
        "edit", "edit", 'Change a part of pictures by a sentence: edit IN... OUT "make the jacket navy" --at X,Y.'
    ),
    "expression": OperationCommand(
        "expression", "expression", "Change the expression of faces: expression IN... OUT --key soft_smile."
    ),
    "crop": OperationCommand(
        "edits",
        "crop",
        "Turn, flip, straighten, crop pictures or extend their canvas: crop IN... OUT --ratio 4:5 --angle -1.5.",
    ),
    "adjust": OperationCommand(
        "adjust",
        "adjust",
        'Develop whole pictures by words and settings: adjust IN... OUT "warmer, lift the shadows".',
    ),
    "brush": OperationCommand(
        "hand.brush",
        "brush",
        "Heal, clone, dodge, burn and adjust by strokes and gradients: brush IN... OUT --strokes FILE.",
    ),
    "profile-picture": OperationCommand(
        "profile_picture",
        "profile_picture",
        "Make profile pictures in several sizes: profile-picture IN... --shape circle --to FOLDER.",
    ),
    "export": OperationCommand(
        ".export_files",
        "export",
        "Write pictures anew in another size, type or sharpness: export IN... OUT --size 2048.",
    ),
    "batch": OperationCommand(
        "batch", "batch", "Do the steps of a preset to many pictures at once: batch FOLDER --preset NAME --to FOLDER."
    ),
    "watch": OperationCommand(
        ".intake.watch",
        "watch",
        "Do pictures as they arrive in a folder, or from a camera: watch FOLDER --preset NAME --to FOLDER.",
    ),
}


def group_of(program: Program, home: HomeOf) -> type[TyperGroup]:
    class Commands(TyperGroup):
        """Loads the engine's parameters only for the commands that take them; a first word that is a file opens it."""

        def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
            first = args[0]
            if first not in self.commands and is_file(first):
                return "open", self.commands["open"], args
            name, command, rest = super().resolve_command(ctx, args)
            operation = OPERATIONS.get(name or "")
            if name in IMAGINING:
                rest = name_engine(
                    rest, lambda: program.engines(home(home_named(rest) or ctx.params.get("home_folder")))
                )
            if operation is not None and command is not None:
                single = typer.Typer(add_completion=False, rich_markup_mode=None)
                module = import_module(f".{operation.module}", "catchlight.cli.commands")
                made = getattr(module, operation.maker)(program, home)
                single.command(name, help=f"{operation.help}\n\n{EXIT_CODES}")(made)
                command = typer.main.get_command(single)
            return name, command, rest

    return Commands


def is_file(word: str) -> bool:
    """Whether a first word means a photo rather than a command with a slip in it."""
    return not word.startswith("-") and (os.path.exists(word) or "." in word or "/" in word or "\\" in word)
