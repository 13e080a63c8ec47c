"""Handing over by QR code: a page for one time on the local network."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from catchlight.core.messages import Message
from catchlight.kiosk.config.model import HandoverSettings
from catchlight.kiosk.handover.network import guest_address
from catchlight.kiosk.handover.one_time_server import OneTimeServer
from catchlight.kiosk.handover.port import Handed, HandoverFault, HandoverFile, HandoverId, check_files


class QrHandover:
    """Its page lives in this process alone: the files stay in memory, and end with the page."""

    id: HandoverId = "qr"

    def __init__(self, config: HandoverSettings, language: Callable[[], str]) -> None:
        """language: of the person, asked when a page is made."""
        self._config = config
        self._language = language
        self._server: OneTimeServer | None = None

    def available(self) -> bool:
        return guest_address(self._config.qr_host) is not None

    def hand(self, files: Sequence[HandoverFile], address: str, cancelled: Callable[[], bool]) -> Handed:
        """Serve a page with the files, in place of one that there was. Returns at once; the page goes on."""
        check_files(files)
        self.wipe()
        size = sum(len(file.data) for file in files)
        if size > self._config.qr_max_mb * 1_000_000:
            raise HandoverFault(
                Message(
                    "The files have {size:.1f} MB; by QR code at most {most} MB are handed over. Choose another way.",
                    size=size / 1_000_000,
                    most=self._config.qr_max_mb,
                )
            )
        host = guest_address(self._config.qr_host)
        if host is None:
            raise HandoverFault(Message("The kiosk is in no network. Choose another way, or call staff."))
        expiry = float(self._config.qr_expiry_s)
        self._server = OneTimeServer(files, host.bind, self._config.qr_port, expiry, self._language())
        return Handed("qr", f"http://{host.link}:{self._server.port}{self._server.path}", expires_s=expiry)

    def wipe(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
