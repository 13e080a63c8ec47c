"""Which colour a hair edit is asked for, and how it is laid on."""

from __future__ import annotations

from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hair import HairColour, Technique
from catchlight.core.errors import InvalidRequest, UnknownEntry
from catchlight.core.messages import Message
from catchlight.hair.colour.coats import ColourRequest
from catchlight.imaging.colour import srgb
from catchlight.operations.hair.params import ORIGINAL, REFERENCE, Gender, HairParams


def find_colour(params: HairParams, catalogue: Catalogue, *, referenced: bool = False) -> HairColour | None:
    """The catalogue row that is asked for, or suggested; None for a free colour, the hair's own and that of a reference.

    referenced: whether there is a reference photo. Raises UnknownEntry, InvalidRequest for the colour of one that is missing.
    """
    name = params.hair_color
    if name is None:
        return None if params.hair_styles or referenced else suggest_colour(catalogue, params.gender)
    if name == REFERENCE and not referenced:
        raise InvalidRequest(
            Message("The colour of a reference photo was asked for, and there is none. Give one, or another colour.")
        )
    if name in (ORIGINAL, REFERENCE) or srgb.parse_hex(name) is not None:
        return None
    row = catalogue.hair_colours.get(name)
    if row is None:
        raise UnknownEntry("color", name, (ORIGINAL, *catalogue.hair_colours.ids))
    return row


def suggest_colour(catalogue: Catalogue, gender: Gender | None) -> HairColour | None:
    """The colour for a request that names none; None where the catalogue suggests none."""
    wanted = gender or "neutral"
    return next((row for row in catalogue.hair_colours if wanted in row.suggested_for), None)


def colour_request(params: HairParams, row: HairColour | None) -> ColourRequest:
    """What the engine is to do. A row of two colours keeps its second one under another technique of two."""
    technique = technique_of(params, row)
    if row is None:
        assert params.hair_color is not None
        return ColourRequest(params.hair_color, technique=technique, seed=params.seed)
    if row.technique is None:
        return ColourRequest(row.target, row.roots, row.ends, None, technique, params.seed)
    second = row.ends if technique in ("balayage", "ombre", "highlights") else None
    return ColourRequest(row.target, None, None, second, technique, params.seed)


def keeps_colour(params: HairParams, row: HairColour | None) -> bool:
    """Whether the hair keeps its own, or that of the reference photo."""
    return row is None and params.hair_color in (None, ORIGINAL, REFERENCE)


def technique_of(params: HairParams, row: HairColour | None) -> Technique:
    """The technique that is asked for, else the colour's own, else all over."""
    return params.technique or (row.technique if row is not None else None) or "all_over"
