"""The cache of previews: bounded, nobody else's business, and never a reason to fail."""

from __future__ import annotations

import os
import stat
import threading
import time
from pathlib import Path

import pytest
from catchlight.store.previews import Previews, content_version


def test_what_is_kept_is_found_by_another_start(tmp_path: Path) -> None:
    Previews(tmp_path / "cache" / "previews", 10_000).keep("ab12", b"card")
    again = Previews(tmp_path / "cache" / "previews", 10_000)
    assert again.find("ab12") == b"card"
    assert again.find("ab13") is None
    assert again.bytes == 4


def test_only_the_user_may_look(tmp_path: Path) -> None:
    Previews(tmp_path / "previews", 10_000).keep("ab12", b"card")
    assert stat.S_IMODE((tmp_path / "previews").stat().st_mode) == 0o700


def test_the_longest_unused_go_first(tmp_path: Path) -> None:
    previews = Previews(tmp_path, 10_000)
    for number in range(10):
        previews.keep(f"{number:02d}ab", bytes(1000))
        past = time.time() - 100_000 + number
        os.utime(tmp_path / f"{number:02d}" / f"{number:02d}ab", (past, past))
    assert previews.find("00ab") is not None
    previews.keep("10ab", bytes(1000))
    assert previews.bytes <= 10_000
    assert [number for number in range(11) if previews.find(f"{number:02d}ab") is None] == [1, 2]


def test_what_is_larger_than_all_is_not_kept_and_zero_keeps_nothing(tmp_path: Path) -> None:
    previews = Previews(tmp_path / "none", 0)
    previews.keep("ab12", b"x")
    assert previews.find("ab12") is None
    assert not (tmp_path / "none").exists()
    small = Previews(tmp_path / "small", 10)
    small.keep("ab12", b"12345")
    small.keep("ab13", bytes(11))
    assert small.find("ab12") == b"12345"


def test_emptying_leaves_nothing_and_it_goes_on(tmp_path: Path) -> None:
    previews = Previews(tmp_path, 1000)
    previews.keep("ab12", b"1")
    previews.keep("cd12", b"2")
    previews.discard("ab12")
    assert previews.find("ab12") is None
    previews.clear()
    assert previews.bytes == 0
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]
    previews.keep("ab12", b"3")
    assert previews.bytes == 1


def test_a_disk_that_refuses_is_no_fault(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_bytes(b"in the way")
    previews = Previews(tmp_path / "file" / "previews", 1000)
    previews.keep("ab12", b"1")
    assert "could not be kept" in caplog.text
    assert previews.find("ab12") is None


def test_many_threads_and_two_owners_stay_within_the_limit(tmp_path: Path) -> None:
    owners = [Previews(tmp_path, 20_000), Previews(tmp_path, 20_000)]

    def fill(which: int) -> None:
        for number in range(60):
            owners[which % 2].keep(f"{which}{number:03d}", bytes(500))
            assert owners[(which + 1) % 2].find(f"{which}{number:03d}") in (bytes(500), None)

    threads = [threading.Thread(target=fill, args=(which,)) for which in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    owners[0].clear()
    owners[0].keep("last", b"1")
    assert Previews(tmp_path, 20_000).bytes == 1


def test_another_edition_where_a_file_or_a_fact_is_another(tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text("[]")
    before = content_version([tmp_path], True)
    assert content_version([tmp_path], True) == before
    assert content_version([tmp_path], False) != before
    assert content_version([tmp_path, tmp_path / "absent"], True) == before
    (tmp_path / "rows.json").write_text("[1]")
    assert content_version([tmp_path], True) != before
