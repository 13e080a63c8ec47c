"""``--imagine [ENGINE]``: an option whose value may be left out, which the parser of options does not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from catchlight.service.imagining.engines import Engines

FLAG = "--imagine"
USED = "*"
"""What stands for the engine that the settings use; no id is written so."""
IMAGINING = frozenset({"edit", "expression", "hair", "headshot"})
"""The commands that have the option."""
ImagineOption = Annotated[
    str | None,
    typer.Option(
        FLAG,
        metavar="[ENGINE]",
        help="Let an engine paint: the one named, else the one that is used; see catchlight engines.",
    ),
]


def name_engine(words: Sequence[str], engines: Callable[[], Engines]) -> list[str]:
    """The words of a command with ``--imagine`` always followed by a value: the next word where that is an engine's id, else the
    engine that is used. engines: asked only where the option is given."""
    named = list(words)
    for number in reversed([at for at, word in enumerate(named) if word == FLAG]):
        following = named[number + 1] if number + 1 < len(named) else ""
        if not following or following not in {row.id for row in engines().rows}:
            named.insert(number + 1, USED)
    return named


def engine_of(chosen: str | None) -> tuple[bool, str]:
    """Whether an engine paints, and its id; empty for the one that is used."""
    return chosen is not None, "" if chosen in (None, USED) else str(chosen)
