"""The shade that hair casts on skin and cloth beside it: how deep it is, how far it reaches, and its hue."""

from __future__ import annotations

import numpy as np

from catchlight.hair.styling_scene import HairScene
from catchlight.imaging import vec3
from catchlight.imaging.arrays import Floats
from catchlight.imaging.filters.planes import blur_plane
from catchlight.imaging.picture import FloatImage, FloatPlane

_CLOSE_CM, _WIDE_CM = 0.28, 0.7
_CLOSE, _WIDE, _THIN = 0.34, 0.55, 0.06
"""Widths of the shadow away from the light and of the shade all round, how deep each is below full hair, and the coverage nearby
from which there is shade. On fourteen cheeks beside long hair in photos, skin has 0.55 to 0.75 of its brightness at the hair,
0.75 to 0.85 at 3 mm, 0.85 to 0.95 at 8 mm and all of it at 15 mm."""
_LIES, _HANGS, _HANGS_CM, _LYING = 0.125, 0.375, 5.5, 0.6
"""Place along a strand up to which it lies on the skin that it grows from, and from which it hangs before that, which is so many
cm from its root at most; and the share of the shade that it casts where it lies: more of it reads as a smear along the hairline,
less of it leaves that cut out. Below the hairlines of six heads in photos skin with its fine hair has 0.60, 0.73, 0.84 and 0.92
of its brightness at 1, 3.5, 6 and 9 mm on the median; below eight drawn ones it had 0.79, 0.89, 0.92 and 0.95 with half of this
share and fewer fine hairs, and has 0.69, 0.87, 0.92 and 0.95."""
FULL_SHADE_CM, _STUBBLE = 2.5, 0.35
"""Length from which hair shades the skin beside it in full, and share of that left for the shortest."""
_BEHIND = 0.85
"""Depth of the shade of hair behind the body's outline, to that of hair before it."""
_MOVED_CM, _LOWER_CM = 0.45, 0.3
"""How far the light moves the shadow, and how much lower than that it lies."""
_COARSE_PX = 12.0
"""Pixels for a centimetre at which shade is told: it has no sharp edge but the body's."""
_REACH_CM, _FAINTEST = 1.4, 0.012
"""How far from hair its shade ends, and what is too faint to be one."""
_CLOTH_CM, _CLOTH, _CLOTH_REACH_CM = 1.7, 0.75, 3.6
"""Width of the shade on cloth, which hair lies on and stands off from further than from a cheek, its depth below full hair, and
where it ends. Beside long hair in five photos cloth has on the median 0.84, 0.82, 0.85, 0.92, 0.94 and 0.98 of its brightness at
0.4, 0.65, 1, 1.4, 1.8 and 2.3 cm."""
_WARM = (0.71, 1.03, 1.28)
"""Powers with which shade dims red, green and blue: light that comes through skin, and back from hair, is warmer than the rest.
The medians of the same cheeks, and of twenty foreheads below hairlines. Skin in it is more coloured than in the light, as it is
there: red, green and blue 1 to 2 mm from the hair are 0.81, 0.67, 0.53 of those at 15 mm (d12), 0.85, 0.74, 0.67 (d33), 0.64,
0.50, 0.46 (d02)."""
_WARMER = 0.75
"""How far the difference of red and blue may grow by that, in parts of its own: what has none of it stays without."""
_WHITE, _EVERY = 235.0, 4
"""Brightest channel (0..255) of skin that has its own colour still, and which rows and columns tell that."""
_CLIPS, _BEYOND, _DEEP = 225.0, 0.06, 0.12
"""Red (0..255) from which skin in strong light has lost some, how much more it would have where it is white (red goes first, and
shade on it without that is grey), and the shade in which all of that shows: where it began at once there would be an edge. By
eye."""


def shade_powers(scene: HairScene) -> Floats:
    """Powers with which a shade dims red, green and blue; all alike in a picture without colours."""
    return np.array([1, 1, 1] if scene.is_grey else _WARM, np.float32)


def skin_warmth(scene: HairScene) -> float:
    """Difference of red and blue in the skin of the face, in parts of its red, where it is not so bright that it is white."""
    some = (slice(None, None, _EVERY),) * 2
    seen = scene.rgb[some][(scene.oval[some] > 0.9) & (scene.skin[some] > 0.6)].astype(np.float32)
    seen = seen[seen.max(axis=1, initial=0) < _WHITE]
    if not len(seen):
        return 0.0
    return max(float(np.median((seen[:, 0] - seen[:, 2]) / np.maximum(seen[:, 0], 1))), 0.0)


def apply_shade(ground: FloatImage, left: FloatPlane, powers: Floats, warm: FloatPlane | None = None) -> FloatImage:
    """``ground`` (... x3, 0..255) with a part ``left`` (..., 0..1) of its light, warmer by ``shade_powers`` where it is warm.

    What is white, grey or blue, as cloth is, has no warm light in it, and gets darker only; but for skin, which is white where
    the light is too strong for the camera, and has its colour in the shade. warm: (...), ``skin_warmth`` of skin, 0 elsewhere.
    """
    if warm is not None:
        # Of what is brighter than the camera tells, more is left in the shade.
        clipped = np.clip((ground[..., 0] - np.float32(_CLIPS)) / np.float32(255 - _CLIPS), 0, 1) * (warm > 0)
        clipped *= np.clip((1 - left) / np.float32(_DEEP), 0, 1)
        ground = ground.copy()
        ground[..., 0] *= 1 + np.float32(_BEYOND) * clipped
    even: FloatImage = np.asarray(ground * left[..., None], np.float32)
    apart = np.asarray(ground * left[..., None] ** powers, np.float32) - even
    room = np.maximum(ground[..., 0] - ground[..., 2], 0)
    if warm is not None:
        np.maximum(room, warm * ground[..., 0], out=room)
    room *= np.float32(_WARMER)
    share = np.clip(room / np.maximum(apart[..., 0] - apart[..., 2], np.float32(1e-3)), 0, 1)
    vec3.scale(apart, share)
    even += apart
    return even


def shade_share_of_length(length: float) -> float:
    """Share of the shade of long hair that hair of a ``length`` (cm) leaves on the skin beside it, 0..1."""
    return min(max(length / FULL_SHADE_CM, _STUBBLE), 1.0)


def cast_shadow(
    front: FloatPlane,
    back: FloatPlane,
    scene: HairScene,
    body: FloatPlane,
    length: float,
    along: FloatPlane | None = None,
    cloth: FloatPlane | None = None,
) -> FloatPlane:
    """How far hair of a ``length`` (cm) before and behind the ``body`` (all HxW in 0..1) dims each pixel of that, HxW in 0..1: a
    shadow moved away from the light, and the shade of what stands so near that no light comes from there. along: HxW, place of
    what is seen between root and tip, 0..1; None where all of it hangs. cloth: HxW in 0..1, what of the body is no skin.

    It ends a little way from the hair that is seen: what lies beyond stays as it is.
    """
    import cv2

    every = max(1, int(scene.cm / _COARSE_PX))
    cm = scene.cm / every
    size = (-(-scene.shape[1] // every), -(-scene.shape[0] // every))
    front, back, solid = (
        np.asarray(cv2.resize(plane, size, interpolation=cv2.INTER_AREA), np.float32) for plane in (front, back, body)
    )
    across, down = -scene.light[0] * _MOVED_CM * cm, (abs(scene.light[1]) * _MOVED_CM + _LOWER_CM) * cm
    beside = back * (np.float32(_BEHIND) - np.float32(_BEHIND) * solid)
    seen = np.maximum(front, beside)
    before, casts = front, seen
    if along is not None:
        place = np.asarray(cv2.resize(along, size, interpolation=cv2.INTER_AREA), np.float32)
        sooner = np.float32(max(length * _HANGS / _HANGS_CM, 1))
        hangs = np.clip((sooner * place - np.float32(_LIES)) / np.float32(_HANGS - _LIES), 0, 1)
        before = (np.float32(_LYING) + np.float32(1 - _LYING) * hangs) * front
        casts = np.maximum(before, beside)
    near = cv2.warpAffine(blur_plane(before, _CLOSE_CM * cm), np.array([[1, 0, across], [0, 1, down]]), size)
    share = np.float32(_CLOSE) * near
    share += np.float32(_WIDE) * np.maximum(blur_plane(casts, _WIDE_CM * cm) - np.float32(_THIN), 0)
    away = cv2.distanceTransform((seen < 0.5).astype(np.uint8), cv2.DIST_L2, 3)
    share *= np.clip(2 - away * np.float32(2 / (_REACH_CM * cm)), 0, 1)
    if cloth is not None:
        worn = np.asarray(cv2.resize(cloth, size, interpolation=cv2.INTER_AREA), np.float32)
        wide = _CLOTH_CM * cm
        lies = cv2.warpAffine(blur_plane(casts, wide), np.array([[1, 0, across], [0, 1, down]]), size)
        there = blur_plane(np.asarray(cv2.resize(scene.hair, size, interpolation=cv2.INTER_AREA), np.float32), wide)
        # Cloth beside the photo's own hair has that one's shade.
        lies = subtract_shadow(
            np.float32(_CLOTH) * np.maximum(lies - _THIN, 0), np.float32(_CLOTH) * np.minimum(there, 1 - there)
        )
        lies *= np.clip(2 - away * np.float32(2 / (_CLOTH_REACH_CM * cm)), 0, 1)
        share += np.maximum(lies - share, 0) * worn
    share *= np.float32(shade_share_of_length(length))
    share -= np.float32(_FAINTEST)
    np.maximum(share, 0, out=share)
    return np.asarray(cv2.resize(share, scene.shape[::-1], interpolation=cv2.INTER_LINEAR) * body, np.float32)


def subtract_shadow(shadow: FloatPlane, already: FloatPlane) -> FloatPlane:
    """A ``cast_shadow`` (HxW in 0..1) less the one that lies there already."""
    return np.asarray(np.maximum(1 - (1 - shadow) / np.maximum(1 - already, np.float32(1e-3)), 0), np.float32)
