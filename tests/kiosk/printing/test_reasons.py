"""Printers' keywords in the words of the kiosk."""

from __future__ import annotations

import pytest
from catchlight.kiosk.printing.ipp.encoding import Values
from catchlight.kiosk.printing.port import PrinterReason
from catchlight.kiosk.printing.reasons import (
    MEANINGS,
    WORST_FIRST,
    blocking,
    prints_left,
    read_reasons,
    supply_levels,
    supply_reasons,
)


@pytest.mark.parametrize(
    ("keywords", "found"),
    [
        (["none"], []),
        (["media-empty-error"], ["paper_empty"]),
        (["media-empty-warning", "media-needed"], ["paper_empty"]),
        (["marker-supply-low-report", "door-open", "media-low-warning"], ["cover_open", "paper_low", "ribbon_low"]),
        (["paused", "connecting-to-device"], ["offline", "paused"]),
        (["fuser-over-temp"], ["other"]),
        (["fuser-over-temp-error"], ["other"]),
        (["fuser-over-temp-warning", "developer-low-report"], []),
        (["cups-waiting-for-job-completed", "cups-missing-filter-warning"], []),
    ],
)
def test_keywords_are_read(keywords: list[str], found: list[PrinterReason]) -> None:
    assert read_reasons(keywords) == found


def test_every_meaning_has_its_place_among_the_worst() -> None:
    assert set(MEANINGS.values()) | {"other"} == set(WORST_FIRST)
    assert blocking(WORST_FIRST) == list(WORST_FIRST[:-2])


@pytest.mark.parametrize(
    ("attributes", "found"),
    [
        ({}, []),
        ({"marker-levels": [80]}, []),
        ({"marker-levels": [9]}, ["ribbon_low"]),
        ({"marker-levels": [0]}, ["ribbon_empty"]),
        ({"marker-levels": [-2, -1, -3]}, []),
        ({"marker-levels": [20], "marker-low-levels": [25]}, ["ribbon_low"]),
        ({"marker-levels": [8], "marker-low-levels": [5]}, []),
        ({"marker-levels": [0, 50], "marker-types": ["wasteToner", "ribbonWax"]}, []),
    ],
)
def test_levels_of_ribbons_are_read(attributes: Values, found: list[PrinterReason]) -> None:
    assert supply_reasons(attributes) == found


def test_levels_are_told_by_the_printer_s_names() -> None:
    told: Values = {"marker-names": ["cyan", ""], "marker-levels": [70, 8, -2, 30]}
    assert supply_levels(told) == {"cyan": 70, "2": 8, "4": 30}, "-2 is a level that it does not know"
    assert supply_levels({}) == {}


@pytest.mark.parametrize(
    ("attributes", "left"),
    [
        ({}, None),
        ({"marker-levels": [50]}, None),
        ({"marker-message": ["'187 native prints remaining on 4x6 media'"]}, 187),
        ({"marker-message": ["\"1 print remaining on 'PC' ribbon\""]}, 1),
        ({"marker-message": ["Unknown remaining prints on 4x6 media"]}, None),
        ({"printer-input-tray": [b"type=sheetFeedAuto;maxcapacity=20;level=12;status=0;name=main;"]}, 12),
        ({"printer-input-tray": [b"type=other;level=-2;name=main"]}, None),
        (
            {
                "printer-input-tray": ["level=7;name=main"],
                "marker-message": ["'5 native prints remaining on 4x6 media'"],
            },
            5,
        ),
    ],
)
def test_prints_that_are_left_are_read(attributes: Values, left: int | None) -> None:
    assert prints_left(attributes) == left
