"""Photo printers: every shipped row."""

from __future__ import annotations

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.catalogue.papers import DriverPage, PrinterPreset

CATALOGUE = Catalogue.load()
PAGES = [(row, page) for row in CATALOGUE.printers for page in row.pages]
MOST_OVERSCAN_MM = 6.0


def test_the_printers_of_kiosks_are_there() -> None:
    assert {"dnp_ds40", "dnp_rx1", "dnp_ds620", "mitsubishi_cp_d70", "mitsubishi_cp_d90", "plain"} <= set(
        CATALOGUE.printers.ids
    )
    assert {"hiti_p525l", "canon_selphy_cp1500", "sinfonia_s2145", "sinfonia_cs2"} <= set(CATALOGUE.printers.ids)
    assert all(row.source and row.label_zh for row in CATALOGUE.printers)


@pytest.mark.parametrize(("row", "page"), PAGES, ids=lambda part: getattr(part, "id", getattr(part, "paper", "")))
def test_pages_are_larger_than_their_paper(row: PrinterPreset, page: DriverPage) -> None:
    paper = CATALOGUE.papers.get(page.paper)
    assert paper is not None
    assert row.page(paper.id) is page
    for whole, printed, side in zip(page.page_mm, page.printed_mm, (paper.width_mm, paper.height_mm), strict=True):
        assert whole >= printed
        assert 0 < (printed - side) / 2 < MOST_OVERSCAN_MM


def test_papers_that_a_printer_has_not_have_no_page() -> None:
    row = CATALOGUE.printers.get("plain")
    assert row is not None
    assert row.page("4r") is None
