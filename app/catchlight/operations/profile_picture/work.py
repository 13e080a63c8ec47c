"""What goes from step to step of a profile picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from catchlight.backdrop.match_light import Fit
from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatImage, FloatPlane, Picture, Pixels
from catchlight.imaging.record import Step
from catchlight.operations.headshot.assemble import HeadshotRequest
from catchlight.operations.operation import File
from catchlight.portrait.portrait import Portrait


@dataclass(frozen=True)
class Product:
    """A finished picture: ``size`` pixels wide and high. enlarged: whether the photo had fewer pixels than that."""

    size: int
    file: File
    enlarged: bool
    picture: Picture
    """What is in the file."""


@dataclass(frozen=True)
class AvatarWork:
    """Each step gives a new one. pixels: the photo, after cropping the square; NxNx3 or, once cut out, x4.

    portrait: upright. alpha: the person's in the square, NxN. matrix: 2x3, pixels of the portrait to those of the square.
    scene: the light that is to stand behind, any size. step: of the record, whose facts the steps fill in. shown: what the
    last step made, to be looked at.
    """

    portrait: Portrait
    pixels: Pixels
    wish: HeadshotRequest
    sizes: tuple[int, ...]
    circle: bool
    media_type: str
    step: Step
    shown: Picture
    alpha: FloatPlane | None = None
    matrix: geometry.Matrix | None = None
    scene: FloatImage | None = None
    fit: Fit | None = None
    products: tuple[Product, ...] = ()
    facts: dict[str, Any] = field(default_factory=dict)
