"""One suite for every place of blobs: whole or not there, intact or told, gone when deleted."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from catchlight.core.errors import StorageFault
from catchlight.store.blobs.blobs import Blobs
from catchlight.store.blobs.folder import FolderBlobs
from catchlight.store.blobs.fsspec_store import FsspecBlobs
from catchlight.store.blobs.keys import digest_key
from catchlight.store.blobs.opening import open_blobs

from tests.simulators.file_servers import SftpPlace, WebdavPlace, sftp, webdav
from tests.simulators.s3 import S3Server

__all__ = ["sftp", "webdav"]
DATA = b"a picture" * 1000
KEY = digest_key(DATA, ".png")


@pytest.fixture(scope="module", autouse=True)
def _servers_run(s3: S3Server, webdav: WebdavPlace, sftp: SftpPlace) -> None:
    """Their threads start here, not within a test."""


@pytest.fixture(params=["folder", "share", "s3", "sftp", "webdav", "memory"])
def blobs(request: pytest.FixtureRequest, tmp_path: Path, s3: S3Server) -> Iterator[Blobs]:
    folder = tmp_path / "pictures"
    match request.param:
        case "folder":
            yield open_blobs("", {}, folder)
        case "share":
            yield open_blobs((tmp_path / "a share").as_uri(), {}, folder)
        case "s3":
            yield open_blobs(s3.make_place(), s3.options, folder)
        case "sftp":
            address, options = request.getfixturevalue("sftp")
            found = FsspecBlobs(f"{address}/{tmp_path.name}", options)
            yield found
            found._system.client.close()
        case "webdav":
            yield FsspecBlobs(f"{request.getfixturevalue('webdav')[0]}/{tmp_path.name}")
        case "memory":
            yield FsspecBlobs(f"memory://{tmp_path.name}")


def test_what_was_put_is_got_again_and_can_be_deleted_twice(blobs: Blobs) -> None:
    blobs.check()
    for missing in (blobs.get, lambda key: blobs.open(key).__enter__()):
        with pytest.raises(KeyError):
            missing(KEY)
    blobs.put(KEY, DATA)
    blobs.put(KEY, DATA)
    assert blobs.get(KEY) == DATA
    with blobs.open(KEY) as file:
        assert file.read(9) == b"a picture"
    blobs.delete(KEY)
    blobs.delete(KEY)
    with pytest.raises(KeyError):
        blobs.get(KEY)


def test_the_list_tells_key_size_and_time_of_each(blobs: Blobs) -> None:
    assert list(blobs.list()) == []
    more = {digest_key(data, ".jpg"): data for data in (b"one", b"two", b"three")}
    for key, data in more.items():
        blobs.put(key, data)
    blobs.check()
    found = {blob.key: blob for blob in blobs.list()}
    assert {key: blob.bytes for key, blob in found.items()} == {key: len(data) for key, data in more.items()}
    assert all(abs(blob.changed - datetime.now(UTC)) < timedelta(minutes=5) for blob in found.values())


def test_a_damaged_picture_is_told_and_not_given_out(blobs: Blobs) -> None:
    wrong = f"{hashlib.sha256(b'other').hexdigest()}.png"
    blobs.put(wrong, DATA)
    with pytest.raises(StorageFault, match="damaged"):
        blobs.get(wrong)
    with pytest.raises(StorageFault, match="damaged"), blobs.open(wrong):
        pass


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX systems")
@pytest.mark.parametrize("shared", [False, True])
def test_files_and_folders_are_for_their_owner_alone(tmp_path: Path, shared: bool) -> None:
    FolderBlobs(tmp_path / "pictures", shared=shared).put(KEY, DATA)
    made = [tmp_path / "pictures", *(tmp_path / "pictures").rglob("*")]
    assert len(made) == 2 + shared
    assert all(stat.S_IMODE(file.stat().st_mode) & 0o077 == 0 for file in made)


def test_what_was_never_finished_is_listed_and_can_be_deleted(tmp_path: Path) -> None:
    blobs = FolderBlobs(tmp_path, shared=True)
    blobs.put(KEY, DATA)
    (tmp_path / KEY[:2] / ".0123.partial").write_bytes(b"half")
    (partial,) = [blob.key for blob in blobs.list() if blob.key != KEY]
    blobs.delete(partial)
    assert [blob.key for blob in blobs.list()] == [KEY]


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("nowhere://bucket/place", "cannot be used for pictures"),
        ("relative/folder", "no place for pictures"),
        ("file://relative", "no place for pictures"),
    ],
)
def test_an_address_that_is_none_is_told_at_once(url: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(StorageFault, match=said):
        open_blobs(url, {}, tmp_path)


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def missing(scheme: str) -> None:
        raise ImportError(name="s3fs")

    monkeypatch.setattr("fsspec.get_filesystem_class", missing)
    with pytest.raises(StorageFault, match=r"need s3fs.*catchlight\[delivery\]"):
        open_blobs("s3://bucket", {}, tmp_path)
