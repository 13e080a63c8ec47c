"""Schemas of the files in ``resources/language``."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

Role = Literal[
    "make", "give", "more", "less", "mend", "add", "remove", "off", "up", "down", "too", "enough", "lacking", "is",
    "not", "none", "keep", "touch", "except", "only", "to", "from", "instead", "because", "and", "but", "pronoun",
    "whole", "left", "right", "article", "nothing", "filler", "minus", "amiss",
]  # fmt: skip
"""What a word of the common vocabulary does in a sentence."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, populate_by_name=True)


class Verb(_Part):
    """What can be done with a verb, whatever the language."""

    label: str
    label_zh: str
    opposite: str | None = Field(None, description="verb meant by less of this one; its own id where it is signed")
    colour: Literal["none", "may", "must"] = "none"
    units: tuple[Literal["stops", "kelvin", "percent", "degrees", "gamma"], ...] = ("percent",)
    regions: tuple[str, ...] = Field((), description="where it works when the sentence names no place")
    only: tuple[str, ...] | None = Field(None, description="regions and kinds (@zone) it can work on; null is all")
    things: bool = Field(False, description="works on a thing under the hotspot that is no region")
    placed: bool = Field(False, description="needs a region to be named")
    about: tuple[str, ...] = Field((), description="verbs whose nouns only say what it is about: warmer colours")
    bare: bool = Field(False, description="its noun alone is a wish: vignette")
    clear: bool = Field(False, description="its colour can be none at all: a transparent background")
    mends: bool = Field(False, description="after a complaint it only asks to mend that: it has a blue cast, fix it")
    automatic: str | None = Field(None, description="verb of setting it right: fix the exposure, the exposure is off")
    answered: tuple[str, ...] = Field(
        (), description="verbs that answer a complaint which alone would ask for this one"
    )
    eased: bool = Field(False, description="less of it beside a look is less of what the look brings")
    various: bool = Field(False, description="its faults are different things: a mole is no pimple")
    removable: bool = Field(False, description="can be taken away altogether: remove the saturation")
    tones: tuple[str, str] | None = Field(
        None, description="colours it stands for, more and less, where it becomes one"
    )
    sided: bool = Field(False, description="comes from a side, which must be named: light from the left")
    styles: tuple[str, ...] = Field((), description="ways in which it can be done: matte, smoky")
    becomes: dict[str, str] = Field({}, description="region or @kind to the verb that is meant there")
    moves: dict[str, str] = Field({}, description="region to the region that is meant: eye to iris")


class ColourRule(_Part):
    """Which verb a colour word stands for when there is to be more or less of it, or all of it."""

    move: Literal["to", "more", "less"]
    colours: tuple[str, ...] = Field((), description="families; empty is any")
    regions: tuple[str, ...] | None = Field(None, description="regions and kinds; empty is no region; null is any")
    verb: str
    sign: Literal[-1, 1] = 1
    carries: bool = Field(False, description="the intent carries the colour")


class Grammar(_Part):
    """The verbs of a domain."""

    verbs: dict[str, Verb]
    colour_rules: tuple[ColourRule, ...]
    protect_only: tuple[str, ...] = Field((), description="regions that can be kept but not worked on")
    matter: dict[str, tuple[str, ...]] = Field(
        {}, description="what places are made of: the skin of the neck is the neck"
    )
    unremovable: tuple[str, ...] = Field((), description="things that are no objects")
    dark_zones: tuple[str, ...] = Field(
        (), description="regions of which there is too much where they are to be lifted"
    )
    bands: dict[str, str] = Field({}, description="family of colours to the region of the picture that has them")
    cleaned: tuple[str, ...] = Field((), description="things that are to go where they are to be cleaned or hidden")
    lent: dict[str, tuple[str, ...]] = Field(
        {}, description="region to regions of the edit domain whose words name it too"
    )
    speaking: tuple[str, ...] = Field((), description="regions whose complaints are about the whole picture")
    measures: dict[str, str] = Field({}, description="unit to the verb that an amount alone means: half a stop")
    looks: dict[str, str] = Field({}, description="look to its label")


class VerbWords(_Part):
    """Words of a verb: to do it or to be so (act), its reverse (unact), its name (noun), the faults that it, or its reverse,
    mends."""

    act: tuple[str, ...] = ()
    be: tuple[str, ...] = ()
    unact: tuple[str, ...] = ()
    unbe: tuple[str, ...] = ()
    noun: tuple[str, ...] = ()
    fault: tuple[str, ...] = ()
    unfault: tuple[str, ...] = ()


class DomainWords(_Part):
    """A language's words for a domain, and phrases that are understood."""

    verbs: dict[str, VerbWords]
    regions: dict[str, tuple[str, ...]]
    kinds: dict[str, Literal["part", "zone", "band"]] = {}
    things: dict[str, tuple[str, ...]] = {}
    looks: dict[str, tuple[str, ...]] = {}
    styles: dict[str, tuple[str, ...]] = {}
    phrases: tuple[str, ...]


class Common(_Part):
    """A language's words that mean the same in every domain."""

    roles: dict[Role, tuple[str, ...]]
    degrees: dict[str, tuple[str, ...]]
    numbers: dict[str, tuple[str, ...]]
    units: dict[Literal["stops", "kelvin", "percent", "degrees", "gamma"], tuple[str, ...]]
    measures: dict[str, tuple[str, ...]] = Field({}, description="number and unit in one: a stop and a half")
    modifiers: dict[Literal["light", "dark", "pale", "deep", "bright"], tuple[str, ...]]
    foreign: tuple[str, ...] = Field((), description="known words of things the program cannot do; never corrected")


class ColourRow(_Part):
    """A colour with all its words; ``family`` is the plain colour it is a kind of."""

    name: str
    hex: str | None = Field(pattern=r"^#[0-9A-F]{6}$")
    family: str
    en: tuple[str, ...] = ()
    zh: tuple[str, ...] = ()
