"""The three lists of a headshot, read: what combines, what excludes each other, and what nobody knows."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from catchlight.catalogue.backdrops import Backdrop
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.framings import FramingStyle
from catchlight.catalogue.garment_colours import Part
from catchlight.core.errors import Conflict, InvalidRequest, UnknownEntry
from catchlight.core.messages import Message
from catchlight.imaging.colour import srgb

KEEP, TRANSPARENT, BLUR, OWN_PICTURE, BRAND = "keep_original", "transparent", "blur", "own_picture", "brand_color"
IMAGINED = "imagined"
"""What a background is called that an engine has painted from a sentence; no word of the list."""
REFERENCE = "reference"
"""In the list of clothing: the clothes of a reference picture, which comes along."""
ORIGINAL, HEAD_SHOULDERS = "original", "head_shoulders"
Kind = Literal["keep", "transparent", "blur", "picture", "scene"]
Rgb = tuple[int, int, int]
T = TypeVar("T")


@dataclass(frozen=True)
class Tweak:
    """A word that joins a backdrop. group: two of the same exclude each other."""

    group: str
    blur: float = 1.0
    stops: float = 0.0
    warmth: float = 0.0
    mirrored: bool = False


TWEAKS: Mapping[str, Tweak] = {
    "softer": Tweak("focus", blur=1.7),
    "sharper": Tweak("focus", blur=0.55),
    "brighter": Tweak("light", stops=0.5),
    "darker": Tweak("light", stops=-0.6),
    "warmer": Tweak("warmth", warmth=0.35),
    "cooler": Tweak("warmth", warmth=-0.35),
    "mirrored": Tweak("side", mirrored=True),
}
_ALONE: Mapping[str, Kind] = {KEEP: "keep", TRANSPARENT: "transparent", BLUR: "blur", OWN_PICTURE: "picture"}
BACKGROUNDS = (*_ALONE, *TWEAKS)
"""Ids of backgrounds besides the scenes of the catalogue."""


@dataclass(frozen=True)
class Dye:
    """A part of what is worn, in another colour. part None: the outer garment."""

    part: Part | None
    id: str
    rgb: Rgb


@dataclass(frozen=True)
class BackgroundChoice:
    kind: Kind
    id: str
    backdrop: Backdrop | None = None
    tint: Rgb | None = None
    blur: float = 1.0
    stops: float = 0.0
    warmth: float = 0.0
    mirrored: bool = False

    @property
    def mild(self) -> bool:
        """Whether the background stays the photo's own."""
        return self.kind in ("keep", "blur")


@dataclass(frozen=True)
class FramingChoice:
    """others: the catalogue's other framings, to name one of them where this one does not fit."""

    style: FramingStyle
    circle: bool
    others: tuple[FramingStyle, ...] = ()


def parse_clothing(words: Sequence[str], catalogue: Catalogue) -> tuple[Dye, ...]:
    """The clothing list. Raises UnknownEntry, Conflict ``conflicting_styles``, InvalidRequest."""
    words = _once(words)
    if REFERENCE in words:
        if len(words) > 1:
            raise _conflict(Message("clothing"), REFERENCE, next(other for other in words if other != REFERENCE))
        return ()
    dyes: dict[Part | None, Dye] = {}
    named: Part | None = None
    waiting: str | None = None
    for word in words:
        found = _clothing_word(word, catalogue)
        if found == "keep":
            if len(words) > 1:
                raise _conflict(Message("clothing"), KEEP, next(other for other in words if other != KEEP))
            return ()
        if isinstance(found, _NamedPart):
            _require_colour(waiting)
            named, waiting = found.part, word
            continue
        if named in dyes:
            raise _conflict(Message("clothing"), dyes[named].id, word)
        dyes[named] = Dye(named, word, found)
        waiting = None
    _require_colour(waiting)
    return tuple(dyes.values())


@dataclass(frozen=True)
class _NamedPart:
    """A word that says which part of what is worn the next colour is for."""

    part: Part | None


def _clothing_word(word: str, catalogue: Catalogue) -> Literal["keep"] | _NamedPart | Rgb:
    """What one word of the clothing list means. Raises UnknownEntry."""
    row = catalogue.clothing.get(word)
    if row is not None and row.kind == "keep":
        return "keep"
    if row is not None and row.kind == "part":
        return _NamedPart(row.part)
    rgb = srgb.parse_hex(word if row is None or row.hex is None else row.hex)
    if rgb is None:
        raise UnknownEntry("style", word, (*catalogue.clothing.ids, REFERENCE), catalogue.retired.clothing.get(word))
    return rgb


def _require_colour(waiting: str | None) -> None:
    """Raise InvalidRequest where a part was named (``waiting``) and no colour for it."""
    if waiting is not None:
        raise InvalidRequest(Message("{part} needs a colour after it: {part}, navy.", part=waiting))


def split_pictures(words: Sequence[str], joining: Sequence[T]) -> tuple[T | None, T | None]:
    """The background's picture and that of the clothes, among those that join the source in this order; None for one that did not
    come. words: the list of clothing. Raises InvalidRequest for clothes of a picture without it."""
    if REFERENCE not in words:
        return (joining[0] if joining else None), None
    if not joining:
        raise InvalidRequest(
            Message("Clothes of a picture need that picture: choose a file (--clothing-reference, clothingReference).")
        )
    return (joining[0] if len(joining) > 1 else None), joining[-1]


def parse_background(
    words: Sequence[str], brand: str | None, has_picture: bool, catalogue: Catalogue, *, described: bool = False
) -> BackgroundChoice:
    """The background list. brand: ``#rrggbb`` for a backdrop that takes a colour. has_picture: whether one came along. described:
    whether a sentence says what an engine is to paint there, which takes the place of a scene.

    Raises UnknownEntry, Conflict ``conflicting_styles``, InvalidRequest.
    """
    words = _once(words)
    scenes: list[str] = []
    tweaks: dict[str, str] = {}
    tint = None if brand is None else srgb.parse_hex(brand)
    for word in words:
        if word in TWEAKS:
            group = TWEAKS[word].group
            if group in tweaks:
                raise _conflict(Message("background"), tweaks[group], word)
            tweaks[group] = word
        elif (rgb := srgb.parse_hex(word)) is not None:
            if tint is not None:
                raise _conflict(Message("background"), Message("another colour"), word)
            tint = rgb
        elif word in _ALONE or word in catalogue.backdrops.ids:
            scenes.append(word)
        else:
            raise UnknownEntry("style", word, (*BACKGROUNDS, *catalogue.backdrops.ids))
    if scenes == [KEEP, BLUR] or scenes == [BLUR, KEEP]:
        scenes = [BLUR]
    if len(scenes) > 1:
        raise _conflict(Message("background"), scenes[0], scenes[1])
    if described:
        return _ground(_described(scenes, tint, has_picture), None, list(tweaks.values()), True, catalogue)
    return _ground(
        scenes[0] if scenes else _implied(tint, has_picture), tint, list(tweaks.values()), has_picture, catalogue
    )


def parse_framing(words: Sequence[str], catalogue: Catalogue) -> FramingChoice:
    """The framing list. Raises UnknownEntry, Conflict ``conflicting_styles``."""
    rows = _framing_rows(_once(words), catalogue)
    frames, joined = [row for row in rows if not row.modifier], [row for row in rows if row.modifier]
    if len(frames) > 1:
        raise _conflict(Message("framing"), frames[0].id, frames[1].id)
    if frames and joined and frames[0].aspect != 1.0:
        raise _conflict(Message("framing"), frames[0].id, joined[0].id)
    circle = any(row.safe == "circle" for row in joined)
    if not rows:
        default = catalogue.framings.get(HEAD_SHOULDERS)
        assert default is not None, "a test holds the catalogue to its ids"
        return FramingChoice(default, False, _others(default, catalogue))
    style = (frames or joined)[0]
    return FramingChoice(style, circle, () if circle else _others(style, catalogue))


def _framing_rows(words: Sequence[str], catalogue: Catalogue) -> list[FramingStyle]:
    """The catalogue's rows by their ids. Raises UnknownEntry."""
    rows = []
    for word in words:
        row = catalogue.framings.get(word)
        if row is None:
            raise UnknownEntry("style", word, catalogue.framings.ids)
        rows.append(row)
    return rows


def _others(style: FramingStyle, catalogue: Catalogue) -> tuple[FramingStyle, ...]:
    return tuple(row for row in catalogue.framings if row is not style and row.aspect is not None and not row.modifier)


def _implied(tint: Rgb | None, has_picture: bool) -> str:
    """What a list means that names no scene."""
    return OWN_PICTURE if has_picture else BRAND if tint is not None else KEEP


def _described(scenes: Sequence[str], tint: Rgb | None, has_picture: bool) -> str:
    """What stands for a background that a sentence describes. Raises Conflict ``conflicting_styles`` beside any other."""
    other = scenes[0] if scenes else BRAND if tint is not None else OWN_PICTURE if has_picture else None
    if other is not None:
        raise _conflict(Message("background"), other, Message("a background in words"))
    return IMAGINED


def _ground(
    scene: str, tint: Rgb | None, tweaks: Sequence[str], has_picture: bool, catalogue: Catalogue
) -> BackgroundChoice:
    backdrop = catalogue.backdrops.get(scene) if scene not in _ALONE else None
    kind: Kind = "picture" if scene == IMAGINED else _ALONE.get(scene, "scene")
    _require_compatible(scene, kind, backdrop, tint, tweaks, has_picture)
    given = [TWEAKS[word] for word in tweaks]
    return BackgroundChoice(
        kind,
        scene,
        backdrop,
        tint,
        math.prod((tweak.blur for tweak in given), start=1.0),
        sum(tweak.stops for tweak in given),
        sum(tweak.warmth for tweak in given),
        any(tweak.mirrored for tweak in given),
    )


def _require_compatible(
    scene: str, kind: Kind, backdrop: Backdrop | None, tint: Rgb | None, tweaks: Sequence[str], has_picture: bool
) -> None:
    """Raise Conflict ``conflicting_styles`` or InvalidRequest for what a background cannot be joined with, or lacks."""
    if kind in ("keep", "transparent") and tweaks:
        raise _conflict(Message("background"), scene, tweaks[0])
    unfit = [word for word in tweaks if kind == "blur" and TWEAKS[word].group != "focus"]
    if unfit:
        raise _conflict(Message("background"), scene, unfit[0])
    if tint is not None and (backdrop is None or not backdrop.tintable):
        raise _conflict(Message("background"), scene, "#{:02x}{:02x}{:02x}".format(*tint))
    if kind == "picture" and not has_picture:
        raise InvalidRequest(
            Message(
                "A background of your own needs its picture: choose a file (--background-image, backgroundImageUrl)."
            )
        )
    if has_picture and kind != "picture":
        raise _conflict(Message("background"), scene, "a picture of your own")


def _once(words: Sequence[str]) -> tuple[str, ...]:
    """Words without repeats."""
    return tuple(dict.fromkeys(words))


def _conflict(what: Message, first: str, second: str | Message) -> Conflict:
    return Conflict(
        Message(
            "In the {what} list {first} and {second} exclude each other; leave one of them out.",
            what=what,
            first=first,
            second=second,
        ),
        code="conflicting_styles",
    )
