"""Matting: the person taken out of the square hair by hair, and laid on what styling has made."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from catchlight.backdrop import grain, place_person
from catchlight.core.errors import UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imaging import geometry
from catchlight.imaging.picture import FloatPlane, Picture, Pixels
from catchlight.matting import unmix
from catchlight.matting.foreground import foreground
from catchlight.matting.repair.edges import clean_edges
from catchlight.operations.compliance.cues.cut_shape import require_clean_background, require_clear_outline
from catchlight.operations.headshot.run import LEAST_ALIKE
from catchlight.operations.profile_picture.work import AvatarWork
from catchlight.portrait.face import identity
from catchlight.portrait.face.landmarks import OVAL, Landmarks
from catchlight.retouch import background_blur as photo_ground

_BLUR = 0.02
"""Lens disc of the photo's own background, as a share of the longer side."""
_SOLID, _LOST = 0.7, 0.05
"""A face of which more than this share is less solid than that is not in the matte."""


def composite_square(work: AvatarWork, progress: Progress) -> AvatarWork:
    """The finished square: before the scene, blurred, cut out with alpha, or as the photo is.

    Facts: the share of the square that the person covers, and how alike the face is to the photo's. Raises UnusablePicture
    ``face_too_small`` where the person cannot be cut out, ``identity_lost``.
    """
    assert work.alpha is not None, "cropping comes before"
    alpha = unmix.unmix_rim(work.pixels, work.alpha, work.portrait.pose.px_per_cm)
    if work.wish.ground.kind != "keep":
        _require_face(work, alpha)
        require_clear_outline(work.portrait)
        require_clean_background(work.portrait, work.portrait.alpha)
    facts = work.facts | {"personShare": round(float(alpha.mean()), 3)}
    progress.report(0.3, "cleaning the edges")
    kind = work.wish.ground.kind
    fore = foreground(work.pixels, alpha)
    if kind in ("scene", "transparent"):
        fore, alpha = clean_edges(fore, work.pixels, alpha, work.portrait.pose.px_per_cm)
    cut_out = photo_ground.cut_out(work.pixels, fore, alpha)
    if kind == "keep":
        # The photo's own background stays: what was cut out is shown, and the square is left untouched.
        return replace(work, alpha=alpha, shown=Picture(cut_out), facts=facts)
    progress.report(0.6, "laying the background")
    pixels = cut_out if kind == "transparent" else _laid(work, fore, alpha, progress.part(0.6, 1.0))
    facts["identity"] = face_similarity(work, pixels)
    if facts["identity"] < LEAST_ALIKE:
        raise UnusablePicture(
            Message(
                "Before this background the face is no longer surely the person's ({likeness:.2f}); keep the background.",
                likeness=facts["identity"],
            ),
            code="identity_lost",
        )
    return replace(work, alpha=alpha, pixels=pixels, shown=Picture(pixels), facts=facts)


def face_similarity(work: AvatarWork, pixels: Pixels) -> float:
    """How much the face in the square is that of the photo as developed: cosine of their embeddings."""
    assert work.matrix is not None
    points = work.portrait.landmarks.points
    moved = np.column_stack([geometry.apply(work.matrix, points[:, :2]), points[:, 2]])
    marks = Landmarks(moved, work.portrait.landmarks.presence)
    found = identity.embedding(Picture(pixels).rgb8, marks, work.portrait.models)
    return round(identity.likeness(found, work.portrait.identity), 3)


def _require_face(work: AvatarWork, alpha: FloatPlane) -> None:
    """Raises UnusablePicture where the matte has lost the face: what would be laid before a background is not the person."""
    import cv2

    assert work.matrix is not None
    oval = geometry.apply(work.matrix, work.portrait.landmarks.ring(OVAL))
    inside = np.zeros(alpha.shape, np.uint8)
    cv2.fillPoly(inside, [np.round(oval).astype(np.int32)], 1)
    seen = alpha[inside > 0]
    if not seen.size or float((seen < _SOLID).mean()) > _LOST:
        raise UnusablePicture(
            Message(
                "The person cannot be told from what is behind. Keep the background, or use a photo in which the face is larger."
            ),
            code="face_too_small",
        )


def _laid(work: AvatarWork, fore: Pixels, alpha: FloatPlane, progress: Progress) -> Pixels:
    ground = work.wish.ground
    if ground.kind == "blur":
        return photo_ground.out_of_focus(work.pixels, fore, alpha, _BLUR * ground.blur, seed=work.wish.seed)
    assert work.scene is not None, "styling comes before"
    assert work.fit is not None
    assert ground.backdrop is not None
    level = 0.0 if ground.backdrop.family == "plain" else grain.level_of(work.portrait.picture.pixels)
    person = place_person.Person(fore, alpha, work.portrait.pose.px_per_cm)
    laid: Any = place_person.composite_person(
        person, work.scene, work.fit, level, work.wish.match, work.wish.seed, progress
    )
    done: Pixels = np.ascontiguousarray(laid)
    return done
