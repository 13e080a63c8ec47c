"""Whether the hair of a reference photo can be taken over: by what the photo shows of it, and by how both heads are seen."""

from __future__ import annotations

import numpy as np

from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.hair import background_variation, style_warnings
from catchlight.hair.colour import quality_warnings
from catchlight.hair.compositing import rim_light
from catchlight.hair.head.ellipsoid import project_skull
from catchlight.hair.reference.donor import ReferenceHair
from catchlight.hair.reference.layers import PlacedHair
from catchlight.hair.reference.tone import HairTone
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.arrays import Mask
from catchlight.imaging.filters.planes import dilate_mask
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

CODE = "reference_unsuited"
_YAW, _PITCH = 15.0, 12.0
"""Degrees by which two heads may be turned and tilted apart: further, the outline of the hair belongs to another view of it."""
_SMALLEST = 0.6
"""Size of the reference's head in pixels, by the person's, from which its strands are as sharp as the picture."""
_HAT = 0.1
"""Share of the skull above the brows under a hat from which hair is covered by one."""
_NEAR_CM, _BEYOND_CM2 = 0.3, 3.0
"""How far beside the person's matte single strands lie, and the area of hair further out from which either is wrong: on 21 photos
0.0 to 0.6 where hair is cut out well, 2.3 to 17 where it is not, or runs into a wall of its colour."""
_HAND_CM2, _BESIDE_CM, _ABOVE_CM = 5.0, 1.2, 1.0
"""Area of skin beyond the head, so far from it and so far above the chin, that is a hand."""
_CUT_CM = 0.7
"""Length along an edge of the reference at which hair may end within the picture: further, a straight cut is seen."""
_OVER_EYE = 0.03
"""Share of an eye that hair may hide."""
_LIGHTER, _DARKER = 0.3, 0.4
"""Difference (OKLab L) up to which hair is made lighter and darker than it is in its photo: further, it turns to paint."""
_RAISED, _RAISED_FROM = 2.2, 0.1
"""How much further apart light and dark may lie in lighter hair (by more than so much L) than in the photo: of hair that is
nearly black there, no strands would be seen. At 1.6 (d30 on d12) they are, at 3.7 (d01 on d12) it is a cap of felt."""
_EYES = (mesh.RIGHT_EYE, mesh.LEFT_EYE)


def unsuited(why: str) -> UnusablePicture:
    """The refusal, as an error that names its reason and what helps."""
    return UnusablePicture(Message("The hair of that photo cannot be taken over: {why}", why=why), code=CODE)


def require_readable(portrait: Portrait, scene: HairScene) -> None:
    """Raise UnusablePicture ``reference_unsuited`` where the reference photo shows too little of its hair, or hides it."""
    if scene.own is None or style_warnings.is_hair_sparse(scene):
        raise unsuited(Message("it shows too little hair. Use a photo of somebody with more hair."))
    if hat_share(portrait, scene) > _HAT:
        raise unsuited(Message("a hat or scarf covers it. Use a photo without one."))
    # Before bricks, flags and patterns an outline takes pieces of them along.
    unsure = quality_warnings.is_mask_unsure(scene.own) or not background_variation.is_background_soft(scene)
    if unsure or hair_beyond_person(scene) > _BEYOND_CM2:
        raise unsuited(
            Message(
                "the photo does not show plainly where it ends. Use one with a plain background of another brightness."
            )
        )
    if hand_area(scene) > _HAND_CM2:
        raise unsuited(Message("a hand or an arm lies over it. Use a photo with both hands down."))


def require_alike(scene: HairScene, reference: ReferenceHair) -> None:
    """Raise UnusablePicture ``reference_unsuited`` where both heads are seen too differently."""
    pose = scene.head.pose
    if min(abs(side * reference.yaw - pose.yaw) for side in (1, -1)) > _YAW:
        raise unsuited(Message("its head is turned another way. Use a photo that is taken from the same side."))
    if abs(reference.pitch - pose.pitch) > _PITCH:
        raise unsuited(Message("its head is raised or lowered more. Use a photo that is taken from the same height."))
    require_size(scene.cm, reference)


def require_size(cm: float, reference: ReferenceHair) -> None:
    """Raise UnusablePicture ``reference_unsuited`` where the hair would be softer than a picture of ``cm`` pixels for a
    centimetre."""
    if reference.cm < _SMALLEST * cm:
        raise unsuited(
            Message(
                "its head has {size:.0f} % of the size in pixels, and its hair would be softer than the picture. Use a larger "
                "photo.",
                size=100 * reference.cm / cm,
            )
        )


def require_placed(scene: HairScene, placed: PlacedHair) -> None:
    """Raise UnusablePicture ``reference_unsuited`` where hair ends at an edge of the reference, or hangs over an eye."""
    if cut_length(placed.cut, scene.cm) > _CUT_CM:
        raise unsuited(Message("an edge of the photo cuts it off. Use a photo that shows all of it."))
    if max(float((placed.cover[zone] > 0.5).mean()) for zone in _eyes(scene)) > _OVER_EYE:
        raise unsuited(Message("it would hang over an eye. Use a photo with the hair off the eyes."))


def require_tone(of: HairTone, wanted: HairTone) -> None:
    """Raise UnusablePicture ``reference_unsuited`` where the hair would have to become far lighter or darker than it is."""
    apart = wanted.lightness - of.lightness
    if apart > _RAISED_FROM and wanted.spread > _RAISED * of.spread:
        raise unsuited(
            Message(
                "it is too dark there to show its strands in the person's lighter colour. Keep the colour of that photo."
            )
        )
    if apart > _LIGHTER or -apart > _DARKER:
        raise unsuited(
            Message("its colour lies too far from the person's own. Keep the colour of that photo, or use another one.")
        )


def hat_share(portrait: Portrait, scene: HairScene) -> float:
    """Share of the skull above the brows that is parsed as a hat and is not hair by its matte."""
    ball = project_skull(scene.head, scene.marks.ring(mesh.OVAL))
    skull = ball.inside > 0.5
    skull[int(np.clip(rim_light.brow_row(scene), 0, scene.shape[0])) :] = False
    hat = (portrait.parsing.plane([head_parsing.HAT]) > 0.5) & (scene.hair < 0.5)
    return float(hat[skull].mean()) if skull.any() else 0.0


def hair_beyond_person(scene: HairScene) -> float:
    """Hair by its own matte that lies well outside the person's, in cm2: two networks that do not agree."""
    near = dilate_mask(scene.alpha > 0.5, _NEAR_CM * scene.cm)
    return float(((scene.hair > 0.5) & ~near).sum()) / scene.cm**2


def hand_area(scene: HairScene) -> float:
    """Skin beside the head and above the chin that is neither face, ear nor neck, in cm2."""
    ball = project_skull(scene.head, scene.marks.ring(mesh.OVAL))
    head = (ball.inside > 0.5) | (scene.oval > 0.3) | (scene.ear > 0.3)
    away = ~dilate_mask(head, _BESIDE_CM * scene.cm)
    skin = (np.maximum(scene.skin, scene.neck) > 0.5) & (scene.alpha > 0.5)
    last = int(np.clip(scene.chin[1] - _ABOVE_CM * scene.cm, 0, scene.shape[0]))
    return float((skin & away)[:last].sum()) / scene.cm**2


def cut_length(cut: Mask, cm: float) -> float:
    """Length in cm of a band of pixels along an edge: its extent in rows or columns."""
    return float(max(cut.any(axis=0).sum(), cut.any(axis=1).sum())) / cm


def _eyes(scene: HairScene) -> list[Mask]:
    import cv2

    found = []
    for ring in _EYES:
        mask = np.zeros(scene.shape, np.uint8)
        cv2.fillConvexPoly(mask, cv2.convexHull(np.round(scene.marks.xy[list(ring)]).astype(np.int32)), 1)
        found.append(mask > 0)
    return found
