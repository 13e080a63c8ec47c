"""Where a sheet lies on the page that is handed to a printer, when that page is another than the paper."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PagePlacement:
    """width_mm, height_mm: of the page; left_mm, top_mm: of the sheet's upper left corner on it, below 0 where it stands out;
    scale_x, scale_y: millimetres of the page for each of the sheet."""

    width_mm: float
    height_mm: float
    left_mm: float = 0.0
    top_mm: float = 0.0
    scale_x: float = 1.0
    scale_y: float = 1.0
