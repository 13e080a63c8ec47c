"""A portrait in a drawn garment: read at a working size, refused where it would not look worn, laid at the photo's own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.engine import clothes, spare, view, wardrobe
from catchlight.engine.errors import Conflict
from catchlight.engine.foreground import foreground
from catchlight.engine.garment import fit, focus, laying, sitter, strands, wearing
from catchlight.engine.garment.cut import FOLDED_CM
from catchlight.engine.garment.pattern import BELOW, Garment
from catchlight.engine.garment.sitter import PIT_CM, Sitter
from catchlight.engine.garment.wearing import Layers
from catchlight.engine.groom import scene
from catchlight.engine.groom.planes import grown
from catchlight.engine.once import Last
from catchlight.engine.picture import FloatPlane, Pixels
from catchlight.engine.portrait import Portrait
from catchlight.engine.view import sized

_LONGEST = 1000
"""Longer side at which a garment is cut and lit; texture and grain are drawn at the photo's own."""
_FINE = 1200
"""The same for garments that are sewn of pieces, which have sharp edges inside."""
_LEAST_PX_PER_CM = 5.0
_ABOVE_CM = 8.0
"""So far above the chin nothing is changed."""
_SHOWN_CM = {"collar": 0.8, "band": 3.2, "sewn": 2.0}
"""How far below the pit of the neck the picture must go, for a garment that is seen at all."""
_INVENTED_CM2, _INVENTED_LOW_CM2 = {"collar": 14.0, "band": 14.0, "sewn": 9.0}, 2.4
"""Skin that may have to be made up; above a low collar it lies at the border of the jaw's shadow, where it shows. More is seen: a
neck has tendons, shadow and shine that nobody can guess."""
_THROUGH_CM2 = 3.0
"""Hair through which old cloth shines."""
_OFF_CM2, _BEARD_CM2 = 0.9, 8.0
"""Area of a collar in the air beside the neck, and of a beard below the chin, from which no garment is drawn."""
_OFF_SEWN_CM2, _RISEN_CM2, _RISEN_BAND_CM2 = 2.5, 6.0, 2.0
"""The same for a collar that stands off by itself, and how much of the old clothes may stand above it, or above a band."""
_RAISED_CM, _RAISED_CM2, _RAISED_COAT_CM2 = 0.0, 8.0, 12.0
"""Cloth beside the neck that is higher than this below the chin, and its area from which no garment is drawn; coats have
collars of their own there."""
_PATTERNED = 16.0
"""Deviation of fine detail (sRGB levels) of cloth from which it shows through hair that is mixed with it before the chest: 19 and
13 where it does and does not."""
_LIGHT = 150.0
"""Mean level (sRGB) from which cloth is light."""
_LIGHTER = 85.0
"""How much lighter than what is worn a garment may be where hair looks like what is worn, sRGB levels."""
_SMOKES = 70.0
"""How much lighter than what is worn a garment may be where hair is mixed with that, sRGB levels."""
_GLOWS, _COLOURED = 50.0, 28.0
"""How much lighter its strongest channel may be there where it has a colour, and from which difference of channels it has one."""
_BEFORE_CM2 = 8.0
"""Area of hair before the chest from which it matters that it hangs over what is worn there."""
_CHEST_CM, _LEAST_CM2 = 14.0, 12.0
"""Half the width of what a garment lies on, and the least area of clothes there: 22 and 3 where it does and does not fit."""
_HELD_CM2 = 6.0
"""Area of what is neither cloth, skin nor hair beside the neck, as the ring of a helmet or a headrest is."""
_ARM_CM2, _ARM_CM, _SLEEVE_CM, _RIM_CM = 14.0, 4.0, 9.5, 0.6
"""Area of what is neither cloth nor neck before the chest from which an arm is in front; how far beside the neck. Farther from
the axis than the third, bare arms hang where sleeves will be. What is no nearer to the outline than the last is covered with the
chest."""


@dataclass(frozen=True)
class Dressed:
    """pixels: HxWx3. alpha: HxW, of the person in the garment. invented: skin that was made up, cm2."""

    pixels: Pixels
    alpha: FloatPlane
    invented: float


def dressed(
    portrait: Portrait, pixels: Pixels, alpha: FloatPlane, garment: Garment, rgb: tuple[int, int, int]
) -> Dressed:
    """``pixels`` (HxWx3) and ``alpha`` are the portrait's, or what was made of them at the same size; rgb: of the cloth, sRGB.

    Raises UnusablePicture for faces and heads that cannot be read, Conflict ``does_not_fit`` with the reason otherwise.
    """
    portrait.require_frontal()
    if portrait.pose.px_per_cm < _LEAST_PX_PER_CM:
        raise Conflict("The person is too small in this picture for a drawn garment. Use a closer picture.")
    longest = _FINE if garment.tailored else _LONGEST
    seen = view.view(portrait, None, longest)
    person, first = _sitter(portrait, seen, alpha)
    if garment.tailored:
        person = fit.hugged(person)
    _check(person, garment)
    same = strands.alike(person)
    if same is not None and max(rgb) - same > _GLOWS and max(rgb) - min(rgb) > _COLOURED:
        raise Conflict(
            "Hair and what is worn now are of one colour, so that bright colours would show between strands of hair. "
            "Choose a darker or greyer colour, or a picture with the hair tied back."
        )
    # Before what is not sewn of pieces, hair that looks like what is worn is kept as a whole.
    under = strands.beside(person) if garment.tailored or same is None else None
    same = same if garment.tailored else None
    if same is not None and sum(rgb) / 3 - same > _LIGHTER:
        raise Conflict(
            "Hair and what is worn now are of one colour, so that old clothes would show beside the hair on light cloth. "
            "Choose a darker colour, or a picture with the hair tied back."
        )
    if same is not None and strands.before(person) > _BEFORE_CM2 and _lightest(garment) - same > _LIGHTER:
        raise Conflict(
            f"Hair and what is worn now are of one colour, so that old clothes would show beside the hair on light "
            f"cloth under {garment.label}. Choose a garment that is dark at the neck, or a picture with the hair tied back."
        )
    if under is not None and sum(rgb) / 3 - under > _SMOKES:
        raise Conflict(
            "Much loose hair lies on what is worn now, and would look like smoke on cloth that is so much lighter. Choose a "
            "darker colour, or a picture with the hair tied back."
        )
    if garment.tailored and sum(rgb) / 3 > _LIGHT and strands.busy(person):
        raise Conflict(
            "The pattern of what is worn now would show beside the hair on light cloth. Choose a darker colour, or a picture "
            "with plain clothes or with the hair tied back."
        )
    # Another background, frame or lamp asks for the same clothes again.
    last = portrait.kept("garment:last", Last[Layers])
    shape = (seen.picture.height, seen.picture.width)
    scale = portrait.picture.width / shape[1]
    soft = portrait.kept(
        "garment:softness", lambda: focus.softness(portrait.picture.pixels[..., :3], person, first, scale)
    )
    layers = last.get((garment, rgb), lambda: _worn(person, garment, rgb, soft / scale))
    _judge(layers, garment)
    result = laying.laid(pixels[..., :3], layers, first, shape, garment.fabrics, portrait.pose.px_per_cm, soft)
    matte = laying.matted(alpha, person.alpha, layers.alpha, first, shape)
    spare.give_back()
    return Dressed(result, matte, layers.invented)


def _sitter(portrait: Portrait, seen: Portrait, alpha: FloatPlane) -> tuple[Sitter, int]:
    """``_read``, kept with the portrait; of a large picture at one working size only."""
    shape = (seen.picture.height, seen.picture.width)
    if not spare.is_large((portrait.picture.height, portrait.picture.width)):
        return portrait.kept(f"garment:sitter:{shape}", lambda: _read(seen, alpha))
    return portrait.kept("garment:sitter", Last[tuple[Sitter, int]]).get(shape, lambda: _read(seen, alpha))


def _worn(person: Sitter, garment: Garment, rgb: tuple[int, int, int], blur: float) -> Layers:
    spare.give_back()
    layers = wearing.worn(person, garment, rgb, blur)
    spare.give_back()
    return layers


def _read(seen: Portrait, alpha: FloatPlane) -> tuple[Sitter, int]:
    """The person from the first row on that a garment can change, and that row."""
    around = scene.read(seen)
    size = (seen.picture.width, seen.picture.height)
    small = np.maximum(np.asarray(sized(alpha, size), np.float32), clothes.lost(seen))
    fore = foreground(seen.picture.rgb8, small)
    person = sitter.measured(
        around, small, np.asarray(fore, np.float32), clothes.clothes(seen), wardrobe.split(seen).labels
    )
    first = int(np.clip(around.chin[1] - _ABOVE_CM * around.cm, 0, size[1] - 2))
    return person.below(first), first


def _check(person: Sitter, garment: Garment) -> None:
    """Raise Conflict where the body does not show what a garment hangs on."""
    lowest = float(person.v[-1, int(np.clip(person.matrix[0, 2], 0, person.v.shape[1] - 1))])
    if lowest < _SHOWN_CM[garment.neckline.kind]:
        raise Conflict(
            f"The picture ends at the neck, where {garment.label} would begin. Use a picture that shows the shoulders."
        )
    chest = (np.abs(person.u) < _CHEST_CM) & (person.v > -PIT_CM)
    if float(((person.cloth > 0.5) & (person.front < 0.2) & chest).sum()) / person.cm**2 < _LEAST_CM2:
        raise Conflict(
            f"No clothes are seen that {garment.label} could take the place of. Use a picture in which neither hair, an arm nor "
            "bare skin is in front of them."
        )
    if person.beard > _BEARD_CM2:
        raise Conflict(
            "A long beard hides the neck, where a drawn garment would begin. Choose a colour for what is worn."
        )
    loose = strands.mixed(person) > strands.MIXED_CM2 and strands.before(person) > _BEFORE_CM2
    if loose and strands.patterned(person) > _PATTERNED:
        raise Conflict(
            "The pattern of what is worn shows through the hair, where it cannot be told from strands. Use a picture with plain "
            "clothes or with the hair tied back."
        )
    aside = np.abs(person.u) > person.half + 1
    raised = (person.cloth > 0.6) & aside & (person.front < 0.2) & (person.v < _RAISED_CM - PIT_CM)
    if float(raised.sum()) / person.cm**2 > (_RAISED_COAT_CM2 if garment.over else _RAISED_CM2):
        raise Conflict(
            "Shoulders, a hood or a chair rise beside the face, where a drawn garment would not fit. Use a picture of the "
            "person upright and from the front."
        )
    other = (person.alpha > 0.6) & (person.cloth < 0.3) & (person.hair < 0.2) & (person.front < 0.2)
    across = np.abs(person.u)
    beside = other & (across > person.half + _ARM_CM) & (across < 14) & (person.v > -PIT_CM - 3) & (person.v < 26)
    if garment.tailored:
        beside &= across < _SLEEVE_CM
    before = other & (across < (_SLEEVE_CM if garment.tailored else 12)) & (person.v > 9) & (person.v < 26)
    before = before & ~_inside(person, other)
    if max(float(beside.sum()), float(before.sum())) / person.cm**2 > _ARM_CM2:
        raise Conflict(
            "An arm, a hand, something held or a bare shoulder is in front of what a garment would cover. Use a picture with "
            "arms at the sides, or a colour for the clothes that are worn."
        )
    stiff = (
        (person.alpha > 0.6) & (person.cloth < 0.4) & (person.neck < 0.3) & (person.hair < 0.2) & (person.face < 0.2)
    )
    stiff &= aside & (person.v < -1) & (person.v > -PIT_CM - 5)
    if float(stiff.sum()) / person.cm**2 > _HELD_CM2:
        raise Conflict(
            "Something stands beside the neck that is not cloth, such as a helmet's ring or a headrest, where a drawn garment "
            "would begin. Use a picture without it, or a colour for the clothes that are worn."
        )


def _lightest(garment: Garment) -> float:
    """Mean level of the lightest cloth under a coat, sRGB."""
    return max((sum(cloth.rgb) / 3 for role, cloth in garment.cloths.items() if role in BELOW), default=0.0)


def _judge(layers: Layers, garment: Garment) -> None:
    """Raise Conflict where a garment does not look worn."""
    if layers.off > (_OFF_SEWN_CM2 if garment.tailored else _OFF_CM2):
        raise Conflict(
            "The neck is turned or bent, so that a collar would stand off it. Use a picture with head and body facing the camera."
        )
    if layers.through > _THROUGH_CM2:
        raise Conflict(
            "What is worn now shines through thin hair that lies on it, and would look like rags on other cloth. Use a picture "
            "with the hair tied back, or a colour for the clothes that are worn."
        )
    low = garment.neckline.kind == "collar" and garment.neckline.height < FOLDED_CM
    if layers.invented > (_INVENTED_LOW_CM2 if low else _INVENTED_CM2[garment.neckline.kind]):
        raise Conflict(
            f"What is worn now covers the neck: {garment.label} would need about {layers.invented:.0f} cm² of skin that the "
            "picture does not show. Choose a garment with a collar, or a colour for the clothes that are worn."
        )
    if layers.risen > (_RISEN_CM2 if garment.tailored else _RISEN_BAND_CM2):
        raise Conflict(
            f"What is worn now stands higher at the neck than {garment.label} does. Choose a turtleneck, or a colour for "
            "the clothes that are worn."
        )


def _inside(person: Sitter, other: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """What lies wholly before the chest, as a cup in a hand does: cloth covers it, and its outline is nowhere the person's."""
    import cv2

    _, parts = cv2.connectedComponents(other.astype(np.uint8))
    rim = grown(person.alpha < 0.5, _RIM_CM * person.cm)
    return np.asarray(other & ~np.isin(parts, np.unique(parts[rim & other])))
