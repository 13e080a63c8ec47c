"""Development settings in a few words, for the history."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from catchlight.catalogue.catalogue import Catalogue
from catchlight.develop.development import AMOUNTS, Development, limits
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.wording.i18n import label_of, tr

_MOST = 3


def adjust_words(settings: Development, catalogue: Catalogue) -> str:
    """The look and the strongest settings: ``Film, Temperature +20, Shadows +36``; empty where nothing is named."""
    words: list[str] = []
    row = catalogue.looks.get(settings.look) if settings.look is not None else None
    if row is not None:
        words.append(label_of(row))
    moved = [(name, getattr(settings, name)) for name in AMOUNTS if getattr(settings, name)]
    moved.sort(key=lambda entry: -abs(entry[1]) / limits(entry[0])[1])
    for name, value in moved[: _MOST - len(words)]:
        words.append(f"{tr(Development.model_fields[name].title or name)} {value:+.{1 if name == 'exposure' else 0}f}")
    return ", ".join(words)


def raw_words(raw: RawDevelopment) -> str:
    """What of a raw file's development is not as shot: ``+0.70 EV, 4800 K, tint +10``; empty where nothing is."""
    words = []
    if raw.exposure:
        words.append(f"{raw.exposure:+.2f} EV")
    if raw.temperature is not None:
        words.append(f"{raw.temperature:.0f} K")
    if raw.tint is not None:
        words.append(f"{tr('Tint')} {raw.tint:+.0f}")
    if raw.highlights != "reconstruct":
        words.append(HIGHLIGHTS[raw.highlights]())
    return ", ".join(words)


HIGHLIGHTS: Mapping[str, Callable[[], str]] = {
    "reconstruct": lambda: tr("Highlights reconstructed"),
    "blend": lambda: tr("Highlights blended"),
    "clip": lambda: tr("Highlights cut off"),
}
"""What is done to light that the sensor could not hold, in words."""
