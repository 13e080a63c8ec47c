"""Styles for tests of growing hair: those of the catalogue, and longer or fringed ones that are made of them."""

from __future__ import annotations

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hairstyles import Fringe, Groom, HairStyle

STRAIGHT_FRINGE = Fringe(length=5.4, width=64)
_MADE = {
    "long bob": ("bob", None, None),
    "long": ("neat_bob", 42.0, None),
    "long wavy": ("french_bob", 40.0, None),
    "long curly": ("curly_pixie", 34.0, None),
    "fringed": ("neat_bob", 34.0, STRAIGHT_FRINGE),
    "fringed bob": ("neat_bob", None, STRAIGHT_FRINGE),
    "parted": ("pixie", None, None),
}
"""Name to style of the catalogue, length in cm (None for its own), and fringe."""


def row_of(catalogue: Catalogue, name: str) -> HairStyle:
    """A style of the catalogue, or one of those made of it."""
    made = _MADE.get(name)
    row = catalogue.hair_styles.get(name if made is None else made[0])
    assert row is not None, name
    if made is None:
        return row
    _, length, fringe = made
    groom = row.shape
    assert isinstance(groom, Groom)
    cut = groom.cut if length is None else groom.cut.model_copy(update={"length": length, "sides": 1.0, "back": 1.0})
    comb = groom.comb.model_copy(update={"back": 0.45, "down": 0.6}) if name == "parted" else groom.comb
    own = groom.own if length is None else None
    if own is not None and name == "long bob":
        own = own.model_copy(update={"below_chin": 6.5, "reaches": 5.0})
    shape = groom.model_copy(update={"cut": cut, "fringe": fringe, "comb": comb, "own": own})
    return row.model_copy(update={"id": name.replace(" ", "_"), "shape": shape})


def groom_of(catalogue: Catalogue, name: str) -> Groom:
    """The shape of ``row_of``, a groom."""
    shape = row_of(catalogue, name).shape
    assert isinstance(shape, Groom)
    return shape
