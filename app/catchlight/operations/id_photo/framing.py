"""Where the frame of an ID photo lies in its source: levelled, scaled and placed for the document's limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.documents import MM_PER_INCH, Bounds, DocumentSpec, RuleSource
from catchlight.imaging import geometry
from catchlight.imaging.arrays import Doubles
from catchlight.portrait import skull
from catchlight.portrait.borders import STRIP_ABOVE, STRIP_BELOW, STRIP_BESIDE, CutSides
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, RIGHT_TEMPLE, Landmarks
from catchlight.portrait.portrait import Portrait

HEAD_SHARE, HEAD_WIDTH_SHARE = 0.72, 0.95
"""Head height where a document states none: this share of the photo's height, but no more than this share of its width."""
_TOP_SHARE = 0.36
"""Share of the free height that lies above the crown where a document states neither eye line nor top margin."""
_HAIR_MARGIN_MM = 1.0
_EDGE_MM = 0.3
_INVENTED_COST = 6.0
"""Of a strip of body as wide as may be carried on at most, where a measure at the end of its limits costs 1."""
_HAND_SIGMA_CM = 0.1
"""Standard deviation of a line that a person placed."""
_SCALES = np.linspace(-1, 1, 41)
_SHIFTS = np.linspace(-12, 12, 97)
_CERTAIN = 0.75
"""Share of a range that planning stays in, so that measuring again finds the value inside."""


@dataclass(frozen=True)
class FaceLines:
    """The lines a frame is built on, as points on the face's midline in pixels of the upright source."""

    crown: Doubles
    chin: Doubles
    eyes: Doubles
    hair: Doubles | None
    crown_sigma_px: float
    moved_px: Mapping[str, float] = field(default_factory=dict)
    """How far up a person moved each line (``crown``, ``chin``, ``eyes``) from where it was measured."""


@dataclass(frozen=True)
class UncoveredMargins:
    """Photo pixels that the source does not cover: beside the chin, and above and below on the face's midline."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True)
class Framing:
    """A planned ID photo.

    matrix: 2x3, source pixels to photo pixels (pixel centres at integers). corners: 4x2, the frame in the source: top
    left, top right, bottom right, bottom left. missing: what the source does not cover of the frame.
    """

    document: DocumentSpec
    guides: FaceLines
    matrix: geometry.Matrix
    corners: npt.NDArray[np.float64]
    width_px: int
    height_px: int
    px_per_mm: float
    head_mm: float
    eye_from_bottom_mm: float
    top_margin_mm: float
    head_width_mm: float
    missing: UncoveredMargins

    def seen_from(self, matrix: geometry.Matrix) -> Framing:
        """The same frame in another picture; matrix: 2x3, pixels of that picture to those of this one's source."""
        back = geometry.inverse(matrix)

        def there(point: Doubles) -> Doubles:
            return np.asarray(geometry.apply(back, [point])[0])

        lines = self.guides
        hair = None if lines.hair is None else there(lines.hair)
        return replace(
            self,
            guides=replace(lines, crown=there(lines.crown), chin=there(lines.chin), eyes=there(lines.eyes), hair=hair),
            matrix=geometry.compose(self.matrix, matrix),
            corners=geometry.apply(back, self.corners),
        )

    @property
    def crown(self) -> Doubles:
        return self.guides.crown

    @property
    def chin(self) -> Doubles:
        return self.guides.chin

    @property
    def eyes(self) -> Doubles:
        return self.guides.eyes

    @property
    def crown_sigma_mm(self) -> float:
        return self.guides.crown_sigma_px * self.scale / self.px_per_mm

    @property
    def hair_margin_mm(self) -> float | None:
        """From the highest hair to the photo's top edge, negative where the frame cuts it; None where it is not seen."""
        if self.guides.hair is None:
            return None
        return float(geometry.apply(self.matrix, [self.guides.hair])[0, 1] + 0.5) / self.px_per_mm

    @property
    def scale(self) -> float:
        """Photo pixels for one source pixel; above 1 the photo is enlarged."""
        return geometry.scale_of(self.matrix)


def measure_lines(
    portrait: Portrait,
    document: DocumentSpec,
    crown_y: float | None = None,
    chin_y: float | None = None,
    eye_y: float | None = None,
) -> FaceLines:
    """Measured lines, each replaced by the user's own where given (y in pixels of the upright picture).

    The crown is the top of the hair where the document measures it there, the top of the skull elsewhere.
    """
    landmarks = portrait.landmarks
    up, _ = skull.axes(landmarks)
    origin = landmarks.eyes
    moved: dict[str, float] = {}

    def placed(name: str, point: Doubles, y: float | None) -> Doubles:
        if y is None:
            return point
        own = np.asarray(origin + up * ((y - origin[1]) / up[1]))
        moved[name] = float((own - point) @ up)
        return own

    found = portrait.crown
    with_hair = document.crown == "hair" and found.hair is not None
    crown, sigma = (found.hair, found.hair_sigma_px) if with_hair else (found.point, found.sigma_px)
    assert crown is not None
    return FaceLines(
        placed("crown", crown, crown_y),
        placed("chin", skull.chin(landmarks), chin_y),
        placed("eyes", origin, eye_y),
        found.hair,
        sigma if crown_y is None else _HAND_SIGMA_CM * portrait.pose.px_per_cm,
        moved,
    )


def plan_framing(
    landmarks: Landmarks,
    lines: FaceLines,
    document: DocumentSpec,
    size_px: tuple[int, int],
    align: bool,
    source: tuple[int, int],
    cut: CutSides | None = None,
) -> Framing:
    """Choose scale and place so that every measure sits as near the middle of its limits as all of them allow.

    size_px: width and height of the photo. source: width and height of the picture. align: turn the eye line level. cut: the
    sides at which the source cuts the person: the frame stays inside them as far as the limits allow, since nobody's body
    is to be invented.
    """
    cut = cut or CutSides()
    px_per_mm = size_px[1] / document.height_mm
    angle = landmarks.roll if align else 0.0
    turned = geometry.similarity((0, 0), angle, 1.0, (0, 0))
    crown, chin, eyes = (geometry.apply(turned, [point])[0] for point in (lines.crown, lines.chin, lines.eyes))
    hair = None if lines.hair is None else geometry.apply(turned, [lines.hair])[0]
    head = float(chin[1] - crown[1])
    temples = float(np.linalg.norm(landmarks.xy[LEFT_TEMPLE] - landmarks.xy[RIGHT_TEMPLE])) * skull.EAR_TO_EAR
    outline = geometry.apply(turned, landmarks.xy[[RIGHT_TEMPLE, LEFT_TEMPLE]])[:, 0].mean()
    middle = 0.75 * eyes[0] + 0.25 * outline
    top_edge, bottom_edge = _vertical_edges(turned, source, float(middle))
    heads = _head_heights(document)[:, None]
    tops = _TOP_SHARE * (document.height_mm - heads) + _SHIFTS * document.height_mm / 45
    mm = heads / head
    bottoms = document.height_mm - tops
    cost = _cost(heads, document.head_mm) + _cost(temples * mm, document.head_width_mm)
    cost = cost + _cost(bottoms - (eyes[1] - crown[1]) * mm, document.eye_from_bottom_mm)
    cost = cost + _place_cost(document, tops, heads)
    if cut.bottom:
        below = np.maximum(0.0, bottoms - (bottom_edge - crown[1]) * mm)
        cost = cost + _INVENTED_COST * (below / (STRIP_BELOW * document.height_mm)) ** 2
    left_edge, right_edge = _horizontal_edges(turned, source, float(chin[1]))
    for is_cut, room in ((cut.left, middle - left_edge), (cut.right, right_edge - middle)):
        if is_cut:
            beside = np.maximum(0.0, document.width_mm / 2 - room * mm)
            cost = cost + _INVENTED_COST * (beside / (STRIP_BESIDE * document.width_mm)) ** 2
    if hair is not None:
        cost = cost + np.maximum(0.0, (crown[1] - hair[1]) * mm + _HAIR_MARGIN_MM - tops) ** 2
    else:
        # Hair that the picture cuts off: rather less room above than hair that would have to be invented.
        above = np.maximum(0.0, tops - (crown[1] - top_edge) * mm)
        cost = cost + _INVENTED_COST * (above / (STRIP_ABOVE * document.height_mm)) ** 2
    cost = np.where((tops > _EDGE_MM) & (tops + heads < document.height_mm - _EDGE_MM), cost, np.inf)
    row, column = np.unravel_index(int(np.argmin(cost)), cost.shape)
    head_mm, top_mm = float(heads[row, 0]), float(tops[row, column])
    scale = head_mm / head * px_per_mm
    target = (size_px[0] / 2 - 0.5, top_mm * px_per_mm - 0.5)
    matrix = geometry.similarity((0, 0), angle, scale, (0, 0))
    matrix[:, 2] = np.array(target) - np.array([middle, crown[1]]) * scale
    return _framing(document, lines, matrix, size_px, px_per_mm, temples, source)


def _framing(
    document: DocumentSpec,
    lines: FaceLines,
    matrix: geometry.Matrix,
    size_px: tuple[int, int],
    px_per_mm: float,
    temples: float,
    source: tuple[int, int],
) -> Framing:
    width, height = size_px
    edges = np.array([[0, 0], [width, 0], [width, height], [0, height]], float) - 0.5
    crown, chin, eyes = (geometry.apply(matrix, [point])[0, 1] + 0.5 for point in (lines.crown, lines.chin, lines.eyes))
    scale = geometry.scale_of(matrix)
    top_edge, bottom_edge = _vertical_edges(matrix, source, width / 2)
    left_edge, right_edge = _horizontal_edges(matrix, source, float(chin))
    missing = UncoveredMargins(
        max(0.0, left_edge), max(0.0, top_edge), max(0.0, width - right_edge), max(0.0, height - bottom_edge)
    )
    return Framing(
        document=document,
        guides=lines,
        matrix=matrix,
        corners=geometry.apply(geometry.inverse(matrix), edges),
        width_px=width,
        height_px=height,
        px_per_mm=px_per_mm,
        head_mm=float(chin - crown) / px_per_mm,
        eye_from_bottom_mm=float(height - eyes) / px_per_mm,
        top_margin_mm=float(crown) / px_per_mm,
        head_width_mm=temples * scale / px_per_mm,
        missing=missing,
    )


def custom_document(width_mm: float, height_mm: float, dpi: int) -> DocumentSpec:
    """A document for a size of one's own: no limits, nothing to judge but the size."""
    return DocumentSpec(
        id="custom",
        label=f"{width_mm:g} x {height_mm:g} mm",
        label_zh=f"{width_mm:g} x {height_mm:g} 毫米",
        country="",
        country_label="",
        width_mm=width_mm,
        height_mm=height_mm,
        width_px=round(width_mm / MM_PER_INCH * dpi),
        height_px=round(height_mm / MM_PER_INCH * dpi),
        dpi=dpi,
        background="#FFFFFF",
        confidence="C",
        sources=(RuleSource(text="a size of your own"),),
    )


def _head_heights(document: DocumentSpec) -> npt.NDArray[np.float64]:
    limits = document.head_mm
    if limits is not None and limits.low is not None and limits.high is not None:
        half = (limits.high - limits.low) / 2 * _CERTAIN
        return (limits.high + limits.low) / 2 + _SCALES * half
    share = document.head_share or HEAD_SHARE
    usual = min(share * document.height_mm, HEAD_WIDTH_SHARE * document.width_mm)
    return usual * (1 + 0.06 * _SCALES)


def _place_cost(document: DocumentSpec, tops: Doubles, heads: Doubles) -> Doubles:
    if document.top_margin_mm is not None:
        return _cost(tops, document.top_margin_mm)
    usual = _TOP_SHARE * (document.height_mm - heads)
    weight = 0.15 if document.eye_from_bottom_mm is not None else 1.0
    return np.asarray(weight * ((tops - usual) / (0.08 * document.height_mm)) ** 2)


def _cost(values: Doubles, limits: Bounds | None) -> Doubles:
    """0 in the middle of the limits, 1 at their ends, and steep beyond."""
    if limits is None:
        return np.zeros_like(values)
    if limits.low is None or limits.high is None:
        below = 0.0 if limits.low is None else (limits.low - values) / limits.low
        above = 0.0 if limits.high is None else (values - limits.high) / limits.high
        return np.asarray((20 * np.maximum(0.0, np.maximum(below, above))) ** 2)
    half = max((limits.high - limits.low) / 2, 0.25)
    off = np.abs(values - (limits.low + limits.high) / 2) / half
    return np.asarray(off**2 + 40 * np.maximum(0.0, off - _CERTAIN) ** 2)


def _horizontal_edges(matrix: geometry.Matrix, source: tuple[int, int], y: float) -> tuple[float, float]:
    """x of the picture's left and right border on the horizontal at ``y``, in the plane of ``matrix``."""
    width, height = float(source[0]), float(source[1])
    swapped = matrix[::-1][:, [1, 0, 2]]
    return _vertical_edges(swapped, (round(height), round(width)), y)


def _vertical_edges(matrix: geometry.Matrix, source: tuple[int, int], x: float) -> tuple[float, float]:
    """y of the picture's upper and lower border on the vertical at ``x``, in the plane of ``matrix``."""

    def at(left: list[float], right: list[float]) -> float:
        (x0, y0), (x1, y1) = geometry.apply(matrix, [left, right])
        return float(y0 + (y1 - y0) * np.clip((x - x0) / max(x1 - x0, 1e-6), 0, 1))

    width, height = float(source[0]), float(source[1])
    return at([0.0, 0.0], [width, 0.0]), at([0.0, height], [width, height])
