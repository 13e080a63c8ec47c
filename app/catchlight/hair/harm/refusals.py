"""Which harm a result does, against limits that are the noise of the same measures on people whom nobody has edited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import numpy as np
import numpy.typing as npt

from catchlight.core.errors import Conflict, UnusablePicture
from catchlight.core.messages import Message, mark
from catchlight.hair import background_variation, style_warnings
from catchlight.hair.harm import face_features, surroundings
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.trim import from_own_hair
from catchlight.imaging import vec3
from catchlight.imaging.filters.planes import blur_plane, dilate_mask
from catchlight.imaging.picture import ByteImage, FloatPlane

Harm = Literal["eyes", "glasses", "ears", "altered", "ground", "cloth", "outline"]

_NONE, _WORN = 0.05, 0.1
"""Share of hair, old and new, up to which there is none, and from which there is some that throws shade beside it."""
_SHADE_CM, _APART_CM = 1.0, 0.6
"""How far from new hair colours and outlines are compared: nearer its own shade and strands lie."""
_TURNED = 22.0
"""Degrees of yaw from which new hair no longer sits on the far side of the head as it should."""
_EVEN_CM, _SEEN, _LEAST_CM2 = 0.05, 6.0, 0.3
"""Width over which a change is told (less is the photo's grain), difference of brightness (0..255) from which one sees it, and
its least area: on ten of 43 people with nothing to tidy 0.0 to 0.2."""
LIMITS: dict[Harm, float] = {
    "eyes": 0.01,
    "glasses": 0.03,
    "ears": 0.4,
    "altered": 0.3,
    "ground": 0.05,
    "cloth": 0.05,
    "outline": 0.1,
}
"""What is still borne of each, in the unit of its measure: about the largest value that the same measure has on people whom
nobody edited. Measured on portraits of people outside the project, 700 pixels long, with no style. On 36: hair over free eyes at
most 0.006 (0.14 and 0.66 where a lock hangs there), over glasses 0.009, over ears that are seen 0.35 but for three of 43 (0.88
and more over hidden ones); brows saved as a smaller JPEG 0.24; shoulders 0.094. On 9, where hair might hang: ground 0.01, cloth
0.037 but for one of 18 sides; a jacket that was smeared 0.064."""
_SENTENCES: dict[Harm, str] = {
    "eyes": mark(
        "Hair lies over a brow or an eye, and {style} would uncover it: nobody can know what is there. {advice}"
    ),
    "glasses": mark(
        "Hair lies over the glasses, and {style} would uncover them: nobody can know how they go on there. {advice}"
    ),
    "ears": mark("Hair lies over an ear, and {style} would show it: nobody can know what it looks like. {advice}"),
    "altered": mark("{style} would change a brow or an eye beside the hair. {advice}"),
    "ground": mark("{style} would leave a patch in the background where hair was. {advice}"),
    "cloth": mark("{style} would leave a patch in the clothes where hair was. {advice}"),
    "outline": mark("{style} would leave a torn shoulder where hair was. {advice}"),
}
_ADVICE = Message("Choose a style that covers as much as the hair does now, or a picture with the hair tied back.")


def require_drawable(scene: HairScene, *, fringe: bool) -> None:
    """fringe: whether one is laid over the person's own hair, which must hang straight and loose, off the forehead: over any
    other it is a patch.

    Raises UnusablePicture ``face_turned_away`` and ``no_hair``, Conflict ``conflicting_styles``.
    """
    if abs(scene.head.pose.yaw) > _TURNED:
        raise UnusablePicture(
            Message(
                "The head is turned too far for hair that is drawn to sit well. Use a picture that looks into the camera, "
                "or a style of the person's own hair."
            ),
            code="face_turned_away",
        )
    if scene.own is None or style_warnings.is_hair_sparse(scene):
        raise UnusablePicture(
            Message(
                "The picture shows too little hair to draw a style by. Use a picture of the person with more hair."
            ),
            code="no_hair",
        )
    if fringe and not from_own_hair.hangs_straight(scene):
        raise Conflict(
            Message(
                "A fringe is drawn over straight hair that hangs loose, and this hair lies otherwise. Choose another style."
            ),
            code="conflicting_styles",
        )
    if fringe and from_own_hair.has_fringe(scene):
        raise Conflict(
            Message(
                "Hair hangs over the forehead already, and another fringe over it would be a patch. Choose another style."
            ),
            code="conflicting_styles",
        )


def require_seen_ground(scene: HairScene, style: str) -> None:
    """For a style that lays background bare all round the head. style: its name. Raises Conflict ``conflicting_styles`` where
    that is neither out of focus nor even."""
    if not background_variation.is_background_soft(scene):
        raise Conflict(
            Message(
                "The background at the edge of the hair is sharp, and {style} would show parts of it that the picture does not. "
                "Choose a style that leaves the outline of the hair or moves it out.",
                style=style,
            ),
            code="conflicting_styles",
        )


def require_change(scene: HairScene, before: ByteImage, after: ByteImage, style: str) -> None:
    """before, after: HxWx3. style: its name. Raises Conflict ``conflicting_styles`` where they differ nowhere that one sees."""
    apart = np.abs(blur_plane(vec3.mean(after) - vec3.mean(before), _EVEN_CM * scene.cm))
    if float((apart > _SEEN).sum()) < _LEAST_CM2 * scene.cm**2:
        raise Conflict(
            Message(
                "This hair is so already: {style} would change nothing that one sees. Choose another style.",
                style=style,
            ),
            code="conflicting_styles",
        )


def measure_harms(
    scene: HairScene, bare: CleanPlate, picture: ByteImage, hair: FloatPlane, body: FloatPlane
) -> dict[Harm, float]:
    """Every harm of a result. picture: HxWx3, with the new ``hair`` (HxW); body: HxW, the person without it."""
    cm = scene.cm
    gone = (scene.hair > _NONE) & (hair < _NONE) & ~dilate_mask(hair > _WORN, _SHADE_CM * cm)
    free = (scene.hair < _NONE) & ~dilate_mask(hair > _WORN, _SHADE_CM * cm)
    worn = bare.torso.cloth > 0.9
    ground = (bare.body < _NONE) & (bare.torso.shape < _NONE)
    below = np.arange(scene.shape[0])[:, None] > scene.chin[1]
    near = dilate_mask(gone, 0.2 * cm) & ~dilate_mask(hair > _NONE, _APART_CM * cm) & below
    return {
        "eyes": max(face_features.exposure_share(scene, hair, zone) for zone in face_features.eye_zones(scene)),
        "glasses": face_features.exposure_share(scene, hair, face_features.glasses_zone(scene)),
        "ears": max(
            (face_features.exposure_share(scene, hair, zone) for zone in face_features.ear_zones(scene)), default=0.0
        ),
        "altered": face_features.feature_change(scene, picture, hair),
        "ground": surroundings.colour_novelty(picture, gone & ground, free & ~_person(scene, bare), cm),
        "cloth": surroundings.colour_novelty(
            picture, gone & worn & below, free & worn & (scene.cloth > 0.8) & below, cm
        ),
        "outline": surroundings.outline_roughness(body, near, cm),
    }


def require_unharmed(
    scene: HairScene,
    bare: CleanPlate,
    picture: ByteImage,
    hair: FloatPlane,
    body: FloatPlane,
    style: str,
    limits: Mapping[Harm, float] = LIMITS,
) -> None:
    """As ``measure_harms``. style: its name, for the sentence. limits: of each. Raises Conflict
    ``conflicting_styles`` for the first harm beyond its limit."""
    for harm, amount in measure_harms(scene, bare, picture, hair, body).items():
        if amount > limits[harm]:
            raise Conflict(
                Message(_SENTENCES[harm], style=style, advice=_ADVICE),
                code="conflicting_styles",
            )


def _person(scene: HairScene, bare: CleanPlate) -> npt.NDArray[np.bool_]:
    """Head and body by their shape, HxW: the matte of a file that is cut out round may hold the ground behind the head too."""
    known = np.maximum(np.maximum(bare.torso.shape, scene.oval), np.maximum(scene.ear, scene.cloth)) > _NONE
    return np.asarray(known | (bare.skull.inside > _NONE), bool)
