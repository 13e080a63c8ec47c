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
    from catchlight.kiosk.config.checks import check_catalogue
    from catchlight.kiosk.config.faults import ConfigFault
    from catchlight.kiosk.config.file import load_config
    from catchlight.kiosk.config.model import KioskConfig

    file = config_file(places, named)
    config = with_delivery(load_config(file) if named is not None or file.is_file() else KioskConfig())
    known = catalogue or parts.catalogue(places.home)
    mistakes = check_catalogue(config, known, known.printers.ids)
    if mistakes:
        raise ConfigFault(file.name, mistakes)
    return config


def with_delivery(config: KioskConfig) -> KioskConfig:
    """The same; where it names neither a printer nor a way, files are handed over by QR code, so that a photo reaches anybody."""
    if config.printer.name or config.handover.ways:
        return config
    return config.model_copy(update={"handover": config.handover.model_copy(update={"ways": ("qr",)})})


def fleet_source(places: KioskPlaces, own: KioskConfig) -> ConfigSource | None:
    """Where the configuration comes from beside its file; None where it is the kiosk's own. Raises InvalidRequest."""
    if not own.fleet.config_source:
        return None
    from catchlight.kiosk.config.file import read_config
    from catchlight.kiosk.fleet.config_source import ConfigSource

    return ConfigSource(own, places.root / "fleet.toml", read_config)
