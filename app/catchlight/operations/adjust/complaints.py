"""What a complaint asks for on the picture at hand: its cast, its flat tones, its dark face."""

from __future__ import annotations

from collections.abc import Collection

from catchlight.develop import auto
from catchlight.develop.development import Development
from catchlight.develop.picture_statistics import PictureStats
from catchlight.language.intents import Amount, Intent

_RANGE, _DARKEST, _BRIGHTEST, _COLOURFUL = 0.9, 0.05, 0.93, 0.22
"""What a rich picture reaches of I: from dark to bright, its darkest and brightest, and its colour (see PictureStats)."""
_MOST_DOWN, _MOST_UP = -45.0, 30.0


def balanced(intent: Intent, seen: PictureStats) -> Development | None:
    """ "Too orange": as much of the cast as the picture has, the way the sentence says; None where it says none.

    "A bit too orange" is half of it.
    """
    said = intent.complaint or ""
    verb = said.rstrip("-")
    if verb not in ("temperature", "tint") or intent.amount.unit is not None:
        return None
    found = auto.white_balance(seen, ("temperature" if verb == "temperature" else "tint", -1 if said != verb else 1))
    share = 1.0 if intent.verb == "auto_white_balance" else min(1.0, 2 * abs(intent.amount.strength))
    return None if found.is_neutral else found.scaled(share)


def lacking(amount: Amount, seen: PictureStats) -> Development:
    """ "Washed out", "flat": blacks, whites, contrast and pale colours by what the picture lacks of them."""
    share = min(1.0, 2 * abs(amount.strength))

    def part(value: float) -> float:
        return round(share * max(_MOST_DOWN, min(_MOST_UP, value)))

    return Development(
        contrast=part(80 * max(0.0, _RANGE - (seen.high - seen.low))),
        blacks=part(-350 * max(0.0, seen.low - _DARKEST)),
        whites=part(120 * max(0.0, _BRIGHTEST - seen.high)),
        vibrance=0.0 if seen.is_grey else part(140 * max(0.0, _COLOURFUL - seen.colour)),
    )


def pop(step: float, kept: Collection[str], seen: PictureStats) -> Development:
    """Contrast, clarity and livelier colours at once, less of each than alone; nothing of what is to be left.

    step: points of a wish for one of them. kept: verbs whose effect is not wanted.
    """
    lively = not seen.is_grey and not {"saturation", "vibrance"} & {*kept}
    return Development(
        contrast=0.0 if "contrast" in kept else round(0.6 * step),
        clarity=0.0 if "clarity" in kept else round(0.4 * step),
        vibrance=round(0.5 * step) if lively else 0.0,
    )


def lit_face(stops: float, seen: PictureStats) -> Development:
    """Light by what the face needs, at least ``stops``; before a brighter ground a part of it from the shadows."""
    needed = auto.exposure(seen)
    stops = max(stops, needed.exposure)
    bright = max(0.0, min(1.0, (seen.median / max(seen.skins[0].light, 0.05) - 1.0) / 0.6))
    opened = max(needed.shadows, 40 * bright * min(1.0, stops))
    held = min(needed.highlights, -30 * bright)
    return Development(exposure=round(stops * (1 - 0.4 * bright), 2), shadows=round(opened), highlights=round(held))
