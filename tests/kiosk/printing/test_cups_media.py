"""The queue's paper for a page."""

from __future__ import annotations

import pytest
from catchlight.kiosk.printing.cups_media import MARGINS, QueueMedia, choose_media
from catchlight.kiosk.printing.ipp.encoding import Value
from catchlight.kiosk.printing.port import PrinterFault


def entry(width: Value, height: Value, margin: int | None = None) -> Value:
    size: Value = {"x-dimension": [width], "y-dimension": [height]}
    return {"media-size": [size], **({} if margin is None else {name: [margin] for name in MARGINS})}


FOUR_BY_SIX = (101.6, 152.4)


@pytest.mark.parametrize(
    ("database", "chosen"),
    [
        ([entry(10160, 15240, 300), entry(10160, 15240, 0)], QueueMedia(10160, 15240)),
        ([entry(10160, 15240, 300)], QueueMedia(10160, 15240, (300,) * 4)),
        ([entry(10200, 15200, 0), entry(10160, 15240, 0)], QueueMedia(10160, 15240)),
        ([entry(10200, 15200, 0), entry(21000, 29700, 0)], QueueMedia(10200, 15200)),
        ([entry((2500, 20000), (5000, 30000))], QueueMedia(10160, 15240)),
        ([entry(10160, 15240)], QueueMedia(10160, 15240)),
    ],
)
def test_the_nearest_with_the_least_margins_is_taken(database: list[Value], chosen: QueueMedia) -> None:
    assert choose_media(database, FOUR_BY_SIX) == chosen


@pytest.mark.parametrize(
    "database",
    [
        [],
        [entry(15240, 10160, 0)],
        [entry(10300, 15240, 0)],
        [entry((2500, 10000), (5000, 30000))],
        [None, "na_index", {}, {"media-size": []}, {"media-size": ["x"]}, entry(None, 15240)],
    ],
)
def test_a_page_that_no_paper_fits_is_refused(database: list[Value]) -> None:
    with pytest.raises(PrinterFault, match=r"no paper of 101\.6 x 152\.4 mm"):
        choose_media(database, FOUR_BY_SIX)
