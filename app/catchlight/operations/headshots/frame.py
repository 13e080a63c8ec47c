"""Where the frame of a headshot lies in its photo: from landmarks and body, never enlarged, never stretched."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.catalogue.framings import FramingStyle
from catchlight.engine import geometry, skull
from catchlight.engine.cut import STRIP_ABOVE, STRIP_BELOW, STRIP_BESIDE, CutSides
from catchlight.engine.errors import Conflict
from catchlight.engine.extend import Head, Room
from catchlight.engine.landmarks import LEFT_TEMPLE, OVAL, RIGHT_TEMPLE
from catchlight.engine.portrait import Portrait

_LEVELLED = 7.0
"""Degrees up to which a head is set straight; a head that is tilted further was meant to be, and only so much is taken off it."""
_TIGHTEST = 0.5
"""Share of what a style asks for down to which a frame is drawn tighter, so that nobody's body has to be invented."""
_STEP = 0.97
_MOST_DROPPED = 0.16
"""Share of a frame's height by which a head may sit higher, where the photo cuts its hair."""
_INSIDE = 0.5
_ENOUGH = 60_000
"""Points of a person from which its middle and its sides are measured."""
_CIRCLE_MARGIN = 0.97
_FILLS = 0.35
"""Share of a photo's shorter side from which a head fills it."""

Points = npt.NDArray[np.float64]
"""Nx2: x, y."""


@dataclass(frozen=True)
class Frame:
    """matrix: 2x3, pixels of the photo to those of the result (centres at integers). room: pixels beyond the photo's borders."""

    matrix: geometry.Matrix
    width: int
    height: int
    room: Room
    angle: float
    """Radians by which the head is set straight."""
    tightened: float
    """Height of the frame by what the style asks for; below 1 where the photo has too little of the person."""

    @property
    def whole(self) -> bool:
        """Whether it is the photo's own frame."""
        return self.angle == 0 and not self.room and bool(np.array_equal(self.matrix, np.eye(2, 3)))


@dataclass(frozen=True)
class _Body:
    """Measures in the levelled photo, pixels."""

    eyes: npt.NDArray[np.float64]
    head: float
    middle: float
    top: float
    left: float
    right: float
    outline: npt.NDArray[np.float64]


def own_frame(portrait: Portrait) -> Frame:
    """The photo as it is."""
    return Frame(np.eye(2, 3), portrait.picture.width, portrait.picture.height, Room(), 0.0, 1.0)


def framed(portrait: Portrait, style: FramingStyle, circle: bool, straighten: bool) -> Frame:
    """The frame for a style; circle: all of the head inside the inscribed circle."""
    if style.aspect is None or style.head is None or style.eyes is None:
        return own_frame(portrait)
    picture = portrait.picture
    roll = float(np.degrees(portrait.landmarks.roll))
    angle = float(np.radians(np.clip(roll, -_LEVELLED, _LEVELLED))) if straighten and abs(roll) > 0.3 else 0.0
    centre = portrait.landmarks.eyes
    level = geometry.similarity(centre, angle, 1.0, centre)
    body = _measured(portrait, level)
    cut = portrait.cut_sides
    share = 1.0
    while True:
        x0, y0, width, height = _placed(body, style, circle, share)
        corners = geometry.apply(
            geometry.inverse(level), [[x0, y0], [x0 + width, y0], [x0 + width, y0 + height], [x0, y0 + height]]
        )
        low, high = corners.min(axis=0), corners.max(axis=0)
        if not _goes_beyond(low, high, cut, portrait, (width, height)):
            break
        if cut.top and low[1] < -0.5 and -low[1] < _MOST_DROPPED * height:
            # Hair that the photo cuts above stays cut: the frame begins with the photo, and the head sits a little higher.
            y0 -= low[1]
            shift = np.array([0, low[1]])
            if not _goes_beyond(low - shift, high - shift, cut, portrait, (width, height)):
                break
        if share <= _TIGHTEST:
            square = _largest_square(portrait, body) if circle else None
            if square is not None:
                return square
            raise Conflict(
                f"The picture shows too little of the person for {style.label}: body or hair would have to be invented. "
                "Use a picture with more room around the person, or the framing original.",
                code="does_not_fit",
            )
        share *= _STEP
    if not circle and portrait.is_cut_by_shape(corners):
        raise Conflict(
            f"The picture is cut to a round or rounded shape that cuts the person off in {style.label}. Use the uncut picture, "
            "or a round framing.",
            code="does_not_fit",
        )
    matrix = geometry.joined(np.array([[1.0, 0, -x0], [0, 1.0, -y0]]), level)
    if angle == 0:
        matrix[:, 2] = np.round(matrix[:, 2])
    size = (max(16, round(width)), max(16, round(height)))
    return Frame(matrix, *size, _room(matrix, size, picture.width, picture.height), angle, share)


def _largest_square(portrait: Portrait, body: _Body) -> Frame | None:
    """The largest square of the photo about the head, as it stands: for an avatar of somebody who fills the photo. Hair may
    reach beyond its circle, as beyond the photo; None where the face would."""
    picture = portrait.picture
    side = float(min(picture.width, picture.height))
    if min(body.right - body.left, body.head) / side < _FILLS:
        return None
    middle = body.outline.mean(axis=0)
    x0, y0 = (
        float(np.clip(round(centre - side / 2), 0, size - side))
        for centre, size in zip(middle, (picture.width, picture.height), strict=True)
    )
    away = np.linalg.norm(portrait.landmarks.ring(OVAL) - [x0 + side / 2, y0 + side / 2], axis=1)
    if away.max() > _CIRCLE_MARGIN * side / 2:
        return None
    matrix = np.array([[1.0, 0, -x0], [0, 1.0, -y0]])
    return Frame(matrix, round(side), round(side), Room(), 0.0, 1.0)


def _goes_beyond(
    low: npt.NDArray[np.float64],
    high: npt.NDArray[np.float64],
    cut: CutSides,
    portrait: Portrait,
    size: tuple[float, float],
) -> bool:
    """Whether more than a narrow strip of the person would have to be invented. low, high: corners of the frame; size: its
    width and height, all in pixels of the photo."""
    picture, (width, height) = portrait.picture, size
    return (
        (cut.top and -low[1] > STRIP_ABOVE * height)
        or (cut.left and -low[0] > STRIP_BESIDE * width)
        or (cut.right and high[0] - (picture.width - 1) > STRIP_BESIDE * width)
        or (cut.bottom and high[1] - (picture.height - 1) > STRIP_BELOW * height)
    )


def _measured(portrait: Portrait, level: geometry.Matrix) -> _Body:
    landmarks, crown = portrait.landmarks, portrait.crown
    top, chin, eyes = geometry.apply(level, [crown.point, skull.chin(landmarks), landmarks.eyes])
    hair = top if crown.hair is None else geometry.apply(level, [crown.hair])[0]
    outline = _inside(portrait, level)
    left, right = _head_sides(portrait, level, outline, float(top[1]), float(chin[1]))
    face = float(geometry.apply(level, landmarks.ring(OVAL))[:, 0].mean())
    middle = 0.75 * face + 0.25 * _trunk(portrait, outline, float(chin[1]), face)
    ring = geometry.apply(level, landmarks.ring(OVAL))
    return _Body(eyes, float(chin[1] - top[1]), middle, float(min(top[1], hair[1])), left, right, ring)


def _placed(body: _Body, style: FramingStyle, circle: bool, share: float) -> tuple[float, float, float, float]:
    """x0, y0, width, height in the levelled photo."""
    assert style.aspect is not None
    assert style.head is not None
    assert style.eyes is not None
    height = body.head / style.head * share
    # Hair wider than the frame would be cut like by scissors: give it room, as far as the photo itself has it.
    wide = (body.right - body.left) * 1.06
    if style.aspect <= 1.2 and wide > height * style.aspect * 0.98 and share == 1.0 and style.head < 0.6:
        height = min(wide / (0.98 * style.aspect), 1.25 * height)
    if circle:
        height *= 1.0 / _CIRCLE_MARGIN
    width = height * style.aspect
    y0 = min(float(body.eyes[1]) - style.eyes * height, body.top - style.headroom * height)
    if circle:
        y0, height = _in_circle(body, y0, height)
        width = height * style.aspect
    x0 = body.middle - width * (0.5 + style.aside)
    return x0, y0, width, height


def _in_circle(body: _Body, y0: float, height: float) -> tuple[float, float]:
    """Enlarge a square until crown, sides and chin lie in its circle."""
    chin = float(body.outline[:, 1].max())
    middle_y, half = (body.top + chin) / 2, (body.right - body.left) / 2
    reach = float(np.hypot(min(half, 0.75 * body.head), 0.28 * body.head)) + (chin - body.top) * 0.12
    radius = max(reach, (chin - body.top) / 2 * 1.12)
    if height / 2 * _CIRCLE_MARGIN < radius:
        height = 2 * radius / _CIRCLE_MARGIN
    low, high = middle_y + radius * 0.98 - height, middle_y - radius * 0.98
    return float(np.clip(y0, min(low, high), max(low, high))), height


def _inside(portrait: Portrait, level: geometry.Matrix) -> Points:
    """Points of the levelled photo that lie inside the person, Nx2: enough of them."""
    bust = portrait.bust
    places = np.flatnonzero(bust.alpha > _INSIDE)
    rows, columns = np.divmod(places[:: max(1, len(places) // _ENOUGH)], bust.alpha.shape[1])
    return geometry.apply(geometry.joined(level, geometry.inverse(bust.matrix)), np.column_stack([columns, rows]))


def _head_sides(
    portrait: Portrait, level: geometry.Matrix, points: Points, top: float, chin: float
) -> tuple[float, float]:
    """Outermost columns of head and hair between crown and chin, of those that belong to the head."""
    band = points[(points[:, 1] > top) & (points[:, 1] < top + 0.8 * (chin - top))]
    temples = geometry.apply(level, portrait.landmarks.xy[[RIGHT_TEMPLE, LEFT_TEMPLE]])[:, 0]
    low, high = float(temples.min()), float(temples.max())
    if not len(band):
        return low, high
    return float(min(low, np.quantile(band[:, 0], 0.004))), float(max(high, np.quantile(band[:, 0], 0.996)))


def _trunk(portrait: Portrait, points: Points, chin: float, face: float) -> float:
    """Middle of the shoulders where they show, held within half a head of the face."""
    cm = portrait.pose.px_per_cm
    low = points[(points[:, 1] > chin + 5 * cm) & (points[:, 1] < chin + 14 * cm)]
    if len(low) < 50:
        return face
    return float(np.clip(np.median(low[:, 0]), face - 5 * cm, face + 5 * cm))


def _room(matrix: geometry.Matrix, size: tuple[int, int], width: int, height: int) -> Room:
    corners = geometry.apply(
        geometry.inverse(matrix),
        [[-0.5, -0.5], [size[0] - 0.5, -0.5], [size[0] - 0.5, size[1] - 0.5], [-0.5, size[1] - 0.5]],
    )
    low, high = corners.min(axis=0), corners.max(axis=0)

    def needed(reach: float) -> int:
        return int(np.ceil(reach)) + 2 if reach > 0.01 else 0

    return Room(
        needed(-0.5 - low[0]), needed(-0.5 - low[1]), needed(high[0] - width + 0.5), needed(high[1] - height + 0.5)
    )


def head_of(portrait: Portrait) -> Head:
    """What must keep its shape when the photo is carried on."""
    side = 2.0 * portrait.pose.px_per_cm
    temples = portrait.landmarks.xy[[RIGHT_TEMPLE, LEFT_TEMPLE], 0]
    return Head(float(skull.chin(portrait.landmarks)[1]), float(temples.min() - side), float(temples.max() + side))
