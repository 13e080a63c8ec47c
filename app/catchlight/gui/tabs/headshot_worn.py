"""What is worn with a drawn garment on the headshot tab: a tie, a bow tie or none, a pocket square, each in a colour."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from catchlight.catalogue.garment_shapes import GarmentShape
from catchlight.operations.headshots.outfit import ACCESSORIES, NO_TIE

SQUARE = "pocket_square"
NECK = (NO_TIE, *(word for word, accessory in ACCESSORIES.items() if accessory is not None and word != SQUARE))
"""Words of what is worn at the neck; they exclude each other."""

Worn = tuple[tuple[str, str], ...]
"""Words of the clothing list that join a garment, each with its colour's id or ``#rrggbb``, empty for its usual one. What a
garment is usually worn with is not named, unless it has a colour."""


def neck_of(worn: Worn, shape: GarmentShape) -> str:
    """What is at the neck, named or usual."""
    named = next((word for word, _ in worn if word in NECK), None)
    return named or next((word for word in shape.accessories if word in NECK), NO_TIE)


def has_square(worn: Worn, shape: GarmentShape) -> bool:
    return SQUARE in shape.accessories or any(word == SQUARE for word, _ in worn)


def offered(shape: GarmentShape | None) -> frozenset[str]:
    """Words that a garment takes; none without a garment."""
    takes: Collection[str] = () if shape is None else shape.takes
    return frozenset(word for word, accessory in ACCESSORIES.items() if (accessory or "tie") in takes)


def with_neck(worn: Worn, word: str, shape: GarmentShape) -> Worn:
    """With something else at the neck, in its usual colour."""
    if word == neck_of(worn, shape):
        return worn
    others = tuple(pair for pair in worn if pair[0] not in NECK)
    return others if word == neck_of(others, shape) else ((word, ""), *others)


def with_square(worn: Worn, on: bool) -> Worn:
    """With a pocket square or without one; what stays keeps its colour."""
    if on == any(word == SQUARE for word, _ in worn):
        return worn
    others = tuple(pair for pair in worn if pair[0] != SQUARE)
    return (*others, (SQUARE, "")) if on else others


def dyed(worn: Worn, word: str, colour: str, shape: GarmentShape) -> Worn:
    """With what is worn in a colour; empty for its usual one."""
    others = tuple(pair for pair in worn if pair[0] != word)
    if word in shape.accessories and not colour:
        return others
    return ((word, colour), *others) if word in NECK else (*others, (word, colour))


def fitting(worn: Worn, shape: GarmentShape) -> Worn:
    """Of what is worn, that which another garment takes."""
    words = offered(shape)
    return tuple(pair for pair in worn if pair[0] in words and (pair[1] or pair[0] not in shape.accessories))


def words_of(worn: Worn) -> tuple[str, ...]:
    """As words of the clothing list."""
    return tuple(part for pair in worn for part in pair if part)


def worn_of(words: Sequence[str]) -> Worn:
    """Of the words of a clothing list."""
    return tuple((word, _colour(words, place)) for place, word in enumerate(words) if word in ACCESSORIES)


def own_colour(words: Sequence[str], garment: str) -> str:
    """The word of a clothing list that colours the garment; its own id for its usual colour."""
    taken = {place + 1 for place, word in enumerate(words) if ACCESSORIES.get(word) is not None}
    free = (word for place, word in enumerate(words) if place not in taken and word not in ACCESSORIES)
    return next((word for word in free if word != garment), garment)


def _colour(words: Sequence[str], place: int) -> str:
    """The colour that stands after an accessory, as far as one may."""
    after = words[place + 1] if place + 1 < len(words) and ACCESSORIES[words[place]] is not None else ""
    return "" if after in ACCESSORIES else after
