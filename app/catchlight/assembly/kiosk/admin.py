"""What the admin page works with, of a machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from catchlight.assembly.kiosk.machine import KioskMachine
    from catchlight.catalogue.catalogue import Catalogue
    from catchlight.gui.kiosk.admin.parts import AdminMoney, AdminParts
    from catchlight.kiosk.config.model import KioskConfig
    from catchlight.kiosk.fleet.config_source import ConfigSource


def admin_parts(machine: KioskMachine, file: Path, source: ConfigSource | None = None) -> AdminParts:
    """file: where the settings are kept. source: of the fleet's."""
    from catchlight.gui.kiosk.admin.parts import AdminParts, AdminPrinting
    from catchlight.kiosk.handover.drives import system_drives

    settings = LiveSettings(machine.config, machine.catalogue, file, source)
    room = machine.print_room
    printing = None
    if room is not None:
        printing = AdminPrinting(room.printer, lambda: room.setup.ruler(), room.setup.lines, room.calibrate)

    def drive() -> Path | None:
        found = system_drives(machine.config.handover.usb_folder).first()
        return None if found is None else found.path

    return AdminParts(
        config=lambda: settings.config,
        save=settings.save,
        guard=machine.guard,
        counters=machine.counters,
        health=machine.health,
        calls=machine.staff.calls,
        printing=printing,
        take_picture=_picture(machine),
        drive=drive,
        log_folders=(machine.places.logs, machine.places.root),
        fleet=bool(machine.config.fleet.config_source),
        money=_money(machine),
    )


class LiveSettings:
    """The settings as staff see and change them; they hold from the next start on."""

    def __init__(
        self, config: KioskConfig, catalogue: Catalogue, file: Path, source: ConfigSource | None = None
    ) -> None:
        """config: that holds now. file: the kiosk's own; source: of the fleet's, which goes before it."""
        self.config = config
        self._catalogue = catalogue
        self._file = file
        self._source = source

    def save(self, config: KioskConfig) -> None:
        """Raises ConfigFault, or NoVoice where speech is switched on that is not there: then nothing is written; StorageFault."""
        from catchlight.assembly.kiosk.configuration import check_configuration
        from catchlight.assembly.kiosk.machine import open_voice
        from catchlight.kiosk.config.file import save_config

        check_configuration(config, self._file.name, self._catalogue)
        if config.screens.voice and not self.config.screens.voice:
            open_voice(config).stop()
        save_config(config, self._file)
        if self._source is not None and self._source.merge(self.config) != self._source.merge(config):
            self._source.set_aside()
        self.config = config


def _money(machine: KioskMachine) -> AdminMoney | None:
    """Raises StorageFault."""
    from catchlight.gui.kiosk.admin.parts import AdminMoney

    ledger = machine.money.ledger
    if machine.config.payment.method == "free" and not ledger.owed():
        return None
    return AdminMoney(ledger.owed, ledger.give_back, ledger.totals, machine.config.shop.currency)


def _picture(machine: KioskMachine) -> Callable[[], bytes]:
    """A picture of the camera, which no session has open while the admin page is shown. Raises CameraLost, TetherFault."""

    def take() -> bytes:
        camera = machine.parts.open_camera()
        try:
            return camera.take().data
        finally:
            camera.close()

    return take
