"""What a kiosk remembers of its print jobs."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from catchlight.core.errors import StorageFault
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
