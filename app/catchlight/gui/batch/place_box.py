"""Who does the files of a batch: this computer, or a server that edits run on or have run on."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QComboBox

from catchlight.gui.jobs.backend_switch import short_address
from catchlight.gui.wording.i18n import tr


class PlaceBox(QComboBox):
    """This computer, and every server that is known."""

    def __init__(self, servers: Callable[[], Sequence[str]], chosen: str) -> None:
        """servers: gives their addresses. chosen: the one of the last time; empty for this computer."""
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._servers = servers
        self.addItem(tr("This computer"), None)
        self.refresh()
        self.setCurrentIndex(max(0, self.findData(chosen or None)))

    @property
    def server(self) -> str | None:
        """Address of the server; None for this computer."""
        found: str | None = self.currentData()
        return found

    def choose(self, server: str | None) -> None:
        """Take a place, also one that is not known any more: a batch was handed to it."""
        self._add(server)
        self.setCurrentIndex(self.findData(server))

    def refresh(self) -> None:
        """Add the servers that have become known."""
        for address in self._servers():
            self._add(address)

    def _add(self, server: str | None) -> None:
        if self.findData(server) < 0 and server is not None:
            self.addItem(short_address(server), server)
