"""What a face in a picture shows: where it lies, what covers it, how far it smiles already, how sharp the picture is there.

References:
    R. Ramamoorthi, P. Hanrahan, "An efficient representation for irradiance environment maps", SIGGRAPH 2001,
    doi:10.1145/383259.383317 (spherical harmonics; here of first order).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from catchlight.core.errors import UnusablePicture
from catchlight.expression.analysis import covers, held_objects, mouth_eye_state, reduced_face, smooth_base
from catchlight.expression.basis import topology
from catchlight.expression.basis.mesh import FaceMesh
from catchlight.expression.basis.movements import Basis, Fold
from catchlight.expression.mouth import inner_borders
from catchlight.expression.soft_shapes import CropWindow
from catchlight.imaging import geometry
from catchlight.imaging.arrays import Doubles
from catchlight.imaging.colour.luminance import luma
from catchlight.imaging.picture import FloatImage, FloatPlane
from catchlight.matting.modnet import Window
from catchlight.portrait.face import blendshapes
from catchlight.portrait.face import landmarks as points_of
from catchlight.portrait.parsing.head_parsing import Parsing
from catchlight.portrait.portrait import Portrait

SMALLEST_CM = 3.0
"""Pixels for a centimetre of the face below which there is nothing to move."""
_PARSED = 1024
_MARGIN = 4
_GREY = 1.5
_ABOVE_CM, _FRAME_STEP = 0.45, 0.5
"""How far above the crease a frame is looked for, and the step of brightness, in that of skin, from which there is one."""
_GUARD = 1.34
"""Reach of the window in ovals: the outer ring of the mesh lies inside it."""


@dataclass(frozen=True, eq=False)
class FaceReading:
    """All in pixels of the crop ``box`` of the picture, or of a smaller copy of it; colours are RGB float32 in 0..255.

    points: 468x3 with the inner lips laid on the border that parsing sees; raw: the same as found. irises: 10x2. ex, ey: unit
    vectors across (to the person's left) and down the face. cm: pixels for a centimetre. amounts: what the face shows, in units
    of the basis.
    """

    box: Window
    pixels: FloatImage
    points: Doubles
    raw: Doubles
    irises: Doubles
    rotation: Doubles
    cm: float
    ex: Doubles
    ey: Doubles
    yaw: float
    mesh: FaceMesh
    folds: tuple[Fold, ...]
    covers: covers.FaceMasks
    amounts: dict[str, float]
    mouth: mouth_eye_state.Mouth
    eyes: tuple[float, float]
    """Height by width of the right and the left eye's opening."""
    framed: tuple[bool, bool]
    """Whether the frame of glasses runs through the skin that the right and the left lid would need to close."""
    blur: float
    """Gaussian blur of the picture's own edges, pixels."""
    grain: float
    """Standard deviation of the noise on skin, 0..255."""
    grey: bool
    """Whether the picture has no colour, so that what is drawn must have none."""
    hidden: bool
    """Whether something is held before the mouth."""
    light: Doubles
    """Brightness of skin as a + b . n of its normal (image axes: x right, y down, z away): a, bx, by, bz in 0..255."""

    @property
    def shape(self) -> tuple[int, int]:
        return int(self.pixels.shape[0]), int(self.pixels.shape[1])

    @property
    def brows_free(self) -> float:
        """Share of the brows' upper edge that no frame and no hair covers."""
        places = np.round(self.points[[*topology.BROWS_HIGH[0], *topology.BROWS_HIGH[1]], :2]).astype(int)
        x, y = (np.clip(places[:, axis], 0, size - 1) for axis, size in enumerate(self.shape[::-1]))
        return float((self.covers.rigid[y, x] < 0.5).mean())

    def vectors(self, canonical: Doubles) -> Doubles:
        """Displacements in canonical cm as pixels: x right, y down, z away from the camera."""
        turned: Doubles = np.asarray(canonical @ self.rotation.T * self.cm * [1, -1, -1])
        return turned

    def frame(self, vertices: Sequence[int], margin_cm: float) -> CropWindow:
        return CropWindow.around(self.points[list(vertices), :2], margin_cm * self.cm, self.shape)

    @cached_property
    def ground(self) -> smooth_base.RenderInputs:
        """What every rendering needs."""
        return smooth_base.of(self)

    @cached_property
    def small(self) -> FaceReading:
        """The same face in few pixels."""
        return reduced_face.of(self)


def of(portrait: Portrait) -> FaceReading:
    """What is known of the portrait's face, kept with it. Raises UnusablePicture for faces that cannot be edited."""
    return portrait.kept("face reading", lambda: _read(portrait))


def _read(portrait: Portrait) -> FaceReading:
    portrait.require_frontal()
    found, pose = portrait.landmarks, portrait.pose
    if pose.px_per_cm < SMALLEST_CM:
        raise UnusablePicture(
            f"The face is too small to change its expression: {found.height:.0f} pixels high. Use a larger picture.",
            code="face_too_small",
        )
    mesh = FaceMesh.of(portrait.models)
    box = _box(found, portrait)
    x0, y0, x1, y1 = box
    part = portrait.picture.pixels[y0:y1, x0:x1, :3]
    pixels = part.astype(np.float32)
    if part.dtype == np.uint16:
        pixels /= np.float32(257)
    points = found.points[:468].copy()
    points[:, :2] -= box[:2]
    irises = found.xy[468:478] - box[:2]
    axes = pose.rotation[:2, :2] * [[1.0], [-1.0]]
    ex, ey = axes[:, 0] / np.linalg.norm(axes[:, 0]), -axes[:, 1] / np.linalg.norm(axes[:, 1])
    cm = pose.px_per_cm
    covered, hidden = _covers(portrait.face_parsing, box, points, pixels, cm)
    refined = inner_borders.refine_lip_borders(points, covered, pixels, cm, ey)
    coefficients = blendshapes.coefficients(found, portrait.models)
    mouth = mouth_eye_state.mouth_of(refined, covered, pixels, cm)
    light = _light(mesh, mesh.positions(refined), covered.skin, pixels, cm)
    blur, grain = _sharpness(refined, irises, covered.skin, pixels, cm)
    return FaceReading(
        box=box,
        pixels=pixels,
        points=refined,
        raw=points,
        irises=irises,
        rotation=pose.rotation,
        cm=cm,
        ex=ex,
        ey=ey,
        yaw=pose.yaw,
        mesh=mesh,
        folds=Basis.of(portrait.models).folds,
        covers=covered,
        amounts=mouth_eye_state.amounts_of(coefficients, mouth),
        mouth=mouth,
        eyes=mouth_eye_state.openings(points),
        framed=_framed(points, covered, pixels, cm, ey),
        blur=blur,
        grain=grain,
        grey=_is_grey(pixels),
        hidden=hidden,
        light=light,
    )


def _covers(
    parsing: Parsing, box: Window, points: Doubles, pixels: FloatImage, cm: float
) -> tuple[covers.FaceMasks, bool]:
    """What lies over the face in the window ``box``, with what is held before the mouth; and whether something is."""
    import cv2

    # Parsing is far coarser than a large face: its planes are read out small, which spares memory, and enlarged.
    scale = min(1.0, _PARSED / max(pixels.shape[:2]))
    parsed = _windowed(parsing, box, scale)
    small = pixels
    if parsed.shape != pixels.shape[:2]:
        small = np.asarray(cv2.resize(pixels, parsed.shape[::-1], interpolation=cv2.INTER_AREA), np.float32)
    covered = covers.of(parsed, (points + 0.5) * [scale, scale, 1] - 0.5, small, cm * scale)
    covered = covered.enlarged((box[2] - box[0], box[3] - box[1]))
    held = held_objects.occluder_mask(points, covered, pixels, cm)
    hidden = held_objects.beside_mouth(points, held, cm)
    if hidden:
        skin = np.minimum(covered.skin, 1 - held)
        covered = replace(covered, rigid=np.maximum(covered.rigid, held), skin=skin)
    return covered, hidden


def _windowed(parsed: Parsing, box: Window, scale: float) -> Parsing:
    """The parsing of a window, smaller by ``scale``; no other part of the portrait is needed for it."""
    back = np.array([[1 / scale, 0, box[0] + 0.5 / scale - 0.5], [0, 1 / scale, box[1] + 0.5 / scale - 0.5]])
    shape = (max(1, round((box[3] - box[1]) * scale)), max(1, round((box[2] - box[0]) * scale)))
    return replace(parsed, matrices=tuple(geometry.compose(one, back) for one in parsed.matrices), shape=shape)


def _box(found: points_of.Landmarks, portrait: Portrait) -> Window:
    outline = found.xy[list(topology.OVAL)]
    middle = outline.mean(axis=0)
    reach = middle + (outline - middle) * _GUARD
    low = np.floor(reach.min(axis=0)).astype(int) - _MARGIN
    high = np.ceil(reach.max(axis=0)).astype(int) + _MARGIN
    width, height = portrait.picture.width, portrait.picture.height
    return (
        int(np.clip(low[0], 0, width - 1)),
        int(np.clip(low[1], 0, height - 1)),
        int(np.clip(high[0], 1, width)),
        int(np.clip(high[1], 1, height)),
    )


def _framed(
    points: Doubles, covered: covers.FaceMasks, pixels: FloatImage, cm: float, ey: Doubles
) -> tuple[bool, bool]:
    """Looked for as a strong step of brightness just above the crease; parsing counts lenses and frames as one."""
    import cv2

    if not covered.glasses:
        return False, False
    values = luma(pixels)
    level = float(np.median(values[covered.skin > 0.8])) if (covered.skin > 0.8).any() else 128.0
    reach = np.linspace(-_ABOVE_CM, 0, 24)[:, None] * ey * cm
    found = []
    for crease in topology.CREASES:
        lines = points[list(crease[1:-1]), :2][:, None] + reach[None]
        x, y = (lines[..., axis].astype(np.float32) for axis in (0, 1))
        seen = np.asarray(cv2.remap(values, x, y, cv2.INTER_LINEAR))
        steps = (seen.max(axis=1) - seen.min(axis=1)) / max(level, 1.0)
        found.append(bool(np.median(steps) > _FRAME_STEP))
    return found[0], found[1]


def _is_grey(pixels: FloatImage) -> bool:
    small = pixels[::4, ::4]
    return float((small.max(axis=2) - small.min(axis=2)).mean()) < _GREY


def _light(mesh: FaceMesh, base: Doubles, skin: FloatPlane, pixels: FloatImage, cm: float) -> npt.NDArray[np.float64]:
    """First-order spherical harmonics over the skin, in the picture's own encoding: it serves for ratios of small changes."""
    import cv2

    shrink = max(1, int(0.08 * cm))
    height, width = skin.shape
    size = (max(1, width // shrink), max(1, height // shrink))
    small = luma(np.asarray(cv2.resize(pixels, size, interpolation=cv2.INTER_AREA), np.float32))
    small = np.asarray(cv2.GaussianBlur(small, (0, 0), max(0.5, 0.25 * cm / shrink)), np.float32)
    x = np.clip(base[:, 0] * size[0] / width, 0, size[0] - 1).astype(int)
    y = np.clip(base[:, 1] * size[1] / height, 0, size[1] - 1).astype(int)
    xf, yf = np.clip(base[:, 0], 0, width - 1).astype(int), np.clip(base[:, 1], 0, height - 1).astype(int)
    seen = skin[yf, xf] > 0.9
    values = small[y, x][seen].astype(float)
    if len(values) < 60:
        return np.array([float(np.median(small)), 0.0, 0.0, 0.0])
    terms = np.column_stack([np.ones(len(values)), mesh.normals(base)[seen]])
    damping = np.diag([1e-3, 1, 1, 1]) * 0.02 * len(values)
    return np.asarray(np.linalg.solve(terms.T @ terms + damping, terms.T @ values))


def _sharpness(
    points: Doubles, irises: Doubles, skin: FloatPlane, pixels: FloatImage, cm: float
) -> tuple[float, float]:
    """Blur from the steepest edges round the eyes, grain from what a small blur takes off the skin."""
    import cv2

    eyes = np.vstack([*(points[[*upper, *lower], :2] for upper, lower in topology.EYES), irises])
    height, width = skin.shape
    frame = CropWindow.around(eyes, 2.0, (height, width))
    values = luma(pixels[frame.cut])
    slope = np.hypot(cv2.Sobel(values, cv2.CV_32F, 1, 0) / 8, cv2.Sobel(values, cv2.CV_32F, 0, 1) / 8)
    step = float(np.percentile(values, 97) - np.percentile(values, 3))
    sigma = step * 0.7 / max(1e-3, float(np.percentile(slope, 99.5))) / 2.5066
    blur = float(np.clip(np.sqrt(max(0.0, sigma**2 - 0.3)) * 0.7, 0.3, max(0.3, 0.05 * cm)))
    cheeks = CropWindow.around(points[[50, 280, 205, 425], :2], 0.5 * cm, (height, width))
    part = luma(pixels[cheeks.cut])
    rest = (part - cv2.GaussianBlur(part, (0, 0), 1.2))[skin[cheeks.cut] > 0.9]
    grain = float(np.median(np.abs(rest)) * 1.48 * 0.8) if len(rest) else 1.0
    return blur, grain
