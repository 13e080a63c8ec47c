"""The catalogues with a user's own rows, and what is wrong with these in a sentence that says what to do."""

from __future__ import annotations

from pathlib import Path

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.rows import CatalogueFault
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message


def load_catalogue(folder: Path) -> Catalogue:
    """The shipped rows with those of the user's folder. Raises StorageFault, which names file, row and field."""
    try:
        return Catalogue.load(folder)
    except CatalogueFault as fault:
        raise StorageFault(
            Message("Rows of your own cannot be read: {why}. Correct the file, or take it away.", why=fault.message)
        ) from fault
