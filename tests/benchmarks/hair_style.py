"""How fast hair styles are, and what they leave of a face; rows of ``speed`` and ``quality``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.hairstyles import HairStyle
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.hair.style_plan import Options
from catchlight.hair.styling import StyleResult, apply_styles
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.portrait.face import identity
from catchlight.portrait.parsing import head_parsing
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

SHOWN = ("d02", "d04", "d05", "d07", "d12", "d33", "d39", "c03a")
STYLES = ("more_volume", "less_volume", "tidy", "smooth", "trim_shoulder", "swept_back", "bob", "french_bob")
_WHOLE, _PREVIEW = 1500, 512
_SHADED_CM = 1.5
"""How far from hair its shade may lie on a face."""

Row = Callable[[str, Callable[[], Any], float], None]


def times(picture: Picture, models: Models, row: Row) -> None:
    """Rows of the speed table: styles at 1500 px and as previews, and the rebuilding of what hair hides, which is kept."""
    catalogue = Catalogue.load()
    portrait = view(Portraits(models).of(picture), longest=_WHOLE)
    portrait.alpha, portrait.parsing  # noqa: B018
    small = view(portrait, longest=_PREVIEW)
    for what, seen, quick, bar in (("1500 px", portrait, False, 8.0), ("preview 512 px", small, True, 2.0)):
        for name in ("more_volume", "tidy", "bob", "french_bob"):
            row(f"hair style {name}, {what}, warm", _work(seen, catalogue, name, quick=quick), bar)
    row("hair style bob, 1500 px, without the plate that is kept", lambda: _fresh(portrait, catalogue), 16.0)


def _work(portrait: Portrait, catalogue: Catalogue, name: str, *, quick: bool = False) -> Callable[[], StyleResult]:
    style = catalogue.hair_styles.get(name)
    assert style is not None
    return lambda: apply_styles(portrait, [style], Options(quick=quick), Progress())


def _fresh(portrait: Portrait, catalogue: Catalogue) -> StyleResult:
    """The first style on a portrait whose networks have run."""
    again = Portrait(portrait.picture, portrait.models)
    known = {
        "faces": portrait.faces,
        "head": (portrait.landmarks, portrait.pose),
        "parsing": portrait.parsing,
        "face_parsing": portrait.face_parsing,
        "alpha": portrait.alpha,
    }
    for name, value in known.items():
        again.kept(name, lambda value=value: value)  # type: ignore[misc]
    return _work(again, catalogue, "bob")()


def bars(folder: Path, portraits: Portraits, catalogue: Catalogue) -> None:
    """Identity (of the whole crop, and of the face without its hair), pixels of the inner face, and invention."""
    print("hair styles               identity   of the face   inner face   invented")
    for name in STYLES:
        style = catalogue.hair_styles.get(name)
        assert style is not None
        found = [row for key in SHOWN for row in _judged(folder, key, portraits, style)]
        refused = len(SHOWN) - len(found)
        whole, face, inner, invented = np.array(found).T if found else np.zeros((4, 1))
        good = face.min() >= 0.9 and inner.max() == 0
        said = f"{whole.mean():.3f}      {face.min():.3f}         {inner.max():.0f}            {invented.mean():.2f}"
        print(f"{name:26s}{said}   bars 0.9 at least, 0   {'ok' if good else 'MISSED'}; {refused} refused")
    print()


def _judged(folder: Path, key: str, portraits: Portraits, style: HairStyle) -> list[tuple[float, float, float, float]]:
    """One row of figures for a portrait, none where the style is refused or the portrait is not there."""
    file = next(iter(sorted(folder.glob(f"{key}*"))), None)
    if file is None:
        return []
    portrait = view(portraits.of(codec.decode(file.read_bytes())), longest=_WHOLE)
    try:
        done = apply_styles(portrait, [style], Options(), Progress())
    except CatchlightError:
        return []
    before, after = portrait.picture.rgb8, done.pixels[..., :3]
    xy = portrait.landmarks.xy
    part = (slice(int(xy[468, 1]), int(xy[17, 1])), slice(int(xy[468, 0]), int(xy[473, 0])))
    free = _free_of_shade(portrait, done)[part]
    away = np.abs(after[part].astype(int) - before[part])[free].max(initial=0)
    return [
        (
            _alike(portrait, before, after),
            _alike(portrait, *_faces(portrait, before, after)),
            float(away),
            done.invented,
        )
    ]


def _free_of_shade(portrait: Portrait, done: StyleResult) -> Any:
    """Where neither the old hair nor the new lies, nor their shade may, HxW."""
    import cv2

    hair = np.maximum(done.hair, portrait.parsing.plane([head_parsing.HAIR])) > 0.5
    away = cv2.distanceTransform((~hair).astype(np.uint8), cv2.DIST_L2, 5)
    return away > _SHADED_CM * portrait.pose.px_per_cm


def _alike(portrait: Portrait, before: Any, after: Any) -> float:
    first, second = (
        identity.embedding(np.ascontiguousarray(rgb), portrait.landmarks, portrait.models) for rgb in (before, after)
    )
    return identity.likeness(first, second)


def _faces(portrait: Portrait, before: Any, after: Any) -> tuple[Any, Any]:
    """Both pictures with everything but the face below the brows in grey: what remains is the person, not the hair."""
    import cv2
    from catchlight.portrait.face.landmarks import OVAL

    mask = np.zeros(before.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(portrait.landmarks.ring(OVAL)).astype(np.int32)], 1)
    mask[: int(portrait.landmarks.xy[[105, 334], 1].min())] = 0
    return tuple(np.where(mask[..., None] > 0, rgb, 128).astype(np.uint8) for rgb in (before, after))  # type: ignore[return-value]
