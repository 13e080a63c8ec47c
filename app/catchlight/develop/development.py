"""The development settings: one frozen value that words, sliders, looks and the record all share."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, cast

from pydantic import AfterValidator, ConfigDict, Field, ValidationInfo, field_validator
from pydantic.alias_generators import to_camel

from catchlight.core.conditions.collection_conditions import Length
from catchlight.core.conditions.combined_conditions import AnyOf
from catchlight.core.conditions.ruled_model import Rule, RuledModel, field_check
from catchlight.core.messages import Message

Filter = Literal["none", "yellow", "orange", "red", "green", "blue"]
Point = tuple[Annotated[float, Field(ge=0, le=1)], Annotated[float, Field(ge=0, le=1)]]


_STEP = 1e-3
"""How far apart the inputs of two points of a curve are at least."""


def _rising(points: tuple[Point, ...]) -> tuple[Point, ...]:
    """From left to right, points of one input so close together that they are a jump: a JSON schema cannot ask for an order."""
    if all(after[0] - before[0] > _STEP * 0.999 for before, after in itertools.pairwise(points)):
        return points
    ordered, least = sorted(points, key=lambda point: point[0]), 0.0
    found = []
    for place, (x, y) in enumerate(ordered):
        # So that the points after this one find room up to 1.
        least = min(max(x, least), 1.0 - _STEP * (len(ordered) - 1 - place))
        found.append((least, y))
        least += _STEP
    return tuple(found)


Curve = Annotated[tuple[Point, ...], Field(max_length=16), AfterValidator(_rising)]
"""Points (input, output) in 0..1 of sRGB, joined smoothly in the order of their inputs; empty is the straight line."""

Protected = Literal[
    "skin", "face", "background", "hair", "eyes", "clothes", "shadows", "midtones", "highlights", "whites", "blacks",
    "reds", "oranges", "yellows", "greens", "aquas", "blues", "purples", "magentas",
]  # fmt: skip
PARTS = ("skin", "face", "background", "hair", "eyes", "clothes")
"""Of what can be protected, the parts of the picture; the others are tones and colours."""

BANDS = ("reds", "oranges", "yellows", "greens", "aquas", "blues", "purples", "magentas")
ZONES = ("shadows", "midtones", "highlights")
CURVES = ("curve", "red_curve", "green_curve", "blue_curve")


class _Settings(RuledModel):
    model_config = ConfigDict(
        frozen=True, strict=True, extra="forbid", alias_generator=to_camel, populate_by_name=True, allow_inf_nan=False
    )


def _amount(title: str, help_text: str, low: float = -100) -> Any:
    return Field(0.0, title=title, ge=low, le=100, description=help_text)


class Band(_Settings):
    """What happens to the colours of one hue."""

    hue: float = _amount("Hue", "Turn this colour towards its neighbours on the colour wheel.")
    saturation: float = _amount("Saturation", "Strength of this colour.")
    luminance: float = _amount("Luminance", "Brightness of this colour.")


class Bands(_Settings):
    """Hue, saturation and luminance of eight colours."""

    reds: Band = Field(Band(), title="Reds")
    oranges: Band = Field(Band(), title="Oranges")
    yellows: Band = Field(Band(), title="Yellows")
    greens: Band = Field(Band(), title="Greens")
    aquas: Band = Field(Band(), title="Aquas")
    blues: Band = Field(Band(), title="Blues")
    purples: Band = Field(Band(), title="Purples")
    magentas: Band = Field(Band(), title="Magentas")


class Tone(_Settings):
    """A colour that is laid over a zone of tones."""

    hue: float = Field(0.0, title="Hue", ge=0, le=360, description="On the colour wheel: 0 red, 120 green, 240 blue.")
    amount: float = _amount("Amount", "How much of it.", 0)


class Toning(_Settings):
    """Split toning."""

    shadows: Tone = Field(Tone(), title="Shadows")
    midtones: Tone = Field(Tone(), title="Midtones")
    highlights: Tone = Field(Tone(), title="Highlights")


_POINTS = {
    name: Rule(AnyOf(Length(name, 0, 0), Length(name, 2, None)), Message("a curve has no point, or at least two"))
    for name in CURVES
}
"""Of each curve, so that a fault is told of its field."""


class Development(_Settings):
    """How a picture is developed. All at nought is the picture itself; -100..100 where no unit is named."""

    exposure: float = Field(
        0.0, title="Exposure", ge=-5, le=5, description="Light, in stops.", json_schema_extra={"unit": "stops"}
    )
    contrast: float = _amount("Contrast", "Spread the tones away from the middle, or towards it.")
    highlights: float = _amount("Highlights", "Brightness of bright areas; below nought brings detail back.")
    shadows: float = _amount("Shadows", "Brightness of dark areas; above nought opens them.")
    midtones: float = _amount("Midtones", "Brightness of the middle tones.")
    whites: float = _amount("Whites", "The white point.")
    blacks: float = _amount("Blacks", "The black point.")
    temperature: float = _amount("Temperature", "Warmer above nought, cooler below.")
    tint: float = _amount("Tint", "Towards magenta above nought, towards green below.")
    vibrance: float = _amount("Vibrance", "Strength of pale colours; skin is spared.")
    saturation: float = _amount("Saturation", "Strength of all colours.")
    clarity: float = _amount("Clarity", "Contrast of middle-sized detail; below nought is dreamy.")
    sharpness: float = _amount("Sharpness", "Contrast of the finest detail; below nought softens.")
    noise_reduction: float = _amount("Noise reduction", "Take noise away.", 0)
    dehaze: float = _amount("Dehaze", "Take haze away, or add it.")
    grain: float = _amount("Grain", "Grain like that of film.", 0)
    vignette: float = _amount("Vignette", "Darker corners above nought, lighter ones below.")
    fade: float = _amount("Fade", "Lift the blacks as in an old print.", 0)
    curve: Curve = Field((), title="Tone curve", description="Points (input, output) in 0..1.")
    red_curve: Curve = Field((), title="Red curve", description="The same for red alone.")
    green_curve: Curve = Field((), title="Green curve", description="The same for green alone.")
    blue_curve: Curve = Field((), title="Blue curve", description="The same for blue alone.")
    bands: Bands = Field(Bands(), title="Colours", description="Hue, saturation and luminance of eight colours.")
    toning: Toning = Field(Toning(), title="Split toning", description="Colours for shadows, midtones and highlights.")
    monochrome: float = _amount("Black and white", "How far the colours are taken away.", 0)
    filter: Filter = Field("none", title="Filter", description="Colour filter before black-and-white film.")
    protect: tuple[Protected, ...] = Field(
        (), title="Keep as it is", description="Parts of the picture, tones or colours that stay as they are."
    )
    look: str | None = Field(None, title="Look", description="Id of a look of the catalogue, under all else.")
    look_strength: float = Field(100.0, title="Strength of the look", ge=0, le=100)
    auto_exposure: bool = Field(False, title="Auto exposure", description="Exposure by what the picture shows.")
    auto_white_balance: bool = Field(False, title="Auto white balance", description="Neutral light.")

    RULES: ClassVar[tuple[Rule, ...]] = tuple(_POINTS.values())

    @field_validator(*CURVES)
    @classmethod
    def _checked(cls, value: Curve, info: ValidationInfo) -> Curve:
        return cast(Curve, field_check(_POINTS[str(info.field_name)])(value, info))

    @property
    def is_neutral(self) -> bool:
        """Whether it leaves every picture as it is."""
        if self.auto_exposure or self.auto_white_balance or (self.look is not None and self.look_strength > 0):
            return False
        if any(getattr(self, name) for name in AMOUNTS) or self.bands != Bands():
            return False
        bent = any(x != y for name in CURVES for x, y in getattr(self, name))
        return not bent and not any(tone.amount for _, tone in _zones(self.toning))

    def scaled(self, factor: float) -> Development:
        """Every amount times ``factor`` (0..1); hues, the filter and the look's name stay."""
        if factor == 1:
            return self
        values: dict[str, Any] = {name: getattr(self, name) * factor for name in AMOUNTS}
        values["look_strength"] = self.look_strength * factor
        for name in CURVES:
            points: tuple[Point, ...] = getattr(self, name)
            values[name] = tuple((x, x + (y - x) * factor) for x, y in points)
        values["bands"] = Bands(
            **{
                name: Band(
                    hue=band.hue * factor, saturation=band.saturation * factor, luminance=band.luminance * factor
                )
                for name, band in _bands(self.bands)
            }
        )
        values["toning"] = Toning(
            **{name: Tone(hue=tone.hue, amount=tone.amount * factor) for name, tone in _zones(self.toning)}
        )
        if factor == 0:
            values |= {"auto_exposure": False, "auto_white_balance": False}
        return self.model_copy(update=values)

    def plus(self, other: Development) -> Development:
        """Both, amounts added within their limits; names (look, filter) and curves of ``other`` where it has any."""
        values: dict[str, Any] = {name: _within(name, getattr(self, name) + getattr(other, name)) for name in AMOUNTS}
        for name in CURVES:
            values[name] = _joined_curves(getattr(self, name), getattr(other, name))
        values["bands"] = Bands(
            **{
                name: Band(
                    hue=_cut(band.hue + more.hue),
                    saturation=_cut(band.saturation + more.saturation),
                    luminance=_cut(band.luminance + more.luminance),
                )
                for (name, band), (_, more) in zip(_bands(self.bands), _bands(other.bands), strict=True)
            }
        )
        values["toning"] = Toning(
            **{
                name: _mixed(tone, more)
                for (name, tone), (_, more) in zip(_zones(self.toning), _zones(other.toning), strict=True)
            }
        )
        values["filter"] = other.filter if other.filter != "none" else self.filter
        values["protect"] = tuple(dict.fromkeys((*self.protect, *other.protect)))
        if other.look is not None:
            values |= {"look": other.look, "look_strength": other.look_strength}
        values["auto_exposure"] = self.auto_exposure or other.auto_exposure
        values["auto_white_balance"] = self.auto_white_balance or other.auto_white_balance
        return self.model_copy(update=values)

    def changed(self) -> dict[str, Any]:
        """What differs from the defaults, as on the wire."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


AMOUNTS = (
    "exposure", "contrast", "highlights", "shadows", "midtones", "whites", "blacks", "temperature", "tint", "vibrance",
    "saturation", "clarity", "sharpness", "noise_reduction", "dehaze", "grain", "vignette", "fade", "monochrome",
)  # fmt: skip
"""Fields that are one number."""


def limits(name: str) -> tuple[float, float]:
    """Least and greatest value of a field that is one number."""
    ends: Mapping[str, float] = {
        kind: getattr(rule, kind)
        for rule in Development.model_fields[name].metadata
        for kind in ("ge", "le")
        if getattr(rule, kind, None) is not None
    }
    return ends["ge"], ends["le"]


def _within(name: str, value: float) -> float:
    low, high = limits(name)
    return min(high, max(low, value))


def _cut(value: float) -> float:
    return min(100.0, max(-100.0, value))


def _bands(bands: Bands) -> Iterator[tuple[str, Band]]:
    return ((name, getattr(bands, name)) for name in BANDS)


def _zones(toning: Toning) -> Iterator[tuple[str, Tone]]:
    return ((name, getattr(toning, name)) for name in ZONES)


def _mixed(one: Tone, other: Tone) -> Tone:
    """Two colours over each other: their sum on the colour wheel."""
    if not one.amount or not other.amount:
        return other if other.amount else one
    x = sum(tone.amount * math.cos(math.radians(tone.hue)) for tone in (one, other))
    y = sum(tone.amount * math.sin(math.radians(tone.hue)) for tone in (one, other))
    return Tone(hue=math.degrees(math.atan2(y, x)) % 360, amount=min(100.0, math.hypot(x, y)))


def _joined_curves(first: tuple[Point, ...], second: tuple[Point, ...]) -> tuple[Point, ...]:
    """The second curve after the first."""
    if not first or not second:
        return second or first
    from catchlight.develop.stages.curves import compose_curves

    return compose_curves(first, second)
