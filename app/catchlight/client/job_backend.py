"""Where profile pictures are made: on this computer, or on the server that is chosen or was chosen when a job began."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from catchlight.client.edit_backend import EditBackend
from catchlight.core.retry import ONCE

if TYPE_CHECKING:
    from catchlight.service.selection.selections import Selections


class JobBackends:
    """Gives the jobs of a place. here: those of this computer; opens them at its first call, and may raise StorageFault."""

    def __init__(self, here: Callable[[], Selections], places: EditBackend | None = None) -> None:
        """places: where edits run; jobs that are new begin there too."""
        self._here = here
        self._places = places

    @property
    def address(self) -> str | None:
        """Address of the server that new jobs go to; None on this computer."""
        return None if self._places is None else self._places.address

    def at(self, address: str | None) -> Selections:
        """The jobs of a server, or of this computer. May block.

        A server's tell at once when a connection cannot be had: who listens decides when to try again.
        """
        if address is None:
            return self._here()
        from catchlight.client.selection import RemoteSelections  # the network is slow to import

        token = None if self._places is None else self._places.token_for(address)
        return RemoteSelections(address, token, ONCE)
