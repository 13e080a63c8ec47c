"""How fast hair colours are, and which pictures they refuse; rows of ``speed`` and ``quality``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from catchlight.core.errors import CatchlightError
from catchlight.hair import analysis
from catchlight.hair.analysis import Hair
from catchlight.hair.colour import relief
from catchlight.hair.colour.coats import ColourRequest, plan_layers
from catchlight.hair.colour.recolour import recolour_hair
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture, Pixels
from catchlight.models.registry import Models
from catchlight.portrait.portrait import Portrait, Portraits
from catchlight.portrait.view import view

from tests.benchmarks.common import analyse

_PREVIEW = 1024

Row = Callable[[str, Callable[[], Any], float], None]


def times(twelve: Picture, models: Models, row: Row) -> None:
    """Rows of the speed table: all over, with roots and ends, and the preview, each with a fresh palette."""
    portrait = Portraits(models).of(twelve)
    analyse(portrait)
    row("hair analysis, 12 MP, after the portrait's", lambda: _fresh(portrait), 12)
    row("relief of light hair, 12 MP, once a picture", lambda: _relief(analysis.analyse_hair(portrait)), 2)
    small = view(portrait, longest=_PREVIEW)
    for what, seen, bar in (("12 MP", portrait, 2.0), ("preview 1024 px", small, 0.15)):
        row(f"hair colour all over, {what}, warm", _work(seen, ColourRequest("#1F499D")), bar)
        row(
            f"hair colour with roots and ends, {what}, warm",
            _work(seen, ColourRequest("#CFC1B0", "#8A7763", "#DDD2BD")),
            bar,
        )
        row(f"balayage, {what}, warm", _work(seen, ColourRequest("#C6A474", technique="balayage")), bar)


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
    analysis.analyse_hair(again)


def _relief(hair: Hair) -> None:
    relief.estimate_relief(hair.seen, hair.shade, hair.mask, hair.lie.growth, hair.lie.deep, hair.px_per_cm)


def _work(portrait: Portrait, wish: ColourRequest) -> Callable[[], Pixels]:
    def work() -> Pixels:
        hair = analysis.analyse_hair(portrait)
        hair.coats.pop(wish, None)
        return recolour_hair(portrait.picture.pixels, hair, plan_layers(hair, wish), 1.0)

    return work


def refusals(folder: Path, portraits: Portraits) -> None:
    """What each portrait's hair is taken for."""
    for path in sorted(folder.glob("d*.*")):
        try:
            tones = analysis.analyse_hair(portraits.of(codec.decode(path.read_bytes()))).tones
            print(f"{path.name:36s} hair, grey {tones.grey:.2f}")
        except CatchlightError as refusal:
            print(f"{path.name:36s} {refusal.code}")
