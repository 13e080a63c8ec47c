"""Wishes to settings: what a sentence means for the picture at hand."""

from __future__ import annotations

import colorsys
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.develop import auto
from catchlight.develop.development import AMOUNTS, BANDS, Band, Bands, Development, Tone, Toning, limits
from catchlight.develop.picture_statistics import PictureStats
from catchlight.imaging.colour.srgb import parse_hex
from catchlight.language.intents import Amount, Intent, Understanding
from catchlight.operations.adjust import complaints
from catchlight.operations.adjust.looks_together import look_of

_AS_SHOT_KELVIN = 5500.0
"""What a picture without further knowledge is said to be balanced for."""
_MIREDS_OF_FULL = 75.0
_DEGREES_OF_FULL = 32.0
_BAND_CENTRES = {"reds": 0.0, "oranges": 30.0, "yellows": 58.0, "greens": 120.0, "aquas": 178.0, "blues": 225.0,
                 "purples": 275.0, "magentas": 315.0}  # fmt: skip
_ZONES = {
    "shadows": "shadows",
    "blacks": "shadows",
    "midtones": "midtones",
    "highlights": "highlights",
    "whites": "highlights",
}
_FIELDS = {"noise": "noise_reduction"}
"""Verbs whose setting has another name."""
_WARM_HUE, _COOL_HUE = 36.0, 215.0
_TONED_OF_FULL = 80.0
"""Toning of the midtones that a full temperature becomes in black and white."""
_STEPS = {
    "temperature": 0.72,
    "tint": 0.6,
    "vibrance": 1.15,
    "saturation": 0.9,
    "sharpness": 1.2,
    "grain": 0.9,
    "fade": 1.1,
}
"""Words of degree move these settings by so much of the usual step."""

Adding = Callable[[Intent, PictureStats], Development]


def settings_of(
    understanding: Understanding, seen: PictureStats, look_settings: Callable[[str], Development]
) -> Development:
    """The settings that a sentence asks for, for a picture in which that was seen.

    look_settings: full-strength settings of a look, by its id. Raises UnusablePicture ``prompt_not_understood`` for a tint
    without a hue and for looks that want opposite things.
    """
    looks = [intent for intent in understanding.intents if intent.verb == "look"]
    wish = look_of(looks, look_settings)
    for intent in understanding.intents:
        if intent.verb != "look":
            wish = wish.plus(_MEANT.get(intent.verb, _moved)(intent, seen))
    wish = _toned_where_grey(wish, look_settings)
    for intent in understanding.intents:
        wish = _eased(_without(wish, intent.kept, look_settings), intent, look_settings)
    protected = dict.fromkeys(region.name for intent in understanding.intents for region in intent.protected)
    return wish.model_copy(update={"protect": tuple(protected)})


def _moved(intent: Intent, seen: PictureStats) -> Development:
    """A verb that is a setting of its own."""
    name = _FIELDS.get(intent.verb, intent.verb)
    values: dict[str, Any] = {name: _within(name, _step(intent.amount) * _STEPS.get(intent.verb, 1.0))}
    return Development(**values)


def _step(amount: Amount) -> float:
    """Points for a word of degree; a percentage is meant as it is said."""
    if amount.unit == "percent" and amount.value is not None:
        return amount.value
    size = abs(amount.strength)
    if size >= 1:
        return 100.0 if amount.strength > 0 else -100.0
    return (1 if amount.strength > 0 else -1) * round(100 * (0.62 * size + 0.22 * size**2))


def _exposure(intent: Intent, seen: PictureStats) -> Development:
    amount = intent.amount
    if amount.unit == "stops" and amount.value is not None:
        return Development(exposure=_within("exposure", amount.value))
    size = abs(amount.strength)
    stops = (1 if amount.strength > 0 else -1) * (1.0 * size + 0.5 * size**2)
    if amount.unit is None and stops > 0:
        if seen.median > 0.70:
            stops *= 0.7  # a bright picture has less room
        elif size >= 0.4:
            stops = max(stops, 0.85 * auto.exposure(seen).exposure)  # a dark one needs what it needs
    return Development(exposure=round(stops, 2))


def _temperature(intent: Intent, seen: PictureStats) -> Development:
    amount = intent.amount
    if amount.unit != "kelvin" or amount.value is None:
        return complaints.balanced(intent, seen) or _moved(intent, seen)
    kelvin = amount.value if amount.absolute else _AS_SHOT_KELVIN + amount.value
    mireds = 1e6 / _AS_SHOT_KELVIN - 1e6 / max(kelvin, 1000.0)
    return Development(temperature=_within("temperature", round(100 * mireds / _MIREDS_OF_FULL)))


def _tint(intent: Intent, seen: PictureStats) -> Development:
    return complaints.balanced(intent, seen) or _moved(intent, seen)


def _auto_white_balance(intent: Intent, seen: PictureStats) -> Development:
    return complaints.balanced(intent, seen) or Development(auto_white_balance=True)


def _enriched(intent: Intent, seen: PictureStats) -> Development:
    moved = _moved(intent, seen)
    complains = intent.complaint is not None and intent.amount.strength > 0
    return moved.plus(complaints.lacking(intent.amount, seen)) if complains else moved


def _pop(intent: Intent, seen: PictureStats) -> Development:
    return complaints.pop(_step(intent.amount), intent.kept, seen)


def _face_light(intent: Intent, seen: PictureStats) -> Development:
    plain = _exposure(intent, seen)
    if intent.amount.unit is not None or intent.amount.strength < 0 or not seen.skins:
        return plain
    return complaints.lit_face(plain.exposure, seen)


def _saturation(intent: Intent, seen: PictureStats) -> Development:
    if intent.regions:
        return _banded(intent, "saturation")
    return _enriched(intent, seen)


def _luminance(intent: Intent, seen: PictureStats) -> Development:
    return _banded(intent, "luminance")


def _banded(intent: Intent, part: str) -> Development:
    moved = max(-100.0, min(100.0, 1.3 * _step(intent.amount)))
    named = {region.name for region in intent.regions} & set(BANDS)
    return Development(bands=Bands(**{name: Band(**{part: moved}) for name in named}))


def _hue(intent: Intent, seen: PictureStats) -> Development:
    amount, bands = intent.amount, {}
    for name in {region.name for region in intent.regions} & set(BANDS):
        if intent.colour is not None:
            wanted = _hue_of(intent.colour.hex)
            turn = (wanted - _BAND_CENTRES[name] + 180) % 360 - 180
            moved = turn / _DEGREES_OF_FULL * 100 * min(1.0, 0.5 + abs(amount.strength))
        elif amount.unit == "degrees" and amount.value is not None:
            moved = amount.value / _DEGREES_OF_FULL * 100
        else:
            moved = _step(amount)
        bands[name] = Band(hue=max(-100.0, min(100.0, float(round(moved)))))
    return Development(bands=Bands(**bands))


def _tone(intent: Intent, seen: PictureStats) -> Development:
    zones = {_ZONES[region.name] for region in intent.regions if region.name in _ZONES}
    amount = min(100.0, 1.1 * abs(_step(intent.amount)))
    hues = {"shadows": 205.0, "midtones": 35.0, "highlights": 42.0}
    if intent.colour is not None:
        hues = dict.fromkeys(hues, _hue_of(intent.colour.hex))
    return Development(toning=Toning(**{zone: Tone(hue=hues[zone], amount=amount) for zone in zones}))


def _hue_of(hex_colour: str | None) -> float:
    """Degrees on the colour wheel. Raises UnusablePicture for black, white and grey."""
    rgb = parse_hex(hex_colour or "")
    hue, _, saturation = colorsys.rgb_to_hls(*(value / 255 for value in rgb or (0, 0, 0)))
    if rgb is None or saturation < 0.05:
        near = "tint the shadows blue; tint the highlights orange; black and white"
        said = Message("Black, white and grey are no tints. Understood would be, for example: {near}.", near=near)
        raise UnusablePicture(said, code="prompt_not_understood")
    return round(hue * 360, 1)


def _gamma(intent: Intent, seen: PictureStats) -> Development:
    """Tones raised to 1 / gamma: above 1 brighter, black and white stay."""
    exponent = 1 / (intent.amount.value or 1.0)
    return Development(curve=tuple((x, round(x**exponent, 4)) for x in (0.0, 0.1, 0.25, 0.5, 0.75, 1.0)))


def _toned_where_grey(wish: Development, look_settings: Callable[[str], Development]) -> Development:
    """ "Warm black and white": without colours a temperature would not show, and is a toning."""
    grey = wish.monochrome or (wish.look is not None and look_settings(wish.look).monochrome)
    if not grey or not wish.temperature:
        return wish
    hue = _WARM_HUE if wish.temperature > 0 else _COOL_HUE
    amount = min(100.0, _TONED_OF_FULL * abs(wish.temperature) / 100)
    tone = Toning(midtones=Tone(hue=hue, amount=round(amount)))
    return wish.model_copy(update={"temperature": 0.0}).plus(Development(toning=tone))


def _auto_all(intent: Intent, seen: PictureStats) -> Development:
    pale = 0.0 if seen.is_grey else max(0.0, min(12.0, 120 * (0.2 - seen.colour)))
    return Development(auto_exposure=True, auto_white_balance=True, vibrance=round(pale), contrast=4.0)


_MEANT: Mapping[str, Adding] = {
    "exposure": _exposure,
    "temperature": _temperature,
    "saturation": _saturation,
    "luminance": _luminance,
    "hue": _hue,
    "tone": _tone,
    "gamma": _gamma,
    "face_light": _face_light,
    "pop": _pop,
    "contrast": _enriched,
    "tint": _tint,
    "auto_exposure": lambda intent, seen: Development(auto_exposure=True),
    "auto_white_balance": _auto_white_balance,
    "auto_all": _auto_all,
}
"""Verbs that are more than a setting of their own."""


def _eased(wish: Development, intent: Intent, look_settings: Callable[[str], Development]) -> Development:
    """The wish with less of what its look brings: "film look, less grain". Slightly less is a quarter less."""
    if intent.verb != "grain" or intent.amount.strength >= 0 or wish.look is None:
        return wish
    plain = look_settings(wish.look).scaled(wish.look_strength / 100)
    wish = plain.plus(wish.model_copy(update={"look": None, "look_strength": 100.0}))
    return wish.model_copy(update={"grain": wish.grain * (1 + max(-1.0, intent.amount.strength))})


def _without(wish: Development, kept: Iterable[str], look_settings: Callable[[str], Development]) -> Development:
    """The wish without the effects that are not wanted: "golden hour, but not warmer".

    A look of which a part is not wanted is written out as settings.
    """
    names = [_FIELDS.get(verb, verb) for verb in kept]
    if not names:
        return wish
    if wish.look is not None:
        plain = look_settings(wish.look).scaled(wish.look_strength / 100)
        wish = plain.plus(wish.model_copy(update={"look": None, "look_strength": 100.0}))
    change: dict[str, Any] = {name: 0.0 for name in names if name in AMOUNTS}
    change |= {name: False for name in names if name in ("auto_exposure", "auto_white_balance")}
    return wish.model_copy(update=change)


def _within(name: str, value: float) -> float:
    low, high = limits(name)
    return max(low, min(high, float(value)))
