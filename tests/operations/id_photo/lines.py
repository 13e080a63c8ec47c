"""Lines dragged by a person: where they are put, and whether a photo was cut where they say."""

from __future__ import annotations

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.imaging import geometry
from catchlight.imaging.picture import Picture
from catchlight.operations.id_photo import run as id_photo
from catchlight.operations.id_photo.framing import Framing
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.portrait.portrait import Portrait

FIELDS = {"crown": "crown_y", "chin": "chin_y", "eyes": "eye_y"}
SPECS = {"crown": "uk_passport", "chin": "uk_passport", "eyes": "de_passport"}
"""The eye line decides only where a document has limits for it."""
SHIFTS_MM = [("crown", up) for up in (-4.0, -2.0, 1.0, 2.0, 3.0)]
SHIFTS_MM += [("chin", up) for up in (-3.0, -1.5, 2.0)] + [("eyes", up) for up in (-2.0, 1.0, 2.5)]


def put(portrait: Portrait, catalogue: Catalogue, line: str, up_mm: float) -> dict[str, object]:
    """The wishes of an ID photo with one line so far above where it was measured."""
    wishes: dict[str, object] = {"spec": SPECS[line], "background": "original", "output_format": "png"}
    measured = id_photo.plan(portrait, IdPhotoParams(**wishes), catalogue)
    y = float(getattr(measured, line)[1]) - up_mm * measured.px_per_mm / measured.scale
    return wishes | {FIELDS[line]: round(y, 2)}


def is_cut_there(photo: Picture, planned: Framing, source: Picture) -> bool:
    """Whether a photo on its original background is the planned frame of its source, to the last pixel that the source has."""
    height, width = planned.height_px, planned.width_px
    y, x = np.mgrid[:height, :width]
    places = geometry.apply(geometry.inverse(planned.matrix), np.column_stack([x.ravel(), y.ravel()]))
    low, high = np.array([4, 4]), np.array([source.width - 5, source.height - 5])
    covered = ((places >= low) & (places <= high)).all(axis=1).reshape(height, width)
    expected = geometry.warp_affine(source.rgb8, planned.matrix, (width, height))
    off = np.abs(photo.rgb8.astype(int) - expected.astype(int)).max(axis=2)[covered]
    # A twentieth of a pixel aside would change a third of all pixels; the order of two roundings changes one in a thousand.
    return covered.mean() > 0.8 and off.max() <= 3 and (off == 0).mean() > 0.999
