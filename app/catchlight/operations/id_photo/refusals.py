"""When an ID photo is refused: what no cutting can put right, each with what to do instead."""

from __future__ import annotations

from catchlight.core.errors import Conflict, InvalidRequest, UnusablePicture
from catchlight.core.messages import Message
from catchlight.imaging import geometry
from catchlight.imaging.picture import Picture
from catchlight.operations.compliance import Verdict
from catchlight.operations.id_photo.framing import FaceLines, Framing
from catchlight.portrait.borders import STRIP_ABOVE, STRIP_BELOW, STRIP_BESIDE, CutSides
from catchlight.portrait.portrait import Portrait

MOST_ENLARGED = 3.0
"""Largest enlargement of the source: twice by super-resolution where ``hd`` asks for it, the rest by resampling."""
LEAST_NECK = 0.1
"""Share of the head's height that the picture must show below the chin for anything to be carried on: skin and collar carried
on from 0.06 of it become zigzags (looked at on the samples cut 10 to 60 pixels below the chin)."""
_CUT_SIDE = 0.3
"""Share of the height from crown to nose along which the person may touch the side of the picture: a strand of hair may."""
_HALF_TURNED = 25.0
"""Degrees of yaw from which a face that cannot be measured is called turned away."""


def check_source(picture: Picture) -> None:
    """Raise Conflict where an engine has painted in the picture, or the person was reshaped, whatever was done to it
    afterwards."""
    if picture.record.imagined:
        raise Conflict(
            Message(
                "A part of this picture was made by an engine, so it is no photo for a document any more. Use the picture as it "
                "was taken."
            ),
            code="does_not_fit",
        )
    if picture.record.reshaped:
        raise Conflict(
            Message(
                "The person in this picture was given another shape, so it is no photo for a document any more. Use the picture "
                "as it was taken."
            ),
            code="does_not_fit",
        )


def check_lines(lines: FaceLines) -> None:
    if not lines.crown[1] < lines.eyes[1] < lines.chin[1]:
        raise InvalidRequest(
            Message("The crown must lie above the eye line and the eye line above the chin; move the guides.")
        )


def check_size(planned: Framing) -> None:
    if planned.scale > MOST_ENLARGED:
        head = planned.head_mm * planned.px_per_mm
        have, need = head / planned.scale, head / MOST_ENLARGED
        raise Conflict(
            Message(
                "The head is {have:.0f} pixels tall; {document} at this resolution needs at least {need:.0f} "
                "({missing:.0f} are missing). Use a larger picture, go nearer, or choose a lower resolution.",
                have=have,
                document=Message(planned.document.label),
                need=need,
                missing=need - have,
            ),
            code="too_small_for_spec",
        )
    above = planned.missing.top
    if above - planned.top_margin_mm * planned.px_per_mm > 0:
        raise Conflict(
            Message("The picture cuts the head off above. Use a picture with room above the head."), code="does_not_fit"
        )


def check_complete(planned: Framing, cut: CutSides) -> None:
    """Raise Conflict where more than a narrow strip of the person would have to be invented beyond the source."""
    missing, width, height = planned.missing, planned.width_px, planned.height_px
    neck = height - missing.bottom - (planned.top_margin_mm + planned.head_mm) * planned.px_per_mm
    short = missing.bottom > STRIP_BELOW * height or neck < LEAST_NECK * planned.head_mm * planned.px_per_mm
    wanted = Message(planned.document.label)
    if cut.bottom and missing.bottom > 0 and short:
        raise _incomplete(
            missing.bottom / planned.px_per_mm, Message("below the chin"), Message("the shoulders"), wanted
        )
    for is_cut, gap, side in (
        (cut.left, missing.left, Message("on the left")),
        (cut.right, missing.right, Message("on the right")),
    ):
        if is_cut and gap > STRIP_BESIDE * width:
            raise _incomplete(gap / planned.px_per_mm, side, Message("the shoulder"), wanted)
    if cut.top and missing.top > STRIP_ABOVE * height:
        raise _incomplete(missing.top / planned.px_per_mm, Message("above"), Message("the hair"), wanted)


def check_shape(planned: Framing, portrait: Portrait) -> None:
    """Raise Conflict where the shape that the source was cut to (the circle of an avatar) cuts the person in the photo."""
    if portrait.is_cut_by_shape(planned.corners):
        raise Conflict(
            Message(
                "The picture is cut to a round or rounded shape that cuts the shoulders off. Use the uncut picture, with both "
                "shoulders and room around them."
            ),
            code="does_not_fit",
        )


def _incomplete(gap_mm: float, where: Message, what: Message, wanted: Message) -> Conflict:
    return Conflict(
        Message(
            "The picture ends {gap:.0f} mm too early {where} for {document}: {what} would have to be invented. "
            "Use a picture with more room around the person.",
            gap=gap_mm,
            where=where,
            document=wanted,
            what=what,
        ),
        code="does_not_fit",
    )


def check_sides(planned: Framing, portrait: Portrait) -> None:
    """Raise Conflict where the picture's side cuts through the head itself."""
    bust = portrait.bust
    x0, _, x1, _ = bust.box
    nose = (planned.eyes + planned.chin) / 2
    top, bottom = (round(float(y)) for y in geometry.apply(bust.matrix, [planned.crown, nose])[:, 1])
    head = bust.alpha[max(0, top) : max(1, bottom)]
    for column, reaches in ((0, x0 == 0), (-1, x1 == portrait.picture.width)):
        if reaches and head.size and (head[:, column] > 0.5).mean() > _CUT_SIDE:
            raise Conflict(
                Message("The side of the picture cuts through the head. Use a picture with room around it."),
                code="does_not_fit",
            )


def check_readable(verdict: Verdict, portrait: Portrait) -> None:
    """Raise UnusablePicture where nobody could measure the finished photo."""
    if any(check.id == "readable_face" and check.state == "fail" for check in verdict.checks):
        turned = abs(portrait.pose.yaw) > _HALF_TURNED
        if turned:
            raise UnusablePicture(
                Message(
                    "The face cannot be measured on the finished photo: it is turned too far to the side. "
                    "Use a sharp picture in which the person looks at the camera."
                ),
                code="face_turned_away",
            )
        raise UnusablePicture(
            Message(
                "The face cannot be measured on the finished photo: it is too unclear. "
                "Use a sharp picture in which the person looks at the camera."
            ),
            code="no_face",
        )
