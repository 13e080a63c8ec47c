"""Why a garment would not look well in another colour: told by measurement, before anything is painted.

How much a fault shows hangs on how far the new colour lies from what is worn: a black jacket with hair over it can be navy, and
not white.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from catchlight.clothing import tie_cut
from catchlight.clothing.missed_cloth import MissedCloth, find_missed_cloth
from catchlight.clothing.segment import border_doubts, cloth, garments
from catchlight.core.messages import Message
from catchlight.imaging.colour import oklab
from catchlight.portrait.face.landmarks import CHIN

if TYPE_CHECKING:
    from catchlight.operations.edit.hotspot_scene import EditScene

Rgb = tuple[int, int, int]

WHITE: Rgb = (246, 246, 245)
"""What whitened cloth becomes."""
_MERGED_CM = 3.0
"""Length of border without a step of colour from which two people's clothes cannot be told apart."""
_DOUBTED = 0.25
"""Doubtful torso, by the sure part of it, from which half a garment would be painted."""
_UNSEEN, _UNSEEN_LIGHT, _DARK = 0.3, 0.2, 0.4
"""Share of a garment's edge that may be hidden, and lightness of a colour below which it stays hidden on dark hair."""
_BRISTLES, _THROUGH_CM2, _RAGGED, _MISSED_CM2, _ALIKE, _VAGUE = 0.023, 10.0, 2.0, 3.5, 0.03, 0.4
"""Of what was found of the border (``cloth_doubt.Found``): from where a beard lies over the collar; from where hair lies over the
clothes, by the cloth that shows through it and by how ragged the border is; and from where cloth was missed or is a guess.
Clothes that were found whole have at most 0.025 alike beside them, four that lack a part 0.042 to 0.2 (of 32)."""
_FRAYED = 1.48
"""Length of the border between two garments, by that of its smoothed form, from which it runs through patches of either."""
_CRUSHED = 0.004
"""Share of a garment that may be wholly black where it is to become light."""
_GRAINY = 1.0
"""Finest detail by folds from which dark cloth is not made light."""
_LIFTED = 0.5
"""OKLab lightness by which cloth may be lifted: beyond it the photo's grain and the sheen of dark cloth are what is seen."""
_NECK_CM, _BEARD_CM2 = 3.0, 25.0
"""How far below the chin a beard hangs over clothes, and how much of one makes their edge a matter of single hairs."""
_HAIRY_CM, _UNTOLD, _SLIGHT = 4.0, 0.03, 0.03
"""Border along which hair lies that shows; how untold its strands may be, times the step of colour (OKLab) beyond the slight one
that nobody sees."""
_TOLD = 0.25
"""How untold strands may be for colours to count more than what was found of the border before they were looked at."""
_OUTSIDE, _STRAYED_CM2 = 0.12, 0.5
"""Cm2 of the garment left out, times that step, and cm2 of skin within it, from which they are seen."""
_STEP_UNTOLD = 0.08
"""Step of colour of a wish that names none, like a darker shade."""
_LIKE_OTHERS, _HUES, _OTHER, _OF_SHIRT = 0.06, 0.15, 0.16, 0.5
"""Share of the other clothes in a garment's colours, and of a garment in other hues than its own or in pieces of quite another
lightness, from which one colour is none for it: two garments that cannot be told apart; prints, checks, a tie in a shirt, which
one colour would flood. A shirt bears half as much."""
_NAMED = {garments.JACKET: "jacket", garments.SHIRT: "shirt", garments.TIE: "tie"}


def recolour_warning(scene: EditScene, name: str, wanted: Rgb | None) -> Message | None:
    """Why a garment (of WORN, with a face above it) would not look well; None where nothing speaks against it.

    wanted: the new colour; None where cloth keeps its own, darker or lighter.
    """
    small = scene.small
    light = 0.0 if wanted is None else float(oklab.of_colour(wanted)[0])
    found = cloth.find_cloth(small)
    if found.merged > _MERGED_CM:
        return Message("The {name} of this person cannot be told from what the next one wears.", name=Message(name))
    if name == "tie" and tie_cut.stands_alone(small):
        return _of_darkness(scene, name, None, light)
    seen = find_missed_cloth(small, name)
    return (
        _of_hair(scene, name, seen, _step(seen, wanted))
        or _of_border(scene, name, seen, light, _step(seen, wanted))
        or _of_cloth(scene, name, seen, light, wanted)
    )


def _step(seen: MissedCloth | None, wanted: Rgb | None) -> float:
    """How far (OKLab) a colour lies from the garment's own, beyond what nobody sees."""
    if seen is None or wanted is None:
        return _STEP_UNTOLD - _SLIGHT
    return max(float(np.linalg.norm(oklab.of_colour(wanted) - np.array(seen.colour))) - _SLIGHT, 0.0)


def _of_hair(scene: EditScene, name: str, seen: MissedCloth | None, step: float) -> Message | None:
    border = border_doubts.measure_border(scene.small)
    on_skin = name != "tie"
    bristly = on_skin and not _is_told(seen) and border.bristles > _BRISTLES
    if _beard(scene) > _BEARD_CM2 or bristly:
        return Message(
            "A long beard or hair lies over the {name} here and cannot be told from the cloth.", name=Message(name)
        )
    if not on_skin:
        return None
    if seen is not None and seen.hairy > _HAIRY_CM:
        hidden = seen.untold * step > _UNTOLD
    else:
        hidden = border.through > _THROUGH_CM2 or border.ragged > _RAGGED
    if hidden:
        return Message(
            "Hair lies over the {name} here, and in a colour so different its strands would show the old one.",
            name=Message(name),
        )
    return None


def _is_told(seen: MissedCloth | None) -> bool:
    """Whether hair lies over a garment, and colours tell both."""
    return seen is not None and seen.hairy > _HAIRY_CM and seen.untold < _TOLD


def _of_border(scene: EditScene, name: str, seen: MissedCloth | None, light: float, step: float) -> Message | None:
    told = _is_told(seen)
    doubted = cloth.find_cloth(scene.small).doubt > _DOUBTED and not told
    strayed = seen is not None and (seen.outside * step > _OUTSIDE or seen.strayed > _STRAYED_CM2)
    if doubted or strayed or _is_hidden(scene, light) or (name != "tie" and _is_lost(scene, told, step)):
        return Message.counted(
            "It cannot surely be told where the {name} ends in this picture.",
            "It cannot surely be told where the {name} end in this picture.",
            count=_count(name),
            name=Message(name),
        )
    return None


def _is_hidden(scene: EditScene, light: float) -> bool:
    """Whether too much of the garment's edge does not show for a colour of the lightness ``light``."""
    edge = border_doubts.measure_hidden_border(scene.small)
    on_both_sides = edge.inner > _UNSEEN and edge.outer > _UNSEEN
    return on_both_sides or (edge.inner > _UNSEEN_LIGHT and light > _DARK)


def _is_lost(scene: EditScene, told: bool, step: float) -> bool:
    """Whether cloth was missed, or its border is a guess. told: whether colours say better than its border did."""
    border = border_doubts.measure_border(scene.small)
    missed = border.missed > _MISSED_CM2 or (border.alike > _ALIKE and step > 0)
    return (missed and not told) or border.vague > _VAGUE


def _of_cloth(
    scene: EditScene, name: str, seen: MissedCloth | None, light: float, wanted: Rgb | None
) -> Message | None:
    return _of_darkness(scene, name, seen, light) or _of_colours(scene, name, seen, wanted)


def _of_darkness(scene: EditScene, name: str, seen: MissedCloth | None, light: float) -> Message | None:
    """Why dark cloth cannot become as light as that."""
    if light > _DARK and _crushed(scene, name) > _CRUSHED:
        return Message(
            "Parts of the {name} are wholly black here and show no folds. Choose a darker colour.", name=Message(name)
        )
    if seen is not None and light - seen.colour[0] > _LIFTED:
        return Message.counted(
            "The {name} is too dark here for so light a colour. Choose a darker colour.",
            "The {name} are too dark here for so light a colour. Choose a darker colour.",
            count=_count(name),
            name=Message(name),
        )
    if light > _DARK and _grainy(scene, name) > _GRAINY:
        return Message(
            "The {name} would show more grain than folds in a light colour here. Choose a darker one.",
            name=Message(name),
        )
    return None


def _of_colours(scene: EditScene, name: str, seen: MissedCloth | None, wanted: Rgb | None) -> Message | None:
    """Why one colour is none for a garment that is like another, or of several colours."""
    if name in _NAMED.values() and _is_like_others(scene, name):
        return Message("Jacket and shirt cannot be told apart here. Name the clothes as a whole.")
    part = _OF_SHIRT if name == "shirt" else 1.0
    if wanted is not None and seen is not None and (seen.hues > part * _HUES or seen.other > part * _OTHER):
        return Message.counted(
            "The {name} is of several colours here, and one colour would flood them.",
            "The {name} are of several colours here, and one colour would flood them.",
            count=_count(name),
            name=Message(name),
        )
    return None


def _is_like_others(scene: EditScene, name: str) -> bool:
    """Whether a garment cannot be told apart from the others."""
    worn = garments.segment_garments(scene.small)
    if worn.mixed or (name == "shirt" and worn.crossed):
        return True
    return border_doubts.border_roughness(scene.small, name) > _FRAYED or _alike(scene, worn) > _LIKE_OTHERS


def _alike(scene: EditScene, worn: garments.Garments) -> float:
    """The largest share of one garment in the colours of another, of all that are told apart."""
    found = [find_missed_cloth(scene.small, _NAMED[part]) for part in sorted(worn.parts)]
    return max((one.alike for one in found if one is not None), default=0.0)


def _count(name: str) -> int:
    """By which form of the verb a garment is spoken of."""
    return 2 if name == "clothes" else 1


def _crushed(scene: EditScene, name: str) -> float:
    return scene.small.kept(f"crushed:{name}", lambda: border_doubts.black_share(scene.small, scene.sketch(name)))


def _grainy(scene: EditScene, name: str) -> float:
    return scene.small.kept(
        f"grainy:{name}", lambda: border_doubts.grain_to_fold_ratio(scene.small, scene.sketch(name))
    )


def _beard(scene: EditScene) -> float:
    """Area of the beard that hangs lower than the neck is long, cm2."""
    if not scene.knows("beard"):
        return 0.0
    cm, beard = scene.small.pose.px_per_cm, scene.sketch("beard") > 0.5
    low = max(0, round(float(scene.small.landmarks.xy[CHIN][1]) + _NECK_CM * cm))
    return float(beard[low:].sum()) / cm**2
