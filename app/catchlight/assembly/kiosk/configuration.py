"""The configuration that a kiosk starts with: read, completed and checked against the catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.assembly import parts
from catchlight.assembly.kiosk.places import KioskPlaces

if TYPE_CHECKING:
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.fleet.config_source import ConfigSource


def config_file(places: KioskPlaces, named: Path | None) -> Path:
    """Where the configuration lies. named: on the command line; None: in the home, where it may not be yet."""
    from catchlight.kiosk.config.file import FILE

    return places.home.root / FILE if named is None else named.expanduser().resolve()


def read_configuration(places: KioskPlaces, named: Path | None, catalogue: Catalogue | None = None) -> KioskConfig:
    """Every field's default where the home has no file. catalogue: None reads it.

    Raises ConfigFault with all mistakes, StorageFault where a named file cannot be read.
    """
    from catchlight.kiosk.config.file import load_config
    from catchlight.kiosk.config.model import KioskConfig

    file = config_file(places, named)
    config = with_delivery(load_config(file) if named is not None or file.is_file() else KioskConfig())
    check_configuration(config, file.name, catalogue or parts.catalogue(places.home))
    return config


def check_configuration(config: KioskConfig, source: str, catalogue: Catalogue) -> None:
    """Whether a kiosk can start with it. source: what to call it in errors. Raises ConfigFault with all mistakes."""
    from catchlight.kiosk.config.checks import check_agreement, check_catalogue
    from catchlight.kiosk.config.faults import ConfigFault

    mistakes = (*check_agreement(config), *check_catalogue(config, catalogue, catalogue.printers.ids))
    if mistakes:
        raise ConfigFault(source, mistakes)


def with_delivery(config: KioskConfig) -> KioskConfig:
    """The same; where it names neither a printer nor a way, files are handed over by QR code, so that a photo reaches anybody."""
    if config.printer.name or config.handover.ways:
        return config
    return config.model_copy(update={"handover": config.handover.model_copy(update={"ways": ("qr",)})})


def fleet_source(places: KioskPlaces, own: KioskConfig) -> ConfigSource | None:
    """Where the configuration comes from beside its file; None where it is the kiosk's own. Raises InvalidRequest."""
    if not own.fleet.config_source:
        return None
    from catchlight.kiosk.config.file import parse_config
    from catchlight.kiosk.fleet.config_source import ConfigSource

    def check(config: KioskConfig, name: str) -> None:
        check_configuration(with_delivery(config), name, parts.catalogue(places.home))

    return ConfigSource(own, places.root / "fleet.toml", parse_config, check)
