"""Settings that staff change: what a kiosk could not start with is not kept, and what is kept holds."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from catchlight.assembly.kiosk.admin import LiveSettings
from catchlight.assembly.kiosk.configuration import fleet_source
from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.catalogue.catalogue import Catalogue
from catchlight.gui.kiosk.voice import NoVoice
from catchlight.kiosk.config.file import load_config
from catchlight.kiosk.config.model import Fleet, KioskConfig, Screens
from catchlight.paths import Home


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load()


def test_a_voice_that_is_not_there_is_not_switched_on(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "PySide6.QtTextToSpeech", None)
    settings = LiveSettings(KioskConfig(), catalogue, tmp_path / "kiosk.toml")
    with pytest.raises(NoVoice):
        settings.save(KioskConfig(screens=Screens(voice=True)))
    assert not (tmp_path / "kiosk.toml").exists()


def test_a_change_on_the_kiosk_goes_before_what_the_fleet_has_sent(catalogue: Catalogue, tmp_path: Path) -> None:
    (tmp_path / "kiosk.toml").write_text("[screens]\nidle_s = 45\n")
    places, own = KioskPlaces(Home(tmp_path / "home")), tmp_path / "own.toml"
    config = KioskConfig(fleet=Fleet(config_source=str(tmp_path)))
    source = fleet_source(places, config)
    assert source is not None
    assert source.fetch()
    held = source.take()
    assert held is not None
    settings = LiveSettings(held, catalogue, own, source)
    settings.save(held.model_copy(update={"admin": held.admin.model_copy(update={"pin_hash": "scrypt$new"})}))
    assert source.start().screens.idle_s == 45, "a new PIN is the kiosk's own and changes nothing else"
    settings.save(settings.config.model_copy(update={"screens": Screens(idle_s=30)}))
    after = fleet_source(places, load_config(own))
    assert after is not None
    assert after.start().screens.idle_s == 30
    assert not after.fetch()


def test_documents_that_are_not_known_are_not_taken_from_the_fleet(tmp_path: Path) -> None:
    (tmp_path / "kiosk.toml").write_text('[shop]\ndocuments = ["atlantis_passport"]\n')
    source = fleet_source(KioskPlaces(Home(tmp_path / "home")), KioskConfig(fleet=Fleet(config_source=str(tmp_path))))
    assert source is not None
    assert not source.fetch()
    assert "atlantis_passport" in str(source.trouble)
