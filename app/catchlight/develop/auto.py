"""What a photographer would set first: exposure and white balance, by the skin of the faces where there are any.

A good picture is left nearly as it is: everything works by how far the picture lies outside a comfortable range, takes back a
part of that only, and stops at limits. Skin is brought into the range that skin of every kind fills, never to one tone.
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
import numpy.typing as npt

from catchlight.develop.development import Band, Bands, Development
from catchlight.develop.neutral import neutralise
from catchlight.develop.picture_statistics import PictureStats, Skin

Towards = tuple[Literal["temperature", "tint"], Literal[-1, 1]]
"""A setting and its direction."""

_LEAST_FACE = 0.008
"""Share of the picture below which a face says little about the light."""
_FACE_LIGHT = (0.48, 0.76)
"""I of a well lit face: dark skin at the lower end, pale skin at the upper."""
_BRIGHT_TO_LIGHT = 0.72
"""A face with highlights this much brighter than its median is lit well enough, however dark the skin."""
_MEDIAN = (0.28, 0.74)
_HIGH = 0.86
_STOPS = (-0.9, 1.6)
_LEAST_STOPS = 0.08

_SKIN_HUE = (31.0, 58.0)
_SKIN_CHROMA = (0.13, 0.50)
"""Ranges of skin in P / I and T / I, in degrees and strength; measured on portraits under neutral light."""
_TYPICAL_SKIN = np.array([0.21, 0.23])
"""Mean of P / I and T / I of the same skin; it varies by 0.085 on both axes."""
_AGREEING = 0.38
"""How far what greys and skin tell may lie apart in one light."""
_IN_DOUBT = 0.05
"""Of an estimated cast what may as well be chance."""
_LEAST_SAID = 18.0
"""Temperature or tint where a person says that there is a cast."""
_LEAST_CAST = 0.03
_CORRECTED = 0.8


def exposure(seen: PictureStats) -> Development:
    """Exposure, shadows, highlights, whites and blacks that bring the light in order; neutral where it is.

    What is lifted far is freed of some of its noise.
    """
    skins = _telling(seen.skins)
    stops, shadows = _by_faces(skins, seen) if skins else (_by_picture(seen), 0.0)
    stops = float(np.clip(stops, *_STOPS))
    stops = 0.0 if abs(stops) < _LEAST_STOPS else round(stops, 2)
    high = min(1.2, seen.high * 2 ** (stops / 2))
    highlights = -min(45.0, 130 * max(0.0, high - 0.93)) if stops > 0 else -min(25.0, 600 * max(0.0, seen.blown - 0.02))
    whites = min(14.0, 90 * max(0.0, 0.80 - high)) if not seen.blown else 0.0
    blacks = -min(30.0, 200 * max(0.0, seen.low * 2 ** (stops / 2) - 0.12))
    if seen.high > 0.995 and seen.median > 0.97:
        return Development()  # a drawing on white paper
    return Development(
        exposure=stops,
        shadows=_worth(shadows),
        highlights=_worth(highlights),
        whites=_worth(whites),
        blacks=_worth(blacks),
        noise_reduction=_worth(min(30.0, 40 * max(0.0, stops - 0.6))),
    )


def _telling(skins: tuple[Skin, ...]) -> list[Skin]:
    """Faces that are large enough; of several those nearly as large as the largest."""
    return [skin for skin in skins if skin.area > max(_LEAST_FACE, 0.35 * skins[0].area) and skin.light > 0.02]


def _by_faces(skins: list[Skin], seen: PictureStats) -> tuple[float, float]:
    """Stops, and shadows for a face before a brighter ground."""
    lit = float(np.mean([max(skin.light, _BRIGHT_TO_LIGHT * skin.bright) for skin in skins]))
    low, high = _FACE_LIGHT
    if lit > high:
        return 0.6 * 2 * math.log2(high / lit), 0.0
    if lit >= low:
        shadows = _opened(seen, lit, 0.0)
        return shadows / 100, shadows
    missing = 2 * math.log2(low / lit)
    stops = missing * min(0.85, 0.6 + 0.2 * missing)
    against_light = float(np.clip((seen.median / lit - 1.0) / 0.6, 0, 1)) * float(
        np.clip((seen.high - 0.8) / 0.15, 0, 1)
    )
    # Before a bright ground a part of it comes from opening the shadows, so that sky and window stay.
    shadows = 45 * against_light * min(1.0, missing)
    return stops * (1 - 0.45 * against_light), max(shadows, _opened(seen, lit, stops))


def _opened(seen: PictureStats, lit: float, stops: float) -> float:
    """Shadows for a picture that is dark around a face that is no brighter than it must be."""
    dark = max(0.0, 0.26 - seen.median * 2 ** (stops / 2)) * float(np.clip((0.60 - lit) / 0.12, 0, 1))
    return min(30.0, 750 * dark)


def _by_picture(seen: PictureStats) -> float:
    low, high = _MEDIAN
    if seen.median < low:
        room = max(0.0, 2 * math.log2(1.15 / max(seen.high, 0.3)))
        return min(0.55 * 2 * math.log2(low / max(seen.median, 0.03)), 0.35 + room)
    if seen.high < _HIGH:
        return min(0.5, 0.5 * 2 * math.log2(_HIGH / max(seen.high, 0.3)))
    if seen.median > high:
        return 0.4 * 2 * math.log2(high / seen.median)
    return 0.0


def white_balance(seen: PictureStats, towards: Towards | None = None) -> Development:
    """Temperature and tint against the cast of the light; neutral for a grey picture.

    towards: where a person says that the light must go, as "too orange" says cooler. Then all of the cast is taken, and at
    least ``_LEAST_SAID`` of it that way, for whoever looks knows that there is one.
    """
    if seen.is_grey or (seen.is_toned and towards is None):
        return Development()
    skin = _skin_of(seen)
    mixed = 0.0 if skin is None else _mixture(seen, skin)
    cast = _cast(seen, skin, mixed, certain=towards is not None)
    # In mixed light the face counts, and less of it the more the surroundings disagree; its colours are calmed instead.
    taken = cast * (_CORRECTED - 0.58 * mixed) if mixed else cast
    found = neutralise(taken) if np.hypot(*taken) >= _LEAST_CAST else (0.0, 0.0)
    balance = dict(zip(("temperature", "tint"), found, strict=True))
    if towards is not None:
        name, sign = towards
        balance[name] = sign * max(_LEAST_SAID, sign * balance[name])
    calmed = _worth(-min(55.0, 85 * mixed * float(np.hypot(*cast))))
    bands = Bands(
        reds=Band(saturation=calmed, hue=_worth(-calmed * 0.5), luminance=_worth(-calmed * 0.3)),
        oranges=Band(saturation=calmed, luminance=_worth(-calmed * 0.3)),
    )
    temperature, tint = _worth(balance["temperature"]), _worth(balance["tint"])
    return Development(temperature=temperature, tint=tint, bands=bands if calmed else Bands())


def _skin_of(seen: PictureStats) -> npt.NDArray[np.float64] | None:
    """P / I and T / I of the skin of the faces that tell; None where none does."""
    skins = [skin for skin in _telling(seen.skins) if skin.light > 0.12 and math.hypot(skin.p, skin.t) > 0.05]
    return np.mean([(one.p, one.t) for one in skins], axis=0) if skins else None


def _mixture(seen: PictureStats, skin: npt.NDArray[np.float64]) -> float:
    """How mixed the light is: 1 where face and surroundings tell of quite different ones.

    Balancing such a face alone would turn the surroundings blue.
    """
    apart = float(np.hypot(*(skin - _TYPICAL_SKIN - (seen.p, seen.t))))
    return float(np.clip((apart - _AGREEING) / 0.25, 0, 1))


def _cast(
    seen: PictureStats, skin: npt.NDArray[np.float64] | None, mixed: float, *, certain: bool
) -> npt.NDArray[np.float64]:
    """P / I and T / I of the light, as far as it can be told.

    Greys and skin err independently, each by about 0.08 (measured on portraits under neutral light); the estimate is the mean
    of both, and where nobody said that there is a cast also of none, which is as likely as a cast of 0.12.
    """
    greys = np.array([seen.p, seen.t])
    if skin is None:
        strength = float(np.hypot(*greys))
        return greys * 0.6 * (1.0 if certain else min(1.0, 0.2 / max(strength, 1e-6)))
    if mixed:
        return np.asarray(skin - _nearest_skin(skin), np.float64)
    by_skin = skin - _TYPICAL_SKIN
    if certain:
        return np.asarray(0.5 * greys + 0.5 * by_skin, np.float64)
    cast = 0.45 * greys + 0.35 * by_skin
    strength = float(np.hypot(*cast))
    return np.asarray(cast * max(0.0, strength - _IN_DOUBT) / max(strength, 1e-6), np.float64)


def _nearest_skin(balanced: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The nearest chromaticity that skin can have."""
    hue = np.clip(math.degrees(math.atan2(balanced[1], balanced[0])), *_SKIN_HUE)
    along = float(balanced @ [math.cos(math.radians(hue)), math.sin(math.radians(hue))])
    chroma = float(np.clip(along, *_SKIN_CHROMA))
    return np.array([chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))])


def _worth(value: float) -> float:
    """Whole numbers as a person would set them; nothing where it would hardly show."""
    return 0.0 if abs(value) < 2 else float(round(value))
