"""Whether dye lies on the hair and nowhere else, looks like hair of its colour, and has the colour of its name.

python -m tests.benchmarks.dye [--portraits DIR]    (ten minutes; also part of ``quality``)

On composites the truth says where hair (c03) and person (c01 to c04) end; on all portraits landmarks, which know nothing of
parsing, say where the face under the brows is. Dye is what changes: the norm of the change of sRGB, 0..1.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hair import HairColour
from catchlight.core.errors import CatchlightError
from catchlight.hair import analysis
from catchlight.hair.colour import quality_warnings as doubts
from catchlight.hair.colour.coats import plan_layers
from catchlight.hair.colour.recolour import recolour_hair
from catchlight.imaging.colour import oklab
from catchlight.imaging.io import codec
from catchlight.models.registry import Models
from catchlight.operations.hair.colour_choice import colour_request
from catchlight.operations.hair.params import HairParams
from catchlight.portrait.face import landmarks
from catchlight.portrait.portrait import Portrait, Portraits

from tests.benchmarks.common import arguments, pictures

SHADES = (
    *("platinum_blonde", "golden_blonde", "copper", "auburn", "dark_brown", "black", "silver", "pastel_pink"),
    "cobalt_blue",
)
FAR_PX, BAND_PX = 40, 6
"""Distance from the hair beyond which no dye may lie, and the band at its edge that the truth leaves open."""
MOST_LEAK = 0.01
_SEEN = 8 / 255
"""Change from which a pixel counts as dyed."""
_NOSE, _MOUTH = (1, 4, 5, 6, 195), (61, 291, 0, 17)
"""Landmarks of nose and mouth."""
_DARK, _COVERED = 0.35, 0.02
"""OKLab lightness up to which black hair is tinted, not lifted; change that covers a pixel."""
_CONTRAST = (0.04, 0.16)
"""Deviation of OKLab lightness of blonde and grey hair on photographs, from roots to tips; the ends of what was measured."""

Mask = npt.NDArray[np.bool_]


def main() -> None:
    options = arguments(__doc__ or "")
    portraits, catalogue = Portraits(Models(threads=2)), Catalogue.load()
    bars(options.portraits, portraits, catalogue)
    leaks(options.portraits, portraits, catalogue)


def bars(folder: Path, portraits: Portraits, catalogue: Catalogue) -> None:
    """Covering, leak, contrast and colour of nine shades on the hair with truth."""
    import cv2

    truth = cv2.imread(str(folder / "truth" / "c03_hair.png"), cv2.IMREAD_GRAYSCALE)
    if truth is None:
        return
    inside = truth > 127
    print("dye on truth                     covered    leak  beyond 40 px  contrast  hue off  chroma off")
    for path in sorted(folder.glob("c03*.jpg")):
        portrait = portraits.of(codec.decode(path.read_bytes()))
        for shade in SHADES:
            row = catalogue.hair_colours.get(shade)
            assert row is not None
            _bar(f"{path.name[:4]} {shade}", portrait, row, inside)


def _bar(name: str, portrait: Portrait, row: HairColour, inside: Mask) -> None:
    import cv2

    before = portrait.picture.rgb8
    after = dyed(portrait, row)
    core = cv2.erode(inside.astype(np.uint8), np.ones((2 * BAND_PX + 1,) * 2, np.uint8)) > 0
    change = changes(before, after)
    lab = oklab.from_srgb(after[core].astype(np.float32) / np.float32(255))
    wanted = oklab.from_hex(row.target)
    blacker = float(analysis.analyse_hair(portrait).tones.base[0]) < float(wanted[0]) < _DARK
    covered = 1.0 if blacker else float((change[core] > _COVERED).mean())
    leak, far = leaked(change, inside)
    contrast = float(lab[:, 0].std())
    found = np.median(lab, axis=0)
    hue, chroma = apart(found, wanted)
    lifted = wanted[0] > _DARK
    good = covered >= 0.95 and far == 0
    good &= not lifted or _CONTRAST[0] <= contrast <= _CONTRAST[1]
    good &= leak <= MOST_LEAK or blacker
    good &= blacker or (chroma < 0.03 and (hue < 12 or float(np.hypot(*wanted[1:])) < 0.02))
    print(
        f"{name:32s} {covered:7.3f} {leak:7.4f} {far:13.5f} {contrast:9.3f} {hue:8.1f} {chroma:11.3f}   {_mark(good)}"
    )


def leaks(folder: Path, portraits: Portraits, catalogue: Catalogue) -> None:
    """Platinum, the farthest from dark hair, on every portrait: its share beyond the person and on the middle of the face."""
    row = catalogue.hair_colours.get("platinum_blonde")
    assert row is not None
    print("\nplatinum                              beyond the person   on the face")
    for path in pictures(folder):
        try:
            portrait = portraits.of(codec.decode(path.read_bytes()))
            hair = analysis.analyse_hair(portrait)
        except CatchlightError as refusal:
            print(f"{path.name[:36]:36s} refused: {refusal.code}")
            continue
        # What is refused for its lightness alone is measured all the same: it shows best where colour lies.
        if doubts.would_show_mask_errors(hair, colour_request(HairParams(hair_color=row.id), row)):
            print(f"{path.name[:36]:36s} refused: no_hair")
            continue
        change = changes(portrait.picture.rgb8, dyed(portrait, row))
        beyond = _beyond(path, change)
        face = float((change * face_of(portrait)).sum() / max(float(change.sum()), 1e-6))
        good = (beyond or 0) <= MOST_LEAK and face <= MOST_LEAK
        print(f"{path.name[:36]:36s} {'-' if beyond is None else f'{beyond:.4f}':>19s} {face:13.4f}   {_mark(good)}")


def _beyond(path: Path, change: npt.NDArray[np.float32]) -> float | None:
    """Share of the dye outside the person of a composite; None for other pictures."""
    import cv2

    truth = path.parent / "truth" / f"{path.name[:3]}_alpha.png"
    alpha = cv2.imread(str(truth), cv2.IMREAD_GRAYSCALE) if truth.exists() else None
    if alpha is None or alpha.shape != change.shape:
        return None
    return leaked(change, alpha > 5)[0]


def dyed(portrait: Portrait, row: HairColour) -> npt.NDArray[np.uint8]:
    """The picture with its hair in a colour of the catalogue."""
    hair = analysis.analyse_hair(portrait)
    made = recolour_hair(
        portrait.picture.rgb8, hair, plan_layers(hair, colour_request(HairParams(hair_color=row.id), row)), 1.0
    )
    return np.asarray(made, np.uint8)


def changes(before: npt.NDArray[np.uint8], after: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
    """HxW: how far each pixel has moved."""
    away = (after.astype(np.float32) - before) / np.float32(255)
    return np.asarray(np.sqrt((away * away).sum(axis=2)), np.float32)


def leaked(change: npt.NDArray[np.float32], inside: Mask) -> tuple[float, float]:
    """Share of the change that lies outside, its edge left open; share of the pixels far outside that are dyed."""
    import cv2

    away = cv2.distanceTransform((~inside).astype(np.uint8), cv2.DIST_L2, 5)
    leak = float(change[away > BAND_PX].sum() / max(float(change.sum()), 1e-6))
    return leak, float((change[away > FAR_PX] > _SEEN).mean())


def face_of(portrait: Portrait) -> Mask:
    """HxW: nose, lids and inner cheeks by landmarks."""
    import cv2

    plane = np.zeros((portrait.picture.height, portrait.picture.width), np.uint8)
    points = portrait.landmarks.xy[[*landmarks.RIGHT_EYE, *landmarks.LEFT_EYE, *_NOSE, *_MOUTH]]
    hull = cv2.convexHull(np.round(points).astype(np.int32))
    cv2.fillConvexPoly(plane, hull, 1)
    return plane > 0


def apart(found: npt.NDArray[np.floating], wanted: npt.NDArray[np.floating]) -> tuple[float, float]:
    """Degrees of hue, and chroma, between two OKLab colours."""
    turn = np.degrees(np.arctan2(found[2], found[1]) - np.arctan2(wanted[2], wanted[1]))
    chroma = abs(float(np.hypot(*found[1:3]) - np.hypot(*wanted[1:3])))
    return float(abs((turn + 180) % 360 - 180)), chroma


def _mark(good: bool) -> str:
    return "ok" if good else "MISSED"


if __name__ == "__main__":
    main()
