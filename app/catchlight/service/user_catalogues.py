"""The catalogues with a user's own rows, and what is wrong with these in sentences that say what to do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.messages import Message


def load_catalogue(folder: Path, say: Callable[[Message], None] = lambda _: None) -> Catalogue:
    """The shipped rows with those of the user's folder; what cannot be used of these is left out.

    say: hears a sentence about each row or file that was left out, which names file, row and field.
    """
    skipped: list[Message] = []
    found = Catalogue.load(folder, skipped)
    for why in skipped:
        say(Message("A row of your own is left out: {why}. Correct the file, or take it away.", why=why))
    return found
