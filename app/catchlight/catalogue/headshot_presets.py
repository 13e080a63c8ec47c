"""Ready headshots by name: lists as a request would bring them."""

from __future__ import annotations

from catchlight.catalogue.rows import Row


class HeadshotPreset(Row):
    """What a kind of picture is usually made of."""

    clothing: tuple[str, ...]
    background: tuple[str, ...]
    framing: tuple[str, ...]
