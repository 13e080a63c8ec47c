"""What is seen between the lips: the person's own teeth, rigid while the lips slide over them; or where lips meet."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.expression.analysis.face_reading import FaceReading
from catchlight.expression.analysis.mouth_eye_state import TOOTHY_CM
from catchlight.expression.basis.topology import LIP_IN_LOWER, LIP_IN_UPPER, LIPS
from catchlight.expression.mouth import vermilion
from catchlight.expression.soft_shapes import ContourBand, CropWindow, height_of, max_channel, min_channel
from catchlight.expression.warp.face_warp import Warp
from catchlight.expression.warp.raster import fill_gaps
from catchlight.expression.warp.vertices import Shape
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.filters.gaussian import EXACT, gaussian_blur
from catchlight.imaging.picture import FloatImage, FloatPlane

_MARGIN_CM = 0.6
_BARED_CM = 0.12
_OPEN_CM2 = 0.3
"""Parsed inside of the mouth from which its parts ride along with the lips."""
_BEYOND_CM = 0.25
"""How far the inside of a mouth reaches beyond the contours of its lips, at the corners."""
_LEAST_GAP, _TOUCHING = 0.03, 0.06
"""Gap between the lips, cm, from which something is seen between them, and below which they touch."""
_IN_CORNERS, _CORNER_CM = 0.8, 0.18
"""Brightness of the corners of closed lips in that of the lips, and how far from them it reaches."""
_SPECK_CM, _MELTED = 0.3, 0.85
_SKIN_SHADE = np.array([0.72, 1.06, 1.06], np.float32)
"""Exponents of a shadow on skin, which is redder than it is dark: red light comes through."""
_LIP_LINE = np.array([0.62, 0.78, 0.80], np.float32)
_LIP_SHADE = np.array([0.20, 0.26, 0.26], np.float32)


@dataclass(frozen=True, eq=False)
class FacePatch:
    """Part of the result: its window, RGB 0..255 there, and where (0..1) it differs from the warped picture."""

    frame: CropWindow
    pixels: FloatImage
    changed: FloatPlane


def draw_mouth(reading: FaceReading, shape: Shape, warp: Warp, image: FloatImage) -> FacePatch | None:
    """The mouth drawn over the warped ``image`` of the crop; None where nothing is to be drawn."""
    contours = [*LIP_IN_UPPER, *LIP_IN_LOWER]
    if float(np.abs(shape.moved[contours]).max()) < 0.3:
        return None
    cm = reading.cm
    upper, lower = (warp.after[chain, :2] for chain in reading.mesh.lips)
    both = np.vstack([reading.points[list(LIPS), :2], reading.points[list(LIPS), :2] + shape.moved[list(LIPS), :2]])
    frame = CropWindow.around(both, _MARGIN_CM * cm, reading.shape)
    pixels = image[frame.cut].copy()
    changed = np.zeros(frame.shape, np.float32)
    if shape.sealed > 0.5 and reading.mouth.area > _OPEN_CM2:
        pixels, changed = _without_teeth(reading, warp, frame, pixels)
        pixels, tinted = vermilion.restore_lip_colour(reading, shape, frame, pixels)
        changed = np.maximum(changed, tinted)
    gap = max(0.0, float((lower[len(lower) // 2] - upper[len(upper) // 2]) @ reading.ey)) / cm
    if shape.sealed > 0.55 and gap < _TOUCHING:
        pixels, line = _contact(reading, shape, upper, lower, frame, pixels)
        changed = np.maximum(changed, line)
    if gap < _LEAST_GAP or shape.still:
        return FacePatch(frame, pixels, changed)
    ring = np.vstack([upper, lower[::-1]])
    soft = max(0.5, reading.blur * 0.8)
    hole = CropWindow.around(ring, 4 * soft + 1 + _BEYOND_CM * cm, reading.shape).within(frame)
    inside = hole.polygon(ring)
    if reading.mouth.area > _OPEN_CM2 and reading.mouth.gap > TOOTHY_CM:
        rode = _rode_along(reading, warp, frame, _inside(reading, frame, shining=False))
        inside = _with_corners(reading, upper, hole, inside, rode[hole.of(frame)])
    inside = gaussian_blur(inside, soft, EXACT)
    seen = _own_inside(reading, upper, lower, gap, hole)
    part = hole.of(frame)
    pixels[part] += (seen - pixels[part]) * inside[..., None]
    np.maximum(changed[part], np.clip(inside * 4, 0, 1), out=changed[part])
    return FacePatch(frame, pixels, changed)


def _without_teeth(
    reading: FaceReading, warp: Warp, frame: CropWindow, pixels: FloatImage
) -> tuple[FloatImage, FloatPlane]:
    """What rode along from inside an open mouth, filled from the lips round it."""
    cm = reading.cm
    leak = gaussian_blur(_rode_along(reading, warp, frame, _inside(reading, frame)), max(0.6, 0.02 * cm), EXACT)
    if float(leak.max()) <= 0.05:
        return pixels, np.zeros(frame.shape, np.float32)
    around = gaussian_blur(fill_gaps(pixels, leak < 0.15), max(0.6, 0.03 * cm), EXACT)
    lips = reading.pixels[reading.covers.lips > 0.7]
    if len(lips) > 20:
        # What closes over a corner is lip in its own shade, not the cheek beside it.
        level = float(luma(np.median(lips, axis=0)))
        dimmed = np.minimum(1, 1.05 * level / np.maximum(luma(around), 1))
        around = around * (1 - (1 - dimmed) * _near_corners(warp, reading, frame))[..., None]
    mended = pixels * (1 - leak[..., None]) + around * leak[..., None]
    return np.asarray(mended, np.float32), np.clip(leak * 4, 0, 1)


def _rode_along(reading: FaceReading, warp: Warp, frame: CropWindow, inside: FloatPlane) -> FloatPlane:
    """Where (0..1) the warped picture shows what is inside its open mouth."""
    import cv2

    map_x, map_y = warp.map_x[frame.cut] - frame.x0, warp.map_y[frame.cut] - frame.y0
    rode = cv2.remap(inside, map_x, map_y, cv2.INTER_LINEAR)
    return np.asarray(np.clip((rode - 0.35) / 0.3, 0, 1), np.float32)


def _with_corners(
    reading: FaceReading, upper: Doubles, frame: CropWindow, inside: FloatPlane, rode: FloatPlane
) -> FloatPlane:
    """The inside of an open mouth, and what was inside it before where the contours cut its corners short under the upper lip."""
    import cv2

    x, y = frame.grid()
    down = x * reading.ey[0] + y * reading.ey[1]
    across = np.asarray(x * reading.ex[0] + y * reading.ex[1], np.float32)
    rode = rode * (down > height_of(upper, reading.ex, reading.ey, across))
    whole = np.maximum(inside, rode)
    _, parts = cv2.connectedComponents(np.asarray(whole > 0.5, np.uint8))
    joined = np.isin(parts, np.unique(parts[inside > 0.5]))
    return np.where(joined, whole, inside)


def _near_corners(warp: Warp, reading: FaceReading, frame: CropWindow) -> FloatPlane:
    """1 at the corners of the result's mouth, falling off within half a centimetre."""
    x, y = frame.grid()
    near = np.zeros(frame.shape, np.float32)
    for end in (0, -1):
        corner = warp.after[reading.mesh.lips[0][end], :2]
        distance = ((x - corner[0]) ** 2 + (y - corner[1]) ** 2) / (0.3 * reading.cm) ** 2
        near = np.maximum(near, np.exp(-0.5 * distance))
    return np.asarray(near, np.float32)


def _inside(reading: FaceReading, frame: CropWindow, *, shining: bool = True) -> FloatPlane:
    """What lies inside the picture's open mouth: as parsed, as the contours say, and what is as dark or pale beyond both.

    shining False: what is pale on the lips themselves is their gloss, and no tooth.
    """
    import cv2

    cm = reading.cm
    hole = frame.polygon(reading.points[[*LIP_IN_UPPER, *LIP_IN_LOWER[::-1]], :2])
    near = cv2.dilate(hole, _square(0.16 * cm))
    hole = np.maximum(reading.covers.mouth[frame.cut], cv2.dilate(hole, _square(0.03 * cm)))
    lips = reading.covers.lips[frame.cut] > 0.7
    if lips.sum() > 20:
        colours = reading.pixels[frame.cut]
        bright = luma(colours)
        level = max(1.0, float(np.median(bright[lips])))
        dark = np.clip((0.48 - bright / level) / 0.12, 0, 1)
        grey = min_channel(colours) / np.maximum(max_channel(colours), 1)
        usual = float(np.median(grey[lips]))
        pale = np.clip((grey - usual - 0.6 * (1 - usual)) / 0.1, 0, 1) * np.clip((bright / level - 1.15) / 0.1, 0, 1)
        seen = np.maximum(dark, pale if shining else pale * ~lips) * near
        hole = np.maximum(hole, cv2.dilate(np.asarray(seen, np.float32), _square(0.03 * cm)))
    return np.asarray(hole, np.float32)


def _square(radius: float) -> npt.NDArray[np.uint8]:
    side = 2 * max(1, int(radius)) + 1
    return np.ones((side, side), np.uint8)


def _contact(
    reading: FaceReading, shape: Shape, upper: Doubles, lower: Doubles, frame: CropWindow, pixels: FloatImage
) -> tuple[FloatImage, FloatPlane]:
    """The line in which lips meet, and the shade above the lower one."""
    cm = reading.cm
    count = 41
    places = np.linspace(0, len(upper) - 1, count).astype(int)
    curve = (upper[places] + lower[places]) / 2
    padded = np.pad(curve, ((4, 4), (0, 0)), mode="reflect", reflect_type="odd")
    curve = np.column_stack([np.convolve(padded[:, axis], np.ones(9) / 9, "valid") for axis in (0, 1)])
    q = np.linspace(-1, 1, count)
    strength = 0.75 + 0.12 * np.cos(q * 9) * np.exp(-((q / 0.45) ** 2)) + 0.15 * q**4
    strength *= np.clip((1.01 - np.abs(q)) / 0.10, 0.25, 1)
    sure = float(np.clip((shape.sealed - 0.55) / 0.35, 0, 1))
    thin = max(0.6, 0.030 * cm)
    seen = float(np.hypot(thin, reading.blur))
    line = frame.stroke(curve, seen, strength) * np.float32(sure * thin / seen)
    broad = np.clip(1.05 - np.abs(q) ** 3, 0, 1)
    shade = frame.stroke(curve + reading.ey * 0.03 * cm, max(1.0, 0.085 * cm), strength * broad) * sure
    for end in (curve[4::-1], curve[-5:]):
        corner = frame.stroke(end, max(1.0, 0.07 * cm), [0.4, 1.3]) * sure
        shade = np.maximum(shade, corner)
    near = _at_ends(curve, frame, cm)
    # What the corners of the open mouth left there is melted away, together with the border that it had.
    melted = (np.clip(near * 1.2, 0, 1) * np.float32(_MELTED * sure))[..., None]
    pixels = pixels * (1 - melted) + gaussian_blur(pixels, 0.10 * cm, EXACT) * melted
    seam = np.clip(line * 1.4, 0, 1)[..., None]
    pixels = pixels * (1 - seam) + gaussian_blur(pixels, max(0.8, 0.02 * cm), EXACT) * seam
    pixels = pixels * (1 - line[..., None] * _LIP_LINE * 0.72) * (1 - shade[..., None] * _LIP_SHADE)
    pixels, corners = _corners(reading, near, np.asarray(pixels, np.float32), sure)
    touched = np.clip((line + shade) * 3 + melted[..., 0] * 20, 0, 1)
    return pixels, np.asarray(np.maximum(corners, touched), np.float32)


def _at_ends(curve: Doubles, frame: CropWindow, cm: float) -> FloatPlane:
    """1 just beyond the ends of the line between closed lips, falling off."""
    x, y = frame.grid()
    near = np.zeros(frame.shape, np.float32)
    for corner in (curve[0] + (curve[0] - curve[3]) / 2, curve[-1] + (curve[-1] - curve[-4]) / 2):
        np.maximum(near, np.exp(-((x - corner[0]) ** 2 + (y - corner[1]) ** 2) / (_CORNER_CM * cm) ** 2), out=near)
    return near


def _corners(reading: FaceReading, near: FloatPlane, pixels: FloatImage, sure: float) -> tuple[FloatImage, FloatPlane]:
    """The corners of closed lips lie in their own shade: nothing there is brighter than the lips."""
    import cv2

    lips = reading.pixels[reading.covers.lips > 0.7]
    if len(lips) <= 20:
        return pixels, np.zeros(near.shape, np.float32)
    level = _IN_CORNERS * float(luma(np.median(lips, axis=0)))
    dimmed = 1 - np.minimum(1, level / np.maximum(luma(gaussian_blur(pixels, 0.03 * reading.cm, EXACT)), 1))
    share = np.asarray(dimmed * near * sure, np.float32)
    # Nor do specks of wet lip or tooth shine beside them.
    bright = np.log(np.maximum(luma(pixels), 4))
    speck = (
        np.maximum(0, bright - gaussian_blur(bright, _SPECK_CM * reading.cm, EXACT))
        * cv2.pow(near, 0.3)
        * np.float32(sure)
    )
    share = 1 - (1 - share) * np.exp(-np.asarray(speck, np.float32))
    return np.asarray(pixels * (1 - share)[..., None] ** _SKIN_SHADE, np.float32), np.clip(share * 20, 0, 1)


def _own_inside(reading: FaceReading, upper: Doubles, lower: Doubles, gap: float, frame: CropWindow) -> FloatImage:
    """The picture's teeth, fixed to the skull, and what lies round them; stretched a little where the mouth opens further."""
    import cv2

    cm, ex, ey = reading.cm, reading.ex, reading.ey
    before = [reading.mesh.positions(reading.points)[chain, :2] for chain in reading.mesh.lips]
    x, y = frame.grid()
    between = ContourBand.of(upper, lower, ex, ey, (x, y))
    centre, width = float((before[0][0] + before[0][-1]) @ ex) / 2, float(np.linalg.norm(before[0][-1] - before[0][0]))
    new_centre, new_width = float((upper[0] + upper[-1]) @ ex) / 2, float(np.linalg.norm(upper[-1] - upper[0]))
    wider = max(1.0, new_width / max(width, 1.0))
    across = centre + (between.across - new_centre) / wider if wider > 1 else between.across
    across = np.asarray(across, np.float32)
    top, bottom = (height_of(contour, ex, ey, across) for contour in before)
    margin = 0.02 * cm
    deep = np.clip((between.down - between.upper) / np.maximum(2.0, between.lower - between.upper), 0, 1)
    # Lips that rise bare gums only so far; beyond that the teeth go with them rather than vanish behind the lower lip.
    middles = [float(contour[len(contour) // 2] @ ey) for contour in (before[0], upper)]
    lifted = np.float32(max(0.0, middles[0] - middles[1] - _BARED_CM * cm))
    down = between.down + lifted
    down = down + np.maximum(0, top + margin - between.upper - lifted) * (1 - deep) ** 1.5
    down = down - np.maximum(0, between.lower + lifted - (bottom - margin)) * deep**1.5
    dx, dy = across - between.across, down - between.down
    source_x = np.asarray(x + dx * ex[0] + dy * ey[0], np.float32)
    source_y = np.asarray(y + dx * ex[1] + dy * ey[1], np.float32)
    own = cv2.remap(reading.pixels, source_x, source_y, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    own = np.asarray(own, np.float32)
    aside = np.abs(between.across - new_centre) / max(1.0, new_width / 2)
    begin = 0.80 - 0.2 * float(np.clip((1 - new_width / max(width, 1.0)) * 4, 0, 1))
    dark = np.clip((aside - begin) / 0.2, 0, 1) * np.clip((new_width / max(width, 1.0) - 1.0) * 8, 0, 1)
    own = own * (1 - 0.75 * dark)[..., None]
    if gap < reading.mouth.gap * 0.8:
        lowered = float(np.clip((reading.mouth.gap - gap) / reading.mouth.gap, 0, 1))
        under = np.clip((between.down - between.upper) / cm, 0, 9)
        own = own * (1 - 0.35 * lowered * np.exp(-under / 0.10))[..., None]
    return np.asarray(own, np.float32)
