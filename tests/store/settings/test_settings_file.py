"""Settings survive: damage is kept aside and said, good fields stay."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.core.errors import StorageFault
from catchlight.store.settings.resource_limits import PictureLimits
from catchlight.store.settings.settings import RECENT, Settings
from catchlight.store.settings.settings_file import SettingsFile


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.json"


def test_without_a_file_there_are_the_contracts_defaults(file: Path) -> None:
    loaded = SettingsFile(file).load()
    limits = loaded.settings.limits
    assert (limits.max_bytes, limits.max_pixels, limits.min_side) == (40_000_000, 100_000_000, 64)
    local = loaded.settings.local_limits
    assert (local.max_bytes, local.max_pixels, local.min_side) == (1_000_000_000, 200_000_000, 64)
    assert loaded.settings.load.queue == 32
    assert loaded.notice is None
    assert not file.exists()


def test_what_is_saved_is_loaded(file: Path) -> None:
    settings = Settings(limits=PictureLimits(max_bytes=1_000_000), theme="light", last_folder="/tmp/Bilder é")
    SettingsFile(file).save(settings)
    assert SettingsFile(file).load().settings == settings
    assert [entry.name for entry in file.parent.iterdir() if entry.name.startswith(".settings")] == []


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"\xff\xfe", b"null"])
def test_a_damaged_file_is_kept_aside_and_said(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    loaded = SettingsFile(file).load()
    assert loaded.settings == Settings()
    assert loaded.notice
    assert "damaged" in loaded.notice
    assert file.with_name("settings.json.damaged-1").read_bytes() == content


def test_one_bad_field_does_not_cost_the_others(file: Path) -> None:
    file.write_text('{"theme": "purple", "language": "zh", "invented": 1, "limits": {"minSide": 100}}')
    loaded = SettingsFile(file).load()
    assert loaded.settings == Settings(language="zh", limits=PictureLimits(min_side=100))
    assert loaded.notice
    assert "invented, theme" in loaded.notice
    assert file.with_name("settings.json.damaged-1").exists()
    assert SettingsFile(file).load().notice is None


def test_a_file_of_before_keeps_what_was_chosen_for_the_service_and_opens_larger_pictures(file: Path) -> None:
    file.write_text('{"limits": {"maxBytes": 40000000, "maxPixels": 100000000, "minSide": 64}}')
    settings = SettingsFile(file).load().settings
    assert settings.limits.max_bytes == 40_000_000
    assert settings.local_limits.max_pixels == 200_000_000


def test_the_environment_names_a_lab_s_storage_before_the_file_does(file: Path) -> None:
    file.write_text('{"storage": {"database": "postgresql://db/lab", "pictures": "s3://lab"}}')
    storage = SettingsFile(file).load().settings.storage
    assert storage.in_environment({}) == storage
    other = storage.in_environment({"CATCHLIGHT_DATABASE": " postgresql://other/lab ", "CATCHLIGHT_PICTURES": ""})
    assert (other.database, other.pictures) == ("postgresql://other/lab", "")
    assert Settings().storage.database == ""


def test_recent_files_are_few_and_newest_first(tmp_path: Path) -> None:
    settings = Settings()
    for number in range(RECENT + 5):
        settings = settings.opened(tmp_path / f"{number}.jpg")
    settings = settings.opened(tmp_path / "10.jpg")
    assert len(settings.recent_files) == RECENT
    assert settings.recent_files[0].endswith("10.jpg")
    assert settings.last_folder == str(tmp_path)


def test_a_folder_that_refuses_is_a_storage_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageFault):
        SettingsFile(tmp_path / "file" / "settings.json").save(Settings())
