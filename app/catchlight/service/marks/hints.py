"""What is worth a look in a picture before it is chosen: eyes that may be closed or out of focus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from catchlight.core.files.naming import display_name
from catchlight.imaging.io.formats.jpeg.draft import decode_draft
from catchlight.imaging.io.limits import DecodeLimits
from catchlight.imaging.pyramid import Pyramid
from catchlight.models.registry import Models
from catchlight.portrait.face import detect
from catchlight.portrait.face.detect import Face
from catchlight.portrait.face.eye_state import EyeState, measure_eyes
from catchlight.service.files.reading import read_file

MOST_FACES = 6
"""Faces that are measured, the main one first."""
_BESIDE = 0.35
"""Share of the main face's size below which a face is a passer-by's."""


@dataclass(frozen=True)
class PictureHints:
    """faces: found, the main one first, in pixels of the upright picture of width x height. eyes: of those measured."""

    width: int
    height: int
    faces: tuple[Face, ...] = ()
    eyes: tuple[EyeState, ...] = ()

    @property
    def closed(self) -> int:
        """Faces whose eyes may be closed."""
        return sum(one.closed for one in self.eyes)

    @property
    def soft(self) -> bool:
        """Whether the main face's eyes may be out of focus."""
        return bool(self.eyes) and self.eyes[0].soft

    @property
    def blur(self) -> float | None:
        """Blur of the main face's sharper eye as a share of an eye's width: comparable between pictures of one person."""
        first = self.eyes[0] if self.eyes else None
        return None if first is None or first.blur is None else first.blur / first.width


def look_for_hints(picture: Path, limits: DecodeLimits, models: Models) -> PictureHints:
    """Faces and eyes of a file, measured on all its pixels. Raises what reading and decoding raise."""
    name = display_name(picture.name)
    whole = decode_draft(read_file(picture, limits), limits.max_pixels, limits, name)
    pyramid = Pyramid(whole.pixels)
    faces = detect.detect(pyramid, models)
    near = [face for face in faces[:MOST_FACES] if face.size >= _BESIDE * faces[0].size]
    measured = [measure_eyes(pyramid, face, models) for face in near]
    return PictureHints(whole.width, whole.height, faces, tuple(one for one in measured if one is not None))
