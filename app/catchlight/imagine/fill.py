"""An area of a picture painted by an engine: its window is sent, the answer is fitted, checked and laid in by our own mask."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from catchlight.core.messages import Message
from catchlight.core.progress import Progress
from catchlight.imagine import gates, match
from catchlight.imagine.errors import EngineFault, ImaginingFailed
from catchlight.imagine.port import Abilities, GenerationRequest, Generator, Imagined
from catchlight.imagine.window import RequestWindow, plan_window
from catchlight.imaging.picture import FloatImage, FloatPlane, Pixels
from catchlight.models.registry import Models
from catchlight.retouch.area import Area
from catchlight.retouch.removal.seam import seam

_KEPT = 16
"""Answers that are kept, so that a variant that is chosen need not be painted again."""
_ASKED = 0.05
"""Share of the work after which the engine has been asked what it can do."""
_PAINTED = 0.9
NOTE_RESIZED = Message("The engine answered in another size than asked for; its answer was resampled.")
_COARSE = 1.6
"""Pixels of the picture for one of the engine's, from which it is told that what a draft was made of is softer than the rest."""


@dataclass(frozen=True)
class FillTask:
    """pixels: HxWx3 or x4, 8 or 16 bit. plate: the same with the area filled by our own means, which is what the engine sees.

    area: where something is put, soft at its rim. needs_words: whether the result depends on the prompt; an engine without
    words is refused then. seam: whether the area's edge is to be unseen. draft: whether ``pixels`` show already what is wished,
    and the engine only makes it look real: then the edge may be as steep as it is there. tone: the share of a thing that keeps
    the colours of ``pixels`` on the whole.
    """

    pixels: Pixels
    plate: Pixels
    area: Area
    prompt: str
    avoid: str
    seed: int
    strength: float = 1.0
    needs_words: bool = False
    seam: bool = True
    draft: bool = False
    tone: Area | None = None


@dataclass(frozen=True)
class ImaginedFill:
    """pixels: the whole picture with the area filled. facts: JSON-ready, for the record; never an address."""

    pixels: Pixels
    facts: dict[str, Any]
    notes: tuple[str, ...] = ()


@dataclass
class Imagine:
    """An engine at the hands of operations. Thread safe."""

    generator: Generator
    models: Models
    _abilities: Abilities | None = None
    _answers: OrderedDict[str, Imagined] = field(default_factory=OrderedDict)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def abilities(self, progress: Progress) -> Abilities:
        """What the engine can do, asked once. Raises EngineFault."""
        found = self._abilities
        if found is None:
            self._abilities = found = self.generator.abilities(progress)
        return found

    def fill(self, task: FillTask, progress: Progress) -> ImaginedFill:
        """The area painted. Raises EngineFault, ImaginingFailed where the answer does not pass, Cancelled."""
        progress.report(0.0, "asking the engine")
        abilities = self.abilities(progress)
        if task.needs_words and not abilities.prompts:
            raise EngineFault(
                Message(
                    "{engine} takes no words: it can fill a gap, not put something there. Choose another engine.",
                    engine=self.generator.name,
                ),
                "engine_unsuited",
            )
        area = task.area.trimmed()
        planned = plan_window(area.box, (task.pixels.shape[0], task.pixels.shape[1]), abilities)
        mask = _mask_in(area, planned)
        request = GenerationRequest(
            _frozen(planned.cut(task.plate)),
            _frozen(planned.cut_mask(mask)),
            task.prompt if abilities.prompts else "",
            task.avoid if abilities.prompts else "",
            task.strength,
            task.seed if abilities.seeds else 0,
        )
        progress.report(_ASKED, "the engine paints")
        answer = self._answer(request, progress.part(_ASKED, _PAINTED))
        progress.report(_PAINTED, "fitting it in")
        fitted, told = _in_tone(task, planned, planned.restore(answer.picture))
        pixels, rim = self._laid(task, area, planned, mask, fitted)
        facts = self._facts(task, area, request, answer) | {"seam": round(rim, 2)} | told
        return ImaginedFill(pixels, facts, (*answer.notes, *_notes_on_size(task, planned)))

    def _answer(self, request: GenerationRequest, progress: Progress) -> Imagined:
        key = _key(request)
        with self._guard:
            if key in self._answers:
                self._answers.move_to_end(key)
                return self._answers[key]
        answer = sized(self.generator.generate(request, progress), request)
        with self._guard:
            self._answers[key] = answer
            while len(self._answers) > _KEPT:
                self._answers.popitem(last=False)
        return answer

    def _laid(
        self, task: FillTask, area: Area, planned: RequestWindow, mask: FloatPlane, answer: FloatImage
    ) -> tuple[Pixels, float]:
        """The picture with the answer in it, and how much its rim shows. Raises ImaginingFailed where it does not pass."""
        x0, y0, x1, y1 = planned.box
        before: Any = np.ascontiguousarray(task.pixels[y0:y1, x0:x1])
        photo = np.asarray(before[..., :3], np.float32) / np.float32(np.iinfo(before.dtype).max)
        fitted = match.fit_colours(photo, answer, mask)
        whole, part = self._with(task, planned, before, photo, fitted, mask)
        usual = max(1.0, seam(task.pixels, area)) if task.draft else 1.0
        rim = seam(whole, area) / usual if task.seam else 1.0
        if rim > gates.MOST_SEAM:
            fitted = match.close_seam(photo, fitted, mask)
            whole, part = self._with(task, planned, before, photo, fitted, mask)
            rim = seam(whole, area) / usual
            gates.require_closed(rim)
        gates.require_no_new_face(task.plate[y0:y1, x0:x1], part, mask, self.models)
        return whole, rim

    def _with(
        self,
        task: FillTask,
        planned: RequestWindow,
        before: Pixels,
        photo: FloatImage,
        fitted: FloatImage,
        mask: FloatPlane,
    ) -> tuple[Pixels, Pixels]:
        """The picture, and its window, with ``fitted`` laid in."""
        x0, y0, x1, y1 = planned.box
        part = match.lay_in(before, match.add_grain(photo, fitted, mask, task.seed), mask, task.seed)
        gates.require_untouched_outside(before, part, mask)
        whole: Any = task.pixels.copy()
        whole[y0:y1, x0:x1] = part
        return whole, part

    def _facts(self, task: FillTask, area: Area, request: GenerationRequest, answer: Imagined) -> dict[str, Any]:
        height, width = task.pixels.shape[:2]
        facts: dict[str, Any] = {
            "engine": self.generator.name,
            "model": answer.model,
            "seed": request.seed,
            "prompt": request.prompt,
            "maskShare": round(float(area.mask.sum()) / (height * width), 4),
            "seconds": round(answer.seconds, 1),
            "windowPixels": [request.width, request.height],
        }
        if task.pixels.dtype == np.uint16:
            facts["depth"] = 8
        return facts


def sized(answer: Imagined, request: GenerationRequest) -> Imagined:
    """An answer in the size that was asked for; resampled and noted where it came in another. Raises ImaginingFailed for none."""
    import cv2

    shape = answer.picture.shape
    if answer.picture.ndim != 3 or shape[2] != 3 or min(shape[:2]) < 8:
        raise ImaginingFailed(Message("The engine's answer is no picture that can be used."), "size")
    if shape[:2] == request.picture.shape[:2]:
        return answer
    picture = cv2.resize(answer.picture, (request.width, request.height), interpolation=cv2.INTER_AREA)
    return Imagined(np.asarray(picture, np.uint8), answer.model, answer.seconds, (*answer.notes, NOTE_RESIZED))


def _mask_in(area: Area, planned: RequestWindow) -> FloatPlane:
    """The mask over the window, as far as it reaches into it."""
    x0, y0, x1, y1 = planned.box
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    left, top, right, bottom = (
        max(area.box[0], x0), max(area.box[1], y0), min(area.box[2], x1), min(area.box[3], y1)
    )  # fmt: skip
    if left < right and top < bottom:
        seen = area.mask[top - area.box[1] : bottom - area.box[1], left - area.box[0] : right - area.box[0]]
        mask[top - y0 : bottom - y0, left - x0 : right - x0] = seen
    return mask


def _in_tone(task: FillTask, planned: RequestWindow, answer: FloatImage) -> tuple[FloatImage, dict[str, Any]]:
    """The answer in the draft's colours on the whole, where it has to keep them, and how far it was from them. Raises
    ImaginingFailed."""
    if task.tone is None:
        return answer, {}
    x0, y0, x1, y1 = planned.box
    part: Any = np.ascontiguousarray(task.pixels[y0:y1, x0:x1, :3])
    draft = np.asarray(part, np.float32) / np.float32(np.iinfo(part.dtype).max)
    weight = _mask_in(task.tone, planned)
    gates.require_detail(match.kept_detail(draft, answer, weight, (x1 - x0) / planned.inner[0]))
    apart = match.tone_difference(draft, answer, weight)
    if apart < gates.MOST_TONE:
        return answer, {"tone": round(apart, 1)}
    moved = match.take_tone(draft, answer, weight)
    gates.require_tone(match.tone_difference(draft, moved, weight))
    return moved, {"tone": round(apart, 1), "recoloured": True}


def _notes_on_size(task: FillTask, planned: RequestWindow) -> tuple[Message, ...]:
    """Whether a draft was painted much smaller than the picture shows it."""
    coarse = (planned.box[2] - planned.box[0]) / planned.inner[0]
    if not task.draft or coarse < _COARSE:
        return ()
    return (
        Message(
            "The engine painted {width} x {height} pixels, and the picture is larger there: seen at full size it is softer.",
            width=planned.inner[0],
            height=planned.inner[1],
        ),
    )


def _frozen(array: Any) -> Any:
    array.flags.writeable = False
    return array


def _key(request: GenerationRequest) -> str:
    state = hashlib.sha256(request.picture.tobytes() + request.mask.tobytes())
    state.update(repr((request.picture.shape, request.prompt, request.avoid, request.strength, request.seed)).encode())
    return state.hexdigest()
