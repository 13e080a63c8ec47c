"""The verdict on an ID photo: one row for each check, and what they come to."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

State = Literal["pass", "fail", "uncertain", "info"]


class Check(BaseModel):
    """One measure against its limit. ``margin``: distance to the nearer limit, negative outside; ``sigma``: its uncertainty."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    id: str
    title: str
    title_zh: str
    state: State
    hard: bool = False
    """True: an office refuses the photo for this alone."""
    value: float | None = None
    unit: str = ""
    low: float | None = None
    high: float | None = None
    margin: float | None = None
    sigma: float | None = None
    text: str = ""
    source: str = ""
    advice: str = ""


class Verdict(BaseModel):
    """All checks of a file against a document."""

    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    document: str
    overall: Literal["pass", "fail", "uncertain"]
    unofficial: bool
    """The edit record holds more than geometry."""
    verified: bool
    """The document's limits were read in a source; False: only the size is known."""
    notes: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()

    @classmethod
    def of(cls, document: str, checks: list[Check], *, unofficial: bool, verified: bool, notes: list[str]) -> Verdict:
        hard = [check.state for check in checks if check.hard]
        soft = [check.state for check in checks if not check.hard]
        if "fail" in hard:
            overall: Literal["pass", "fail", "uncertain"] = "fail"
        elif "uncertain" in hard or "fail" in soft:
            overall = "uncertain"
        else:
            overall = "pass"
        return cls(
            document=document,
            overall=overall,
            unofficial=unofficial,
            verified=verified,
            notes=tuple(notes),
            checks=tuple(checks),
        )


def judge_value(value: float, low: float | None, high: float | None, sigma: float = 0.0) -> tuple[State, float | None]:
    """State and margin of a value with standard deviation ``sigma`` against a closed range.

    Within one sigma of a limit, on either side, the answer is ``uncertain``.
    """
    ends = [value - low] if low is not None else []
    ends += [high - value] if high is not None else []
    if not ends:
        return "info", None
    margin = min(ends)
    if abs(margin) < sigma:
        return "uncertain", margin
    return ("pass" if margin >= -1e-9 else "fail"), margin
