"""Three states of a measure, and what all checks come to."""

from __future__ import annotations

import pytest
from catchlight.operations.compliance.findings import Findings
from catchlight.operations.compliance.verdict import Check, State, Verdict, judge_value


@pytest.mark.parametrize(
    ("value", "state", "margin"),
    [
        (31.0, "pass", 2.0),
        (30.6, "pass", 1.6),
        (29.4, "uncertain", 0.4),
        (29.0, "uncertain", 0.0),
        (28.6, "uncertain", -0.4),
        (28.4, "fail", -0.6),
        (34.4, "uncertain", -0.4),
        (40.0, "fail", -6.0),
    ],
)
def test_a_measure_within_its_uncertainty_of_a_limit_is_uncertain(value: float, state: State, margin: float) -> None:
    found, distance = judge_value(value, 29, 34, 0.5)
    assert found == state
    assert distance == pytest.approx(margin)


@pytest.mark.parametrize(
    ("value", "low", "high", "state"),
    [
        (5.0, 5.0, None, "pass"),
        (4.999, 5.0, None, "fail"),
        (120.0, None, 120.0, "pass"),
        (120.1, None, 120.0, "fail"),
        (7.0, None, None, "info"),
    ],
)
def test_what_is_known_exactly_is_never_uncertain(
    value: float, low: float | None, high: float | None, state: State
) -> None:
    assert judge_value(value, low, high)[0] == state


@pytest.mark.parametrize(
    ("hard", "soft", "overall"),
    [
        ([], [], "pass"),
        (["pass", "pass"], ["pass", "uncertain", "info"], "pass"),
        (["pass", "uncertain"], ["pass"], "uncertain"),
        (["pass"], ["fail"], "uncertain"),
        (["pass", "fail", "uncertain"], ["pass"], "fail"),
    ],
)
def test_only_what_an_office_refuses_a_photo_for_fails_it(hard: list[State], soft: list[State], overall: str) -> None:
    checks = [Check(id="a", title="A", title_zh="甲", state=state, hard=True) for state in hard]
    checks += [Check(id="b", title="B", title_zh="乙", state=state) for state in soft]
    verdict = Verdict.of("us_passport", checks, unofficial=False, verified=True, notes=["Read."])
    assert verdict.overall == overall
    assert list(verdict.checks) == checks


def test_advice_is_given_only_where_something_can_be_done() -> None:
    findings = Findings()
    findings.most("roll", 2.0, "degrees", 5, 1, "somewhere", hard=True)
    findings.most("roll", 4.5, "degrees", 5, 1, "somewhere", hard=True)
    findings.most("roll", 9.0, "degrees", 5, 1, "somewhere", hard=True)
    assert [row.state for row in findings.checks] == ["pass", "uncertain", "fail"]
    assert [bool(row.advice) for row in findings.checks] == [False, True, True]
