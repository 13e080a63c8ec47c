"""A drawn garment as it is asked for: its colour, and what is worn with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from catchlight.catalogue.garment_shapes import Accessory, GarmentShape, PartShape
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import colour
from catchlight.engine.errors import Conflict, UnknownEntry

Rgb = tuple[int, int, int]
NO_TIE = "no_tie"
ACCESSORIES: Mapping[str, Accessory | None] = {
    "tie": "tie",
    "bow_tie": "bow_tie",
    "pocket_square": "pocket_square",
    NO_TIE: None,
}
"""Words of the list that join a garment; the first, second and last exclude each other."""
CLOTHS: Mapping[Accessory, str] = {"tie": "tie", "bow_tie": "tie", "pocket_square": "square"}
"""The cloth that a colour after an accessory dyes."""


@dataclass(frozen=True)
class Dress:
    """color: id or ``#rrggbb`` of its colour, the garment's own id for its usual one. accessories: what is worn with it, and the
    colour (id, sRGB) of each that is named with one. parts: what the shape refers to."""

    id: str
    label: str
    color: str
    rgb: Rgb
    shape: GarmentShape
    parts: Mapping[str, PartShape] = field(default_factory=dict)
    accessories: tuple[Accessory, ...] = ()
    dyes: Mapping[Accessory, tuple[str, Rgb]] = field(default_factory=dict)


def dress(words: Sequence[str], catalogue: Catalogue) -> Dress | None:
    """The drawn garment of a clothing list, None for a list without one; its colour may stand before or after it, and that of an
    accessory after it.

    Raises UnknownEntry, Conflict ``conflicting_styles`` for what excludes a garment: another one, a part, a second colour, and
    what it cannot be worn with.
    """
    rows = {word: catalogue.clothing.get(word) for word in words}
    named = next((row for row in rows.values() if row is not None and row.kind == "garment"), None)
    if named is None:
        return None
    own: str | None = None
    worn: list[str] = []
    dyes: dict[Accessory, tuple[str, Rgb]] = {}
    before: str | None = None
    for word in words:
        row = rows[word]
        rgb = colour.parse_hex(word) if row is None else colour.parse_hex(row.hex or "")
        if row is None and rgb is None:
            raise UnknownEntry("style", word, catalogue.clothing.ids)
        if word == named.id or (row is not None and row.kind == "accessory"):
            worn += [word] if word != named.id else []
            before = word
            continue
        if row is not None and row.kind != "color":
            raise conflict("clothing", named.id, word)
        assert rgb is not None
        accessory = ACCESSORIES.get(before or "")
        if accessory is not None and accessory not in dyes:
            dyes[accessory] = (word, rgb)
        elif own is None:
            own = word
        else:
            raise conflict("clothing", own, word)
        before = None
    shape = catalogue.garments.get(named.id)
    if shape is None:
        raise UnknownEntry("style", named.id, tuple(catalogue.garments))
    row = rows[own] if own is not None else named
    rgb = colour.parse_hex(own or "" if row is None else row.hex or "")
    assert rgb is not None
    chosen = _accessories(named.id, shape, tuple(dict.fromkeys(worn)))
    return Dress(named.id, named.label, own or named.id, rgb, shape, catalogue.garment_parts, chosen, dyes)


def _accessories(name: str, shape: GarmentShape, worn: tuple[str, ...]) -> tuple[Accessory, ...]:
    """What is worn: what is named, and of what is usual that which nothing named takes the place of."""
    necks = [word for word in worn if word != "pocket_square"]
    if len(necks) > 1:
        raise conflict("clothing", necks[0], necks[1])
    for word in worn:
        wanted = ACCESSORIES[word]
        if (wanted is None and "tie" not in shape.takes) or (wanted is not None and wanted not in shape.takes):
            raise conflict("clothing", name, word)
    named = tuple(accessory for word in worn if (accessory := ACCESSORIES[word]) is not None)
    usual = tuple(one for one in shape.accessories if one not in named and (one == "pocket_square" or not necks))
    return (*named, *usual)


def once(words: Sequence[str]) -> tuple[str, ...]:
    """Words without repeats."""
    return tuple(dict.fromkeys(words))


def conflict(what: str, first: str, second: str) -> Conflict:
    return Conflict(
        f"In the {what} list {first} and {second} exclude each other; leave one of them out.", code="conflicting_styles"
    )
