"""Whole styles out of the person's own hair: where it is long enough and lies as the style does, it need only be cut and laid."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from catchlight.catalogue.hairstyles import Added, Groom, Own, Tidy, Trim, Volume
from catchlight.hair import orientation_field
from catchlight.hair.orientation_field import CELLS_PER_CM
from catchlight.hair.removal.clean_plate import CleanPlate
from catchlight.hair.style_plan import Options, StylePlan, trim_for_length
from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import inpaint
from catchlight.imaging.filters.planes import as_float
from catchlight.imaging.picture import ByteImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh

Modifier = Volume | Trim | Tidy | Added

NO_CUT_CM = 25.0
"""Cm below the chin from which a cut is none."""
_SOLID = 0.85
_SEEN_CM2 = 6.0
"""Solid hair below the nose from which it tells how curly hair is."""
_STRAIGHT, _CURLY, _WAVY = 0.875, 0.835, 0.925
"""How well directions agree in straight hair at least, in curls at most; waves lie between curls and the third. Set on the long
hair of twelve heads: curls 0.69 to 0.82, waves 0.85 to 0.92, straight hair 0.89 to 0.96."""
_ASIDE_CM, _WIDE_CM = 16.0, 0.8
"""How far from the neck's axis hair still is the head's, and how wide it must be to count."""
_FRAME_CM = 0.5
_SURE, _GONE = 0.9, 0.3
_BESIDE, _BELOW_CM = (0.8, 1.6), 1.0
"""Where neck and shoulder meet: from the neck's axis, in halves of its width, and below the line of the shoulders."""
_FRINGED = 0.35
"""Share of the forehead's middle under hair from which the person has a fringe."""


def plan_from_own_hair(
    scene: HairScene, groom: Groom, wish: StylePlan, options: Options
) -> tuple[Modifier, ...] | None:
    """What makes the style of the person's own hair, in the order in which it is done; None where that cannot.

    Hair must lie as the style may, reach as far down as it asks for, and keep its parting.
    """
    wanted = groom.own
    if wanted is None or scene.own is None or options.parting or options.texture:
        return None
    if photo_hair_textures(scene).isdisjoint(wanted.lies) or photo_hair_reach(scene) < trim_for_length(
        wanted.reaches, max(options.length, 1.0)
    ):
        return None
    below = trim_for_length(wanted.below_chin, options.length)
    steps: tuple[Modifier | None, ...] = (
        _tidying(wanted, wish),
        Trim(below_chin=below, ragged=groom.cut.ragged) if below < NO_CUT_CM else None,
        _volume_change(wanted, wish, options),
        None if groom.fringe is None or has_fringe(scene) else Added(fringe=groom.fringe, fibre=groom.fibre),
    )
    return tuple(step for step in steps if step is not None)


def _tidying(wanted: Own, wish: StylePlan) -> Tidy | None:
    """As smooth as the style or another wish asks for, whichever is more; None where nothing is to be tidied."""
    asked = [shape for shape in wish.modifiers if isinstance(shape, Tidy)]
    smooth = max([wanted.smooth, *(shape.smooth for shape in asked)])
    flyaways = max([0.0, *(shape.flyaways for shape in asked)])
    return Tidy(flyaways=flyaways, smooth=smooth) if smooth or flyaways else None


def _volume_change(wanted: Own, wish: StylePlan, options: Options) -> Volume | None:
    """The style's volume, that of other wishes and the slider's together; None for hardly any."""
    fuller = wanted.volume + sum(shape.amount for shape in wish.modifiers if isinstance(shape, Volume))
    fuller += 0.5 * (options.volume - 1)
    return Volume(amount=min(max(fuller, -0.5), 0.8)) if abs(fuller) > 0.01 else None


def hangs_straight(scene: HairScene) -> bool:
    """Whether the photo's hair is plainly straight, not wavy, and hangs loose below the chin."""
    return photo_hair_textures(scene) == {"straight"} and photo_hair_reach(scene) > 0


def photo_hair_textures(scene: HairScene) -> frozenset[str]:
    """How the photo's hair lies below the nose: straight, wavy, curly, or two of them; none where too little is seen."""
    if scene.own is None:
        return frozenset()
    height, width = scene.shape
    own = orientation_field.orientation_of_photo(scene.own, (0, 0, width, height), scene.cm)
    rows = np.arange(len(own.worn))[:, None] * own.size
    lower = (orientation_field.resample_to_cells(scene.hair, own) > _SOLID) & (rows > scene.marks.xy[mesh.NOSE_TIP, 1])
    if lower.sum() < _SEEN_CM2 * CELLS_PER_CM**2:
        return frozenset()
    agree = float(own.agreement[lower].mean())
    found = {"straight": agree > _STRAIGHT, "wavy": _CURLY < agree < _WAVY, "curly": agree < _CURLY}
    return frozenset(kind for kind, is_so in found.items() if is_so)


def photo_hair_reach(scene: HairScene) -> float:
    """Cm below the chin to which the photo's hair reaches on its longer side; far where the picture ends first."""
    size = max(1.0, scene.cm / CELLS_PER_CM)
    height = scene.shape[0]
    cells = np.asarray(scene.hair[:: int(size), :: int(size)] > 0.5)
    aside = np.arange(cells.shape[1]) * int(size) - scene.middle
    wide = [
        (cells & (aside * side > 0) & (np.abs(aside) < _ASIDE_CM * scene.cm)).sum(axis=1) * int(size) / scene.cm
        for side in (-1, 1)
    ]
    rows = np.flatnonzero(np.maximum(*wide) > _WIDE_CM)
    if not len(rows):
        return -99.0
    last = float(rows[-1] * int(size))
    return 99.0 if last > height - _FRAME_CM * scene.cm else (last - scene.chin[1]) / scene.cm


def has_fringe(scene: HairScene) -> bool:
    """Whether hair hangs over the middle of the forehead already."""
    left, right = sorted(float(x) for x in scene.marks.xy[[105, 334], 0])
    top, low = float(scene.marks.xy[10, 1]), float(scene.marks.xy[[105, 334], 1].min())
    part = scene.hair[int(max(0, 0.4 * top + 0.6 * low)) : int(max(1, low)), int(max(0, left)) : int(max(1, right))]
    return bool(part.size) and float((part > 0.5).mean()) > _FRINGED


def recolour_scene(scene: HairScene, hair: ByteImage) -> HairScene:
    """The scene with its hair as in ``hair`` (HxWx3), the same picture with that in another colour; single strands too."""
    if hair is scene.rgb or scene.own is None:
        return scene
    x0, y0, x1, y1 = scene.own.box
    part = (slice(y0, y1), slice(x0, x1))
    fore = inpaint.fill_smoothly(as_float(hair[part]), (scene.hair[part] > _SURE).astype(np.float32))
    fore = np.rint(fore.clip(0, 255) * 257).astype(np.uint16)
    return replace(scene, rgb=hair, own=replace(scene.own, fore=fore))


def background_exposure(scene: HairScene, bare: CleanPlate, hair: FloatPlane) -> FloatPlane:
    """Background that is seen where hair was and now is ``hair`` (HxW), HxW in 0..1."""
    return np.asarray(np.clip(scene.hair - hair, 0, 1) * (1 - bare.body), np.float32)


def neck_exposure(scene: HairScene, bare: CleanPlate, hair: FloatPlane) -> float:
    """Cm2 beside the neck, down to the shoulder, that are seen where hair was and now is ``hair`` (HxW)."""
    y, x = np.nonzero(scene.hair - hair > _GONE)
    beside = np.abs(bare.torso.beside(x.astype(np.float32), y.astype(np.float32)))
    low = bare.torso.line[x] + _BELOW_CM * scene.cm
    found = (y > scene.chin[1]) & (y < low) & (beside > _BESIDE[0]) & (beside < _BESIDE[1])
    return float(found.sum()) / scene.cm**2
