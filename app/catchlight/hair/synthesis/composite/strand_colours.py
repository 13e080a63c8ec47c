"""The colours of the person's own hair, from its darkest strand to its lightest: new strands take theirs from here."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from catchlight.core.threads import both
from catchlight.hair.styling_scene import HairScene
from catchlight.hair.synthesis.texture import contrast as texture
from catchlight.hair.synthesis.texture import texture_synthesis
from catchlight.hair.synthesis.texture.contrast import Contrast
from catchlight.hair.synthesis.texture.texture_synthesis import Exemplar
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import as_float, blur_plane, erode_mask
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait

_TONES = 64
_LEAST_CM2 = 4.0
"""Square centimetres of solid hair from which its colours can be read."""
_DARK, _RIMS = (22.0, 45.0), (11.0, 24.0)
"""L* above the median, of dark and of light hair, from which brightness is light that glances off, not colour."""
_CUBE_ROOT = np.float32(16.0)
"""Added to L* it is in proportion to the cube root of the light, as a* and b* are."""
_SKY, _PALE, _DYED = (-3.0, -6.0), (55.0, 40.0), (18.0, 12.0)
"""b* from which, and wholly at which, hair mirrors the sky rather than being grey; median L* and chroma beyond which it does
not."""
_UNLIT, _MIRRORED, _BLUE = 0.18, 0.5, 0.8
"""Of hair that mirrors the sky: lightness of its darkest strands without that light, what is left of the differences, and the
blue that goes."""
_BLACK, _GLOSS, _GLOSSY = (9.0, 3.0), 5.0, 5
"""Median L* of black hair whose gloss the camera has lost, a little and wholly, and L* of the gloss put in its place."""
_LOST = 3.2
"""Median L* below which black hair shows no strands."""
_CROPPED_CM2, _LONGER, _LEAST_L = 40.0, (0.8, 0.25), 0.5
"""Solid hair up to which it is cropped, and how much further apart light and dark lie on longer hair of its colour, which shines
where it bends and shades itself: above and below the median; and the least L*."""
_BRAIDED = 0.5
"""How far tones above the middle one stay so in hair that is braided: each bend of a braid has its own glint."""
_BROAD_CM, _EVENED = 2.0, 0.6
_DEPTHS = 0.3
"""Share of the tones, the darkest, that are so between locks, where broad shade counts too."""
_OMBRE, _LOWER, _MOUTH = 7.0, 0.1, 13
"""Difference of colours from which hair changes from crown to tips, share of it that must hang below the mouth, and the
landmark of that."""
_REGAINS, _REGAINED = 0.7, (-0.2, 0.35)
"""How far brightness is put right, and by which factors at most, as logarithms."""
_GREY = 0.05
"""Saturation below which hues are the camera's noise."""
_MIDDLE = 0.42
_FINE = 0.06
"""Contrast within a pixel of hair that is not seen."""
_HUED, _HUE_PX, _MOST_HUE, _HUE_BY_L = 0.5, 1.0, 4.0, 0.12
"""How far strands differ in hue as they do in the photo, blur (pixels) by which its noise is left out, their deviation at most,
and by their L*: what differs further in the dark is the camera's noise."""


@dataclass(frozen=True)
class StrandColours:
    """tones: 64x3 CIELAB over quantiles of brightness. ombre: 3, CIELAB difference from crown to tips. own: whether it was
    read from hair of the head, rather than from the brows. contrast, fineness: those of its strands and locks, None where they
    are not known. fine: contrast within a pixel. hues: 64x2, what strands of the same brightness differ by in a* and b*, one
    deviation; none with an exemplar, which has its own. exemplar: its strands as they are seen, None where too few are."""

    tones: Floats
    ombre: Floats
    own: bool
    contrast: Contrast | None = None
    fineness: float | None = None
    fine: float = _FINE
    hues: Floats = field(default_factory=lambda: np.zeros((_TONES, 2), np.float32))
    exemplar: Exemplar | None = None

    @property
    def lost(self) -> bool:
        """Whether the hair is so black that nothing tells how its strands look."""
        return self.own and _is_lost(self.tones)

    @property
    def saturation(self) -> Floats:
        """Range of the channels of its colours by their mean, by that mean, 256 float32; nowhere 0."""
        rgb = self._rgb()
        mean = rgb.mean(axis=1)
        order = np.argsort(mean)
        own = np.ptp(rgb, axis=1) / (mean + np.float32(1))
        return np.asarray(np.interp(np.arange(256), mean[order], own[order]) + _GREY, np.float32)

    def _rgb(self) -> Floats:
        import cv2

        return np.asarray(cv2.cvtColor(self.tones[None], cv2.COLOR_LAB2RGB)[0] * np.float32(255), np.float32)

    def as_bright(self, colours: Floats) -> np.float32:
        """Factor that makes ``colours`` of new hair (Nx3, 0..255) on the whole as bright as the photo's: light and dark that are
        laid on where it hangs beside the face would make hair that all hangs there another colour."""
        if not len(colours):
            return np.float32(1)
        apart = _log_brightness(self._rgb()) - _log_brightness(colours)
        return np.float32(np.exp(np.clip(_REGAINS * apart, *_REGAINED)))


def measure_strand_colours(scene: HairScene, portrait: Portrait, *, dyed: bool = False) -> StrandColours:
    """From solid hair; of a bald person from the brows. dyed: its colour is a wish, whatever light it seems to mirror."""
    height = scene.shape[0]
    y = np.broadcast_to(np.arange(height)[:, None], scene.shape)
    core = erode_mask((scene.hair > 0.85) & (scene.alpha > 0.85), 0.18 * scene.cm) & (y < scene.chin[1] + 22 * scene.cm)
    if core.sum() < _LEAST_CM2 * scene.cm**2:
        return _of_brows(scene, portrait)
    lab, rows = _lab(scene.rgb[core]), y[core]
    even = np.maximum(lab[:, 0] - _unevenness(scene, core), 0)
    lab = _at_light(lab, even)
    ombre = _ombre(lab, rows, scene)
    if ombre.any():
        along = np.clip((rows - rows.min()) / max(float(np.ptp(rows)), 1), 0, 1)
        lab = lab - (along - _MIDDLE)[:, None] * ombre
    light = lab[:, 0].copy()
    lab = lab[np.argsort(lab[:, 0])]
    lab = lab[int(len(lab) * 0.01) : max(int(len(lab) * 0.97), _TONES)]
    tones = np.array([part.mean(axis=0) for part in np.array_split(lab, _TONES)], np.float32)
    middle = float(np.median(tones[:, 0]))
    # Dark hair glints where it is braided or bent: on strands that lie otherwise that would be chalk.
    rim = middle + np.interp(middle, _DARK, _RIMS)
    seen = tones[:, 0].copy()
    tones[:, 0] = np.where(tones[:, 0] > rim, rim + (tones[:, 0] - rim) * 0.3, tones[:, 0])
    rgb = as_float(scene.rgb)
    contrast, (fine, share) = both(
        lambda: texture.measure_contrast(rgb, core, scene.cm), lambda: texture.fine_contrast(rgb, core)
    )
    if contrast is not None and texture.is_braided(contrast):
        tones = _without_glints(tones)
    tones = _at_light(np.column_stack([seen, tones[:, 1:]]), tones[:, 0])
    tones = _with_depths(tones, np.sort(_lab(scene.rgb[core])[:, 0]))
    if not dyed:
        tones = _without_sky(tones)
    tones[:, 0] += _GLOSS * _ramped(middle, _BLACK) * np.linspace(0, 1, _TONES, dtype=np.float32) ** _GLOSSY
    if core.sum() < _CROPPED_CM2 * scene.cm**2:
        tones = _longer(tones)
    exemplar = None if _is_lost(tones) else texture_synthesis.build_exemplar(scene)
    if exemplar is not None:
        return StrandColours(tones, ombre, True, contrast, share, fine, exemplar=exemplar)
    return StrandColours(tones, ombre, True, contrast, share, fine, _hues(scene, core, light))


def _log_brightness(colours: Floats) -> float:
    return float(np.log(colours.mean(axis=1) + np.float32(texture.DARK_OFFSET)).mean())


def _at_light(lab: Floats, light: Floats) -> Floats:
    """CIELAB colours (Nx3) in more or less light, so that they have L* ``light`` (N): the less light, the less chroma, or a
    darker tone would be a redder one."""
    factor = (light + _CUBE_ROOT) / (lab[:, 0] + _CUBE_ROOT)
    return np.asarray(np.column_stack([light, lab[:, 1:] * factor[:, None]]), np.float32)


def _is_lost(tones: Floats) -> bool:
    return float(np.median(tones[:, 0])) < _LOST


def _ramped(value: float, ends: tuple[float, float]) -> float:
    """0 before the first end, 1 beyond the second."""
    return float(np.clip((value - ends[0]) / (ends[1] - ends[0]), 0, 1))


def _without_sky(tones: Floats) -> Floats:
    """Black hair that mirrors the sky on top of the head looks grey there: on hair that hangs down it would be grey all over."""
    light, a, b = (float(value) for value in np.median(tones, axis=0))
    share = _ramped(b, _SKY) * _ramped(light, _PALE) * _ramped(float(np.hypot(a, b)), _DYED)
    low = float(tones[_TONES // 10, 0])
    result = tones.copy()
    result[:, 0] = np.maximum(_UNLIT * low + _MIRRORED * (tones[:, 0] - low), 0)
    result[:, 1:] *= np.float32(1 - _BLUE)
    return np.asarray(tones + np.float32(share) * (result - tones), np.float32)


def _with_depths(tones: Floats, light: Floats) -> Floats:
    """The darkest tones as dark as what is seen between locks, sorted L* of all of the hair, however broad its shade is."""
    at = (np.arange(_TONES) + 0.5) / _TONES
    seen = light[np.minimum((at * len(light)).astype(np.intp), len(light) - 1)]
    share = np.clip(1 - at / _DEPTHS, 0, 1)
    return _at_light(tones, tones[:, 0] + share * np.minimum(seen - tones[:, 0], 0))


def _without_glints(tones: Floats) -> Floats:
    """Hair out of its braids: strands that lie side by side do not glint at every bend, and looked grey where they did."""
    result = tones.copy()
    result[:, 0] -= (1 - _BRAIDED) * np.maximum(tones[:, 0] - np.median(tones[:, 0]), 0)
    return result


def _longer(tones: Floats) -> Floats:
    """What cropped hair looks like where it is long."""
    result = tones.copy()
    apart = tones[:, 0] - np.median(tones[:, 0])
    result[:, 0] = np.maximum(tones[:, 0] + np.where(apart > 0, *_LONGER) * apart, _LEAST_L)
    return result


def _unevenness(scene: HairScene, core: npt.NDArray[np.bool_]) -> Floats:
    """What the light makes of the head from side to side, in L* of the pixels in ``core``: no strand's own lightness."""
    light = np.zeros(scene.shape, np.float32)
    light[core] = _lab(scene.rgb[core])[:, 0]
    inside = core.astype(np.float32)
    broad = (blur_plane(light, _BROAD_CM * scene.cm) / (blur_plane(inside, _BROAD_CM * scene.cm) + np.float32(1e-3)))[
        core
    ]
    return np.asarray(_EVENED * (broad - np.median(broad)), np.float32)


def _hues(scene: HairScene, core: npt.NDArray[np.bool_], light: Floats) -> Floats:
    """What strands of the same brightness differ by in a* and b*, 64x2 over quantiles of it. light: L* of the pixels in ``core``.

    The first principal axis of each quantile's hues, without what is broad: that is the light's.
    """
    import cv2

    seen = _lab(np.ascontiguousarray(cv2.GaussianBlur(scene.rgb, (0, 0), _HUE_PX)[core]))[:, 1:]
    inside = core.astype(np.float32)
    weight = (blur_plane(inside, _BROAD_CM * scene.cm) + np.float32(1e-3))[core]
    for axis in range(2):
        hue = np.zeros(scene.shape, np.float32)
        hue[core] = seen[:, axis]
        seen[:, axis] -= blur_plane(hue, _BROAD_CM * scene.cm)[core] / weight
    order = np.argsort(light)
    parts = np.array_split(seen[order], _TONES // 8)
    found = []
    for part, lights in zip(parts, np.array_split(light[order], len(parts)), strict=True):
        sizes, axes = np.linalg.eigh(np.cov(part.T))
        axis = axes[:, -1] * np.sign(axes[1, -1] or 1.0)
        most = min(_MOST_HUE, _HUE_BY_L * float(lights.mean()))
        found.append(axis * min(_HUED * float(np.sqrt(max(sizes[-1], 0.0))), most))
    middles = (np.arange(len(parts)) + 0.5) * _TONES / len(parts)
    return np.stack(
        [np.interp(np.arange(_TONES), middles, np.array(found)[:, axis]) for axis in range(2)], axis=1
    ).astype(np.float32)


def _ombre(lab: Floats, rows: npt.NDArray[np.intp], scene: HairScene) -> Floats:
    """How the colour changes from crown to tips; nothing where it hardly does."""
    upper = rows < scene.marks.eyes[1]
    lower = rows > scene.marks.xy[_MOUTH, 1]
    if upper.sum() > 200 and lower.sum() > _LOWER * len(rows):
        change = np.median(lab[lower], axis=0) - np.median(lab[upper], axis=0)
        if np.linalg.norm(change) > _OMBRE:
            return np.asarray(change, np.float32)
    return np.zeros(3, np.float32)


def _of_brows(scene: HairScene, portrait: Portrait) -> StrandColours:
    brows = portrait.parsing.plane([head_parsing.RIGHT_BROW, head_parsing.LEFT_BROW]) > 0.5
    lab = _lab(scene.rgb[brows]) if brows.sum() > 50 else np.array([[22.0, 4.0, 7.0]], np.float32)
    dark = lab[lab[:, 0] <= np.percentile(lab[:, 0], 35)].mean(axis=0)
    light, a, b = float(dark[0] * 0.85), float(dark[1] * 0.6), float(dark[2] * 0.8)
    at = np.linspace(-1, 1, _TONES)
    shade = np.where(at < 0, at * min(light * 0.75, 16), np.abs(at) ** 2.2 * (14 + 0.25 * light))
    chroma = np.interp(at, [-1, -0.3, 0.4, 1], [0.55, 0.95, 1.05, 0.8])
    tones = np.stack([np.clip(light + shade, 1.5, 97), a * chroma, b * chroma], axis=-1)
    return StrandColours(np.asarray(tones, np.float32), np.zeros(3, np.float32), False)


def colour_strand_points(
    shade: Floats, along: Floats, palette: StrandColours, levels: Floats, chances: Floats | None = None
) -> Floats:
    """Colours (Nx3 float32, 0..255) of N points of strands. levels: 33 brightnesses that stand for even steps of the palette.
    chances: N, deviations of their hue."""
    import cv2

    at = np.interp(shade, levels, np.linspace(0, _TONES - 1, len(levels))).astype(np.float32)
    low = np.minimum(at.astype(np.int32), _TONES - 2)
    share = at - low
    lab, onward = palette.tones.take(low, axis=0), palette.tones.take(low + 1, axis=0)
    for axis in range(3):
        lab[:, axis] += (onward[:, axis] - lab[:, axis]) * share
    if chances is not None:
        lab[:, 1:] += chances[:, None] * palette.hues.take(low, axis=0)
    if palette.ombre.any():
        lab += (along - np.float32(_MIDDLE))[:, None] * palette.ombre * np.float32(1.1)
    lab[:, 0] += np.clip(shade - levels[-1], 0, 0.6) * np.float32(22)
    return np.asarray(cv2.cvtColor(lab[None], cv2.COLOR_LAB2RGB)[0] * np.float32(255), np.float32)


def _lab(rgb: npt.NDArray[np.uint8]) -> Floats:
    import cv2

    return np.asarray(cv2.cvtColor(rgb[None].astype(np.float32) / 255, cv2.COLOR_RGB2LAB)[0], np.float32)
