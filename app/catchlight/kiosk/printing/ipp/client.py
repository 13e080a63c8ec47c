"""Requests to a print queue or a printer: IPP over HTTP (RFC 8011), at this computer's CUPS by its socket."""

from __future__ import annotations

import getpass
import itertools
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from catchlight.core.messages import Message
from catchlight.kiosk.printing.ipp.encoding import (
    Attribute,
    GroupTag,
    IppFormatError,
    IppResponse,
    ValueTag,
    decode_response,
    encode_request,
)
from catchlight.kiosk.printing.port import PrinterFault

if TYPE_CHECKING:
    import httpx

SOCKETS = ("/run/cups/cups.sock", "/var/run/cups/cups.sock", "/private/var/run/cupsd")
"""Where CUPS listens on Linux and on macOS."""
PORT = 631
TIMEOUT_S = 3.0
"""A method of a printer may take 10 s, and asks three times at most."""


class IppOperation(IntEnum):
    """RFC 8011, 5.4.15."""

    PRINT_JOB = 0x0002
    CANCEL_JOB = 0x0008
    GET_JOB_ATTRIBUTES = 0x0009
    GET_JOBS = 0x000A
    GET_PRINTER_ATTRIBUTES = 0x000B
    RESUME_PRINTER = 0x0011


class IppRefusal(PrinterFault):
    """The queue answered, and refused. status: RFC 8011, appendix B."""

    NOT_POSSIBLE = 0x0404
    NOT_FOUND = 0x0406

    def __init__(self, message: Message, status: int) -> None:
        super().__init__(message)
        self.status = status

    @property
    def is_unknown(self) -> bool:
        """Whether the queue does not know, or know any more, what it was asked about."""
        return self.status == self.NOT_FOUND


@dataclass(frozen=True)
class IppAddress:
    """Where a printer or queue is asked. socket: a path in the file system, or ""; host: with its port; secure: over TLS."""

    host: str
    path: str
    socket: str = ""
    secure: bool = False

    @property
    def url(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self.host}{self.path}"


def device_address(uri: str) -> IppAddress | None:
    """Where the printer itself is asked; None where its queue reaches it by anything but IPP."""
    parts = urlsplit(uri)
    if parts.scheme not in ("ipp", "ipps") or not parts.hostname:
        return None
    return IppAddress(f"{parts.hostname}:{parts.port or PORT}", parts.path or "/", secure=parts.scheme == "ipps")


def cups_address(server: str) -> IppAddress:
    """CUPS itself. server: host and port, the path of a socket, or "" for this computer's."""
    if not server:
        found = next((path for path in SOCKETS if Path(path).exists()), "")
        return IppAddress("localhost" if found else f"localhost:{PORT}", "/", found)
    if server.startswith("/"):
        return IppAddress("localhost", "/", server)
    return IppAddress(server if ":" in server else f"{server}:{PORT}", "/")


def text(name: str, tag: ValueTag, *values: str) -> Attribute:
    """An attribute of words."""
    return Attribute(name, tag, values)


class IppClient:
    """Asks one address. Each request has a connection of its own: nothing is left open for months. For any thread."""

    def __init__(self, address: IppAddress, timeout_s: float = TIMEOUT_S) -> None:
        self.address = address
        self._timeout_s = timeout_s
        self._numbers = itertools.count(1)
        self._user = getpass.getuser()

    def ask(
        self,
        operation: IppOperation,
        target: Sequence[Attribute],
        job: Sequence[Attribute] = (),
        document: bytes = b"",
    ) -> IppResponse:
        """Carry out an operation. target: what it is about and its further operation attributes.

        Raises PrinterFault where nothing answers, IppRefusal where it says no.
        """
        head = (
            text("attributes-charset", ValueTag.CHARSET, "utf-8"),
            text("attributes-natural-language", ValueTag.LANGUAGE, "en"),
        )
        user = text("requesting-user-name", ValueTag.NAME, self._user)
        # The order is prescribed: the target follows charset and language (RFC 8011, 4.1.5).
        uri, *further = target
        groups = [(GroupTag.OPERATION, (*head, uri, user, *further))]
        if job:
            groups.append((GroupTag.JOB, tuple(job)))
        answer = self._post(encode_request(operation, next(self._numbers), groups) + document)
        if answer.status >= 0x0100:
            raise self._refusal(answer)
        return answer

    def _post(self, body: bytes) -> IppResponse:
        import httpx

        headers = {"Content-Type": "application/ipp"}
        if self.address.socket:  # CUPS checks by the socket who it is
            headers["Authorization"] = f"PeerCred {self._user}"
        try:
            self._check_socket()
            with self._connection() as connection:
                answer = connection.post(self.address.url, content=body, headers=headers)
        except (httpx.HTTPError, OSError) as fault:
            raise PrinterFault(
                Message(
                    "{host} does not answer ({why}). Check that the printer or the print service runs.",
                    host=self.address.socket or self.address.host,
                    why=str(fault) or type(fault).__name__,
                )
            ) from fault
        if answer.status_code in (401, 403):
            raise PrinterFault(self._forbidden())
        if answer.status_code != 200:
            raise PrinterFault(
                Message(
                    "{host} is no print service (HTTP {status}). Check the server's address.",
                    host=self.address.host,
                    status=str(answer.status_code),
                )
            )
        try:
            return decode_response(answer.content)
        except IppFormatError as fault:
            raise PrinterFault(
                Message(
                    "{host} is no print service ({why}). Check the server's address.",
                    host=self.address.host,
                    why=str(fault),
                )
            ) from fault

    def _check_socket(self) -> None:
        """Raises OSError where nobody listens at the socket; httpcore would leave its own end open."""
        if self.address.socket:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.settimeout(self._timeout_s)
                probe.connect(self.address.socket)

    def _connection(self) -> httpx.Client:
        import httpx

        # Printers sign their certificates themselves: TLS keeps out listeners, and nothing more is promised of it.
        transport = httpx.HTTPTransport(verify=False, uds=self.address.socket or None)
        return httpx.Client(transport=transport, timeout=self._timeout_s, trust_env=False)

    def _forbidden(self) -> Message:
        if self.address.socket:
            return Message(
                "The print service does not let {user} do this. Add the kiosk's user to the group lpadmin.",
                user=self._user,
            )
        return Message(
            "The print service at {host} wants to know who does this. Leave the server empty in the configuration, "
            "so that this computer's own is used.",
            host=self.address.host,
        )

    def _refusal(self, answer: IppResponse) -> IppRefusal:
        told = answer.group(GroupTag.OPERATION).get("status-message", [])
        why = next((value for value in told if isinstance(value, str)), f"0x{answer.status:04x}")
        return IppRefusal(Message("The print queue refused: {why}", why=why), answer.status)
