"""Delivery to a folder and to the file systems of others: whole or not at all, and not twice."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fsspec
import httpx
import pytest
from catchlight.core.errors import StorageFault
from catchlight.core.progress import Cancelled, Progress
from catchlight.core.retry import RetryPolicy
from catchlight.service.delivery.deliver import DeliveryTarget, Parcel, ParcelItem, deliver, find_delivery, target_of
from catchlight.service.delivery.targets import DeliveryFault, RemoteTarget

from tests.simulators.file_servers import SftpPlace, WebdavPlace, sftp, webdav
from tests.simulators.s3 import S3Server

__all__ = ["sftp", "webdav"]

PARCEL = Parcel(
    "job_1",
    "square",
    (ParcelItem(64, b"large" * 100, "image/png"), ParcelItem(32, b"small", "image/png")),
    "gen_1",
    "anna",
)


def always() -> None:
    """Nobody else has the work."""


@pytest.fixture(scope="module", autouse=True)
def _servers_run(s3: S3Server, webdav: WebdavPlace, sftp: SftpPlace) -> None:
    """Their threads start here, not within a test."""


@pytest.fixture(params=["folder", "s3", "sftp", "webdav", "memory"])
def target(request: pytest.FixtureRequest, tmp_path: Path) -> DeliveryTarget:
    if request.param == "s3":
        return target_of("s3://portraits/profiles", request.getfixturevalue("s3").options)
    if request.param == "sftp":
        return target_of(*request.getfixturevalue("sftp"))
    if request.param == "webdav":
        return target_of(request.getfixturevalue("webdav")[0])
    if request.param == "memory":
        return target_of(f"memory://{tmp_path.name}")
    return target_of(str(tmp_path / "out"))


def renamed(name: str) -> Parcel:
    return Parcel(name, PARCEL.shape, PARCEL.items, PARCEL.generation, PARCEL.customer)


def test_files_and_manifest_arrive_as_they_were_sent(target: DeliveryTarget) -> None:
    parcel, shares = renamed("whole"), list[float]()
    assert find_delivery(target, "whole") is None
    manifest = deliver(target, parcel, always, shares.append)
    assert [target.read(f"whole/{file.name}") for file in manifest.pictures] == [item.data for item in PARCEL.items]
    assert json.loads(target.read("whole/manifest.json") or b"")["extCustomerId"] == "anna"
    assert find_delivery(target, "whole") == manifest
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


def test_a_second_delivery_writes_nothing(target: DeliveryTarget, monkeypatch: pytest.MonkeyPatch) -> None:
    first = deliver(target, renamed("once"), always)

    def refuse(name: str, data: bytes) -> None:
        raise AssertionError(f"{name} was written again")

    monkeypatch.setattr(target, "write", refuse)
    assert deliver(target, renamed("once"), always) == first


def test_what_an_attempt_left_behind_is_completed_and_tidied(target: DeliveryTarget) -> None:
    target.write("left/square-64.png", b"from another attempt")
    target.write("left/.square-32.png.0a0b.partial", b"half")
    manifest = deliver(target, renamed("left"), always)
    assert target.read("left/square-64.png") == PARCEL.items[0].data
    assert target.read("left/.square-32.png.0a0b.partial") is None
    assert find_delivery(target, "left") == manifest


def test_a_delivery_that_lacks_a_file_is_none(target: DeliveryTarget) -> None:
    deliver(target, renamed("lacking"), always)
    target.write("lacking/square-32.png", b"another size")
    assert find_delivery(target, "lacking") is None
    target.write("lacking/manifest.json", b"{")
    assert find_delivery(target, "lacking") is None


def test_who_lost_the_work_writes_no_manifest(target: DeliveryTarget) -> None:
    class LostError(Exception):
        pass

    allowed = [None, None]

    def wanted() -> None:
        if not allowed:
            raise LostError
        allowed.pop()

    with pytest.raises(LostError):
        deliver(target, renamed("lost"), wanted)
    assert target.read("lost/manifest.json") is None


class Flaky:
    """A real place whose first writes break off."""

    def __init__(self, system: Any, fault: Exception, failures: int) -> None:
        self._write, self.fault, self.left, self.calls = system.pipe_file, fault, failures, 0

    def pipe_file(self, path: str, data: bytes) -> None:
        self.calls += 1
        if self.left > 0:
            self.left -= 1
            raise self.fault
        self._write(path, data)


@pytest.fixture
def flaky(webdav: tuple[str, Path], monkeypatch: pytest.MonkeyPatch) -> Callable[[Exception, int], Flaky]:
    """Breaks the writes of the WebDAV server's place."""

    def broken(fault: Exception, failures: int) -> Flaky:
        system = target_of(webdav[0])._system  # type: ignore[attr-defined]
        made = Flaky(system, fault, failures)
        monkeypatch.setattr(system, "pipe_file", made.pipe_file)
        made.target = RemoteTarget(system, "profiles", "webdav://here/profiles")  # type: ignore[attr-defined]
        return made

    monkeypatch.setattr("catchlight.service.delivery.deliver.RETRIES", RetryPolicy(3, 0.001, 0.002))
    return broken


@pytest.mark.parametrize("fault", [ConnectionResetError(104, "reset"), httpx.ReadTimeout("slow")])
def test_a_write_that_broke_off_is_tried_again(
    flaky: Callable[..., Any], webdav: tuple[str, Path], fault: Exception
) -> None:
    place = flaky(fault, 2)
    manifest = deliver(place.target, renamed(f"again-{type(fault).__name__}"), always)
    assert place.calls == 5  # two files and the manifest
    assert (webdav[1] / "profiles" / manifest.parcel / "square-64.png").read_bytes() == PARCEL.items[0].data


def test_writes_that_break_off_every_time_are_given_up(flaky: Callable[..., Any]) -> None:
    place = flaky(ConnectionResetError(104, "reset"), 9)
    with pytest.raises(DeliveryFault, match="reset"):
        deliver(place.target, renamed("given-up"), always)
    assert place.calls == 3


def test_a_refusal_is_not_tried_again(flaky: Callable[..., Any]) -> None:
    place = flaky(PermissionError(13, "not yours"), 1)
    with pytest.raises(DeliveryFault, match="not yours"):
        deliver(place.target, renamed("refused"), always)
    assert place.calls == 1


def test_waiting_for_a_place_ends_when_the_work_is_lost(
    flaky: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("catchlight.service.delivery.deliver.RETRIES", RetryPolicy(3, 30.0, 30.0))
    place = flaky(ConnectionResetError(104, "reset"), 9)
    progress = Progress()
    threading.Timer(0.2, progress.cancel).start()
    with pytest.raises(Cancelled):
        deliver(place.target, renamed("left-alone"), progress.check)
    assert place.calls == 1


def test_a_full_disk_is_said_and_leaves_nothing_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = target_of(str(tmp_path / "out"))

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(StorageFault, match="No space left"):
        deliver(target, PARCEL, always)
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


def test_a_folder_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(StorageFault, match="Could not"):
        deliver(target_of(str(tmp_path / "file")), PARCEL, always)


def test_a_file_url_means_the_folder(tmp_path: Path) -> None:
    manifest = deliver(target_of(f"file://{tmp_path}/out"), PARCEL, always)
    assert Path(manifest.pictures[0].location).read_bytes() == PARCEL.items[0].data


def test_a_missing_bucket_is_a_fault_of_delivery_and_is_not_made(s3: S3Server) -> None:
    with pytest.raises(DeliveryFault, match="s3://nobodys-bucket/x") as refused:
        deliver(target_of("s3://nobodys-bucket/x", s3.options), PARCEL, always)
    assert refused.value.code == "delivery_failed"
    assert not fsspec.filesystem("s3", **s3.options).exists("nobodys-bucket")


def test_a_password_never_shows(webdav: tuple[str, Path]) -> None:
    address = webdav[0].replace("anna:secret", "anna:wrong-one")
    with pytest.raises(DeliveryFault) as refused:
        deliver(target_of(address), PARCEL, always)
    assert "wrong-one" not in refused.value.message
    manifest = deliver(target_of(webdav[0]), renamed("hidden"), always)
    assert "secret" not in manifest.model_dump_json()
    assert (webdav[1] / "profiles" / "hidden" / "square-64.png").read_bytes() == PARCEL.items[0].data


@pytest.mark.parametrize(("scheme", "package"), [("s3", "s3fs"), ("sftp", "paramiko"), ("webdav+https", "webdav4")])
def test_a_missing_package_is_named_with_what_to_install(
    scheme: str, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("s3fs", "paramiko", "fsspec.implementations.sftp", "webdav4.fsspec", "webdav4"):
        monkeypatch.setitem(sys.modules, module, None)
    for name in ("registry", "_registry"):
        monkeypatch.setattr(sys.modules["fsspec.registry"], name, {})
    with pytest.raises(DeliveryFault, match=package) as refused:
        target_of(f"{scheme}://host/folder")
    assert "catchlight[delivery]" in refused.value.message


@pytest.mark.parametrize("address", ["nothing://x", "webdav+https://", "s3x://a/b"])
def test_an_address_that_is_none_is_said(address: str) -> None:
    with pytest.raises(DeliveryFault, match="delivery address"):
        target_of(address)


def test_a_system_that_breaks_off_leaves_no_temporary_file() -> None:
    system = fsspec.filesystem("memory")
    target = RemoteTarget(system, "/breaking", "memory://breaking")

    class Broken:
        def __getattr__(self, name: str) -> Any:
            return getattr(system, name)

        def mv(self, *names: str) -> None:
            raise ConnectionResetError("the line is dead")

    target._system = Broken()
    with pytest.raises(DeliveryFault, match="the line is dead"):
        target.write("a/b.png", b"data")
    assert system.find("/breaking") == []
