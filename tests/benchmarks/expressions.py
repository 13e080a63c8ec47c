"""How fast expressions are, and over all portraits how far each goes, whether the person stays, and that nothing else changes."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.expression import believable_range, verify
from catchlight.expression.analysis import face_reading
from catchlight.expression.express import ExpressionResult, change_expression
from catchlight.expression.movement_plan import plan_expression
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.models.registry import Models
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

_PREVIEW = 1024
_REGIONS = ("brows", "eyes", "mouth")

Row = Callable[[str, Callable[[], Any], float], None]


def times(twelve: Picture, models: Models, row: Row) -> None:
    """Rows of the speed table: what opens the mouth, what closes lids, what moves brows."""
    catalogue = Catalogue.load()
    portrait = Portraits(models).of(twelve)
    small = view(portrait, longest=_PREVIEW)
    for what, seen, bar in (("12 MP", portrait, 3.0), ("preview 1024 px", small, 0.5)):
        for key in ("neutral", "smile", "eyes_closed", "raised_brows"):
            expression = catalogue.expressions.get(key)
            row(
                f"expression {key}, {what}, warm", lambda s=seen, e=expression: change_expression(s, e, Progress()), bar
            )


def bars(folder: Path, portraits: Portraits, catalogue: Catalogue) -> None:
    """Every usable portrait with every expression: strength, identity, the way gone, pixels changed outside the mask.

    The way is that from the coefficients of the untouched face to those of the planned one, as the network reads them anew in the
    result; beside it the same by landmarks, region by region.
    """
    print("expression                     strength identity  floor  coeff.  face brows eyes mouth  outside  offered")
    reached: dict[str, list[float]] = defaultdict(list)
    weak: dict[str, int] = defaultdict(int)
    vain: dict[str, int] = defaultdict(int)
    likeness: dict[str, list[float]] = defaultdict(list)
    bad = 0
    for path in sorted([*folder.glob("*.jpg"), *folder.glob("*.png")]):
        portrait = portraits.of(codec.decode(path.read_bytes()))
        try:
            face = face_reading.of(portrait)
        except CatchlightError as refusal:
            print(f"{path.stem[:22]:22s} refused: {refusal.code}")
            continue
        for expression in catalogue.expressions:
            name = f"{path.stem[:14]:14s} {expression.id:13s}"
            plan = plan_expression(face, expression)
            try:
                found = change_expression(portrait, expression, Progress())
            except CatchlightError as refusal:
                print(f"{name}  refused: {refusal.code}")
                weak[expression.id] += 1
                continue
            outside = changed_outside(portrait, found)
            floor = believable_range.floor(face, expression, plan, verify.unsteadiness(portrait, face.small))
            verdict = found.verdict
            shares = [verdict.reached.get(part) for part in (verify.COEFFICIENTS, "face", *_REGIONS)]
            told = " ".join("   - " if share is None else f"{share:5.2f}" for share in shares)
            print(
                f"{name} {found.strength:9.2f} {verdict.likeness:8.3f} {floor:6.2f} {told} {outside:8d}  "
                f"{'yes' if found.offered else 'no: ' + found.notes[-1]}"
            )
            bad += outside + (verdict.likeness < floor)
            likeness[expression.id].append(verdict.likeness)
            weak[expression.id] += not found.offered
            if found.offered and not verdict.reached:
                vain[expression.id] += 1
            elif found.offered:
                reached[expression.id].append(verdict.gone)
    print(
        "\nexpression     offered, of these at 0.6 of the way  median    shown already  not offered   identity least, median"
    )
    for expression in catalogue.expressions:
        key = expression.id
        ways, alike = reached[key], likeness[key] or [0.0]
        enough = sum(way >= believable_range.REACHED for way in ways)
        print(
            f"{key:13s} {len(ways):3d} {enough:3d} {statistics.median(ways or [0.0]):29.2f} {vain[key]:13d} {weak[key]:13d} "
            f"{min(alike):15.3f} {statistics.median(alike):.3f}"
        )
    print(f"pixels changed outside, or identity below the floor: {bad}   {'ok' if not bad else 'MISSED'}")


def changed_outside(portrait: Portrait, found: ExpressionResult) -> int:
    """Pixels that differ from the picture although the mask is 0 there."""
    differs = (found.pixels != portrait.picture.pixels).any(axis=2)
    inside = np.zeros_like(differs)
    x0, y0, x1, y1 = found.box
    inside[y0:y1, x0:x1] = found.mask > 0
    return int((differs & ~inside).sum())
