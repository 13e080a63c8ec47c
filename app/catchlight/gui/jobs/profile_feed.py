"""What a worker hears of a profile picture job: asked for, listened to, its pictures fetched. Runs off the GUI thread."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.canvas import qt_images
from catchlight.imaging.io import codec
from catchlight.operations.operation import File
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.store.jobs.events import Delivered, Progressed, Registered
from catchlight.store.jobs.job import Job

if TYPE_CHECKING:
    from catchlight.service.selection.selections import Selections  # with it comes the database

_DELIVERED_SIDE = 160
"""Pixels of the small picture of a delivered file."""
_LAST_PICTURED = "resizing"
"""What this step made stands for delivered files that lie elsewhere."""
OpenPlace = Callable[[str | None], "Selections"]
"""The jobs at an address, None for this computer's; may block."""
GenerationIds = MutableMapping[tuple[str | None, str], str]
"""Generations that pictures became: by the place's address and the sum of the file's bytes."""


@dataclass(frozen=True)
class SourcePicture:
    """The picture that is asked for. key: the same for the same picture. file: gives its file; slow.

    generation: its id in this computer's store, where known.
    """

    key: object
    name: str
    file: Callable[[], File]
    generation: str | None = None


@dataclass(frozen=True)
class JobUpdate:
    """What has changed. number: of the last event that was heard; waiting: jobs that come before this one."""

    job: str = ""
    generation: str = ""
    number: int = 0
    seen: Job | None = None
    fraction: float = 0.0
    waiting: int | None = None
    pictures: Mapping[str, QImage] = field(default_factory=dict)
    delivered: Mapping[str, QImage] = field(default_factory=dict)
    """By location."""


@dataclass(frozen=True)
class ProfileJobRequest:
    """An asking for profile pictures, complete in itself.

    address: of the server, None for this computer. request: the same for every attempt. generation: what the picture is known
    as there, or empty. supply: the picture itself; None where only the generation is left of it.
    """

    address: str | None
    request: str
    params: ProfilePictureParams
    generation: str = ""
    supply: SourcePicture | None = None


def request_task(
    open_place: OpenPlace, asked: ProfileJobRequest, sent: GenerationIds
) -> Callable[[Progress], Iterator[JobUpdate]]:
    """Store the picture where the place does not have it, ask for the job, and listen to its end.

    The errors are the place's own.
    """

    def source(progress: Progress) -> Iterator[JobUpdate]:
        place = open_place(asked.address)
        for generation in _generations(place, asked, sent):
            yield JobUpdate(generation=generation)
            try:
                job = place.submit(generation, asked.params, asked.request, progress)
            except CatchlightError as fault:
                if fault.code != "unknown_generation" or asked.supply is None:
                    raise
                continue  # the place has forgotten it: the next is newly stored
            yield JobUpdate(job=job, generation=generation)
            yield from follow_events(place, asked.address, job, 0, progress)
            return

    return source


def listen_task(
    open_place: OpenPlace, address: str | None, job: str, after: int
) -> Callable[[Progress], Iterator[JobUpdate]]:
    """Go on listening after the event of that number."""
    return lambda progress: follow_events(open_place(address), address, job, after, progress)


def follow_events(
    place: Selections, address: str | None, job: str, after: int, progress: Progress
) -> Iterator[JobUpdate]:
    """What the job tells from that event on, with the state of its steps and what they made."""
    have: set[str] = set()
    seen, number, index = place.job(job), after, 0

    def news(fraction: float = 0.0, waiting: int | None = None) -> JobUpdate:
        new = {step.name for step in seen.steps if step.picture} - have
        pictures = _pictures(place, job, new)
        have.update(pictures)
        delivered = _delivered(place, seen, address is None) if seen.state == "completed" else {}
        reached = max(seen.fraction, fraction)
        return JobUpdate(job, seen.generation_id, number, seen, reached, waiting, pictures, delivered)

    yield news()
    if seen.ended:
        return
    for told in place.events(job, after, progress):
        event, number = told.event, told.number
        if told.terminal and not seen.ended:
            seen = place.job(job)
        elif isinstance(event, Progressed) and not seen.ended:
            if event.index < index or not _covered(seen, event.step):
                seen = place.job(job)
            index = event.index
        waiting = event.position if isinstance(event, Registered) else None
        yield news(event.fraction if isinstance(event, Progressed) else 0.0, waiting)


def is_file(location: str) -> bool:
    """Whether a place of delivery is a path rather than an address."""
    return "://" not in location


def _covered(seen: Job, step: str) -> bool:
    """Whether the state that was seen is not older than the beginning of a step."""
    return any(entry.name == step and entry.state != "waiting" for entry in seen.steps)


def _pictures(place: Selections, job: str, steps: Iterable[str]) -> dict[str, QImage]:
    """What steps made; without those that a new attempt at the job has thrown away meanwhile."""
    found = {}
    for name in steps:
        try:
            found[name] = qt_images.decode_image(place.step_picture(job, name))
        except CatchlightError as fault:
            if fault.code != "unknown_job":
                raise
    return found


def _delivered(place: Selections, seen: Job, here: bool) -> dict[str, QImage]:
    """Small pictures of the delivered files: of the files themselves where they lie on this computer."""
    made = _pictures(place, seen.job_id, [_LAST_PICTURED]).get(_LAST_PICTURED)
    found = {}
    for picture in seen.pictures:
        own = _read(picture) if here and is_file(picture.location) else None
        image = own if own is not None else made
        if image is not None and not image.isNull():
            found[picture.location] = _small(image)
    return found


def _read(picture: Delivered) -> QImage | None:
    """The delivered file; None where it was taken away since."""
    try:
        return qt_images.decode_image(Path(picture.location).read_bytes())
    except OSError:
        return None


def _small(image: QImage) -> QImage:
    side = min(_DELIVERED_SIDE, max(image.width(), image.height()))
    return image.scaled(
        QSize(side, side), Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
    )


def _generations(place: Selections, asked: ProfileJobRequest, sent: GenerationIds) -> Iterator[str]:
    """What the picture may be known as at the place, and last what it is newly stored as."""
    supply = asked.supply
    if asked.generation:
        yield asked.generation
    if supply is None:
        return
    if asked.address is None and supply.generation not in (None, asked.generation):
        yield supply.generation or ""
    file = supply.file()
    key = asked.address, hashlib.sha256(file.data).hexdigest()
    if sent.get(key, asked.generation) != asked.generation:
        yield sent[key]
    picture = codec.decode(file.data, codec.STORE_LIMITS, supply.name)
    sent[key] = place.store(picture, file.data)
    yield sent[key]
