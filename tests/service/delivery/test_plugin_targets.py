from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.service.delivery import deliver as delivery
from catchlight.service.delivery.deliver import Parcel, ParcelItem, deliver, find_delivery, target_of
from catchlight.service.delivery.targets import DeliveryFault, FolderTarget, RemoteTarget
from catchlight.store.blobs.file_systems import PACKAGES

from tests.packages import install_package

PARCEL = Parcel("anna-1", "circle", (ParcelItem(64, b"picture", "image/png"),))
GOOD = """
from catchlight.service.delivery.targets import FolderTarget

class Shelf(FolderTarget):
    def __init__(self, address, options):
        self.given = address, dict(options)
        super().__init__(address.partition("://")[2])

def make(address, options):
    return Shelf(address, options)
"""
FAILING = """
class Shelf:
    def read(self, name):
        raise RuntimeError("the shelf is on fire")
    size = write = location = tidy = read

def make(address, options):
    return Shelf()
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    return folder


def install(site: Path, package: str, text: str, scheme: str = "shelf", named: str = "make") -> None:
    install_package(site, package, {"catchlight.delivery": {scheme: f"{package}:{named}"}}, text)


def always() -> None:
    """The work is still ours."""


def test_a_scheme_of_a_plug_in_is_delivered_to_and_found_again(site: Path, tmp_path: Path) -> None:
    install(site, "shelf_good", GOOD)
    target = target_of(f"shelf://{tmp_path}/out", {"key": 1})
    manifest = deliver(target, PARCEL, always)
    assert find_delivery(target, "anna-1") == manifest
    assert (tmp_path / "out" / "anna-1" / "circle-64.png").read_bytes() == b"picture"
    assert manifest.pictures[0].location == str(tmp_path / "out" / "anna-1" / "circle-64.png")


@pytest.mark.parametrize(
    ("package", "text", "named", "said"),
    [
        ("shelf_absent", "import no_such_module_anywhere\n", "make", "cannot be loaded: ModuleNotFoundError"),
        ("shelf_number", "make = 3\n", "make", "is no function that makes a target"),
        (
            "shelf_empty",
            "def make(address, options):\n    return object()\n",
            "make",
            "read, size, write, location, tidy is missing",
        ),
        (
            "shelf_raises",
            "def make(address, options):\n    raise KeyError('key')\n",
            "make",
            "Could not use the plug-in for shelf://: KeyError: 'key'",
        ),
    ],
)
def test_a_plug_in_that_fails_is_a_fault_of_delivery(
    site: Path, package: str, text: str, named: str, said: str
) -> None:
    install(site, package, text, named=named)
    with pytest.raises(DeliveryFault) as told:
        target_of("shelf://somewhere")
    assert said in told.value.message


def test_what_a_target_raises_is_a_fault_of_delivery(site: Path) -> None:
    install(site, "shelf_failing", FAILING)
    with pytest.raises(
        DeliveryFault, match=r"Could not read anna-1/manifest.json: RuntimeError: the shelf is on fire\."
    ):
        deliver(target_of("shelf://somewhere"), PARCEL, always)


def test_two_plug_ins_for_one_scheme_are_refused(site: Path) -> None:
    install(site, "shelf_a", GOOD)
    install(site, "shelf_b", GOOD)
    with pytest.raises(DeliveryFault, match="of shelf_a and shelf_b"):
        target_of("shelf://somewhere")


@pytest.mark.parametrize(("scheme", "kind"), [("file", FolderTarget), ("webdav+http", RemoteTarget)])
def test_schemes_of_the_program_stay_its_own(site: Path, scheme: str, kind: type) -> None:
    install(site, f"shelf_{scheme[:4]}", "raise AssertionError('loaded')\n", scheme=scheme)
    assert isinstance(target_of(f"{scheme}://localhost/folder"), kind)


def test_all_that_the_program_delivers_to_is_kept_from_plug_ins() -> None:
    assert set(PACKAGES) | {"webdav+https", "webdav+http", "file"} <= delivery.OWN_SCHEMES


def test_a_scheme_that_nobody_knows_names_no_plug_in() -> None:
    with pytest.raises(DeliveryFault, match="nowhere"):
        target_of("nowhere://somewhere")
