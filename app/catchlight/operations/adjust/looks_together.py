"""Several looks in one sentence: "high key, airy", "moody black and white"."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.develop.development import AMOUNTS, BANDS, Band, Bands, Development, Toning
from catchlight.language.intents import Amount, Intent

_OPPOSED = {
    "exposure": (0.1, Message("brighter"), Message("darker")),
    "temperature": (8.0, Message("warmer"), Message("cooler")),
}
"""Settings that must not go both ways: from where they count, and what they do above and below nought."""
_TONED = frozenset({"sepia"})
"""Looks without colours whose toning is meant."""


def look_of(intents: Sequence[Intent], look_settings: Callable[[str], Development]) -> Development:
    """What the looks of a sentence come to: one by its name, several written out.

    Each amount is that of the look that has most of it; amounts against each other add up. Without colours the toning of looks
    in colour is left out. Raises UnusablePicture ``prompt_not_understood`` for looks that want opposite things.
    """
    named = {intent.look: _share(intent.amount) for intent in intents if intent.look is not None}
    if not named:
        return Development()
    if len(named) == 1:
        (look, share), *_ = named.items()
        return Development(look=look, look_strength=share)
    looks = {name: look_settings(name).scaled(share / 100) for name, share in named.items()}
    for one, other in itertools.combinations(looks.values(), 2):
        _check(one, other)
    grey = any(look.monochrome for look in looks.values())
    if grey:
        looks = {name: look if name in _TONED else _without_colours(look) for name, look in looks.items()}
    return reduce(_together, looks.values())


def _share(amount: Amount) -> float:
    """Strength of a look, 5..100."""
    said = abs(amount.value) if amount.unit == "percent" and amount.value is not None else 100 * abs(amount.strength)
    return max(5.0, min(100.0, said))


def _check(one: Development, other: Development) -> None:
    for name, (least, above, below) in _OPPOSED.items():
        high, low = max(getattr(one, name), getattr(other, name)), min(getattr(one, name), getattr(other, name))
        if high > least and low < -least:
            raise UnusablePicture(
                Message(
                    "These looks do not go together: one makes the picture {above}, the other {below}.",
                    above=above,
                    below=below,
                ),
                code="prompt_not_understood",
            )
    if one.monochrome and other.monochrome and one.filter != other.filter and "none" not in (one.filter, other.filter):
        raise UnusablePicture(Message("Only one colour filter at a time."), code="prompt_not_understood")


def _without_colours(look: Development) -> Development:
    plain = {"temperature": 0.0, "tint": 0.0, "toning": Toning(), "red_curve": (), "green_curve": (), "blue_curve": ()}
    return look.model_copy(update=plain)


def _together(one: Development, other: Development) -> Development:
    both = one.plus(other)
    values: dict[str, Any] = {name: _stronger(getattr(one, name), getattr(other, name)) for name in AMOUNTS}
    values["bands"] = Bands(
        **{
            name: Band(
                **{
                    part: _stronger(getattr(getattr(one.bands, name), part), getattr(getattr(other.bands, name), part))
                    for part in ("hue", "saturation", "luminance")
                }
            )
            for name in BANDS
        }
    )
    return both.model_copy(update=values)


def _stronger(one: float, other: float) -> float:
    return max(one, other, key=abs) if one * other > 0 else one + other
