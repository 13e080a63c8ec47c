"""Which store the settings and the environment name: of this computer, or of a lab with both its places."""

from __future__ import annotations

from pathlib import Path

import pytest
from catchlight.assembly import parts
from catchlight.core.errors import StorageFault
from catchlight.paths import Home


def test_without_a_word_the_store_is_this_computers(home: Home) -> None:
    store = parts.generations(home)
    store.close()
    assert {entry.name for entry in home.store.iterdir()} >= {"generations.sqlite3", "pictures"}


def test_a_shared_database_wants_shared_pictures(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATCHLIGHT_DATABASE", "postgresql://nobody@127.0.0.1:9/none")
    with pytest.raises(StorageFault, match=r"set storage\.pictures"):
        parts.generations(home)


def test_shared_pictures_want_a_shared_database(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CATCHLIGHT_PICTURES", (tmp_path / "share").as_uri())
    with pytest.raises(StorageFault, match=r"set storage\.database"):
        parts.generations(home)


def test_a_lab_keeps_nothing_in_the_home(
    home: Home, postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CATCHLIGHT_DATABASE", postgres_url)
    monkeypatch.setenv("CATCHLIGHT_PICTURES", (tmp_path / "share").as_uri())
    store = parts.generations(home)
    store.close()
    keys = parts.request_keys(home)
    keys.close()
    assert not home.root.exists()
    assert (tmp_path / "share" / "pictures").is_dir()
