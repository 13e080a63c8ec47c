"""What a cut lets be seen, and whether the picture tells what that is: plain cloth that goes on, and no more than that."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.core.errors import Conflict
from catchlight.hair import background_variation
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint
from catchlight.imaging.arrays import Mask
from catchlight.imaging.colour import oklab
from catchlight.imaging.filters.planes import as_float, blur_plane, dilate_mask, erode_mask
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane

_GONE, _LEAST_CM2 = 0.3, 0.5
"""Share of hair that a place has lost to be seen now, and the least area of a kind that counts."""
_OUTLINE_CM = 2.0
"""How much of the body's outline a cut may lay bare: where it runs under hair is a guess."""
_BORDER_CM, _NEAR_CM, _EVEN_CM, _BROAD_CM, _MOST = 0.2, 4.0, 0.25, 0.5, 0.9
"""How far within its border cloth is sure, how near it tells how it goes on, widths over which its colours are evened to tell
patterns and smears, and the share of the area whose colours count: a button or a seam is neither."""
_PLAIN, _SMEARED = 0.075, 0.06
"""How far (OKLab) colours of plain cloth lie from their median, and what was rebuilt from what goes on smoothly. On fifteen
people: 0.02 to 0.074 on one plain garment in its folds, 0.09 to 0.32 where there are lapels, stripes, knits or a second one; 0.01
to 0.055 where nothing is seen of it, 0.07 to 0.5 where there are clouds and smears."""
_ADVICE = "Choose another style, or a picture with less hair before the shoulders."


@dataclass(frozen=True)
class ExposedAreas:
    """What is seen where hair was. cloth, skin, ground: HxW. outline: of the body against the background, cm."""

    cloth: Mask
    skin: Mask
    ground: Mask
    outline: float


def find_exposed_areas(scene: HairScene, bare: CleanPlate, hair: FloatPlane) -> ExposedAreas:
    """hair: HxW, what is worn after the cut."""
    gone = scene.hair - hair > _GONE
    body, dressed = bare.body > 0.5, bare.torso.cloth > 0.5
    outline = body & dilate_mask(~body, 1) & dilate_mask(gone, 1)
    return ExposedAreas(gone & body & dressed, gone & body & ~dressed, gone & ~body, float(outline.sum()) / scene.cm)


def require_known(scene: HairScene, seen: ExposedAreas, picture: ByteImage, style: str) -> None:
    """picture: HxWx3, the result. style: its name. Raises Conflict ``conflicting_styles`` where what is ``seen`` now had to be
    guessed."""
    least = _LEAST_CM2 * scene.cm**2
    if seen.outline > _OUTLINE_CM or seen.skin.sum() > least:
        raise Conflict(
            f"Hair hides where neck and shoulders end, and {style} would show that. {_ADVICE}",
            code="conflicting_styles",
        )
    if seen.ground.sum() > least and not background_variation.is_background_soft(scene):
        raise Conflict(
            f"The background behind the hair is sharp, and {style} would show parts of it. {_ADVICE}",
            code="conflicting_styles",
        )
    if seen.cloth.sum() > least and not _goes_on(scene, seen.cloth, picture):
        raise Conflict(
            f"Hair lies on clothes that are not plain, and {style} would show how they go on under it. {_ADVICE}",
            code="conflicting_styles",
        )


def _goes_on(scene: HairScene, cloth: Mask, picture: ByteImage) -> bool:
    """Whether the cloth round ``cloth`` (HxW) has one colour and goes on in that; not where hardly any is seen."""
    cm = scene.cm
    worn = erode_mask((scene.cloth > 0.5) & (scene.hair < 0.05) & (scene.alpha > 0.95), _BORDER_CM * cm)
    near = worn & dilate_mask(cloth, _NEAR_CM * cm)
    if near.sum() < 2 * _LEAST_CM2 * cm**2:
        return False
    lab = np.asarray(oklab.from_srgb(as_float(picture) / np.float32(255)), np.float32)
    own = _evened(lab, near, _EVEN_CM * cm)[near]
    broad = blur_plane(inpaint.fill_smoothly(lab, near.astype(np.float32)), _BROAD_CM * cm)[cloth]
    return _apart(own, np.median(own, axis=0)) < _PLAIN and (
        _apart(_evened(lab, cloth, _BROAD_CM * cm)[cloth], broad) < _SMEARED
    )


def _apart(colours: npt.NDArray[np.floating], other: npt.NDArray[np.floating]) -> float:
    """Difference of colours (Nx3) to others that most of them stay below."""
    return float(np.quantile(np.linalg.norm(colours - other, axis=1), _MOST))


def _evened(lab: FloatImage, where: Mask, sigma: float) -> FloatImage:
    """Colours (HxWx3) within ``where`` (HxW) without what is finer than ``sigma`` pixels."""
    weight = where.astype(np.float32)
    return np.asarray(
        blur_plane(lab * weight[..., None], sigma) / np.maximum(blur_plane(weight, sigma), 1e-3)[..., None], np.float32
    )
