"""The lines of a finished ID photo, and the bands in which its document wants them."""

from __future__ import annotations

from typing import Any

from catchlight.operations.id_photo.framing import Framing


def lines_and_bands(planned: Framing) -> dict[str, Any]:
    """Lines and tolerance bands, in mm from the top edge of the photo."""
    document = planned.document
    crown = planned.top_margin_mm
    chin = crown + planned.head_mm
    tops, heads, eyes = document.top_margin_mm, document.head_mm, document.eye_from_bottom_mm

    def band(low: float | None, high: float | None) -> list[float] | None:
        return None if low is None or high is None else [round(low, 3), round(high, 3)]

    return {
        "crownMm": round(crown, 3),
        "chinMm": round(chin, 3),
        "eyeMm": round(document.height_mm - planned.eye_from_bottom_mm, 3),
        "crownBand": band(tops.low, tops.high) if tops else None,
        "chinBand": band(crown + heads.low, crown + heads.high) if heads and heads.low and heads.high else None,
        "eyeBand": band(document.height_mm - eyes.high, document.height_mm - eyes.low)
        if eyes and eyes.low and eyes.high
        else None,
    }
