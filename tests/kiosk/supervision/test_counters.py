"""Counts are durable, and hold nothing else."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from catchlight.kiosk.supervision.counters import Counters

DAY = date(2026, 11, 28)


def test_counts_outlive_the_process(tmp_path: Path) -> None:
    counters = Counters(tmp_path / "counters.json")
    counters.count("sessions", today=DAY)
    counters.count("refused.eyes_open", today=DAY)
    counters.count("sheets", 3, today=DAY + timedelta(days=1))
    again = Counters(tmp_path / "counters.json")
    assert again.total() == {"sessions": 1, "refused.eyes_open": 1, "sheets": 3}
    assert again.day(DAY) == {"sessions": 1, "refused.eyes_open": 1}
    assert again.day(DAY + timedelta(days=1)) == {"sheets": 3}


def test_days_are_forgotten_in_the_end_and_totals_are_not(tmp_path: Path) -> None:
    counters = Counters(tmp_path / "counters.json")
    counters.count("sessions", today=DAY)
    counters.count("sessions", today=DAY + timedelta(days=500))
    assert counters.day(DAY) == {}
    assert counters.total() == {"sessions": 2}


def test_what_a_person_typed_cannot_be_counted(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not an id"):
        Counters(tmp_path / "counters.json").count("handovers.ann@example.org")


def test_a_damaged_file_is_kept_aside(tmp_path: Path) -> None:
    (tmp_path / "counters.json").write_text('{"total": []}')
    counters = Counters(tmp_path / "counters.json")
    assert counters.total() == {}
    assert (tmp_path / "counters.json.damaged-1").exists()
