"""A photo's frame and lines in millimetres: what the guides show, of a planned photo or of a finished one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QPointF

from catchlight.catalogue.documents import DocumentSpec
from catchlight.gui.document.document import EditStep

if TYPE_CHECKING:
    from catchlight.operations.id_photo.framing import Framing

CROWN, EYES, CHIN = "crown", "eyes", "chin"
LINES = {CROWN: "crown_y", EYES: "eye_y", CHIN: "chin_y"}
"""The parameter that moves each line."""

Band = tuple[float | None, float | None]


@dataclass(frozen=True)
class FrameMeasures:
    """A photo's frame in picture pixels and its lines in mm from the top edge.

    corners: top left, top right, bottom right, bottom left. upload: size of a photo that is uploaded only, as it is
    told; its millimetres mean nothing to a person. Empty for a print.
    """

    corners: tuple[tuple[float, float], ...]
    width_mm: float
    height_mm: float
    lines: Mapping[str, float] = field(default_factory=dict)
    bands: Mapping[str, Band] = field(default_factory=dict)
    upload: str = ""

    @property
    def size(self) -> str:
        """Of the photo, in words."""
        return self.upload or f"{self.width_mm:g} × {self.height_mm:g} mm"

    def length(self, mm: float) -> str:
        """A length in words: of an upload its share of the photo's height."""
        return f"{100 * mm / self.height_mm:.0f} %" if self.upload else f"{mm:.1f} mm"

    def point(self, x_mm: float, y_mm: float) -> QPointF:
        """Picture position of a point of the photo."""
        (ax, ay), (bx, by), _, (dx, dy) = self.corners
        across, down = x_mm / self.width_mm, y_mm / self.height_mm
        return QPointF(ax + (bx - ax) * across + (dx - ax) * down, ay + (by - ay) * across + (dy - ay) * down)

    def y_mm(self, x: float, y: float) -> float:
        """How far below the top edge a picture position lies, in mm of the photo."""
        (ax, ay), _, _, (dx, dy) = self.corners
        vx, vy = dx - ax, dy - ay
        return ((x - ax) * vx + (y - ay) * vy) / max(vx * vx + vy * vy, 1e-9) * self.height_mm

    def fits(self, line: str) -> bool | None:
        """Whether a line is where the document wants it; None where nothing is asked."""
        if line not in self.bands or line not in self.lines:
            return None
        low, high = self.bands[line]
        value = self.lines[line]
        return (low is None or value >= low - 0.05) and (high is None or value <= high + 0.05)


def bands_of(document: DocumentSpec, lines: Mapping[str, float]) -> dict[str, Band]:
    """Where each line may lie (mm from the top), as far as the document says and we are sure of it."""
    if not document.verified:
        return {}
    bands: dict[str, Band] = {}
    height = document.height_mm
    eyes = document.eye_from_bottom_mm
    if eyes is not None:
        bands[EYES] = (
            None if eyes.high is None else height - eyes.high,
            None if eyes.low is None else height - eyes.low,
        )
    head, top = document.head_mm, document.top_margin_mm
    if head is not None and CROWN in lines and CHIN in lines:
        crown, chin = lines[CROWN], lines[CHIN]
        bands[CHIN] = (None if head.low is None else crown + head.low, None if head.high is None else crown + head.high)
        bands[CROWN] = (None if head.high is None else chin - head.high, None if head.low is None else chin - head.low)
    if top is not None:
        bands[CROWN] = _both(bands.get(CROWN, (None, None)), (top.low, top.high))
    return bands


def point_of(framing: Framing, line: str) -> tuple[float, float]:
    """Where a line crosses the middle of the face, in source pixels."""
    x, y = {CROWN: framing.crown, EYES: framing.eyes, CHIN: framing.chin}[line]
    return float(x), float(y)


def source_px_per_mm(framing: Framing) -> float:
    """Source pixels per millimetre of the photo."""
    return framing.px_per_mm / framing.scale


def measure_framing(framing: Framing, judged: bool) -> FrameMeasures:
    """Guides over the source. judged: whether the document's limits are drawn."""
    corners = tuple((float(x), float(y)) for x, y in framing.corners)
    plain = FrameMeasures(corners, framing.document.width_mm, framing.document.height_mm)
    lines = {line: plain.y_mm(*point_of(framing, line)) for line in LINES}
    bands = bands_of(framing.document, lines) if judged else {}
    document = framing.document
    upload = f"{document.width_px} × {document.height_px} px" if document.digital_only else ""
    return FrameMeasures(corners, plain.width_mm, plain.height_mm, lines, bands, upload)


def measures_from_details(details: Mapping[str, Any], step: EditStep) -> FrameMeasures | None:
    """Guides over a finished photo, as they were measured on the file."""
    guides = details.get("guides")
    if not guides:
        return None
    width, height = float(step.picture.width), float(step.picture.height)
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    names = {CROWN: "crown", EYES: "eye", CHIN: "chin"}
    lines = {line: float(guides[f"{name}Mm"]) for line, name in names.items() if guides.get(f"{name}Mm") is not None}
    bands = {line: tuple(guides[f"{name}Band"]) for line, name in names.items() if guides.get(f"{name}Band")}
    upload = f"{step.picture.width} × {step.picture.height} px" if details.get("digitalOnly") else ""
    return FrameMeasures(corners, float(details["widthMm"]), float(details["heightMm"]), lines, bands, upload)


def _both(one: Band, other: Band) -> Band:
    lows = [end for end in (one[0], other[0]) if end is not None]
    highs = [end for end in (one[1], other[1]) if end is not None]
    return (max(lows) if lows else None, min(highs) if highs else None)
