"""How fast and how good hair colours are; rows of ``speed`` and ``quality``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import codec, oklab
from catchlight.engine.errors import CatchlightError
from catchlight.engine.hair import analysis
from catchlight.engine.hair.colouring import Wish, coats
from catchlight.engine.hair.recolour import recoloured
from catchlight.engine.models import Models
from catchlight.engine.picture import Picture, Pixels
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.view import view
from catchlight.operations.hair import wish_of
from catchlight.operations.params.hair import HairParams

SHADES = (
    *("platinum_blonde", "golden_blonde", "copper", "auburn", "dark_brown", "black", "silver", "pastel_pink"),
    "cobalt_blue",
)
_PREVIEW = 1024
_FAR, _BAND = 40, 13
_BLACK = 0.25
"""OKLab lightness of the lightest black."""

Row = Callable[[str, Callable[[], Any], float], None]


def times(twelve: Picture, models: Models, row: Row) -> None:
    """Rows of the speed table: all over, with roots and ends, and the preview, each with a fresh palette."""
    portrait = Portraits(models).of(twelve)
    portrait.analyse()
    row("hair analysis, 12 MP, after the portrait's", lambda: _fresh(portrait), 12)
    small = view(portrait, longest=_PREVIEW)
    for what, seen, bar in (("12 MP", portrait, 2.0), ("preview 1024 px", small, 0.15)):
        row(f"hair colour all over, {what}, warm", _work(seen, Wish("#1F499D")), bar)
        row(f"hair colour with roots and ends, {what}, warm", _work(seen, Wish("#CFC1B0", "#8A7763", "#DDD2BD")), bar)
        row(f"balayage, {what}, warm", _work(seen, Wish("#C6A474", technique="balayage")), bar)


def _fresh(portrait: Portrait) -> None:
    """The hair of the same portrait, read anew."""
    again = Portrait(portrait.picture, portrait.models)
    known = {
        "pyramid": portrait.pyramid,
        "faces": portrait.faces,
        "head": (portrait.landmarks, portrait.pose),
        "parsing": portrait.parsing,
        "face_parsing": portrait.face_parsing,
        "alpha": portrait.alpha,
    }
    for name, value in known.items():
        again.kept(name, lambda value=value: value)  # type: ignore[misc]
    analysis.of(again)


def _work(portrait: Portrait, wish: Wish) -> Callable[[], Pixels]:
    def work() -> Pixels:
        hair = analysis.of(portrait)
        hair.coats.pop(wish, None)
        return recoloured(portrait.picture.pixels, hair, coats(hair, wish), 1.0)

    return work


def bars(folder: Path, portraits: Portraits, catalogue: Catalogue) -> None:
    """Covering, reach, texture and chroma of nine shades on the hair with truth."""
    import cv2

    truth = cv2.imread(str(folder / "truth" / "c03_hair.png"), cv2.IMREAD_GRAYSCALE)
    if truth is None:
        return
    inside = truth > 127
    core = cv2.erode(inside.astype(np.uint8), np.ones((_BAND, _BAND), np.uint8)) > 0
    far = cv2.distanceTransform((~inside).astype(np.uint8), cv2.DIST_L2, 5) > _FAR
    print("hair colour on truth             covered   texture   solid   chroma (a*b*)   moved beyond 40 px")
    for path in sorted(folder.glob("c03*.jpg")):
        portrait = portraits.of(codec.decode(path.read_bytes()))
        for shade in SHADES:
            _bar(f"{path.name[:4]} {shade}", portrait, shade, core, far, catalogue)


def _bar(
    name: str,
    portrait: Portrait,
    shade: str,
    core: npt.NDArray[np.bool_],
    far: npt.NDArray[np.bool_],
    catalogue: Catalogue,
) -> None:
    row = catalogue.hair_colours.get(shade)
    assert row is not None
    hair = analysis.of(portrait)
    before = portrait.picture.rgb8
    after = recoloured(before, hair, coats(hair, wish_of(HairParams(hair_color=shade), row)), 1.0)
    old, new = _lab(before), _lab(after)
    blacker = float(hair.tones.base[0]) < float(oklab.from_hex(row.target)[0]) < _BLACK
    # Hair that is blacker than a black has nothing to be covered.
    covered = 1.0 if blacker else float((np.linalg.norm(new - old, axis=2)[core] > 2).mean())
    matte = np.zeros(hair.shape, np.uint16)
    x0, y0, x1, y1 = hair.box
    matte[y0:y1, x0:x1] = hair.mask
    solid = core & (matte > 64000)
    texture = [float(np.corrcoef(old[..., 0][part], new[..., 0][part])[0, 1]) for part in (core, solid)]
    wanted = np.array([[[int(row.hex[at : at + 2], 16) for at in (1, 3, 5)]]], np.uint8)
    chroma = float(np.hypot(*(np.median(new[core], axis=0) - _lab(wanted)[0, 0])[1:]))
    moved = float((np.abs(after.astype(int) - before).max(axis=2)[far] > 8).mean())
    good = covered >= 0.95 and texture[1] >= 0.8 and chroma < 16 and moved == 0
    print(
        f"{name:32s} {covered:7.3f} {texture[0]:9.2f} {texture[1]:7.2f} {chroma:15.1f} {moved:20.5f}   "
        + ("ok" if good else "MISSED")
    )


def _lab(pixels: Pixels) -> npt.NDArray[np.float32]:
    import cv2

    return np.asarray(cv2.cvtColor(pixels.astype(np.float32) / np.float32(255), cv2.COLOR_RGB2LAB), np.float32)


def refusals(folder: Path, portraits: Portraits) -> None:
    """What each portrait's hair is taken for."""
    for path in sorted(folder.glob("d*.*")):
        try:
            tones = analysis.of(portraits.of(codec.decode(path.read_bytes()))).tones
            print(f"{path.name:36s} hair, grey {tones.grey:.2f}")
        except CatchlightError as refusal:
            print(f"{path.name:36s} {refusal.code}")
