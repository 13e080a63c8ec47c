"""The seven steps of a job, one after the other: from a generation to delivered files."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture import run as profile_picture
from catchlight.operations.profile_picture.params import DELIVERED, FETCHED, FETCHING, UPLOADING, WORKING
from catchlight.operations.profile_picture.work import AvatarWork, Product
from catchlight.portrait.portrait import Portraits
from catchlight.service.delivery.deliver import DeliveryTarget, Manifest, Parcel, ParcelItem, deliver
from catchlight.service.signing import SignedFile, Signing
from catchlight.store.generation import thumbnail
from catchlight.store.jobs.events import Delivered
from catchlight.store.jobs.leases import Lease, StepResult

_LOG = logging.getLogger(__name__)


class Pictures(Protocol):
    """What fetching needs of the store of generations."""

    def data(self, entry: str) -> bytes: ...


class JobReporter(Protocol):
    """Hears how far a job is. Each raises NotMine where the job has gone to somebody else."""

    def hold(self) -> None:
        """The job is about to be written to the outside: is it still ours?"""
        ...

    def begin(self, step: str, fraction: float, done: StepResult | None) -> None:
        """A step begins; done: the one before."""
        ...

    def heard(self, fraction: float, step: str) -> None:
        """How far the whole job is, from inside a step."""
        ...


@dataclass(frozen=True)
class JobResources:
    """What every job is worked on with. target: opens the place of delivery; may raise DeliveryFault."""

    pictures: Pictures
    portraits: Portraits
    catalogue: Catalogue
    target: Callable[[], DeliveryTarget]
    signing: Signing | None = None


@dataclass(frozen=True)
class JobState:
    """What goes from step to step. shown: what the last step made, to be looked at."""

    bench: JobResources
    claim: Lease
    hold: Callable[[], None]
    work: AvatarWork | None = None
    shown: Picture | None = None
    manifest: Manifest | None = None


StepFunction = Callable[[JobState, Progress], JobState]


def fetch_source(desk: JobState, progress: Progress) -> JobState:
    """The generation's picture and its analysis. Raises UnknownEntry, UnsupportedImage, UnusablePicture."""
    data = desk.bench.pictures.data(desk.claim.generation)
    picture = codec.decode(data, codec.STORE_LIMITS, desk.claim.generation, progress=progress)
    progress.report(0.05, FETCHING)
    portrait = desk.bench.portraits.of(picture)
    profile_picture.analyse_portrait(portrait, progress.part(0.05, 1.0))
    claim = desk.claim
    work = profile_picture.start_work(portrait, claim.params, desk.bench.catalogue, claim.created, claim.generation)
    return replace(desk, work=work, shown=work.shown)


def upload_files(desk: JobState, progress: Progress) -> JobState:
    """The finished files at their place. Raises StorageFault, DeliveryFault, NotMine."""
    assert desk.work is not None
    claim = desk.claim
    items, notes = sign_items(desk.work.products, desk.bench.signing)
    for note in notes:
        _LOG.warning("Job %s: %s", claim.job, note)
    parcel = Parcel(claim.job, claim.params.shape, items, claim.generation, claim.customer)

    def wanted() -> None:
        progress.check()
        desk.hold()

    manifest = deliver(desk.bench.target(), parcel, wanted, lambda share: progress.report(share, UPLOADING))
    return replace(desk, manifest=manifest, shown=None)


def sign_items(products: Sequence[Product], signing: Signing | None) -> tuple[list[ParcelItem], tuple[str, ...]]:
    """Finished pictures as they are delivered, signed where the settings ask for it, and why some are not. Raises what signing
    raises."""
    items, notes = [], dict[str, None]()
    for one in products:
        made = SignedFile(one.file) if signing is None else signing.finish(one.file, one.picture)
        items.append(ParcelItem(one.size, made.file.data, made.file.media_type, one.enlarged))
        if made.note:
            notes[made.note] = None
    return items, tuple(notes)


def _on_picture(run: Callable[[AvatarWork, Progress], AvatarWork]) -> StepFunction:
    def stepped(desk: JobState, progress: Progress) -> JobState:
        assert desk.work is not None
        work = run(desk.work, progress)
        return replace(desk, work=work, shown=work.shown)

    return stepped


PIPELINE: Mapping[str, tuple[float, StepFunction]] = {
    FETCHING: (FETCHED, fetch_source),
    **{name: (share, _on_picture(profile_picture.STEPS[name])) for name, share in WORKING.items()},
    UPLOADING: (DELIVERED, upload_files),
}
"""In order: how much of a job's time each takes, and what it does."""


def run(
    bench: JobResources, claim: Lease, progress: Progress, teller: JobReporter
) -> tuple[tuple[Delivered, ...], StepResult]:
    """Do a job; gives what was delivered and the last step. Raises Cancelled, NotMine, and what the steps raise."""
    desk = JobState(bench, claim, teller.hold)
    total = sum(share for share, _ in PIPELINE.values())
    start = 0.0
    done: StepResult | None = None
    for name, (share, step) in PIPELINE.items():
        end = start + share / total
        progress.check()
        teller.begin(name, start, done)
        began = time.perf_counter()
        desk = step(desk, progress.part(start, end).named(name))
        seconds = time.perf_counter() - began
        done = StepResult(name, seconds, None if desk.shown is None else thumbnail(desk.shown))
        start = end
    assert desk.manifest is not None
    assert done is not None
    return tuple(
        Delivered(size=file.size, shape=file.shape, location=file.location, sha256=file.sha256)
        for file in desk.manifest.pictures
    ), done
