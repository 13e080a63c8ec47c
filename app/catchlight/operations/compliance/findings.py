"""The checks of a verdict as they are written down, one row each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from catchlight.catalogue.documents import Bounds
from catchlight.operations.compliance.limits import MeasureLimit
from catchlight.operations.compliance.titles import TITLES
from catchlight.operations.compliance.verdict import Check, judge_value


@dataclass
class Findings:
    """The checks as they are written down."""

    checks: list[Check] = field(default_factory=list)

    def row(self, check: str, state: Any, **facts: Any) -> None:
        title, title_zh, advice = TITLES[check]
        helped = "" if state in ("pass", "info") else advice
        self.checks.append(Check(id=check, title=title, title_zh=title_zh, state=state, advice=helped, **facts))

    def range(
        self, check: str, value: float, unit: str, limits: Bounds | None, sigma: float, source: str, hard: bool = True
    ) -> None:
        """A measure against a document's limits; ``info`` where the document states none."""
        low, high = (limits.low, limits.high) if limits else (None, None)
        state, margin = judge_value(value, low, high, sigma)
        self.row(
            check,
            state,
            hard=hard and state != "info",
            value=round(value, 3),
            unit=unit,
            low=low,
            high=high,
            margin=None if margin is None else round(margin, 3),
            sigma=round(sigma, 3),
            source=source if limits else "",
        )

    def measure(
        self, check: str, value: float, unit: str, limit: MeasureLimit, source: str, hard: bool = False
    ) -> None:
        self.range(check, value, unit, Bounds(low=limit.low, high=limit.high), limit.sigma, source, hard)

    def most(
        self, check: str, value: float, unit: str, high: float, sigma: float, source: str, hard: bool = False
    ) -> None:
        self.range(check, value, unit, Bounds(high=high), sigma, source, hard)

    def least(
        self, check: str, value: float, unit: str, low: float, sigma: float, source: str, hard: bool = False
    ) -> None:
        self.range(check, value, unit, Bounds(low=low), sigma, source, hard)
