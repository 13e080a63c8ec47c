"""What is judged: every entry of the catalogue that changes a portrait, in groups that are sold together."""

from __future__ import annotations

from dataclasses import dataclass

from catchlight.catalogue.catalogue import Catalogue
from catchlight.operations.face_expression.params import FaceExpressionParams
from catchlight.operations.hair.params import HairParams
from catchlight.operations.headshot.params import HeadshotParams
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.operations.operation import Params

_WORN = ("navy", "charcoal", "burgundy", "forest", "light_blue", "camel")
"""Colours for clothes, dark and light, of several hues."""
_PLAIN = ("white", "#808080", "light_blue")
_DOCUMENTS = ("uk_passport", "us_passport", "icao_35x45")


@dataclass(frozen=True)
class Wish:
    """One edit that is offered. group: what it is counted with. name: its id in the catalogue."""

    group: str
    name: str
    operation: str
    params: Params


def wishes(catalogue: Catalogue) -> list[Wish]:
    """Every wish of every group."""
    found = [Wish("dye", row.id, "hair", HairParams(hair_color=row.id)) for row in catalogue.hair_colours]
    for style in catalogue.hair_styles:
        group = "drawn hair" if style.drawn else "own hair"
        found.append(Wish(group, style.id, "hair", HairParams(hair_styles=(style.id,), hair_color="original")))
    found += [_headshot("recolour", colour, clothing_styles=("own_clothes", colour)) for colour in _WORN]
    found += [_headshot("backgrounds", row.id, background_styles=(row.id,)) for row in catalogue.backdrops]
    found += [
        _headshot("framings", row.id, framing_styles=(row.id,)) for row in catalogue.framings if row.id != "original"
    ]
    found += [
        Wish("expressions", row.id, "face_expression", FaceExpressionParams(expression_key=row.id))
        for row in catalogue.expressions
    ]
    for document in _DOCUMENTS:
        for ground in _PLAIN:
            params = IdPhotoParams(spec=document, background=ground)
            found.append(Wish("ID photo", f"{document} on {ground}", "id_photo", params))
    return found


def _headshot(
    group: str,
    name: str,
    clothing_styles: tuple[str, ...] = (),
    background_styles: tuple[str, ...] = (),
    framing_styles: tuple[str, ...] = ("original",),
) -> Wish:
    params = HeadshotParams(
        clothing_styles=clothing_styles, background_styles=background_styles, framing_styles=framing_styles
    )
    return Wish(group, name, "headshot", params)
