"""Why a style may not look real on one picture: what it had to make up, and what the picture does not show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from catchlight.hair import background_variation
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging.picture import FloatPlane

QualityWarning = Literal[
    "invented",
    "forehead",
    "small",
    "style",
    "joined",
    "taken",
    "lost",
    "sparse",
    "ground",
    "unsure",
    "short",
    "grey",
]
"""``unsure``, ``short`` and ``grey`` are said of a colour: where it is not plain what is hair, colour lies beside it, on short
hair roots and ends lie side by side, and in a grey picture colour lies on the hair alone. ``taken`` is said of all hair of
another photo: of 21 pairs seen at full size, blind judges marked them 2.1 of 5 on the mean, untouched photos 4.9."""

LEAST_REAL_RATING = 3.5
"""Rating (1 fake to 5 photographic) from which a style is offered without a doubt."""
LEAST_PHOTO_SHARE = 0.85
"""Share of the photo's own hair in what is worn from which a style that looks drawn elsewhere does not here: below, the seam
between both shows. Set on eight heads at 100 %."""
LEAST_JOIN_SHARE = 0.03
"""The same share from which hair goes on from the photo's own at all."""
SIDES_RATING_GAIN = 0.3
"""What sideburns, ears and nape of the photo's own add to a short style's rating: 3.3 against 3.0 for parted and side-swept
short hair on five and three heads."""
DOUBTFUL_INVENTION = 0.0925
"""Invention, in areas of the face, from which a result is doubtful: at 0.093 a jacket under cut curls is a smear, at 0.091 a
jumper is not."""
_JOINS_CM2 = 0.4
"""Cm2 beside the neck that a cut may lay bare: where neck, collar and shoulder meet is a guess."""
_SPARSE = 0.13
"""Less solid hair than this in the photo, in areas of the face: then its colour and the shape of the skull are guesses, and
what is done to it shows the skin."""
_VARIED = 11.0
"""Mean difference (0..255) between shapes of a background near the hair and what is round them from which its continuation behind
hair is seen to be a guess. On eight pictures: 1 to 9 where nothing is seen, 15 to 42 where edges are."""
_LITTLE = 0.005
"""Background, in areas of the face, that a cut may free whatever it is like."""
_SMALLEST_CM = 4.5
"""Pixels for a centimetre below which strands blur into a pattern."""
_BARED = 0.06
"""Share of the forehead that a style may free of hair: more of it looks smoother than the face below."""


@dataclass(frozen=True)
class StylingFacts:
    """How a result was made. grown: whether hair was grown anew, rather than the person's own changed; rated: how real the style
    looks on most people, 1 to 5, where it is drawn (a fringe is, on the person's own hair too); kept: share of the hair worn now
    that is the photo's own; sides: whether sideburns, ears and nape are; lost: whether the photo's hair is too black to show how
    new strands should look; freed: HxW, background that a cut lets be seen; joins: cm2 beside the neck that it does; told:
    whether the picture tells all that it lets be seen."""

    grown: bool
    rated: float | None = None
    kept: float = 0.0
    sides: bool = False
    lost: bool = False
    freed: FloatPlane | None = None
    joins: float = 0.0
    told: bool = False

    @property
    def looks_drawn(self) -> bool:
        return (
            self.rated is not None
            and self.rated + SIDES_RATING_GAIN * self.sides < LEAST_REAL_RATING
            and self.kept < LEAST_PHOTO_SHARE
        )


def find_quality_warnings(
    scene: HairScene, hair: FloatPlane, invented: float, how: StylingFacts
) -> tuple[QualityWarning, ...]:
    """Doubts about a result, gravest first. hair: HxW, what is worn now; invented: in areas of the face."""
    doubts = _warnings_of_grown_hair(scene, hair, how) if how.grown else _warnings_of_own_hair(scene, how)
    if not how.told and (invented > DOUBTFUL_INVENTION or how.joins > _JOINS_CM2):
        doubts.insert(0, "invented")
    return tuple(doubts)


def _warnings_of_own_hair(scene: HairScene, how: StylingFacts) -> list[QualityWarning]:
    """What may not look real where the photo's own hair was changed."""
    doubts: list[QualityWarning] = []
    if not how.told and _guessed(scene, how.freed):
        doubts.append("ground")
    if is_hair_sparse(scene):
        doubts.append("sparse")
    if how.looks_drawn:
        doubts.append("style")
    return doubts


def _warnings_of_grown_hair(scene: HairScene, hair: FloatPlane, how: StylingFacts) -> list[QualityWarning]:
    """What may not look real where hair was grown anew. hair: HxW, what is worn now."""
    doubts: list[QualityWarning] = []
    is_mostly_drawn = how.kept < LEAST_PHOTO_SHARE and not how.sides
    if _forehead(scene, hair) > _BARED:
        doubts.append("forehead")
    if scene.cm < _SMALLEST_CM:
        doubts.append("small")
    if is_mostly_drawn and how.kept > LEAST_JOIN_SHARE:
        doubts.append("joined")
    elif how.looks_drawn:
        doubts.append("style")
    if how.lost and is_mostly_drawn:
        doubts.append("lost")
    return doubts


def is_hair_sparse(scene: HairScene) -> bool:
    """Whether the photo shows less hair than a style could go by."""
    return bool((scene.hair > 0.85).sum() < _SPARSE * scene.oval.sum())


def _guessed(scene: HairScene, freed: FloatPlane | None) -> bool:
    """Whether background that a cut frees goes on behind the hair in a way that nobody can tell."""
    if freed is None or freed.sum() < _LITTLE * scene.oval.sum():
        return False
    return background_variation.background_variation(scene, freed) > _VARIED


def _forehead(scene: HairScene, hair: FloatPlane) -> float:
    """Share of the forehead that the photo's hair hid and that now is bare."""
    first = int(np.clip(scene.marks.xy[[105, 334], 1].min(), 0, scene.shape[0]))
    inside = scene.oval[:first] > 0.5
    if not inside.any():
        return 0.0
    return float(((scene.hair[:first] > 0.5) & (hair[:first] < 0.3))[inside].mean())
