"""The ways of handing the file over, by name, picture and explanation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from catchlight.core.messages import mark
from catchlight.kiosk.handover.port import HandoverId


@dataclass(frozen=True)
class WayWords:
    """To be translated where they are shown. icon: of ``resources/icons``."""

    title: str
    subtitle: str
    icon: str


WAYS: Mapping[HandoverId, WayWords] = {
    "qr": WayWords(mark("To my phone"), mark("With a QR code, on the Wi-Fi of this place"), "qr"),
    "usb": WayWords(mark("To a USB stick"), mark("Put your own stick into the socket"), "stick"),
    "email": WayWords(mark("By e-mail"), mark("You type your address next"), "mail"),
    "upload": WayWords(mark("To the authority"), mark("You get a code for your application"), "export"),
}
