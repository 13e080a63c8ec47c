"""The alpha of a portrait after each stage of the engine's matting, read while the engine works."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane
from catchlight.matting import modnet, opaque_colours, unmix
from catchlight.matting.repair import parsing_agreement
from catchlight.operations.id_photo import run as id_photo
from catchlight.operations.id_photo.cutout import cutout
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.portrait.portrait import Portrait

Stages = dict[str, FloatPlane]
STAGES: tuple[tuple[str, Any, str], ...] = (
    ("stretched", modnet, "_stretched"),
    ("connected", modnet, "connected"),
    ("opaque", opaque_colours, "opaque"),
    ("agreed", parsing_agreement, "agreed"),
)
"""Name of a stage, and the module and function that end it."""


@contextmanager
def _read(found: Stages) -> Iterator[None]:
    """Keeps what each stage's function returns, and what the network gave."""

    def keep(name: str, function: Callable[..., FloatPlane]) -> Callable[..., FloatPlane]:
        def call(*arguments: Any) -> FloatPlane:
            if name == "stretched":
                found["network"] = arguments[0].copy()
            result = function(*arguments)
            found[name] = result.copy()
            return result

        return call

    with ExitStack() as stack:
        for name, module, function in STAGES:
            stack.enter_context(patch.object(module, function, keep(name, getattr(module, function))))
        yield


def of_whole(portrait: Portrait) -> Stages:
    """Of the matte that headshots are laid with, each at the picture's size."""
    found: Stages = {}
    with _read(found):
        found["alpha"] = portrait.alpha
    height, width = found["alpha"].shape
    found = {name: modnet.resize_cubic(plane, (width, height)) for name, plane in found.items()}
    found["filled"] = unmix.add_missed_hair(portrait)
    found["fine"] = unmix.fine_alpha(portrait)
    return found


def of_bust(portrait: Portrait) -> Stages:
    """Of the matte that ID photos are cut with, each as large as the bust's window."""
    found: Stages = {}
    with _read(found):
        bust = portrait.bust
    x0, y0, x1, y1 = bust.box
    found["bust"] = bust.alpha
    return {name: modnet.resize_cubic(plane, (x1 - x0, y1 - y0)) for name, plane in found.items()}


def of_photo(portrait: Portrait, truth: FloatPlane) -> tuple[FloatPlane, FloatPlane]:
    """Alpha of an ID photo, and the exact one in its frame; both HxW. truth: of the whole picture."""
    planned = id_photo.plan(portrait, IdPhotoParams(spec="icao_35x45"), Catalogue.load())
    made = cutout(portrait, planned, hd=False, original=False, progress=Progress())
    size = (planned.width_px, planned.height_px)
    return made.alpha, np.clip(geometry.warp_affine(truth, planned.matrix, size), 0, 1)
