"""Which ways of handing over a configuration names."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from catchlight.kiosk.config.model import HandoverSettings
from catchlight.kiosk.handover.drives import system_drives
from catchlight.kiosk.handover.mail import EmailHandover
from catchlight.kiosk.handover.port import Handover, HandoverId
from catchlight.kiosk.handover.qr import QrHandover
from catchlight.kiosk.handover.upload import UploadHandover
from catchlight.kiosk.handover.usb import UsbHandover


def open_handovers(
    config: HandoverSettings,
    *,
    name: str = "Catchlight",
    language: Callable[[], str] = lambda: "en",
    folder: Path | None = None,
) -> list[Handover]:
    """The ways of a configuration, in its order.

    name: of the kiosk, as sender of e-mails. language: of the person, asked whenever something is written for them. folder: for
    files that an upload needs for as long as it runs; None: in memory where the system can.
    """
    makers: dict[HandoverId, Callable[[], Handover]] = {
        "qr": lambda: QrHandover(config, language),
        "usb": lambda: UsbHandover(system_drives(config.usb_folder)),
        "email": lambda: EmailHandover(config, name, language),
        "upload": lambda: UploadHandover(config.upload_command, config.upload_timeout_s, folder),
    }
    return [makers[way]() for way in config.ways]
