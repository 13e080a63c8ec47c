"""How fast expressions are, and over all portraits how far each goes, whether the person stays, and that nothing else changes."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.catalogue.shelf import Catalogue
from catchlight.engine import codec
from catchlight.engine.errors import CatchlightError
from catchlight.engine.face import believable, reading
from catchlight.engine.face.express import Expressed, expressed
from catchlight.engine.face.plan import planned
from catchlight.engine.models import Models
from catchlight.engine.picture import Picture
from catchlight.engine.portrait import Portrait, Portraits
from catchlight.engine.progress import Progress
from catchlight.engine.view import view

_PREVIEW = 1024
_REACHED = 0.6

Row = Callable[[str, Callable[[], Any], float], None]


def times(twelve: Picture, models: Models, row: Row) -> None:
    """Rows of the speed table: what opens the mouth, what closes lids, what moves brows."""
    catalogue = Catalogue.load()
    portrait = Portraits(models).of(twelve)
    small = view(portrait, longest=_PREVIEW)
    for what, seen, bar in (("12 MP", portrait, 3.0), ("preview 1024 px", small, 0.5)):
        for key in ("neutral", "big_smile", "eyes_closed", "surprised"):
            expression = catalogue.expressions.get(key)
            row(f"expression {key}, {what}, warm", lambda s=seen, e=expression: expressed(s, e, Progress()), bar)  # type: ignore[misc]


def bars(folder: Path, portraits: Portraits, catalogue: Catalogue) -> None:
    """Every usable portrait with every expression: strength, identity, the way gone, pixels changed outside the mask."""
    print("expression                     strength identity  floor  face brows eyes mouth  outside  offered")
    reached: dict[str, list[float]] = defaultdict(list)
    likeness: dict[str, list[float]] = defaultdict(list)
    bad = 0
    for path in sorted([*folder.glob("*.jpg"), *folder.glob("*.png")]):
        portrait = portraits.of(codec.decode(path.read_bytes()))
        try:
            face = reading.of(portrait)
        except CatchlightError as refusal:
            print(f"{path.stem[:22]:22s} refused: {refusal.code}")
            continue
        for expression in catalogue.expressions:
            name = f"{path.stem[:14]:14s} {expression.id:13s}"
            plan = planned(face, expression)
            limit = believable.limit(face, plan)
            try:
                found = expressed(portrait, expression, Progress())
            except CatchlightError as refusal:
                print(f"{name}  refused: {refusal.code}")
                continue
            outside = changed_outside(portrait, found)
            floor = believable.floor(face, expression, plan)
            verdict = found.verdict
            shares = [verdict.reached.get(part) for part in ("face", "brows", "eyes", "mouth")]
            told = " ".join("   - " if share is None else f"{share:5.2f}" for share in shares)
            print(
                f"{name} {found.strength:9.2f} {verdict.likeness:8.3f} {floor:6.2f} {told} {outside:8d}  "
                f"{'no: ' + limit.reasons[-1] if limit.weak else 'yes'}"
            )
            bad += outside + (verdict.likeness < floor)
            likeness[expression.id].append(verdict.likeness)
            if not limit.weak and "face" in verdict.reached:
                reached[expression.id].append(verdict.reached["face"])
    print(f"\nwhere offered: share of the way at least {_REACHED} in so many, median; identity least, median")
    for key, shares in reached.items():
        enough = sum(share >= _REACHED for share in shares)
        print(
            f"{key:13s} {enough:3d} of {len(shares):3d}  {statistics.median(shares):5.2f}   "
            f"{min(likeness[key]):.3f} {statistics.median(likeness[key]):.3f}"
        )
    print(f"pixels changed outside, or identity below the floor: {bad}   {'ok' if not bad else 'MISSED'}")


def changed_outside(portrait: Portrait, found: Expressed) -> int:
    """Pixels that differ from the picture although the mask is 0 there."""
    differs = (found.pixels != portrait.picture.pixels).any(axis=2)
    inside = np.zeros_like(differs)
    x0, y0, x1, y1 = found.box
    inside[y0:y1, x0:x1] = found.mask > 0
    return int((differs & ~inside).sum())
