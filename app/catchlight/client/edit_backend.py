"""Where edits run: on this computer, or on a server that was chosen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from catchlight.core.progress import Progress
from catchlight.operations.operation import Operation, Preview
from catchlight.service.editor import Editor, EditRequest, EditResult

if TYPE_CHECKING:
    from catchlight.client.remote import RemoteEditor


@dataclass(frozen=True)
class FoundServer:
    """A server that has answered, the token that it took, and the version of its program."""

    remote: RemoteEditor
    token: str | None
    version: str


class EditBackend:
    """An Editor that hands each edit to the place that is chosen when it begins. Thread safe."""

    def __init__(self, local: Editor, operations: Mapping[str, Operation[Any]]) -> None:
        self._local = local
        self._operations = operations
        self._remote: RemoteEditor | None = None
        self._tokens: dict[str, str | None] = {}

    @property
    def address(self) -> str | None:
        """Address of the server that edits run on; None on this computer."""
        remote = self._remote
        return None if remote is None else remote.address

    def find_server(self, address: str, token: str | None = None) -> FoundServer:
        """Ask a server whether it is there; edits run where they ran. May block.

        Raises InvalidRequest, ServerUnreachable, or the server's refusal.
        """
        from catchlight.client.remote import RemoteEditor  # the network is slow to import, and few windows need it

        remote = RemoteEditor(address, self._operations, token)
        return FoundServer(remote, token, remote.check())

    def use_server(self, found: FoundServer) -> None:
        """Run edits on a server from now on."""
        self._tokens[found.remote.address] = found.token
        self._remote = found.remote

    def token_for(self, address: str) -> str | None:
        """The token that a server has answered to since the program was started."""
        return self._tokens.get(address)

    def use_this_computer(self) -> None:
        self._remote = None

    def run(self, request: EditRequest, progress: Progress) -> EditResult:
        return self._chosen(request).run(request, progress)

    def preview(self, request: EditRequest, size: int, progress: Progress) -> Preview:
        return self._chosen(request).preview(request, size, progress)

    def _chosen(self, request: EditRequest) -> Editor:
        remote = self._remote
        # What only the window does, cropping to a person, has no path on a server; nor has a profile picture before its job.
        return self._local if remote is None or request.operation not in self._operations else remote
