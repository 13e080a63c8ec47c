"""Where the frame of a headshot lies in its photo: from landmarks and body, never enlarged, never stretched."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from catchlight.backdrop.outpaint import HeadBounds, Padding
from catchlight.catalogue.framings import FramingStyle
from catchlight.core.errors import Conflict
from catchlight.imaging import geometry
from catchlight.operations.headshot.body_measures import BodyMeasures, measure
from catchlight.portrait import skull
from catchlight.portrait.borders import STRIP_ABOVE, STRIP_BELOW, STRIP_BESIDE, CutSides, find_uneven_sides
from catchlight.portrait.face.landmarks import LEFT_TEMPLE, OVAL, RIGHT_TEMPLE
from catchlight.portrait.portrait import Portrait

_LEVELLED = 7.0
"""Degrees up to which a head is set straight; a head that is tilted further was meant to be, and only so much is taken off it."""
_TIGHTEST = 0.5
"""Share of what a style asks for down to which a frame is drawn tighter, so that nobody's body has to be invented."""
_STEP = 0.97
_CHIN_ROOM = 0.08
"""Least room below the chin, share of the head's height: a short beard and the shadow of the jaw. Half of it beside the face."""
_MOST_DROPPED = 0.16
"""Share of a frame's height by which a head may sit higher, where the photo cuts its hair."""
_CIRCLE_MARGIN = 0.97
_FILLS = 0.35
"""Share of a photo's shorter side from which a head fills it."""

_LEAST_SIDE = 400
"""Pixels of the shorter side below which a headshot is called small: what LinkedIn asks of a profile photo at least."""

_Box = tuple[float, float, float, float]
"""x0, y0, width, height in the levelled photo."""


@dataclass(frozen=True)
class HeadshotFrame:
    """matrix: 2x3, pixels of the photo to those of the result (centres at integers). room: pixels beyond the photo's borders."""

    matrix: geometry.Matrix
    width: int
    height: int
    room: Padding
    angle: float
    """Radians by which the head is set straight."""
    tightened: float
    """Height of the frame by what the style asks for; below 1 where the photo has too little of the person."""

    @property
    def whole(self) -> bool:
        """Whether it is the photo's own frame."""
        return self.angle == 0 and not self.room and bool(np.array_equal(self.matrix, np.eye(2, 3)))

    @property
    def moves_whole_pixels(self) -> bool:
        """Whether nothing is turned or resampled: pixels of the photo stay what they are."""
        return self.angle == 0 and bool(
            np.array_equal(self.matrix[:, :2], np.eye(2)) and (self.matrix[:, 2] % 1 == 0).all()
        )


def own_frame(portrait: Portrait) -> HeadshotFrame:
    """The photo as it is."""
    return HeadshotFrame(np.eye(2, 3), portrait.picture.width, portrait.picture.height, Padding(), 0.0, 1.0)


def require_uncut(portrait: Portrait) -> None:
    """Raise Conflict ``does_not_fit`` where the circle that an avatar was cut to would show on a new background."""
    width, height = portrait.picture.width, portrait.picture.height
    corners = np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
    _require_uncut(portrait, corners, "on a new background", "or keep its background")


def _require_uncut(portrait: Portrait, corners: npt.NDArray[np.float64], where: str, instead: str) -> None:
    if portrait.is_cut_by_shape(corners):
        raise Conflict(
            f"The picture is cut to a round or rounded shape that cuts the person off {where}. Use the uncut picture, {instead}.",
            code="does_not_fit",
        )


def plan_frame(
    portrait: Portrait, style: FramingStyle, circle: bool, straighten: bool, own_ground: bool
) -> HeadshotFrame:
    """The frame for a style.

    circle: all of the head inside the inscribed circle. own_ground: whether the photo's own background is seen, which is carried
    on beyond the photo only where it is even. Raises Conflict ``does_not_fit`` where body, hair or an uneven background would
    have to be invented, or the face would be cut.
    """
    if style.aspect is None or style.head is None or style.eyes is None:
        return own_frame(portrait)
    picture = portrait.picture
    roll = float(np.degrees(portrait.landmarks.roll))
    angle = float(np.radians(np.clip(roll, -_LEVELLED, _LEVELLED))) if straighten and abs(roll) > 0.3 else 0.0
    centre = portrait.landmarks.eyes
    level = geometry.similarity(centre, angle, 1.0, centre)
    body = measure(portrait, level)
    found = _fitting(portrait, body, style, circle, level, own_ground)
    if found is None:
        square = _largest_square(portrait, body) if circle else None
        if square is not None:
            return square
        raise Conflict(
            f"The picture shows too little around the person for {style.label}: body, hair or background would have to be "
            "invented. Use a picture with more room around the person, or the framing original.",
            code="does_not_fit",
        )
    (x0, y0, width, height), share = found
    corners = _corners(level, (x0, y0, width, height))
    if not circle:
        _require_uncut(portrait, corners, f"in {style.label}", "or a round framing")
    matrix = geometry.compose(np.array([[1.0, 0, -x0], [0, 1.0, -y0]]), level)
    if angle == 0:
        matrix[:, 2] = np.round(matrix[:, 2])
    size = (max(16, round(width)), max(16, round(height)))
    return HeadshotFrame(matrix, *size, room_beyond(matrix, size, picture.width, picture.height), angle, share)


def _fitting(
    portrait: Portrait, body: BodyMeasures, style: FramingStyle, circle: bool, level: geometry.Matrix, own_ground: bool
) -> tuple[_Box, float] | None:
    """The largest frame that needs nothing invented, and its share of what the style asks for; None where none holds the head."""
    cut = portrait.cut_sides
    ground = _uneven_sides(portrait) if own_ground else CutSides()
    share = 1.0
    while share >= _TIGHTEST:
        box = x0, y0, width, height = _placed(body, style, circle, share)
        if not _holds_head(body, box):
            return None
        corners = _corners(level, box)
        low, high = corners.min(axis=0), corners.max(axis=0)
        if not _goes_beyond(low, high, cut, ground, portrait, (width, height)):
            return box, share
        if (cut.top or ground.top) and low[1] < -0.5 and -low[1] < _MOST_DROPPED * height:
            # Hair that the photo cuts above stays cut, and a busy background ends: the frame begins with the photo, and the head
            # sits a little higher.
            lower = (x0, y0 - float(low[1]), width, height)
            shift = np.array([0, low[1]])
            if not _goes_beyond(low - shift, high - shift, cut, ground, portrait, (width, height)):
                return lower, share
        share *= _STEP
    return None


def _holds_head(body: BodyMeasures, box: _Box) -> bool:
    """Whether the face lies inside a frame with some room at the chin and beside it."""
    x0, y0, width, height = box
    room = _CHIN_ROOM * body.head
    sides = body.outline[:, 0]
    return bool(
        body.chin + room <= y0 + height and x0 + 0.5 * room <= sides.min() and sides.max() <= x0 + width - 0.5 * room
    )


def _corners(level: geometry.Matrix, box: _Box) -> npt.NDArray[np.float64]:
    """4x2 pixels of the photo."""
    x0, y0, width, height = box
    return geometry.apply(
        geometry.inverse(level), [[x0, y0], [x0 + width, y0], [x0 + width, y0 + height], [x0, y0 + height]]
    )


def _uneven_sides(portrait: Portrait) -> CutSides:
    return portrait.kept("uneven sides", lambda: find_uneven_sides(portrait.pyramid, portrait.alpha))


def _largest_square(portrait: Portrait, body: BodyMeasures) -> HeadshotFrame | None:
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
    return HeadshotFrame(matrix, round(side), round(side), Padding(), 0.0, 1.0)


def _goes_beyond(
    low: npt.NDArray[np.float64],
    high: npt.NDArray[np.float64],
    cut: CutSides,
    uneven: CutSides,
    portrait: Portrait,
    size: tuple[float, float],
) -> bool:
    """Whether more than a narrow strip of the person, or of an uneven background, would have to be invented. low, high: corners
    of the frame; size: its width and height, all in pixels of the photo."""
    picture, (width, height) = portrait.picture, size
    return (
        ((cut.top or uneven.top) and -low[1] > STRIP_ABOVE * height)
        or ((cut.left or uneven.left) and -low[0] > STRIP_BESIDE * width)
        or ((cut.right or uneven.right) and high[0] - (picture.width - 1) > STRIP_BESIDE * width)
        or (cut.bottom and high[1] - (picture.height - 1) > STRIP_BELOW * height)
    )


def _placed(body: BodyMeasures, style: FramingStyle, circle: bool, share: float) -> _Box:
    assert style.aspect is not None
    assert style.head is not None
    assert style.eyes is not None
    # Hair that stands high above the crown takes room from the chin: the frame grows until it holds both.
    whole = (body.chin + 2 * _CHIN_ROOM * body.head - body.top) / (1 - style.headroom)
    height = max(body.head / style.head, whole) * share
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


def _in_circle(body: BodyMeasures, y0: float, height: float) -> tuple[float, float]:
    """Enlarge a square until crown, sides and chin lie in its circle."""
    chin = float(body.outline[:, 1].max())
    middle_y, half = (body.top + chin) / 2, (body.right - body.left) / 2
    reach = float(np.hypot(min(half, 0.75 * body.head), 0.28 * body.head)) + (chin - body.top) * 0.12
    radius = max(reach, (chin - body.top) / 2 * 1.12)
    if height / 2 * _CIRCLE_MARGIN < radius:
        height = 2 * radius / _CIRCLE_MARGIN
    low, high = middle_y + radius * 0.98 - height, middle_y - radius * 0.98
    return float(np.clip(y0, min(low, high), max(low, high))), height


def room_beyond(matrix: geometry.Matrix, size: tuple[int, int], width: int, height: int) -> Padding:
    """What a frame of ``size`` (width, height) reaches beyond a photo of ``width`` x ``height``; matrix: photo to frame."""
    corners = geometry.apply(
        geometry.inverse(matrix),
        [[-0.5, -0.5], [size[0] - 0.5, -0.5], [size[0] - 0.5, size[1] - 0.5], [-0.5, size[1] - 0.5]],
    )
    low, high = corners.min(axis=0), corners.max(axis=0)

    def needed(reach: float) -> int:
        return int(np.ceil(reach)) + 2 if reach > 0.01 else 0

    return Padding(
        needed(-0.5 - low[0]), needed(-0.5 - low[1]), needed(high[0] - width + 0.5), needed(high[1] - height + 0.5)
    )


def head_of(portrait: Portrait) -> HeadBounds:
    """What must keep its shape when the photo is carried on."""
    side = 2.0 * portrait.pose.px_per_cm
    temples = portrait.landmarks.xy[[RIGHT_TEMPLE, LEFT_TEMPLE], 0]
    return HeadBounds(
        float(skull.chin(portrait.landmarks)[1]), float(temples.min() - side), float(temples.max() + side)
    )


def notes_on_size(width: int, height: int) -> tuple[str, ...]:
    """What is to be said of a frame that holds few pixels of its photo; nothing where it holds enough."""
    if min(width, height) >= _LEAST_SIDE:
        return ()
    return (
        f"Only {width} x {height} pixels of the picture lie in this frame: enough for a small avatar. "
        "Use a larger picture for more.",
    )
