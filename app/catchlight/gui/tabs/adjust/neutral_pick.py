"""White balance by a click on something neutral: of a raw file by what the sensor saw there, of any other by its linear light."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
from PySide6.QtCore import QObject, QPointF, Signal

from catchlight.core.progress import Progress
from catchlight.develop.neutral import LightSpot, SpotFault, balance_for, linear_spot, mean_light
from catchlight.gui.app.session import Session
from catchlight.gui.document.document import EditStep
from catchlight.gui.tabs.adjust.pipette import PipetteOverlay
from catchlight.gui.tabs.adjust.raw_base import RawBase
from catchlight.gui.tabs.adjust.state import AdjustState
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem
from catchlight.imaging.io.formats.raw.settings import LEAST_KELVIN, MOST_KELVIN, MOST_TINT
from catchlight.operations.adjust.raw_source import half_of
from catchlight.portrait.portrait import Portraits


@dataclass(frozen=True)
class WhiteBalance:
    """What the pipette sets: temperature and tint of Adjust, and of a raw file's development."""

    temperature: float
    tint: float
    raw_temperature: float | None = None
    raw_tint: float | None = None

    @classmethod
    def of(cls, wish: AdjustState) -> WhiteBalance:
        settings, raw = wish.settings, wish.raw
        return cls(settings.temperature, settings.tint, raw.temperature, raw.tint)

    def put(self, wish: AdjustState) -> AdjustState:
        """The wish with this balance; all else stays."""
        moved = wish.with_move(("temperature",), self.temperature).with_move(("tint",), self.tint)
        raw = wish.raw.model_copy(update={"temperature": self.raw_temperature, "tint": self.raw_tint})
        return replace(moved, raw=raw)


class NeutralPick(QObject):
    """The tool while it is in hand. Knows no control."""

    toggled = Signal(bool)
    """Whether it is in hand."""
    balanced = Signal(object)
    """The WhiteBalance that is wished now."""

    def __init__(self, session: Session, wish: Callable[[], AdjustState], parent: QObject) -> None:
        """wish: what the tab has now."""
        super().__init__(parent)
        self._session, self._wish = session, wish
        self.overlay = PipetteOverlay(self)
        self.overlay.picked.connect(self._pick)
        self.active = False
        self._source: EditStep | None = None
        self._base: RawBase | None = None
        self._asked = 0

    def take(self, on: bool) -> None:
        if on != self.active:
            self.active = on
            self.toggled.emit(on)

    def look_at(self, source: EditStep | None, base: RawBase | None) -> None:
        """The step that is picked from; base: of a raw file."""
        if source is not self._source:
            self._asked += 1
        self._source, self._base = source, base
        self.overlay.shown = None if source is None else source.shown
        if source is None:
            self.take(False)

    # Picking

    def _pick(self, x: float, y: float, radius: float) -> None:
        source, base = self._source, self._base
        if source is None:
            return
        if base is None:
            spot = linear_spot(source.picture.pixels, x, y, radius)
            found = None if spot.light is None else balance_for(spot.light)
            self._answer(spot, None if found is None else replace(WhiteBalance.of(self._wish()), **_named(found, "")))
            return
        place = _on_sensor(base, source, x, y)
        if place is None:
            self._refuse(
                tr("The picture was put into another frame since the raw file was developed. Go back to a step before.")
            )
            return
        self._asked += 1
        work = partial(_look_at_sensor, self._session.portraits, base.root, place, radius)
        job = self._session.jobs.submit("", work, lane="brush", visible=False)
        number = self._asked
        job.finished.connect(lambda found: self._have(number, *found))
        job.failed.connect(self._session.report)

    def _have(self, number: int, spot: LightSpot, found: tuple[float, float] | None) -> None:
        if number == self._asked:
            before = WhiteBalance.of(self._wish())
            self._answer(spot, None if found is None else replace(before, **_named(found, "raw_")))

    def _answer(self, spot: LightSpot, balance: WhiteBalance | None) -> None:
        if balance is None:
            self._refuse(_fault_text(spot.fault or "coloured"))
            return
        self.take(False)
        self.balanced.emit(balance)

    def _refuse(self, text: str) -> None:
        self._session.problem.emit(Problem(tr("This place does not tell the light"), text))


def _named(found: tuple[float, float], prefix: str) -> dict[str, float]:
    return {f"{prefix}temperature": found[0], f"{prefix}tint": found[1]}


def _fault_text(fault: SpotFault) -> str:
    return {
        "clipped": tr(
            "It is clipped: what is beyond white has lost its colour. Click something grey, or white that is not blown."
        ),
        "dark": tr("It is too dark: noise decides its colour. Click something brighter that is grey or white."),
        "coloured": tr(
            "It is too coloured to be grey in any light. Click something grey or white: cloth, paper, a wall."
        ),
    }[fault]


def _on_sensor(base: RawBase, source: EditStep, x: float, y: float) -> tuple[float, float] | None:
    """A place of what is shown on the raw file's own picture; None where it is not known where later steps put it."""
    if source is base.root or not base.later:
        return x, y
    point = QPointF(x, y)
    before = (base.root.width, base.root.height)
    sizes = [before, *((step.width, step.height) for step in base.later)]
    for number, step in reversed(list(enumerate(base.later))):
        if step.base_to_this is not None:
            back, invertible = step.base_to_this.inverted()
            if not invertible:
                return None
            point = back.map(point)
        elif sizes[number] != sizes[number + 1]:
            return None
    return (point.x(), point.y()) if 0 <= point.x() < before[0] and 0 <= point.y() < before[1] else None


def _look_at_sensor(
    portraits: Portraits, root: EditStep, place: tuple[float, float], radius: float, progress: Progress
) -> tuple[LightSpot, tuple[float, float] | None]:
    """On a worker: what the sensor saw of a place, and kelvin and tint of the light there."""
    picture = root.held.borrowed().picture
    half = half_of(portraits.of(picture), progress)
    stored = half.spot(*place, radius, picture.width) / np.float64(65_535)
    spot = mean_light(stored, stored)
    if spot.light is None:
        return spot, None
    kelvin, tint = half.neutral_light(spot.light)
    if not LEAST_KELVIN <= kelvin <= MOST_KELVIN or abs(tint) > MOST_TINT:
        return spot, None
    return spot, (float(round(kelvin)), float(round(tint)))
