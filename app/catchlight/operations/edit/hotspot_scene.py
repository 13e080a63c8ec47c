"""A picture with its hotspot: who is meant, and every area as a mask, small for aiming and at full size for painting."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from catchlight.clothing import garment_matte
from catchlight.clothing.segment import clothes
from catchlight.core.messages import Message
from catchlight.imaging.colour import oklab
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.matting import modnet
from catchlight.matting.foreground import foreground
from catchlight.matting.modnet import Window
from catchlight.operations.edit.recolour_warnings import recolour_warning
from catchlight.portrait import view
from catchlight.portrait.portrait import Portrait
from catchlight.retouch import regions
from catchlight.retouch.area import Area
from catchlight.retouch.select import region_parts

PAIRED = frozenset({"eye", "iris", "eye_white", "brow", "cheek", "under_eye", "ear", "smile_lines", "crows_feet"})
"""Regions of which there are two."""
FACE_PARTS = frozenset(
    {
        "face",
        "forehead",
        "cheek",
        "under_eye",
        "eye",
        "iris",
        "eye_white",
        "brow",
        "lips",
        "upper_lip",
        "lower_lip",
        "teeth",
        "nose",
        "chin",
        "glasses",
        "ear",
        "frown_lines",
        "smile_lines",
        "crows_feet",
    }
)
WORN = frozenset({"clothes", "jacket", "shirt", "tie"})
_HEAD_CM = (13.0, 14.0, 15.0)
_LONGEST = 1600
"""Longer side at which regions are drawn; alpha and parsing know no finer detail."""
_SMALL = 900
_HOLE = 0.001
"""Share of the picture from which a hole in the matte is mended."""
_NO_PERSON = 0.004
"""Share of the picture below which a matte without a face is chance."""
_PICTURE_CM = 60.0
"""Longer side of a picture without a face, by which widths in cm are meant there."""


class EditScene:
    """One edit's picture. Masks are kept with the portrait and survive the edit."""

    def __init__(self, portrait: Portrait, x: float, y: float) -> None:
        self.x, self.y = x, y
        self.person = view.portrait_at(portrait, x, y)
        self.picture: Picture = portrait.picture

    @cached_property
    def has_face(self) -> bool:
        """Whether there is a face whose parts can be named."""
        return bool(self.person.faces)

    @cached_property
    def has_person(self) -> bool:
        return self.has_face or float((self.small.alpha > 0.5).mean()) > _NO_PERSON

    @cached_property
    def cm(self) -> float:
        """Pixels of the picture for one cm of the person."""
        if self.has_face:
            return self.person.pose.px_per_cm
        return max(self.picture.width, self.picture.height) / _PICTURE_CM

    @cached_property
    def small(self) -> Portrait:
        """The whole picture at a size to aim in."""
        return view.view(self.person, None, _SMALL)

    @property
    def whole(self) -> Window:
        return (0, 0, self.picture.width, self.picture.height)

    @cached_property
    def head(self) -> Window:
        return modnet.window(self.person.pose, (self.picture.height, self.picture.width), _HEAD_CM)

    @cached_property
    def ceiling(self) -> float:
        """How bright white is in this photo, 0..1: cloth in a dim room is not lit as in a studio."""
        light = oklab.from_srgb(self.small.picture.rgb8[::4, ::4].astype(np.float32) / 255)[..., 0]
        return float(np.clip(np.quantile(light, 0.995) / 0.95, 0.6, 1))

    def knows(self, name: str) -> bool:
        """Whether a region can be drawn here at all; faces have parts, landscapes have none."""
        return (
            name == "everything" or (name == "background") or (self.has_person if name == "person" else self.has_face)
        )

    def doubt(self, name: str, wanted: tuple[int, int, int] | None) -> Message | None:
        """Why a garment would not look well in another colour (sRGB 0..255; None for its own, darker or lighter).

        None where nothing speaks against it.
        """
        return recolour_warning(self, name, wanted) if name in WORN and self.knows(name) else None

    def sketch(self, name: str, side: str | None = None) -> FloatPlane:
        """A region over the small picture, float32 in 0..1; empty where it does not show."""
        worn = name in WORN - {"tie"} and self.knows(name)
        plane = garment_matte.rough_garment_mask(self.small, name) if worn else self._region(self.small, name)
        return plane if side is None else self._part(self.small, name, plane, side)

    def area(self, name: str, side: str | None = None) -> Area:
        """A region at full size."""
        box = self.head if name in FACE_PARTS else self.whole
        seen = view.view(self.person, box, _LONGEST)
        plane = self._region(seen, name)
        if side is not None:
            plane = self._part(seen, name, plane, side)
        return self._cropped(plane, box)

    def drawn(self, name: str, draw: Callable[[Portrait], FloatPlane]) -> Area:
        """What ``draw`` gives of the head, at full size; kept with it under ``name``, which is no region's."""
        seen = view.view(self.person, self.head, _LONGEST)
        return self._cropped(seen.kept(f"drawn:{name}", lambda: draw(seen)), self.head)

    def _cropped(self, plane: FloatPlane, box: Window) -> Area:
        """A plane over a window of the picture, at full size, no larger than what it covers."""
        rows, columns = np.flatnonzero(plane.max(axis=1) > 0.01), np.flatnonzero(plane.max(axis=0) > 0.01)
        if not len(rows):
            return Area((box[0], box[1], box[0], box[1]), plane[:0, :0])
        sx, sy = (box[2] - box[0]) / plane.shape[1], (box[3] - box[1]) / plane.shape[0]
        wanted = (
            max(box[0], box[0] + int((columns[0] - 1) * sx)),
            max(box[1], box[1] + int((rows[0] - 1) * sy)),
            min(box[2], box[0] + int((columns[-1] + 2) * sx) + 1),
            min(box[3], box[1] + int((rows[-1] + 2) * sy) + 1),
        )
        return Area(wanted, np.asarray(view.resample_window(plane, box, wanted), np.float32))

    def bare(self, area: Area) -> Area:
        """The part of an area that is skin: without eyes, brows, lips and teeth."""
        box = self.head if self._inside_head(area.box) else self.whole
        seen = view.view(self.person, box, _LONGEST)
        bare = view.resample_window(seen.kept("bare", lambda: _bare(seen)), box, area.box)
        return Area(area.box, np.asarray(area.mask * bare, np.float32))

    @cached_property
    def alpha(self) -> FloatPlane:
        """The person's matte at full size; nobody where there is no person."""
        if not self.has_person:
            return np.zeros((self.picture.height, self.picture.width), np.float32)
        return self.person.alpha if not self.has_face else self.person.kept("whole_alpha", self._mended)

    @property
    def is_cut_out(self) -> bool:
        """Whether the person stands before nothing already."""
        return self.has_person and self.person.is_cut_out

    @cached_property
    def foreground(self) -> Pixels:
        """The person's colours without background spill, for ``alpha``."""
        if self.alpha is self.person.alpha:
            return self.person.foreground
        return self.person.kept("whole_foreground", lambda: foreground(self.picture.pixels[..., :3], self.alpha))

    def _mended(self) -> FloatPlane:
        """The matte without holes in the clothes, where it took a cardigan for a wall."""
        hole = clothes.cloth_missing_from_matte(self.small)
        if float(hole.mean()) < _HOLE:
            return self.person.alpha
        full = view.resize(hole, (self.picture.width, self.picture.height))
        return np.asarray(np.maximum(self.person.alpha, full), np.float32)

    def point(self, seen: Portrait) -> tuple[float, float]:
        """The hotspot in pixels of a view of the whole picture."""
        sx, sy = seen.picture.width / self.picture.width, seen.picture.height / self.picture.height
        return (self.x + 0.5) * sx - 0.5, (self.y + 0.5) * sy - 0.5

    def value(self, plane: FloatPlane, reach: int = 1) -> float:
        """The highest value of a small plane within ``reach`` pixels of the hotspot."""
        x, y = (round(value) for value in self.point(self.small))
        height, width = plane.shape
        x, y = int(np.clip(x, 0, width - 1)), int(np.clip(y, 0, height - 1))
        return float(plane[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1].max())

    def distance(self, plane: FloatPlane) -> float:
        """Cm from the hotspot to the nearest covered pixel of a small plane; infinite for an empty one."""
        rows, columns = np.nonzero(plane > 0.4)
        if not len(rows):
            return float("inf")
        x, y = self.point(self.small)
        scale = self.small.picture.width / self.picture.width
        return float(np.hypot(columns - x, rows - y).min()) / (self.cm * scale)

    def side_of(self, point: npt.NDArray[np.float64]) -> str:
        """On which side of the face a point (x, y in pixels of the picture) lies, as one looks at it: left or right."""
        return "left" if region_parts.across(self.person, point[None])[0] < 0 else "right"

    def side_of_hotspot(self) -> str:
        return "left" if region_parts.across(self.small, np.array([self.point(self.small)]))[0] < 0 else "right"

    def _region(self, seen: Portrait, name: str) -> FloatPlane:
        if not self.knows(name):
            return np.zeros((seen.picture.height, seen.picture.width), np.float32)
        if name in ("background", "person") and not self.has_person:
            value = float(name == "background")
            return np.full((seen.picture.height, seen.picture.width), value, np.float32)
        if name in WORN - {"tie"}:
            return garment_matte.garment(seen, name)
        plane = regions.region(seen, name)
        # A beard too short to be darker than the skin is told by its texture.
        return regions.region(seen, "stubble") if name == "beard" and not (plane > 0.5).any() else plane

    def _part(self, seen: Portrait, name: str, plane: FloatPlane, side: str) -> FloatPlane:
        """A half of a region; an upper and a lower lip are regions of their own."""
        if name == "lips" and side in ("upper", "lower"):
            return regions.region(seen, f"{side}_lip")
        return region_parts.half(seen, name, plane, side)

    def _inside_head(self, box: Window) -> bool:
        x0, y0, x1, y1 = self.head
        return x0 <= box[0] and y0 <= box[1] and box[2] <= x1 and box[3] <= y1


def _bare(seen: Portrait) -> FloatPlane:
    """Skin without the features that lie in it."""
    import cv2

    features = np.maximum.reduce([regions.region(seen, name) for name in ("eye", "lips", "teeth")])
    reach = max(1, round(0.16 * seen.pose.px_per_cm))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1,) * 2)
    grown = cv2.GaussianBlur(cv2.dilate(features, kernel), (0, 0), max(0.8, 0.5 * reach))
    brows = regions.region(seen, "brow")
    skin = np.maximum(regions.region(seen, "skin"), regions.region(seen, "under_eye"))
    return np.asarray(np.clip(skin * (1 - grown) * (1 - np.clip(1.4 * brows, 0, 1)), 0, 1), np.float32)
