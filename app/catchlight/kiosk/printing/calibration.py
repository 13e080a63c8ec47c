"""What was measured on a printed ruler page, kept for each printer and paper."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from catchlight.core.errors import CatchlightError, StorageFault
from catchlight.core.files.writing import disk, write_atomic
from catchlight.core.messages import Message

LONGEST_LINE_MM = 100
LINE_CLEARANCE_MM = 7
"""Least distance of a line's ends from the edges of the paper: more than any driver cuts off."""
MOST_MARK_MM = 40.0
"""DNP's drivers take 5 x 7 in paper on a page that is 18 mm wider on each side."""
MOST_WHITE_MM = 15.0
MOST_DISAGREEMENT_MM = 2.5
"""Between the paper's size and what marks and line say of it: marks are read to half a millimetre on each side."""
LEAST_SCALE, MOST_SCALE = 0.8, 1.25
SAME_PAGE_MM = 0.2
FOLDER = "calibrations"


class CalibrationFault(CatchlightError):
    """Measures that cannot be right."""

    code = "invalid_request"


@dataclass(frozen=True)
class PageAxis:
    """scale: millimetres on paper for each of the page; start, end: where the paper's edges lie, in mm of the page."""

    scale: float
    start: float
    end: float


class Calibration(BaseModel):
    """Read from the ruler page of one printer and paper, in mm.

    left, right, top, bottom: the first mark that is seen on that side, which counts from the edge of the page; where the mark 0
    and white beside it are seen, the width of that white with a minus. across_mm, down_mm: the measured lengths of the lines that
    are across_line_mm and down_line_mm long on the page.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    printer: str
    paper: str
    page_width: float = Field(gt=10, le=1000)
    page_height: float = Field(gt=10, le=1000)
    left: float = Field(ge=-MOST_WHITE_MM, le=MOST_MARK_MM)
    right: float = Field(ge=-MOST_WHITE_MM, le=MOST_MARK_MM)
    top: float = Field(ge=-MOST_WHITE_MM, le=MOST_MARK_MM)
    bottom: float = Field(ge=-MOST_WHITE_MM, le=MOST_MARK_MM)
    across_line_mm: float = Field(gt=0)
    down_line_mm: float = Field(gt=0)
    across_mm: float = Field(gt=0)
    down_mm: float = Field(gt=0)
    made: date

    def axes(self) -> tuple[PageAxis, PageAxis]:
        """Across and down."""
        across, down = self.across_mm / self.across_line_mm, self.down_mm / self.down_line_mm
        return (
            PageAxis(across, _edge(self.left, across), self.page_width - _edge(self.right, across)),
            PageAxis(down, _edge(self.top, down), self.page_height - _edge(self.bottom, down)),
        )

    def is_of(self, page: tuple[float, float]) -> bool:
        """Whether the ruler page had this size."""
        return abs(self.page_width - page[0]) < SAME_PAGE_MM and abs(self.page_height - page[1]) < SAME_PAGE_MM


def _edge(mark: float, scale: float) -> float:
    """The paper's edge on the page: at the mark; beyond the page by the white that was measured on paper."""
    return mark if mark >= 0 else mark / scale


def line_length(paper_mm: float) -> float:
    """Of the line along a side of the paper: 100 mm, or as many whole centimetres as surely come out on a smaller one."""
    return float(min(LONGEST_LINE_MM, (paper_mm - 2 * LINE_CLEARANCE_MM) // 10 * 10))


def check_calibration(calibration: Calibration, paper: tuple[float, float]) -> None:
    """Whether marks and lines tell of the same paper; width and height in mm. Raises CalibrationFault."""
    for axis, size in zip(calibration.axes(), paper, strict=True):
        if not LEAST_SCALE < axis.scale < MOST_SCALE:
            raise CalibrationFault(
                Message(
                    "No printer changes a length by {factor:.2f} times. Measure the line once more.", factor=axis.scale
                )
            )
        seen = (axis.end - axis.start) * axis.scale
        if abs(seen - size) > MOST_DISAGREEMENT_MM:
            raise CalibrationFault(
                Message(
                    "By these marks and this line the paper would be {seen:.1f} mm long, and it has {size:.1f} mm. "
                    "Read the marks at its edges and measure the line once more.",
                    seen=seen,
                    size=size,
                )
            )


class Calibrations:
    """One file for each printer and paper, in a folder that is made when something is written."""

    def __init__(self, folder: Path) -> None:
        """folder: the kiosk's; they lie in one of their own inside."""
        self._folder = folder / FOLDER

    def load(self, printer: str, paper: str) -> Calibration | None:
        """None where none was made. Raises StorageFault for a file that cannot be read."""
        file = self._file(printer, paper)
        with disk(Message("read {path}", path=str(file))):
            if not file.exists():
                return None
            data = file.read_bytes()
        try:
            return Calibration.model_validate_json(data)
        except ValidationError as fault:
            raise StorageFault(
                Message("{path} is damaged. Delete it, and calibrate the printer anew.", path=str(file))
            ) from fault

    def save(self, calibration: Calibration, paper: tuple[float, float]) -> None:
        """Check and keep. paper: its width and height in mm. Raises CalibrationFault, StorageFault."""
        check_calibration(calibration, paper)
        write_atomic(self._file(calibration.printer, calibration.paper), calibration.model_dump_json(indent=1).encode())

    def remove(self, printer: str, paper: str) -> None:
        """Back to what the preset assumes. Raises StorageFault."""
        file = self._file(printer, paper)
        with disk(Message("remove {path}", path=str(file))):
            file.unlink(missing_ok=True)

    def _file(self, printer: str, paper: str) -> Path:
        named = hashlib.sha256(f"{printer}\n{paper}".encode()).hexdigest()[:24]
        return self._folder / f"{named}.json"
