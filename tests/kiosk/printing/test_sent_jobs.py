"""What a kiosk remembers of its print jobs."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from catchlight.core.errors import StorageFault
from catchlight.core.messages import Message
from catchlight.kiosk.printing.sent_jobs import KEPT_S, SentJob, SentJobs


def test_a_key_is_unknown_then_begun_then_sent(tmp_path: Path) -> None:
    sent = SentJobs(tmp_path / "jobs")
    assert sent.read("a/b ü") is None
    sent.begin("a/b ü", "photo")
    assert SentJobs(tmp_path / "jobs").read("a/b ü") == SentJob("photo", "")
    sent.finish("a/b ü", "photo", "12")
    assert SentJobs(tmp_path / "jobs").read("a/b ü") == SentJob("photo", "12")
    assert sent.read("another") is None


def test_nothing_of_the_key_is_on_the_disk(tmp_path: Path) -> None:
    SentJobs(tmp_path).begin("passport of Jane", "photo")
    (file,) = tmp_path.iterdir()
    assert "Jane" not in file.name + file.read_text()


def test_old_records_are_removed(tmp_path: Path) -> None:
    sent = SentJobs(tmp_path)
    sent.finish("old", "photo", "1")
    (file,) = tmp_path.iterdir()
    past = time.time() - KEPT_S - 60
    os.utime(file, (past, past))
    sent.finish("young", "photo", "2")
    assert sent.read("old") is not None
    sent.begin("new", "photo")
    assert sent.read("old") is None
    assert sent.read("young") == SentJob("photo", "2")


@pytest.mark.parametrize("content", ["", "{", "[]", '{"queue": "photo"}'])
def test_a_damaged_record_is_not_taken_for_nothing(tmp_path: Path, content: str) -> None:
    sent = SentJobs(tmp_path)
    sent.begin("a", "photo")
    (file,) = tmp_path.iterdir()
    file.write_text(content)
    with pytest.raises(StorageFault, match="Look into the print queue"):
        sent.read("a")


def test_how_a_job_ended_outlives_its_queue(tmp_path: Path) -> None:
    sent = SentJobs(tmp_path)
    sent.finish("a", "photo", "7")
    sent.finish("b", "other", "7")
    assert sent.outcome("photo", "7") == ""
    sent.end("photo", "7", "done")
    assert SentJobs(tmp_path).outcome("photo", "7") == "done"
    assert SentJobs(tmp_path).outcome("other", "7") == ""
    assert SentJobs(tmp_path).read("a") == SentJob("photo", "7", "done")


def test_of_two_jobs_of_one_number_the_later_counts(tmp_path: Path) -> None:
    """A queue that was set up anew counts from the beginning."""
    sent = SentJobs(tmp_path)
    sent.finish("old", "photo", "7")
    sent.end("photo", "7", "done")
    past = time.time() - 60
    for file in tmp_path.iterdir():
        os.utime(file, (past, past))
    sent.finish("new", "photo", "7")
    sent.end("photo", "7", "failed")
    assert sent.outcome("photo", "7") == "failed"
    assert sent.read("old") == SentJob("photo", "7", "done")


def test_an_outcome_that_the_disk_has_no_room_for_is_known_until_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = SentJobs(tmp_path)
    sent.finish("a", "photo", "7")

    def full(_file: Path, _data: bytes) -> None:
        raise StorageFault(Message("The disk is full."))

    monkeypatch.setattr("catchlight.kiosk.printing.sent_jobs.write_atomic", full)
    with pytest.raises(StorageFault):
        sent.end("photo", "7", "done")
    assert sent.outcome("photo", "7") == "done"
