"""Guidance of a person before the camera, frame by frame: what to do next, and when the picture may be taken."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from catchlight.catalogue.documents import DocumentSpec
from catchlight.imaging.picture import ByteImage
from catchlight.kiosk.guidance.coverings import FaceCoverings, read_coverings
from catchlight.kiosk.guidance.port import AdviceId, Guidance, Oval
from catchlight.kiosk.guidance.reading import FaceMeasures, FrameReader, FrameReading
from catchlight.kiosk.guidance.target import HeadTarget, PhotoAboutHead, oval_of
from catchlight.kiosk.guidance.words import RULES, SLOW_RULES, FaceState, find_advice
from catchlight.models.registry import Models
from catchlight.operations.compliance import limits
from catchlight.portrait.face.pose import CanonicalFace

BLINK_S = 0.35
"""Seconds for which eyes are closed or a head moves before that is said: a blink takes 0.1 to 0.3 s. Nothing is released
meanwhile."""
_PASSING: frozenset[AdviceId] = frozenset({"open_eyes", "hold_still"})
_SLOW_S = 2.0
"""Seconds after which the slower look is made again: it costs as much as nine others."""
_GAP_S = 1.0
"""Seconds between two looks after which nothing is known of what the person did meanwhile."""


class Guide:
    """One for a session; from one thread. Costs about 35 ms of one core for a frame, and 300 more each ``_SLOW_S`` where
    nothing else is wrong."""

    def __init__(
        self,
        hold_s: float,
        document: DocumentSpec,
        models: Models,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """hold_s: seconds for which all must be right before the release. document: whose limits count."""
        self._hold_s = hold_s
        self._document = document
        self._models = models
        self._clock = clock
        self._reader = FrameReader(models)
        self._photo = PhotoAboutHead.of(document, CanonicalFace.of(models))
        self.reset()

    def reset(self) -> None:
        """Forget the person."""
        self._reader.forget()
        self._said: dict[AdviceId, float] = {}
        self._right_since: float | None = None
        self._last: tuple[float, FaceMeasures] | None = None
        self._slow: tuple[float, FaceCoverings | None] | None = None
        self._looked: float | None = None

    def target(self, width: int, height: int) -> Oval:
        """The oval to fill in a frame of this size."""
        return HeadTarget.within(self._photo, (width, height)).oval

    def look(self, frame: ByteImage) -> Guidance:
        """What to say of a frame. frame: HxWx3 sRGB, upright, not mirrored."""
        now = self._clock()
        if self._looked is not None and now - self._looked > _GAP_S:
            self.reset()
        reading = self._reader.read(frame)
        size = (reading.rgb.shape[1], reading.rgb.shape[0])
        target = HeadTarget.within(self._photo, size)
        words = self._advice(reading, target, now)
        told = self._told(words, now)
        face = reading.face
        head = None if face is None else oval_of(face.x, face.y, face.width, face.height, size)
        self._looked = self._clock()  # how long a look takes is no time without one
        return Guidance(tuple(told), target.oval, head, self._held(bool(words), now))

    def _advice(self, reading: FrameReading, target: HeadTarget, now: float) -> list[AdviceId]:
        """All that is wrong with a frame now."""
        alone = self._of_frame(reading)
        if alone is not None or reading.face is None:
            self._last = self._slow = None
            return [] if alone is None else [alone]
        state = FaceState(reading.face, target, self._document, self._speed(reading.face, now), None)
        words = find_advice(RULES, state, self._stands)
        if set(words) - {"close_mouth"} - _PASSING:
            self._slow = None
            return words
        slow = self._slow_words(reading, state, now)
        return words + [word for word in slow if word not in words]

    def _of_frame(self, reading: FrameReading) -> AdviceId | None:
        """What hides everything else."""
        if reading.people == 0:
            return "too_dark" if limits.EXPOSURE.beyond(reading.light) > 0 else "no_face"
        if reading.people > 1:
            return "one_person"
        if reading.turned_away:
            return "turn_right" if reading.turned_away > 0 else "turn_left"
        return None

    def _slow_words(self, reading: FrameReading, state: FaceState, now: float) -> list[AdviceId]:
        assert reading.face is not None
        if self._slow is None or now - self._slow[0] >= _SLOW_S:
            self._slow = (now, read_coverings(reading.rgb, reading.face.landmarks, self._models))
        found = self._slow[1]
        if found is None:
            return []
        return find_advice(
            SLOW_RULES, FaceState(state.face, state.target, state.document, state.speed, found), self._stands
        )

    @property
    def _stands(self) -> dict[AdviceId, bool]:
        return dict.fromkeys(self._said, True)

    def _speed(self, face: FaceMeasures, now: float) -> float:
        last, self._last = self._last, (now, face)
        if last is None or now <= last[0]:
            return 0.0
        moved = np.linalg.norm(face.landmarks.eyes - last[1].landmarks.eyes)
        return float(moved) / face.landmarks.eye_distance / (now - last[0])

    def _told(self, words: list[AdviceId], now: float) -> list[AdviceId]:
        """The words that are said; what passes by itself only when it does not."""
        self._said = {word: self._said.get(word, now) for word in words}
        return [word for word in words if word not in _PASSING or now - self._said[word] >= BLINK_S]

    def _held(self, wrong: bool, now: float) -> float:
        if wrong:
            self._right_since = None
            return 0.0
        if self._right_since is None:
            self._right_since = now
        return min(1.0, (now - self._right_since) / self._hold_s)
