"""What is wished for a picture: a sentence, and the sliders that a person has moved since. Both are one set of settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from catchlight.catalogue.catalogue import Catalogue
from catchlight.develop.development import AMOUNTS, BANDS, ZONES, Development
from catchlight.develop.raw import RawDevelopment
from catchlight.gui.tabs.adjust.sliders import Path, value_at, with_value

if TYPE_CHECKING:
    from catchlight.develop.picture_statistics import PictureStats

AUTO_PATHS: tuple[Path, ...] = (
    *((name,) for name in ("exposure", "shadows", "highlights", "whites", "blacks", "noise_reduction")),
    ("temperature",),
    ("tint",),
    *(("bands", band, part) for band in ("reds", "oranges") for part in ("hue", "saturation", "luminance")),
)
"""What auto exposure and auto white balance set."""


@dataclass(frozen=True)
class AdjustState:
    """said: what the sentence comes to. moved: settings that were set by hand, which stay whatever is said."""

    text: str = ""
    said: Development = field(default_factory=Development)
    moved: Mapping[Path, Any] = field(default_factory=dict)
    strength: float = 1.0
    raw: RawDevelopment = field(default_factory=RawDevelopment)
    """Of a raw file; at rest for every other picture."""

    @property
    def settings(self) -> Development:
        """Both together."""
        settings = self.said
        for path, value in self.moved.items():
            settings = with_value(settings, path, value)
        return settings

    @property
    def is_empty(self) -> bool:
        return self.settings.is_neutral or self.strength == 0

    def with_move(self, path: Path, value: Any) -> AdjustState:
        return replace(self, moved={**self.moved, path: value})

    def with_text(self, text: str, said: Development) -> AdjustState:
        """Another sentence, and the settings that it comes to."""
        return replace(self, text=text, said=said)

    def with_settings(self, settings: Development) -> AdjustState:
        """All of these, as if set by hand (a step of the history)."""
        return AdjustState(moved=_differing(settings), strength=self.strength, raw=self.raw)


def settings_from_sentence(text: str, seen: PictureStats | None, catalogue: Catalogue) -> Development:
    """What a sentence comes to. What auto finds for the picture is written out, so that the sliders show it.

    seen: None before the picture has been looked at. Raises UnusablePicture ``prompt_not_understood``, InvalidRequest.
    """
    from catchlight.develop.picture_statistics import PictureStats
    from catchlight.operations.adjust import run as adjust

    seen = seen or PictureStats()
    return without_auto(adjust.parse_settings(text, seen, catalogue), seen)


def without_auto(settings: Development, seen: PictureStats) -> Development:
    """Auto exposure and white balance as the numbers that they come to."""
    from catchlight.develop import auto

    found = Development()
    if settings.auto_exposure:
        found = found.plus(auto.exposure(seen))
    if settings.auto_white_balance:
        found = found.plus(auto.white_balance(seen))
    return found.plus(settings.model_copy(update={"auto_exposure": False, "auto_white_balance": False}))


def with_auto(wish: AdjustState, seen: PictureStats) -> AdjustState:
    """Sliders where auto exposure and auto white balance put them for the picture; the others stay."""
    found = without_auto(Development(auto_exposure=True, auto_white_balance=True), seen)
    for path in AUTO_PATHS:
        wish = wish.with_move(path, value_at(found, path))
    return wish


def in_look(wish: AdjustState, look: str) -> AdjustState:
    """In another look at full strength; the empty id is none."""
    return wish.with_move(("look",), look or None).with_move(("look_strength",), 100.0)


def _differing(settings: Development) -> dict[Path, Any]:
    """Each setting that is not at rest."""
    rest = Development()
    paths: list[Path] = [(name,) for name in AMOUNTS]
    paths += [("bands", band, part) for band in BANDS for part in ("hue", "saturation", "luminance")]
    paths += [("toning", zone, part) for zone in ZONES for part in ("hue", "amount")]
    moved: dict[Path, Any] = {
        path: value_at(settings, path) for path in paths if value_at(settings, path) != value_at(rest, path)
    }
    others = ("look", "look_strength", "filter", "protect", "curve", "red_curve", "green_curve", "blue_curve")
    return moved | {
        (name,): getattr(settings, name) for name in others if getattr(settings, name) != getattr(rest, name)
    }
