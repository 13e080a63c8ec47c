"""What the admin page works with, of a machine."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from catchlight.assembly.kiosk.machine import KioskMachine
    from catchlight.gui.kiosk.admin.parts import AdminParts
    from catchlight.kiosk.config.model import KioskConfig


def admin_parts(machine: KioskMachine, file: Path) -> AdminParts:
    """file: where the settings are kept."""
    from catchlight.gui.kiosk.admin.parts import AdminParts, AdminPrinting
    from catchlight.kiosk.handover.drives import system_drives

    settings = LiveSettings(machine, file)
    room = machine.print_room
    printing = None
    if room is not None:
        printing = AdminPrinting(room.printer, lambda: room.setup.ruler(), room.setup.lines, room.calibrate)

    def drive() -> Path | None:
        found = system_drives().first()
        return None if found is None else found.path

    return AdminParts(
        config=lambda: settings.config,
        save=settings.save,
        guard=machine.guard,
        counters=machine.counters,
        health=machine.health,
        printing=printing,
        take_picture=_picture(machine),
        drive=drive,
        log_folders=(machine.places.logs, machine.places.root),
        fleet=bool(machine.config.fleet.config_source),
    )


class LiveSettings:
    """The settings as staff see and change them; they hold from the next start on."""

    def __init__(self, machine: KioskMachine, file: Path) -> None:
        self.config = machine.config
        self._catalogue = machine.catalogue
        self._file = file

    def save(self, config: KioskConfig) -> None:
        """Raises ConfigFault, then nothing is written; StorageFault."""
        from catchlight.kiosk.config.checks import check_catalogue
        from catchlight.kiosk.config.faults import ConfigFault
        from catchlight.kiosk.config.file import save_config

        mistakes = check_catalogue(config, self._catalogue, self._catalogue.printers.ids)
        if mistakes:
            raise ConfigFault(self._file.name, mistakes)
        save_config(config, self._file)
        self.config = config


def _picture(machine: KioskMachine) -> Callable[[], bytes]:
    """A picture of the camera, which no session has open while the admin page is shown. Raises CameraLost, TetherFault."""

    def take() -> bytes:
        camera = machine.parts.open_camera()
        try:
            return camera.take().data
        finally:
            camera.close()

    return take
