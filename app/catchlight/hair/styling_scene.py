"""What a style is put on: the picture at working size with all that is known of hair, skin, cloth and light in it.

References:
    R. Ramamoorthi, P. Hanrahan, "An efficient representation for irradiance environment maps", SIGGRAPH 2001,
    doi:10.1145/383259.383317 (spherical harmonics; here of first order).
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from catchlight.core.errors import UnusablePicture
from catchlight.core.threads import both
from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.hair.head.ellipsoid import CENTRE, RADII, HeadPlacement
from catchlight.hair.head.fit import fit_head
from catchlight.imaging.arrays import Floats
from catchlight.imaging.byte_planes import BytePlane, Window, crop_fields, plane_to_bytes
from catchlight.imaging.colour import srgb
from catchlight.imaging.picture import ByteImage, FloatImage, FloatPlane
from catchlight.portrait.face import landmarks as mesh
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.light import blur_at_points
from catchlight.portrait.light import normals as facing
from catchlight.portrait.parsing import hair_parts, head_parsing, part_masks
from catchlight.portrait.portrait import Portrait

_FEATURES = (
    head_parsing.RIGHT_BROW,
    head_parsing.LEFT_BROW,
    head_parsing.RIGHT_EYE,
    head_parsing.LEFT_EYE,
    head_parsing.GLASSES,
    head_parsing.NOSE,
    head_parsing.MOUTH,
    head_parsing.UPPER_LIP,
    head_parsing.LOWER_LIP,
)
_PLANES = (
    "rgb",
    "hair",
    "alpha",
    "skin",
    "neck",
    "cloth",
    "ear",
    "earring",
    "feature",
    "glasses",
    "beard",
    "backdrop",
    "oval",
)
_CLASSES: dict[str, tuple[int, ...]] = {
    "skin": (head_parsing.SKIN, head_parsing.NOSE),
    "neck": (head_parsing.NECK, head_parsing.NECKLACE),
    "cloth": (head_parsing.CLOTH,),
    "ear": (head_parsing.RIGHT_EAR, head_parsing.LEFT_EAR, head_parsing.EARRING),
    "earring": (head_parsing.EARRING,),
    "feature": _FEATURES,
    "glasses": (head_parsing.GLASSES,),
    "backdrop": (head_parsing.BACKGROUND,),
}
_EARS = (234, 454)
_HAT = 0.2
"""Area of hat, in faces, from which a head without hair counts as covered rather than bald."""
_COLOURED = 4.0
"""Difference of the channels (0..255) in a face from which a picture is one in colour."""
_ABOVE = np.array([0.0, 0.55, 0.35])
"""Light mostly falls from above and from the front: added to what the face's shading says."""


@dataclass(frozen=True)
class HairScene:
    """rgb: HxWx3 uint8. own: what is known of the head's own hair, None where there is none. hair: its matte. alpha: the person.
    skin, neck, cloth, ear (with earring), feature, glasses, beard, backdrop: shares in 0..1. oval: the landmarks' face outline,
    soft.
    shading: 4x3, linear light of the skin over (1, normal). light: unit vector to the light in view coordinates.
    triangles: those of the face's mesh."""

    rgb: ByteImage
    head: HeadPlacement
    marks: Landmarks
    own: Hair | None
    hair: FloatPlane
    alpha: FloatPlane
    skin: FloatPlane
    neck: FloatPlane
    cloth: FloatPlane
    ear: FloatPlane
    earring: FloatPlane
    feature: FloatPlane
    glasses: FloatPlane
    beard: FloatPlane
    backdrop: FloatPlane
    oval: FloatPlane
    shading: Floats
    light: Floats
    triangles: npt.NDArray[np.int64]

    @property
    def cm(self) -> float:
        return self.head.cm

    @property
    def shape(self) -> tuple[int, int]:
        return self.head.shape

    @property
    def is_grey(self) -> bool:
        """Whether the picture has no colours: where there is a face, there would be some."""
        red, green, blue = (self.rgb[..., channel][self.oval > 0.9] for channel in range(3))
        apart = np.maximum(np.maximum(red, green), blue) - np.minimum(np.minimum(red, green), blue)
        return bool(apart.size) and float(np.median(apart)) < _COLOURED

    @property
    def chin(self) -> tuple[float, float]:
        x, y = self.marks.xy[mesh.CHIN]
        return float(x), float(y)

    def colours(self, window: Window) -> FloatImage:
        """A window of the picture with the hair's own colours where it is thin, free of what shines through; hxwx3 float32,
        0..255."""
        left, top, right, bottom = window
        result = self.rgb[top:bottom, left:right].astype(np.float32)
        if self.own is None:
            return result
        x0, y0 = max(self.own.box[0], left), max(self.own.box[1], top)
        x1, y1 = min(self.own.box[2], right), min(self.own.box[3], bottom)
        if x1 <= x0 or y1 <= y0:
            return result
        strength = np.float32(255 / np.iinfo(self.own.fore.dtype).max)
        thin = 1 - np.clip((self.hair[y0:y1, x0:x1] - np.float32(0.5)) / np.float32(0.4), 0, 1)[..., None]
        fore = self.own.fore[y0 - self.own.box[1] : y1 - self.own.box[1], x0 - self.own.box[0] : x1 - self.own.box[0]]
        part = result[y0 - top : y1 - top, x0 - left : x1 - left]
        part += (fore.astype(np.float32) * strength - part) * thin
        return result

    def part(self, window: Window) -> HairScene:
        """What lies in a window (x0, y0, x1, y1), without what is known of the own hair."""
        marks = Landmarks(self.marks.points - np.array([*window[:2], 0.0]), self.marks.presence)
        return replace(self, head=self.head.part(window), marks=marks, own=None, **crop_fields(self, _PLANES, window))

    def bundles(self, width_cm: float, seed: int) -> FloatPlane:
        """Bundles of the own hair, each with a value of its own along its whole length; HxW in 0..1, 0.5 where there is none."""
        import cv2

        result = np.full(self.shape, 0.5, np.float32)
        if self.own is not None:
            x0, y0, x1, y1 = self.own.box
            value = self.own.lie.streams.strands(width_cm, seed)
            result[y0:y1, x0:x1] = cv2.resize(value, (x1 - x0, y1 - y0), interpolation=cv2.INTER_CUBIC)
        return result

    @property
    def middle(self) -> float:
        """x of the neck's axis: between the chin and the middle of the temples."""
        temples = self.marks.xy[[mesh.RIGHT_TEMPLE, mesh.LEFT_TEMPLE], 0]
        return float(0.35 * self.marks.xy[mesh.CHIN, 0] + 0.65 * temples.mean())

    @property
    def top(self) -> float:
        """y of the top of the head, below its hair."""
        return float(self.head.points(CENTRE + np.array([[0, RADII[1], 0]], np.float32))[0, 1])


class CompactScene(HairScene):
    """A scene whose rarely read planes are kept in bytes."""

    def opened(self) -> HairScene:
        """The same with all planes as they are read: for work that reads them often."""
        return HairScene(**{part.name: getattr(self, part.name) for part in fields(HairScene)})

    skin: Any = BytePlane()
    neck: Any = BytePlane()
    cloth: Any = BytePlane()
    ear: Any = BytePlane()
    earring: Any = BytePlane()
    feature: Any = BytePlane()
    glasses: Any = BytePlane()
    beard: Any = BytePlane()
    backdrop: Any = BytePlane()


def read_scene(portrait: Portrait, *, compact: bool = False, covered: bool = False) -> HairScene:
    """Everything a style needs of a portrait, at the portrait's own size (give it a view).

    compact: in less memory, to be kept. covered: whether a head that a hat hides is read as one without hair. Raises
    UnusablePicture.
    """
    rgb = portrait.picture.rgb8
    head = HeadPlacement(portrait.pose, (rgb.shape[0], rgb.shape[1]))

    def parsed() -> dict[str, Any]:
        shading, light = _shading(portrait)
        shares = portrait.parsing.planes(list(_CLASSES.values()))
        return {
            **dict(zip(_CLASSES, map(plane_to_bytes, shares) if compact else shares, strict=True)),
            "beard": portrait.kept("region:beard", lambda: hair_parts.beard(portrait)),
            "shading": shading,
            "light": light,
        }

    own, planes = both(lambda: _own(portrait, covered), parsed)
    hair = np.zeros(head.shape, np.float32)
    if own is not None:
        x0, y0, x1, y1 = own.box
        hair[y0:y1, x0:x1] = own.mask.astype(np.float32) / np.float32(np.iinfo(own.mask.dtype).max)
    return (CompactScene if compact else HairScene)(
        rgb=rgb,
        head=fit_head(head, portrait.alpha, float(portrait.landmarks.xy[list(_EARS), 1].mean())),
        marks=portrait.landmarks,
        own=own,
        hair=hair,
        alpha=portrait.alpha,
        oval=_polygon(portrait.landmarks.ring(mesh.OVAL), head.shape),
        triangles=portrait.canonical.triangles,
        **planes,
    )


def _own(portrait: Portrait, allow_hat: bool) -> Hair | None:
    """The hair's analysis; None for a bald head. Raises UnusablePicture where a hat or a veil hides the hair, unless it may."""
    try:
        return analysis.analyse_hair(portrait)
    except UnusablePicture as refusal:
        if refusal.code != "no_hair":
            raise
        covered = analysis.parsing_area(portrait, (head_parsing.HAT,)) > _HAT * analysis.parsing_area(
            portrait, part_masks.FACE
        )
        if covered and not allow_hat:
            raise
        return None


def _polygon(points: npt.NDArray[np.float64], shape: tuple[int, int]) -> FloatPlane:
    import cv2

    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(points * 8).astype(np.int32)], 255, cv2.LINE_AA, 3)
    return mask.astype(np.float32) / np.float32(255)


def _shading(portrait: Portrait) -> tuple[Floats, Floats]:
    """Skin in linear light over (1, x, y, z) of the normal, per channel, and the direction of the light.

    First-order spherical harmonics on the mesh's vertices as in ``light``, here in colour, with a ridge on the slopes.
    """
    rgb = portrait.picture.rgb8
    known = portrait.light
    normals = facing(portrait.landmarks, portrait.canonical)
    points = portrait.landmarks.xy[:468]
    height, width = rgb.shape[:2]
    place = np.clip(np.round(points).astype(int), 0, [width - 1, height - 1])
    skin = portrait.parsing.plane([head_parsing.SKIN, head_parsing.NOSE])
    soft = blur_at_points(rgb, points, max(1.0, portrait.landmarks.height / 80))
    seen = srgb.to_linear(soft.astype(np.float32) / np.float32(255))
    good = (normals[:, 2] > 0.15) & (skin[place[:, 1], place[:, 0]] > 0.7)
    basis = np.column_stack([np.ones(468), normals])
    weight = good.astype(float)
    solution = np.zeros((4, 3))
    ridge = np.diag([0.1, 3.0, 3.0, 3.0])
    for _ in range(4):
        weighted = basis * weight[:, None]
        solution = np.linalg.solve(basis.T @ weighted + ridge, weighted.T @ seen)
        misfit = np.abs((basis @ solution - seen).mean(axis=1))
        typical = float(np.median(misfit[good])) if good.any() else 1.0
        weight = good / (1 + (misfit / (1.5 * typical + 1e-4)) ** 2)
    slope = known.direction * max(known.strength, 0.2) + _ABOVE
    return np.asarray(solution, np.float32), np.asarray(slope / np.linalg.norm(slope), np.float32)


def harmonics(normal: Floats) -> Floats:
    """(1, x, y, z) of unit normals (... x3)."""
    return np.concatenate([np.ones_like(normal[..., :1]), normal], axis=-1)
