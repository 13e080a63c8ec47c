"""What an earlier version has written is read as it was meant. The window's own files: ``tests/gui/test_older_files.py``."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from catchlight.imaging.io import codec
from catchlight.imaging.record import Record
from catchlight.operations.profile_picture.params import ProfilePictureParams
from catchlight.paths import Home
from catchlight.service.batch.plan import BatchPlan
from catchlight.service.presets.preset_library import PresetFolder
from catchlight.store.batches.journals import Journals
from catchlight.store.generations import Generations
from catchlight.store.jobs.events import Completed, Failed, Progressed, Registered
from catchlight.store.jobs.ledger import JobStore
from catchlight.store.jobs.schema import open_jobs
from catchlight.store.settings.settings_file import SettingsFile

from tests.older_files import VERSION_0_1, copied

PICTURES = Path("/home/anna/Pictures")
UPLOAD, SHUTTLE = "gen_01a21c72460278049d384ac0afdf4a3a", "gen_01a21c727e3875b0bee2fcdd149bf5cf"
ADJUSTED, CROPPED = "gen_01a21c724611740bae60713eecc6f1d0", "gen_01a21c724816746384d266cbb22ecbe3"
ID_PHOTO = "gen_01a21c72482f7955a9d1cbbcf0246f50"
JOB, FAILED_JOB = "job_01a21c72713477559d815d149ff5d7b1", "job_01a21c727e3d7bf6b1f509a10d12119b"


@pytest.fixture(name="older")
def _older(tmp_path: Path) -> Home:
    return Home(copied(tmp_path))


@pytest.mark.parametrize("database", sorted(VERSION_0_1.rglob("*.sqlite3")), ids=lambda file: file.parent.name)
def test_no_table_of_the_shipped_databases_is_empty(database: Path) -> None:
    with closing(sqlite3.connect(f"file:{database}?immutable=1", uri=True)) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        counts = {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}
    assert counts
    assert all(counts.values()), counts


def test_settings(older: Home) -> None:
    before = older.settings.read_bytes()
    loaded = SettingsFile(older.settings).load()
    assert loaded.notice is None
    found = loaded.settings
    assert (found.theme, found.language, found.face_parsing, found.reopen) == ("light", "zh", False, True)
    local, sent = found.local_limits, found.limits
    assert (local.max_bytes, local.max_pixels, local.min_side) == (500_000_000, 150_000_000, 48)
    assert (sent.max_bytes, sent.max_pixels, sent.min_side) == (20_000_000, 50_000_000, 80)
    assert (found.store.max_megabytes, found.store.keep_days, found.cache.max_megabytes) == (1500, 400, 120)
    assert found.delivery.address == "s3://portraits/team"
    assert found.delivery.options == {"endpoint_url": "http://localhost:9000"}
    assert (found.jobs.workers, found.jobs.queue, found.jobs.keep_days) == (2, 50, 3650)
    load = found.load
    assert (load.workers, load.edits, load.queue, load.body_megabytes) == (2, 3, 16, 256)
    assert found.last_folder == str(PICTURES)
    assert found.recent_files == (str(PICTURES / "anna.jpg"), str(PICTURES / "press.jpg"))
    assert older.settings.read_bytes() == before


def test_presets(older: Home) -> None:
    shelf = PresetFolder(older.presets)
    assert [(entry.name, entry.fault) for entry in shelf.entries()] == [("Team page", ""), ("Warm ID photos", "")]
    team = shelf.find("team page")
    assert team.program == "Catchlight 0.1.0"
    assert [step.operation for step in team.steps] == ["adjust", "edit", "hair", "face_expression", "headshot"]
    adjust, edit, hair, face, headshot = (step.params(410, 480).model_dump() for step in team.steps)
    assert adjust["adjustment_prompt"] == "warmer"
    assert (adjust["settings"]["contrast"], adjust["settings"]["look"]) == (12.0, "clean_studio")
    assert (edit["user_prompt"], edit["softness"]) == ("whiten the teeth", 0.25)
    assert edit["hotspot"] == pytest.approx({"x": 196.5, "y": 228.5}, abs=0.6)
    assert (hair["hair_color"], hair["hair_styles"], hair["color_strength"]) == ("copper", ("smooth",), 0.7)
    assert hair["brows"] is True
    assert (face["expression_key"], face["intensity"]) == ("soft_smile", 0.6)
    assert (headshot["background_styles"], headshot["framing_styles"]) == (("own_picture",), ("linkedin_square",))
    assert headshot["key_light"] == -0.4
    (background,) = team.steps[-1].joining()
    assert (background.width, background.height) == (80, 80)
    photo = shelf.find("Warm ID photos").steps[1].params(205, 240).model_dump()
    assert (photo["spec"], photo["background"], photo["dpi"]) == ("icao_35x45", "document", 100)
    assert photo["output_format"] == "jpeg"


def test_the_store(older: Home) -> None:
    with closing(Generations(older.store)) as store:
        assert store.notices == ()
        found = {entry.id: entry for entry in store.page().generations}
        assert list(found) == [SHUTTLE, ID_PHOTO, CROPPED, ADJUSTED, UPLOAD]
        assert [entry.operation for entry in found.values()] == ["upload", "id_photo", "crop", "adjust", "upload"]
        assert [entry.parent for entry in found.values()] == [None, UPLOAD, ADJUSTED, UPLOAD, None]
        assert [(entry.width, entry.height) for entry in found.values()] == [
            (128, 160), (138, 177), (120, 150), (205, 240), (205, 240),
        ]  # fmt: skip
        adjusted, photo = found[ADJUSTED], found[ID_PHOTO]
        assert adjusted.parameters == {"adjustmentPrompt": "warmer, lift the shadows", "strength": 0.8}
        assert adjusted.details["settings"]["shadows"] == 36.0
        assert adjusted.created == datetime(2026, 11, 27, 9, 59, 41, 321200, tzinfo=UTC)
        assert adjusted.name == "anna.jpg"
        assert (photo.details["document"], photo.details["widthPx"]) == ("icao_35x45", 138)
        assert {entry.id for entry in store.history(found[UPLOAD].result)} == {ADJUSTED, CROPPED, ID_PHOTO}
        assert store.bytes == sum(entry.bytes for entry in found.values()) == 62_416
        for entry in found.values():
            data = store.data(entry.id)
            assert len(data) == entry.bytes
            assert max(codec.decode(store.thumbnail(entry.id)).pixels.shape[:2]) == max(entry.width, entry.height)
        cropped = codec.decode(store.data(CROPPED), name="anna.jpg")
        assert store.parent_of(cropped) == CROPPED
        _is_adjusted_and_cropped(cropped.record)


def test_jobs(older: Home) -> None:
    with closing(open_jobs(older.jobs)) as database:
        assert database.notices == ()
        ledger = JobStore(database)
        assert ledger.by_state() == {"completed": 1, "failed": 1}
        assert (ledger.newest(UPLOAD), ledger.generation_of(FAILED_JOB)) == (JOB, SHUTTLE)
        job = ledger.job(JOB)
        assert (job.state, job.step, job.fraction, job.ext_customer_id) == ("completed", "uploading", 1.0, "anna-7")
        assert job.parameters["backgroundStyle"] == "studio_grey"
        assert [step.state for step in job.steps] == ["done"] * 7
        assert [(one.size, one.shape) for one in job.pictures] == [(96, "circle"), (48, "circle")]
        assert job.pictures[0].location.endswith(f"profile-pictures/{JOB}/circle-96.png")
        for step in ("fetching", "normalizing", "cropping", "styling", "matting", "resizing"):
            assert codec.decode(ledger.picture(JOB, step)).width >= 64, step
        told = ledger.events(JOB)
        assert [one.number for one in told] == list(range(1, len(told) + 1))
        kinds = (Registered, *[Progressed] * (len(told) - 2), Completed)
        assert all(isinstance(one.event, kind) for one, kind in zip(told, kinds, strict=True))
        failure = ledger.job(FAILED_JOB).failure
        assert failure is not None
        assert (failure.error, failure.step, failure.retryable) == ("no_face", "fetching", False)
        last = ledger.events(FAILED_JOB)[-1].event
        assert isinstance(last, Failed)
        assert last.message == failure.message


def test_a_request_that_was_answered_by_a_job_is_answered_by_it_again(older: Home) -> None:
    with closing(open_jobs(older.jobs)) as database:
        jobs = JobStore(database)
        wish = ProfilePictureParams.model_validate_json(json.dumps(jobs.job(JOB).parameters))
        assert jobs.submit(UPLOAD, "", wish, 10, "first-asking") == JOB


def test_a_finished_batch(older: Home) -> None:
    journal = Journals(older.batches, BatchPlan).find(lambda one: one.state == "finished")
    assert journal is not None
    with closing(journal):
        anna, press, broken, shuttle = journal.items()
        assert [one.state for one in (anna, press, broken, shuttle)] == ["done", "done", "failed", "failed"]
        assert anna.source == PICTURES / "anna.jpg"
        assert (anna.output, anna.verdict) == (Path("/home/anna/ID photos/anna_1.jpg"), "fail")
        assert anna.sha256 == "c8898647d0a88f2c748e2aa6d7da822a6f37ba0c18c3a2628ff813c357f5030c"
        assert anna.seconds == pytest.approx(3.3936, abs=1e-3)
        assert press.notes == ("Converted from CMYK to sRGB.",)
        assert (broken.code, shuttle.code) == ("unsupported_image", "no_face")
        assert (broken.message or "").startswith("broken.jpg is damaged")
        plan = journal.plan
        assert plan.names == ("anna", "press", "broken", "shuttle")
        assert (plan.preset.name, plan.date) == ("Warm ID photos", "2026-11-27")
        output = plan.output
        assert (output.folder, output.pattern) == (Path("/home/anna/ID photos"), "{name}_{number}")
        assert (output.media_type, output.quality, output.longest, output.taken) == ("image/jpeg", 90, 400, "number")


def test_an_unfinished_batch_can_be_continued(older: Home) -> None:
    journal = Journals(older.batches, BatchPlan).unfinished()
    assert journal is not None
    with closing(journal):
        assert journal.counts() == {"failed": 1, "waiting": 1}
        assert journal.plan.preset.steps[-1].joining()[0].width == 80
        assert journal.retry() == 1
        assert journal.counts() == {"waiting": 2}


@pytest.mark.parametrize("name", ["edited.jpg", "edited.png"])
def test_the_record_in_a_picture(older: Home, name: str) -> None:
    picture = codec.decode((older.root / name).read_bytes(), name=name)
    assert (picture.width, picture.height) == (120, 150)
    _is_adjusted_and_cropped(picture.record)


def _is_adjusted_and_cropped(record: Record) -> None:
    adjust, crop = record.steps
    assert (adjust.operation, adjust.kind, adjust.generation, adjust.parent) == ("adjust", "pixels", ADJUSTED, UPLOAD)
    assert adjust.parameters == {"adjustmentPrompt": "warmer, lift the shadows", "strength": 0.8}
    assert adjust.facts["settings"]["shadows"] == 36.0
    assert adjust.program == "Catchlight 0.1.0"
    assert adjust.made == datetime(2026, 11, 27, 9, 59, 41, tzinfo=UTC)
    assert (crop.operation, crop.kind, crop.generation, crop.parent) == ("crop", "geometry", CROPPED, ADJUSTED)
    assert crop.parameters == {"x": 40, "y": 4, "width": 120, "height": 150}
    assert record.unfit_for_official_use
