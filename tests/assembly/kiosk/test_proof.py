"""A proof leaves counters, money and calls of the kiosk as they are, and nothing of itself, killed or not."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest
from catchlight.assembly.kiosk import command, proof
from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.kiosk.config.model import CameraSource, Fleet, KioskConfig, Printer, Staff
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.printing.open_printer import FOLDER
from catchlight.kiosk.printing.sent_jobs import SentJobs
from catchlight.kiosk.supervision.counters import Counters
from catchlight.kiosk.wipe import places as wipe_places
from catchlight.kiosk.wipe import prove, session_folder
from catchlight.kiosk.wipe.folder_lock import make_locked
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.paths import Home, resources


@pytest.fixture
def places(tmp_path: Path) -> KioskPlaces:
    return KioskPlaces(Home(tmp_path / "home"))


@pytest.fixture
def config(tmp_path: Path) -> KioskConfig:
    """A folder camera with one picture, and a fleet that hears of sessions and calls."""
    camera = tmp_path / "camera"
    camera.mkdir()
    shutil.copy(resources() / "samples" / "officer.jpg", camera)
    return KioskConfig(
        camera=CameraSource(kind="folder", device=str(camera)),
        fleet=Fleet(id="hall-2", metrics_port=9100),
        staff=Staff(webhook="https://pager.example/calls"),
    )


@pytest.fixture(autouse=True)
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where folders of sessions and proofs lie, instead of the system's memory."""
    root = tmp_path / "memory"
    root.mkdir()
    monkeypatch.setattr(session_folder, "session_roots", lambda: [root])
    monkeypatch.setattr(prove, "best_root", lambda: root)
    monkeypatch.setattr(wipe_places, "search_places", lambda home: [home.root])
    monkeypatch.setenv("QT_QPA_PLATFORM", "offscreen")
    return root


def test_a_proof_counts_for_itself_and_calls_nobody(
    places: KioskPlaces, config: KioskConfig, roots: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Counters(places.counts).count("sessions", 7)
    kept = places.counts.read_bytes()
    tried: list[KioskConfig] = []

    def sessions(own: KioskPlaces, trial: KioskConfig) -> Sequence[WipeReceipt]:
        tried.append(trial)
        Counters(own.counts).count("sessions")
        Ledger(own.ledger).close()
        own.calls.write_text("[]")
        return []

    monkeypatch.setattr(proof, "_run", sessions)
    said: list[str] = []
    assert proof.prove_kiosk(places, config, said.append) == 0
    assert said[-1] == "Nothing was found."
    assert places.counts.read_bytes() == kept
    assert sorted(one.name for one in places.root.iterdir()) == ["counts.json", "ledger"]
    assert list(places.ledger.iterdir()) == [], "a folder that was locked, and no ledger"
    assert list(roots.iterdir()) == []
    (trial,) = tried
    assert (trial.payment.method, trial.staff.webhook, trial.fleet.metrics_port) == ("free", "", 0)
    assert trial.camera.device != config.camera.device


def test_a_proof_prints_as_the_kiosk_is_calibrated(places: KioskPlaces) -> None:
    own = KioskPlaces(places.home, places.proof)
    assert own.calibrations == places.calibrations
    assert all(
        one.is_relative_to(places.proof) for one in (own.counts, own.ledger, own.receipts, own.calls, own.pin_guard)
    )


def test_what_a_killed_proof_left_goes_at_the_next_start(places: KioskPlaces, config: KioskConfig, roots: Path) -> None:
    pictures, lock = make_locked(roots, session_folder.PROOF_PREFIX)
    (pictures / "officer.jpg").write_bytes(b"a face")
    command.sweep(places)
    assert pictures.exists(), "that of a proof that runs"
    lock.release()
    places.proof.mkdir(parents=True)
    Counters(places.proof / "counts.json").count("sessions")
    command.sweep(places)
    proof.clear_proof(places, config)
    assert not pictures.exists()
    assert not places.proof.exists()


def test_a_sheet_that_the_queue_still_holds_is_not_forgotten(places: KioskPlaces, config: KioskConfig) -> None:
    printing = config.model_copy(update={"printer": Printer(name="gone", server="127.0.0.1:9")})
    own = KioskPlaces(places.home, places.proof)
    Counters(own.counts).count("sessions")
    SentJobs(own.ledger / FOLDER).begin("hall-2-1", "gone")
    proof.clear_proof(places, printing)
    assert [one.name for one in places.proof.iterdir()] == ["ledger"]
    proof.clear_proof(places, config)  # the kiosk has no printer any more
    assert not places.proof.exists()
