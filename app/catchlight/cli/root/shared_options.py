"""Options that many commands take, and the folder that everything is kept in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from catchlight.paths import Home

HomeFolder = Annotated[
    Path | None,
    typer.Option("--home", metavar="FOLDER", help="Keep everything in this folder (also CATCHLIGHT_HOME)."),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 3 where a verdict is uncertain and none is fail.")]
Json = Annotated[bool, typer.Option("--json", help="As JSON instead of a table.")]
HomeOf = Callable[[Path | None], Home]
"""Gives the folder of a command's own ``--home``, which may not be given."""


class HomeChoice:
    """The folder that everything is kept in: a command's own, the one named before the command, or the usual one."""

    def __init__(self) -> None:
        self.named: Path | None = None

    def __call__(self, folder: Path | None) -> Home:
        named = folder or self.named
        return Home(named.expanduser().resolve()) if named else Home.default()


def home_named(words: Sequence[str]) -> Path | None:
    """The folder of ``--home`` among the words of a command, which are not parsed yet."""
    for number, word in enumerate(words):
        if word == "--home" and number + 1 < len(words):
            return Path(words[number + 1])
        if word.startswith("--home="):
            return Path(word.partition("=")[2])
    return None
