"""A drawn garment on the person of a headshot, or their own clothes in its colours where they wear the like."""

from __future__ import annotations

from catchlight.catalogue.garment_shapes import MAIN, PieceShape
from catchlight.engine import colour, view, wardrobe
from catchlight.engine.garment import dressing
from catchlight.engine.garment.dressing import Dressed
from catchlight.engine.garment.fabric import Fabric
from catchlight.engine.garment.pattern import Cloth, Garment, Neckline, Piece, Ridge
from catchlight.engine.picture import FloatPlane, Pixels
from catchlight.engine.portrait import Portrait
from catchlight.operations.headshots import worn
from catchlight.operations.headshots.choices import Dye
from catchlight.operations.headshots.outfit import CLOTHS, Dress, Rgb

_LONGEST = 1600
_WORN = {"jacket": wardrobe.JACKET, "shirt": wardrobe.SHIRT, "tie": wardrobe.TIE}


def garment_of(dress: Dress) -> Garment:
    """The pattern of a catalogue's garment with what is worn with it."""
    shape = dress.shape
    pieces = [
        _piece(piece, use.cloths.get(piece.cloth, piece.cloth), use.relief)
        for use in shape.parts
        if use.accessory is None or use.accessory in dress.accessories
        for piece in dress.parts[use.part].pieces
    ]
    colours = {CLOTHS[accessory]: rgb for accessory, (_, rgb) in dress.dyes.items()}
    cloths = {
        role: Cloth(Fabric(**look.fabric.model_dump()), colours.get(role) or _rgb(look.hex))
        for role, look in shape.cloths.items()
    }
    neckline, fabric = Neckline(**shape.neckline.model_dump()), Fabric(**shape.fabric.model_dump())
    return Garment(dress.id, dress.label, neckline, fabric, tuple(pieces), cloths)


def put_on(portrait: Portrait, pixels: Pixels, alpha: FloatPlane, dress: Dress) -> Dressed:
    """Raises what ``dressing.dressed`` raises: Conflict ``does_not_fit`` where the garment would not look worn."""
    return dressing.dressed(portrait, pixels, alpha, garment_of(dress), dress.rgb)


def instead(portrait: Portrait, dress: Dress) -> tuple[Dye, ...]:
    """The dyes that make what is worn into the garment, real folds and all; none where something else is worn."""
    wanted = dress.shape.instead
    if not wanted or ("tie" in wanted) != ("tie" in dress.accessories) or "bow_tie" in dress.accessories:
        return ()
    parts = wardrobe.split(view.view(portrait, None, _LONGEST))
    if parts.mixed or any(_WORN[part] not in parts.parts for part in wanted):
        return ()
    if "tie" not in wanted and wardrobe.TIE in parts.parts:
        return ()
    shape, dyes = dress.shape, []
    for part, role in wanted.items():
        named = next((dye for accessory, dye in dress.dyes.items() if CLOTHS[accessory] == role), None)
        rgb = dress.rgb if role == MAIN else named[1] if named else _rgb(shape.cloths[role].hex)
        name = dress.color if role == MAIN else named[0] if named else shape.cloths[role].hex.lower()
        dyes.append(Dye(part, name, rgb))
    # What cannot be dyed cleanly is drawn over.
    return () if any(worn.doubt(portrait, dye.part, dye.rgb) for dye in dyes if dye.part) else tuple(dyes)


def _piece(shape: PieceShape, cloth: str, relief: float) -> Piece:
    own = ("cloth", "ridges", "thick")
    fields = {name: getattr(shape, name) for name in type(shape).model_fields if name not in own}
    ridges = tuple(Ridge(ridge.curve, ridge.width, relief * ridge.height) for ridge in shape.ridges)
    return Piece(cloth=cloth, ridges=ridges, thick=relief * shape.thick, **fields)


def _rgb(hex_: str) -> Rgb:
    rgb = colour.parse_hex(hex_)
    assert rgb is not None, "the catalogue checks it"
    return rgb
