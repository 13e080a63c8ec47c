"""Lines of a GPIO chip that cannot be had: told by the setting that names them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest
from catchlight.kiosk.gpio_line import request_line
from catchlight.kiosk.payment.gpio import GpioPulses
from catchlight.kiosk.staff.lamp import GpioOutput


def test_each_part_names_its_own_setting_chip_and_line(tmp_path: Path) -> None:
    pytest.importorskip("gpiod")
    chip = str(tmp_path / "gpiochip0")
    with pytest.raises(InvalidRequest, match=rf"^\[payment\] coin_gpio: line 17 of {chip} cannot be used"):
        GpioPulses(chip, 17, lambda _count: None)
    with pytest.raises(InvalidRequest, match=rf"^\[staff\] gpio: line 4 of {chip} cannot be used"):
        GpioOutput(chip, 4)


def test_without_the_package_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiod", None)
    with pytest.raises(InvalidRequest, match=r"^\[staff\] gpio needs the package gpiod on Linux: pip install"):
        request_line("[staff] gpio", "/dev/gpiochip0", 4, pytest.fail)
