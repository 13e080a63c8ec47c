"""What a lab is asked for: small portraits, how often each, and pictures in which there is nobody."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from catchlight.client.selection import RemoteSelections
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture, Pixels
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.paths import resources

from tests.benchmarks.selection_jobs import FACELESS, PARAMS

FACES = {"256": (slice(20, 276), slice(96, 352)), "160": (slice(60, 220), slice(145, 305))}
"""Squares of the shipped astronaut by their side: with head and shoulders, and the smallest one that the framing takes, of which
the head fills so much that the matting network looks twice, not three times. CPU of a job on one thread: 3.2 s and 2.7 s."""
WISHES = tuple(
    ProfilePictureParams(sizes=PARAMS.sizes, background_style=ground, shape=shape)
    for ground in ("studio_grey", "keep", "#8090a0", "transparent")
    for shape in ("square", "circle")
)
"""What a person who cannot decide asks for of one picture."""


@dataclass(frozen=True)
class Asking:
    """One job. nobody: whether it has to be refused since the picture shows nobody."""

    generation: str
    params: ProfilePictureParams
    nobody: bool


def face(name: str) -> Pixels:
    """A face of ``FACES``."""
    rows, columns = FACES[name]
    return np.array(codec.decode((resources() / "samples" / "astronaut.png").read_bytes()).pixels[rows, columns])


def upload_sources(selections: RemoteSelections, count: int, name: str, times: int) -> list[Asking]:
    """Jobs to ask for, each of a generation of its own. name: of the face; times: how many of them in a row are of one picture,
    each with another wish; the networks of a worker run once for these."""
    dice, asked = random.Random(5), list[Asking]()
    while len(asked) < count:
        nobody = dice.random() < FACELESS
        source = _marked(np.full((200, 200, 3), 128, np.uint8) if nobody else face(name), len(asked))
        data = codec.encode(source, "image/png")
        for wish in _wishes(times)[: count - len(asked)]:
            asked.append(Asking(selections.store(source, data), wish, nobody))
    return asked


def _wishes(times: int) -> Sequence[ProfilePictureParams]:
    return [PARAMS] if times == 1 else [WISHES[number % len(WISHES)] for number in range(times)]


def _marked(pixels: Pixels, number: int) -> Picture:
    """No two of one picture: a corner tells the number."""
    pixels[:4, :4] = (number % 256, number // 256, 3)
    return Picture(pixels)
