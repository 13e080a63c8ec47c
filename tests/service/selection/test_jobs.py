"""Jobs from asking to delivery: what they tell, what they leave, and how they end."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from catchlight.core.errors import InvalidRequest, StorageFault, UnknownEntry
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.imaging.io import codec
from catchlight.imaging.picture import Picture
from catchlight.operations.profile_picture.params import NAMES, ProfilePictureParams
from catchlight.store.generation import Generation
from catchlight.store.ids import generation_id
from catchlight.store.jobs.events import Completed, Failed, NumberedEvent, Progressed, Registered
from catchlight.store.jobs.job import QueueFull
from catchlight.store.jobs.leases import Lease, Leases
from catchlight.store.settings.resource_limits import JobLimits

from tests.selections import NO_SPACE, REFUSED, Studio, eventually

WISH = ProfilePictureParams(sizes=(96, 48), shape="circle")


def terminal(told: list[NumberedEvent]) -> Completed | Failed:
    last = told[-1].event
    assert isinstance(last, Completed | Failed)
    return last


def test_a_job_tells_its_steps_in_order_and_delivers(studio: Studio, generation: str) -> None:
    jobs = studio.process()
    job = jobs.submit(generation, WISH)
    told = list(jobs.events(job))
    assert [one.number for one in told] == list(range(1, len(told) + 1))
    first = told[0].event
    assert isinstance(first, Registered)
    assert (first.position, first.steps) == (0, NAMES)
    steps = [one.event for one in told if isinstance(one.event, Progressed)]
    assert list(dict.fromkeys(step.step for step in steps)) == list(NAMES)
    assert [step.index for step in steps] == [NAMES.index(step.step) + 1 for step in steps]
    fractions = [step.fraction for step in steps]
    assert fractions == sorted(fractions)
    end = terminal(told)
    assert isinstance(end, Completed)
    assert [(one.size, one.shape) for one in end.pictures] == [(96, "circle"), (48, "circle")]
    for one in end.pictures:
        data = Path(one.location).read_bytes()
        assert hashlib.sha256(data).hexdigest() == one.sha256
        assert codec.decode(data, codec.DecodeLimits(min_side=1)).width == one.size


def test_the_manifest_says_all_that_lies_beside_it(studio: Studio, generation: str) -> None:
    jobs = studio.process()
    job = jobs.submit(generation, WISH.model_copy(update={"ext_cust_id": "anna-7"}))
    assert isinstance(terminal(list(jobs.events(job))), Completed)
    folder = studio.home.delivered / job
    manifest = json.loads((folder / "manifest.json").read_bytes())
    assert (manifest["generationId"], manifest["extCustomerId"]) == (generation, "anna-7")
    assert {file.name for file in folder.iterdir()} == {"manifest.json", *(one["name"] for one in manifest["pictures"])}
    assert [one["bytes"] for one in manifest["pictures"]] == [
        (folder / one["name"]).stat().st_size for one in manifest["pictures"]
    ]


def test_a_job_can_be_looked_at_step_by_step(studio: Studio, generation: str) -> None:
    jobs = studio.process()
    studio.watched.open.clear()
    job = jobs.submit(generation, WISH)
    assert studio.watched.reached.wait(20)
    seen = jobs.job(job)
    assert (seen.state, seen.step) == ("running", "uploading")
    assert [step.state for step in seen.steps] == ["done"] * 6 + ["running"]
    assert all(step.seconds is not None and step.picture for step in seen.steps[:6])
    cropped = codec.decode(jobs.step_picture(job, "cropping"), codec.DecodeLimits(min_side=1))
    assert cropped.width == cropped.height
    with pytest.raises(UnknownEntry):
        jobs.step_picture(job, "uploading")
    studio.watched.open.set()
    list(jobs.events(job))
    done = jobs.job(job)
    assert (done.state, done.fraction, len(done.pictures)) == ("completed", 1.0, 2)


def test_asking_twice_attaches_to_the_job_that_is_under_way(studio: Studio, generation: str) -> None:
    jobs = studio.process()
    studio.watched.open.clear()
    first = jobs.submit(generation, WISH)
    assert jobs.submit(generation, WISH) == first
    with pytest.raises(InvalidRequest, match="sizes differ"):
        jobs.submit(generation, ProfilePictureParams(sizes=(512,)))
    heard: list[list[NumberedEvent]] = [[], []]
    listeners = [threading.Thread(target=lambda into=into: into.extend(jobs.events(first))) for into in heard]
    for listener in listeners:
        listener.start()
    studio.watched.open.set()
    for listener in listeners:
        listener.join(20)
    assert heard[0] == heard[1]
    assert isinstance(terminal(heard[0]), Completed)
    assert jobs.submit(generation, WISH) != first
    assert len(studio.watched.manifests) <= 2


def test_what_was_missed_is_told_again_the_end_too(studio: Studio, generation: str) -> None:
    jobs = studio.process()
    job = jobs.submit(generation, WISH)
    told = list(jobs.events(job))
    assert list(jobs.events(job)) == told
    assert list(jobs.events(job, told[3].number)) == told[4:]
    assert list(jobs.events(job, told[-1].number)) == []
    with pytest.raises(UnknownEntry):
        list(jobs.events("job_nothing"))


@pytest.mark.parametrize(("fault", "code"), [(NO_SPACE, "storage_fault"), (REFUSED, "delivery_failed")])
def test_a_delivery_that_fails_may_be_asked_for_again(
    studio: Studio, generation: str, fault: Exception, code: str
) -> None:
    jobs = studio.process()
    studio.watched.faults.append(fault)
    job = jobs.submit(generation, WISH)
    end = terminal(list(jobs.events(job)))
    assert isinstance(end, Failed)
    assert (end.error, end.step, end.retryable) == (code, "uploading", True)
    assert len(end.message) > 15
    assert not list(studio.home.delivered.glob("*/manifest.json"))
    again = jobs.submit(generation, WISH)
    assert again != job
    assert isinstance(terminal(list(jobs.events(again))), Completed)
    failure = jobs.job(job).failure
    assert failure is not None
    assert failure.retryable


def test_a_picture_without_a_face_is_no_use_to_try_again(studio: Studio, nobody: str) -> None:
    jobs = studio.process()
    end = terminal(list(jobs.events(jobs.submit(nobody, WISH))))
    assert isinstance(end, Failed)
    assert (end.error, end.step, end.retryable) == ("no_face", "fetching", False)


def test_a_generation_that_is_no_picture_is_refused_in_its_job(studio: Studio, sample: Picture) -> None:
    sheet = Generation(
        id=generation_id(), operation="layout", result=sample.digest, media_type="application/pdf", width=1, height=1, bytes=9,
        created=datetime.now(UTC),
    )  # fmt: skip
    studio.generations.add(sheet, sample, b"%PDF-1.7\n")
    jobs = studio.process()
    end = terminal(list(jobs.events(jobs.submit(sheet.id, WISH))))
    assert isinstance(end, Failed)
    assert (end.error, end.retryable) == ("unsupported_image", False)


def test_what_cannot_be_asked_for_is_refused_at_once(studio: Studio, generation: str) -> None:
    jobs = studio.process(start=False)
    for wrong in (generation_id(), "gen_x", "../../etc/passwd"):
        with pytest.raises(UnknownEntry) as refused:
            jobs.submit(wrong, WISH)
        assert refused.value.code == "unknown_generation"
    with pytest.raises(UnknownEntry) as refused:
        jobs.submit(generation, ProfilePictureParams(background_style="nowhere"))
    assert refused.value.code == "unknown_style"
    assert jobs.ledger.under_way() == 0


def test_more_than_the_queue_holds_is_refused(studio: Studio, sample: Picture, sample_bytes: bytes) -> None:
    jobs = studio.process(start=False, limits=JobLimits(queue=2))
    ids = [studio.generations.upload(sample, sample_bytes).id for _ in range(3)]
    waiting = [jobs.submit(entry, WISH) for entry in ids[:2]]
    with pytest.raises(QueueFull):
        jobs.submit(ids[2], WISH)
    assert jobs.submit(ids[0], WISH) == waiting[0]
    event = jobs.ledger.events(waiting[1])[0].event
    assert isinstance(event, Registered)
    assert event.position == 1


def test_a_waiting_job_is_cancelled_at_once(studio: Studio, generation: str) -> None:
    jobs = studio.process(start=False)
    job = jobs.submit(generation, WISH)
    jobs.cancel(job)
    end = terminal(list(jobs.events(job)))
    assert isinstance(end, Failed)
    assert (end.error, end.retryable) == ("cancelled", True)
    jobs.cancel(job)
    assert len(list(jobs.events(job))) == 2
    with pytest.raises(UnknownEntry):
        jobs.cancel("job_nothing")


def test_a_running_job_is_cancelled_before_it_delivers(studio: Studio, generation: str) -> None:
    jobs = studio.process()
    studio.watched.open.clear()
    job = jobs.submit(generation, WISH)
    assert studio.watched.reached.wait(20)
    jobs.cancel(job)
    studio.watched.open.set()
    end = terminal(list(jobs.events(job)))
    assert isinstance(end, Failed)
    assert end.error == "cancelled"
    assert studio.watched.manifests == []


def test_another_process_is_told_to_cancel_what_it_runs(studio: Studio, generation: str) -> None:
    doing, asking = studio.process(), studio.process(start=False)
    studio.watched.open.clear()
    job = doing.submit(generation, WISH)
    assert studio.watched.reached.wait(20)
    asking.cancel(job)
    time.sleep(1.5)  # until the one who does it has renewed its lease
    studio.watched.open.set()
    end = terminal(list(asking.events(job)))
    assert isinstance(end, Failed)
    assert end.error == "cancelled"


def test_listening_can_be_left_and_the_job_goes_on(studio: Studio, generation: str) -> None:
    jobs = studio.process()
    studio.watched.open.clear()
    job = jobs.submit(generation, WISH)
    progress = Progress()
    threading.Timer(0.3, progress.cancel).start()
    with pytest.raises(Cancelled):
        list(jobs.events(job, progress=progress))
    studio.watched.open.set()
    assert isinstance(terminal(list(jobs.events(job))), Completed)


def test_a_customer_s_id_is_remembered_for_the_source_picture(
    studio: Studio, generation: str, sample: Picture, sample_bytes: bytes
) -> None:
    jobs = studio.process()

    def customer(entry: str, given: str | None = None) -> str:
        job = jobs.submit(entry, ProfilePictureParams(sizes=(32,), ext_cust_id=given))
        end = terminal(list(jobs.events(job)))
        assert isinstance(end, Completed)
        return end.ext_customer_id

    made = customer(generation)
    assert made.startswith("cust_")
    same = studio.generations.upload(sample, sample_bytes).id
    assert customer(same) == made
    assert customer(same, "anna-7") == "anna-7"
    edit = Generation(
        id=generation_id(), operation="adjust", parent=generation, source=sample.digest, result="0" * 64,
        media_type="image/png", width=512, height=512, bytes=len(sample_bytes), created=datetime.now(UTC),
    )  # fmt: skip
    studio.generations.add(edit, sample, sample_bytes)
    assert customer(edit.id) == "anna-7"


def test_old_jobs_are_forgotten_and_young_ones_kept(studio: Studio, generation: str) -> None:
    jobs = studio.process()
    job = jobs.submit(generation, ProfilePictureParams(sizes=(32,)))
    list(jobs.events(job))
    assert jobs.ledger.prune(1) == 0
    assert jobs.ledger.prune(-1) == 1
    with pytest.raises(UnknownEntry):
        jobs.job(job)
    assert (studio.home.delivered / job / "manifest.json").exists()


def test_parked_jobs_go_on_at_the_next_start_and_the_fraction_never_falls(studio: Studio, generation: str) -> None:
    first = studio.process()
    studio.watched.open.clear()
    job = first.submit(generation, WISH)
    assert studio.watched.reached.wait(20)
    threading.Timer(0.3, studio.watched.open.set).start()
    assert first.stop(10)
    assert first.job(job).state == "queued"
    second = studio.process()
    told = list(second.events(job))
    assert isinstance(terminal(told), Completed)
    fractions = [one.event.fraction for one in told if isinstance(one.event, Progressed)]
    assert fractions == sorted(fractions)
    assert sum(one.event.step == "normalizing" for one in told if isinstance(one.event, Progressed)) == 2
    assert second.job(job).attempts == 1
    assert len(studio.watched.manifests) == 1


def test_a_damaged_list_of_jobs_is_kept_aside_and_said(studio: Studio, generation: str) -> None:
    studio.home.jobs.mkdir(parents=True)
    (studio.home.jobs / "jobs.sqlite3").write_bytes(b"this is no database" * 100)
    jobs = studio.process()
    assert "damaged" in jobs.notices[0]
    assert isinstance(terminal(list(jobs.events(jobs.submit(generation, WISH)))), Completed)
    assert eventually(lambda: jobs.ledger.under_way() == 0)


def test_a_disk_that_refuses_is_waited_for_longer_and_longer(
    studio: Studio, generation: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults: list[int] = []

    class Noted(RetryPolicy):
        def wait(self, failures: int, asked: float | None = None) -> float:
            faults.append(failures)
            return 0.01

    take, left = Leases.take, [None] * 3

    def refusing(self: Leases) -> Lease | None:
        if left:
            left.pop()
            raise StorageFault("The disk is full.")
        return take(self)

    monkeypatch.setattr("catchlight.service.selection.workers.STORAGE_RETRIES", Noted())
    monkeypatch.setattr(Leases, "take", refusing)
    jobs = studio.process()
    assert isinstance(terminal(list(jobs.events(jobs.submit(generation, WISH)))), Completed)
    assert faults == [1, 2, 3]


def test_asking_again_under_the_same_name_begins_no_second_job(studio: Studio, generation: str, nobody: str) -> None:
    """The answer got lost, and the job ended meanwhile: it is still the same job."""
    jobs = studio.process()
    job = jobs.submit(generation, WISH, "request-1")
    list(jobs.events(job))
    assert jobs.submit(generation, WISH, "request-1") == job
    assert jobs.submit(nobody, WISH, "request-1") != job
    other = jobs.submit(generation, WISH, "request-2")
    assert other != job
    assert jobs.submit(generation, WISH, "request-3") == other  # attached, and remembered as that
    list(jobs.events(other))
    assert jobs.submit(generation, WISH, "request-3") == other
