"""Development settings in a few words, for the history."""

from __future__ import annotations

from catchlight.catalogue.catalogue import Catalogue
from catchlight.develop.development import AMOUNTS, Development, limits
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
