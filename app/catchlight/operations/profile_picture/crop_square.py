"""Cropping: a square around the face that a circle may be cut from, carried on where the photo ends too early."""

from __future__ import annotations

from dataclasses import replace

from catchlight.core.progress import Progress
from catchlight.imaging.picture import Picture
from catchlight.matting import unmix
from catchlight.operations.headshot import cut
from catchlight.operations.headshot.frame import HeadshotFrame
from catchlight.operations.headshot.nearest_framing import find_frame
from catchlight.operations.profile_picture.work import AvatarWork


def crop_square(work: AvatarWork, progress: Progress, planned: HeadshotFrame | None = None) -> AvatarWork:
    """The square, with head and hair inside the circle that touches it; never stretched, never enlarged. planned: where it is
    known already."""
    portrait, wish = work.portrait, work.wish
    alpha = unmix.add_missed_hair(portrait)
    progress.report(0.4, "placing the square")
    planned = planned or find_frame(portrait, wish.view, wish.straighten, wish.ground.mild)
    progress.report(0.6, "cutting the square")
    done = cut.cut_to_frame(portrait, lambda: (work.pixels, alpha), planned, wish.ground.mild)
    facts = work.facts | {
        "straightenedDegrees": round(float(planned.angle) * 57.29578, 2),
        "tightened": round(planned.tightened, 3),
        "carriedOn": list(done.added),
        "backgroundCarriedOn": done.background_added,
        "cutSide": planned.width,
    }
    return replace(
        work, pixels=done.pixels, alpha=done.alpha, matrix=planned.matrix, shown=Picture(done.pixels), facts=facts
    )
