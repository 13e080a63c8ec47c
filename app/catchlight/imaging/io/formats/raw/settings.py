"""How a camera's raw file is developed, in plain numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Highlights = Literal["reconstruct", "blend", "clip"]
LEAST_KELVIN, MOST_KELVIN = 2000.0, 12_000.0
MOST_TINT = 150.0
MOST_STOPS = 4.0


@dataclass(frozen=True)
class RawSettings:
    """The development of a raw file.

    temperature: of the light, in kelvin, ``LEAST_KELVIN`` to ``MOST_KELVIN``; tint: of the light, -150 (towards magenta) to 150
    (towards green); None: as the camera had it. exposure: stops. highlights: what becomes of light that a channel of the sensor
    could not hold: LibRaw finds its colours by what is left and what is around (``reconstruct``), it fades to white
    (``blend``), or it is cut off (``clip``).
    """

    temperature: float | None = None
    tint: float | None = None
    exposure: float = 0.0
    highlights: Highlights = "reconstruct"
