"""What the engine knows of a picture: each part computed once, on demand, and kept for the next edit."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from catchlight.core.memo import Memo
from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.imaging.pyramid import Pyramid
from catchlight.matting.modnet import Matte
from catchlight.models.registry import Models
from catchlight.portrait import borders, light, person_matte, skull
from catchlight.portrait.borders import CutSides
from catchlight.portrait.face import detect, identity
from catchlight.portrait.face.detect import Face
from catchlight.portrait.face.head_reading import read_head, require_frontal
from catchlight.portrait.face.landmarks import Landmarks
from catchlight.portrait.face.pose import CanonicalFace, Pose
from catchlight.portrait.light import Light
from catchlight.portrait.parsing import head_parsing, outline_parsing
from catchlight.portrait.parsing.head_parsing import Parsing
from catchlight.portrait.skull import Crown

T = TypeVar("T")


class Portrait:
    """A picture and all that is known of it. Thread safe: two edits that need the same part compute it once."""

    def __init__(self, picture: Picture, models: Models) -> None:
        self.picture = picture
        self.models = models
        self._parts = Memo()

    def seen_as(self, picture: Picture) -> Portrait:
        """The same analysis for a picture with the same pixels and other facts (density, record, name)."""
        if picture is self.picture:
            return self
        twin = Portrait(picture, self.models)
        twin._parts = self._parts
        return twin

    def recoloured(self, picture: Picture) -> Portrait:
        """This portrait in other colours and tones (developed): where everything lies is taken over, not looked for again.

        picture: as large as this one. What colours tell (light, foreground, identity) is read anew.
        """
        twin = Portrait(picture, self.models)
        for name in ("faces", "head", "face_parsing", "parsing", "bust", "alpha", "crown"):
            twin._parts.take(name, self._parts)
        return twin

    def kept(self, name: str, make: Callable[[], T]) -> T:
        """A part by name, computed at the first call; ``make`` may ask for other parts."""
        return self._parts.get(name, make)

    def forget(self) -> None:
        """Let go of all that was found out, also by the twins that ``seen_as`` gave; it is computed anew when it is asked for."""
        self._parts.forget()

    @property
    def turns(self) -> int:
        """Quarter turns anticlockwise after which the face stands upright: 0, 1, 2 or -1."""
        turns = round(math.degrees(self.landmarks.roll) / 90)
        return 2 if abs(turns) == 2 else turns

    @property
    def upright(self) -> Portrait:
        """This portrait, or where the picture lies on its side or stands on its head, that of the turned picture."""
        return self if self.turns == 0 else self.kept("upright", self._turned)

    @property
    def to_upright(self) -> geometry.Matrix:
        """2x3, pixels of this picture to those of the upright one."""
        return geometry.quarter_turns(self.turns, self.picture.width, self.picture.height)

    def _turned(self) -> Portrait:
        turned: Any = np.ascontiguousarray(np.rot90(self.picture.pixels, self.turns))
        return Portrait(self.picture.with_(pixels=turned), self.models)

    @property
    def pyramid(self) -> Pyramid:
        """The picture as networks see it, at several sizes."""
        return self.kept("pyramid", lambda: Pyramid.of(self.picture))

    @property
    def faces(self) -> tuple[Face, ...]:
        """All faces, the main one first."""
        return self.kept("faces", lambda: detect.detect(self.pyramid, self.models))

    @property
    def face(self) -> Face:
        """The face of the one person shown. Raises UnusablePicture ``no_face`` or ``several_faces``."""
        return detect.main_face(self.faces)

    @property
    def landmarks(self) -> Landmarks:
        """478 points of the main face. Raises UnusablePicture ``no_face``, ``several_faces``, ``face_turned_away``."""
        return self._head[0]

    @property
    def pose(self) -> Pose:
        return self._head[1]

    @property
    def _head(self) -> tuple[Landmarks, Pose]:
        return self.kept("head", lambda: read_head(self.face, self.pyramid, self.models, self.canonical))

    @property
    def canonical(self) -> CanonicalFace:
        return CanonicalFace.of(self.models)

    @property
    def face_parsing(self) -> Parsing:
        """Classes of the face alone; half the cost of ``parsing``."""
        if not self.models.face_parsing:
            return self.parsing
        return self.kept("face_parsing", lambda: head_parsing.parse_face(self.pyramid, self.landmarks, self.models))

    @property
    def parsing(self) -> Parsing:
        """Classes of head, hair and shoulders."""
        return self.kept("parsing", self._parse)

    @property
    def bust(self) -> Matte:
        """Matte of head and shoulders, without the cost of the whole picture."""
        return self.kept("bust", lambda: person_matte.matte_bust(self))

    @property
    def bust_plane(self) -> FloatPlane:
        """The bust's alpha as large as the picture, 0 beyond its window."""
        plane = np.zeros((self.picture.height, self.picture.width), np.float32)
        x0, y0, x1, y1 = self.bust.box
        plane[y0:y1, x0:x1] = self.bust.full()
        return plane

    @property
    def alpha(self) -> FloatPlane:
        """The person's alpha, HxW float32 in 0..1; a picture's own alpha limits it."""
        return self.kept("alpha", lambda: person_matte.matte_person(self))

    @property
    def shape(self) -> FloatPlane | None:
        """The circle or rounded square that the picture was cut to, up to 256 px; None for an ordinary picture."""
        return self.kept("shape", lambda: borders.find_shape(self.picture, self.pyramid))

    def is_cut_by_shape(self, corners: npt.NDArray[np.float64]) -> bool:
        """Whether the shape that the picture was cut to cuts the person inside a frame. corners: 4x2, pixels of the picture."""
        if self.shape is None:
            return False
        height, width = self.shape.shape
        small = np.array([[width / self.picture.width, 0, 0], [0, height / self.picture.height, 0]])
        to_shape = geometry.compose(small, geometry.inverse(self.bust.matrix))
        share = borders.border_contact_share(
            self.bust.alpha, self.shape, to_shape, geometry.apply(self.bust.matrix, corners)
        )
        return share > borders.MOST_TOUCHED

    @property
    def cut_sides(self) -> CutSides:
        """The sides of the picture at which the person goes on beyond it."""
        return self.kept(
            "cut_sides", lambda: borders.find_cut_sides(self.bust, (self.picture.width, self.picture.height))
        )

    @property
    def is_cut_out(self) -> bool:
        """Whether the picture is transparent where the person is not: there is no background in it."""
        return self.kept("is_cut_out", lambda: person_matte.stands_before_nothing(self))

    @property
    def foreground(self) -> Pixels:
        """The person's colours without background spill, HxWx3, the picture's type."""
        return self.kept("foreground", self._clean_colours)

    @property
    def crown(self) -> Crown:
        """The top of the skull, measured against the outline of the bust."""
        return self.kept("crown", self._find_crown)

    @property
    def light(self) -> Light:
        """Direction, strength and warmth of the light on the face."""
        return self.kept("light", lambda: light.estimate_light(self.picture.rgb8, self.landmarks, self.canonical))

    @property
    def identity(self) -> npt.NDArray[np.float32]:
        """The face's embedding, 128 float32 of length 1."""
        return self.kept("identity", lambda: identity.embedding(self.picture.rgb8, self.landmarks, self.models))

    def require_frontal(self) -> None:
        """Raise UnusablePicture unless one clear face looks at the camera (within 35 degrees)."""
        require_frontal(self.pose)

    def _parse(self) -> Parsing:
        if not self.models.face_parsing:
            return outline_parsing.parse(self.pyramid, self.landmarks, self.pose, self.models)
        wide = head_parsing.parse_wide(self.pyramid, self.landmarks, self.models)
        return self.face_parsing.joined(wide)

    def _clean_colours(self) -> Pixels:
        from catchlight.matting.foreground import foreground

        return foreground(self.picture.pixels[..., :3], self.alpha)

    def _find_crown(self) -> Crown:
        from catchlight.portrait.bare_head import is_bare

        bust = self.bust
        return skull.crown(self.landmarks, self.pose, bust.alpha, bust.matrix, lambda top: is_bare(self, top))


class Portraits:
    """Portraits by the digest of their pixels.

    The least recently used go when there are more than ``capacity``, or when all together have more than ``megapixels``; the last
    one asked for always stays.
    """

    def __init__(self, models: Models, capacity: int = 4, megapixels: float = 120) -> None:
        self.models = models
        self._capacity = capacity
        self._most_pixels = megapixels * 1e6
        self._kept: OrderedDict[str, Portrait] = OrderedDict()
        self._lock = threading.Lock()
        self._hits = self._misses = 0

    @property
    def counts(self) -> tuple[int, int]:
        """How often a portrait that was asked for was kept, and how often it had to be begun."""
        with self._lock:
            return self._hits, self._misses

    def of(self, picture: Picture) -> Portrait:
        digest = picture.digest
        with self._lock:
            portrait = self._kept.pop(digest, None)
            if portrait is None:
                self._misses += 1
                portrait = Portrait(picture, self.models)
            else:
                self._hits += 1
            self._kept[digest] = portrait
            while len(self._kept) > 1 and (len(self._kept) > self._capacity or self._pixels() > self._most_pixels):
                self._kept.popitem(last=False)
            return portrait.seen_as(picture)

    def forget(self) -> int:
        """Let go of every portrait and all that is known of it; gives their number."""
        with self._lock:
            portraits = list(self._kept.values())
            self._kept.clear()
        for portrait in portraits:
            portrait.forget()
        return len(portraits)

    def _pixels(self) -> int:
        return sum(portrait.picture.width * portrait.picture.height for portrait in self._kept.values())
