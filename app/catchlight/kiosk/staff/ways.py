"""Which ways to reach staff a configuration names."""

from __future__ import annotations

from collections.abc import Iterator

from catchlight.kiosk.config.model import Staff
from catchlight.kiosk.staff.command import CommandWay
from catchlight.kiosk.staff.lamp import GpioOutput, LampWay
from catchlight.kiosk.staff.port import CallWay
from catchlight.kiosk.staff.webhook import WebhookWay


def open_call_ways(config: Staff) -> Iterator[CallWay]:
    """Those beside the screen's own. Raises InvalidRequest where the line of the lamp cannot be had."""
    if config.webhook:
        yield WebhookWay(config.webhook, config.webhook_token_file, config.webhook_timeout_s)
    if config.command:
        yield CommandWay(config.command, config.command_timeout_s)
    if config.gpio is not None:
        yield LampWay(GpioOutput(config.gpio_chip, config.gpio), config.gpio_s)
