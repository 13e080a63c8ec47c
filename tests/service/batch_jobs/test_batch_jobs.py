"""A server's batches: refused as a whole where they cannot be done, done file by file, one that kills alone, and swept away."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.errors import CatchlightError, StorageFault, UnusablePicture
from catchlight.core.messages import Message
from catchlight.core.progress import Cancelled, Progress
from catchlight.imaging.io import codec
from catchlight.paths import Home
from catchlight.service.batch_jobs.batch_jobs import BatchJobs
from catchlight.service.batch_jobs.turns import Turns
from catchlight.store.batch_jobs.batch_events import FileOutcome
from catchlight.store.blobs.folder import FolderBlobs
from catchlight.store.settings.resource_limits import BatchLimits, PictureLimits

from tests.batch_service import batch_service, digest, request_of, wish
from tests.doubles import DeafEditor, EchoEditor, FailingEditor, GatedEditor, eventually
from tests.service.batch.conftest import make_pictures

Served = Callable[..., BatchJobs]
BROKEN = "data:image/png;base64,AAAA"


@pytest.fixture
def served(home: Home, catalogue: Catalogue) -> Iterator[Served]:
    with ExitStack() as stack:
        yield lambda editor, **options: stack.enter_context(batch_service(home, editor, catalogue, **options))


@pytest.fixture
def files(tmp_path: Path) -> list[bytes]:
    return [path.read_bytes() for path in make_pictures(tmp_path / "in", ["a.jpg", "b.jpg", "c.jpg"])]


def begin(jobs: BatchJobs, files: list[bytes], *steps: dict[str, Any], client: str | None = None) -> str:
    """A batch whose files have all come."""
    batch = jobs.create(client, None, request_of(wish(files, *steps))).batch_id
    for data in files:
        jobs.keep(batch, digest(data), data)
    return batch


def outcomes(jobs: BatchJobs, batch: str) -> tuple[FileOutcome, ...]:
    """What has become of the files, once none is left to be done."""
    assert eventually(lambda: jobs.new_events(batch, 0)[1], 30)
    return jobs.batch(batch).outcomes


def test_every_file_is_done_and_a_bad_one_stops_no_other(served: Served, files: list[bytes]) -> None:
    jobs = served(EchoEditor(), threads=2)
    batch = begin(jobs, [files[0], files[1][:400], files[2], files[0]])
    found = outcomes(jobs, batch)
    assert [outcome.state for outcome in found] == ["done", "failed", "done", "done"]
    assert found[1].error == "unsupported_image"
    made = found[0].result
    assert made is not None
    data = jobs.result(batch, 0)
    assert (digest(data), len(data), made.suffix) == (made.sha256, made.bytes, ".png")
    assert codec.decode(data).digest == codec.decode(files[0]).digest
    assert made.facts["width"] == 70
    numbers = [told.number for told in jobs.new_events(batch, 0)[0]]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize(
    ("step", "code", "said"),
    [
        ({"operation": "cook"}, "invalid_request", "no operation"),
        ({"operation": "id_photo", "parameters": {"spec": "my_club"}}, "unknown_spec", "my_club"),
        ({"operation": "layout", "parameters": {"paper": "my_paper"}}, "unknown_paper", "my_paper"),
        ({"operation": "headshot", "parameters": {"backgroundStyles": ["white"], "imagine": True}}, "imagining_off", "engine"),
        ({"operation": "headshot", "parameters": {"backgroundStyles": ["own_picture"]}, "pictures": [BROKEN]},
         "unsupported_image", "steps.pictures"),
    ],
)  # fmt: skip
def test_what_a_server_may_not_do_is_refused_when_it_is_asked_for(
    served: Served, files: list[bytes], step: dict[str, Any], code: str, said: str
) -> None:
    jobs = served(EchoEditor())
    with pytest.raises(CatchlightError, match=said) as told:
        jobs.create(None, None, request_of(wish(files, step)))
    assert told.value.code == code
    assert jobs.batches(None) == ()


def test_a_file_that_is_too_large_fails_by_itself(served: Served, files: list[bytes]) -> None:
    large = max(map(len, files))
    jobs = served(
        EchoEditor(), pictures=PictureLimits.model_construct(max_bytes=large - 1, max_pixels=10**8, min_side=16)
    )
    found = jobs.create(None, None, request_of(wish(files)))
    assert {outcome.error for outcome in found.outcomes if outcome.state == "failed"} == {"image_too_large"}
    assert 1 <= found.failed < 3


def test_what_only_a_picture_can_refuse_fails_at_its_file(served: Served, files: list[bytes]) -> None:
    inside_out = {"corners": [0, 0, 90, 90, 90, 0, 0, 90], "width": 9}
    step = {"operation": "crop", "parameters": inside_out, "placedIn": {"width": 90, "height": 60}}
    jobs = served(EchoEditor())
    (outcome,) = outcomes(jobs, begin(jobs, files[:1], step))
    assert (outcome.state, outcome.error) == ("failed", "invalid_request")
    assert "quadrangle" in (outcome.message or "")


def test_bytes_of_another_file_are_refused(served: Served, files: list[bytes]) -> None:
    jobs = served(EchoEditor())
    batch = jobs.create(None, None, request_of(wish(files[:1]))).batch_id
    with pytest.raises(CatchlightError, match="another digest"):
        jobs.keep(batch, digest(files[0]), files[1])
    assert jobs.batch(batch).missing == 1


def test_bytes_that_are_gone_have_to_come_again(served: Served, files: list[bytes], home: Home) -> None:
    editor = GatedEditor()
    jobs = served(editor)
    batch = begin(jobs, files[:2])
    assert eventually(lambda: editor.running == 1)
    for blob in home.batch_files.iterdir():
        blob.write_bytes(b"damaged")
    editor.gate.set()
    assert eventually(lambda: jobs.batch(batch).missing == 1)
    assert jobs.batch(batch).uploads == (digest(files[1]),)
    jobs.keep(batch, digest(files[1]), files[1])
    assert [outcome.state for outcome in outcomes(jobs, batch)] == ["done", "done"]


def test_a_batch_that_is_deleted_stops_and_leaves_nothing(served: Served, files: list[bytes], home: Home) -> None:
    editor = GatedEditor()
    jobs = served(editor, lease=0.2)
    batch = begin(jobs, files)
    assert eventually(lambda: editor.running == 1)
    jobs.delete(batch)
    assert eventually(lambda: editor.cancelled == 1)
    assert list(home.batch_files.iterdir()) == []
    assert jobs.batches(None) == ()


def test_a_result_that_comes_too_late_is_thrown_away(served: Served, files: list[bytes], home: Home) -> None:
    editor = DeafEditor()
    jobs = served(editor, lease=60.0)
    batch = begin(jobs, files[:1])
    assert editor.begun.wait(10)
    jobs.delete(batch)
    editor.gate.set()
    assert eventually(lambda: len(editor.requests) == 1)
    assert eventually(lambda: list(home.batch_files.iterdir()) == [])


def test_a_store_that_is_away_fails_no_file(
    served: Served, files: list[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    jobs = served(EchoEditor())
    put, refused = FolderBlobs.put, iter(range(2))

    def troubled(blobs: FolderBlobs, key: str, data: bytes) -> None:
        if key.startswith("result") and next(refused, None) is not None:
            raise StorageFault(Message("The store is away."))
        put(blobs, key, data)

    monkeypatch.setattr(FolderBlobs, "put", troubled)
    batch = begin(jobs, files[:1])
    assert [outcome.state for outcome in outcomes(jobs, batch)] == ["done"]


def test_faults_are_told_and_tried_again_when_asked(served: Served, files: list[bytes]) -> None:
    editor = FailingEditor(UnusablePicture(Message("There is no face.")))
    jobs = served(editor)
    batch = begin(jobs, files[:1])
    (found,) = outcomes(jobs, batch)
    assert (found.error, found.message) == ("no_face", "There is no face.")
    editor.fault = ZeroDivisionError("by nought")
    jobs.retry(batch, [0])
    (found,) = outcomes(jobs, batch)
    assert (found.error, "by nought" in str(found.message)) == ("internal_error", False)


def test_old_batches_and_blobs_without_a_row_are_swept(served: Served, files: list[bytes], home: Home) -> None:
    jobs = served(EchoEditor(), limits=BatchLimits(keep_days=1))
    outcomes(jobs, begin(jobs, files[:1]))
    for name, age in (("result-left.bin", 8 * 3600), ("result-new.bin", 60)):
        blob = home.batch_files / name
        blob.write_bytes(b"x")
        os.utime(blob, (blob.stat().st_mtime - age,) * 2)
    assert jobs.sweep() == 0
    kept = {blob.name for blob in home.batch_files.iterdir()}
    assert len(kept) == 3
    assert "result-left.bin" not in kept
    late = served(EchoEditor(), limits=BatchLimits.model_construct(queue=10, keep_days=-1))
    assert late.sweep() == 1
    assert {blob.name for blob in home.batch_files.iterdir()} == {"result-new.bin"}


def test_whoever_killed_a_process_works_alone() -> None:
    turns, inside, order = Turns(), threading.Event(), list[str]()
    leave = threading.Event()

    def together() -> None:
        with turns.taken(False, Progress()):
            inside.set()
            leave.wait(10)
            order.append("together")

    def alone() -> None:
        with turns.taken(True, Progress()):
            order.append("alone")

    first, second = threading.Thread(target=together), threading.Thread(target=alone)
    first.start()
    assert inside.wait(10)
    second.start()
    assert eventually(lambda: turns._alone == 1)
    unwanted = Progress()
    unwanted.cancel()
    with pytest.raises(Cancelled), turns.taken(False, unwanted):
        pass
    leave.set()
    first.join()
    second.join()
    assert order == ["together", "alone"]
    with turns.taken(False, Progress()):
        pass
