"""The process of the window: Qt, the engine and the machine, from a configuration."""

from __future__ import annotations

import logging
import os
import signal
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from catchlight.assembly.kiosk.places import KioskPlaces

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from catchlight.assembly.kiosk.machine import KioskMachine
    from catchlight.gui.kiosk.admin.parts import AdminParts
    from catchlight.gui.kiosk.machine.parts import KioskParts

_LOG = logging.getLogger(__name__)
_ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""As for the studio's window, see ``assembly.window``."""


@dataclass(frozen=True)
class KioskProcess:
    """What the watchdog keeps alive: everything it needs, in a form that crosses to the process. config: as it was named."""

    places: KioskPlaces
    config: Path | None

    def __call__(self, channel: Connection) -> None:
        """Ends the process with the code that the watchdog reads."""
        from catchlight.kiosk.supervision.logs import log_to_folder

        log_to_folder(self.places.logs, "kiosk")
        sys.exit(run_window(self.places, self.config, windowed=False, channel=channel))


def run_window(places: KioskPlaces, named: Path | None, *, windowed: bool, channel: Connection | None = None) -> int:
    """The kiosk's window until it ends; gives the exit code. channel: of the watchdog.

    Raises what loading the configuration and building the machine raise: nobody is in a session yet. InvalidRequest where
    another kiosk works with these places.
    """
    from catchlight.kiosk.supervision.single import only_kiosk

    prepare_process()
    with only_kiosk(places.ledger):
        return _run_window(places, named, windowed=windowed, channel=channel)


def _run_window(places: KioskPlaces, named: Path | None, *, windowed: bool, channel: Connection | None) -> int:
    from PySide6.QtWidgets import QApplication

    from catchlight.assembly.kiosk.admin import admin_parts
    from catchlight.assembly.kiosk.configuration import config_file, fleet_source, read_configuration, with_delivery
    from catchlight.assembly.kiosk.machine import build_machine, open_voice, warm_up
    from catchlight.gui.kiosk.application import KioskApplication, run_kiosk
    from catchlight.gui.kiosk.voice import NoVoice, Silence, Voice
    from catchlight.gui.wording.fonts import shown_languages
    from catchlight.kiosk.supervision.heartbeat import Heartbeat

    own = read_configuration(places, named)
    source = fleet_source(places, own)
    config = own if source is None else with_delivery(source.start())
    application = QApplication(["catchlight"])
    languages = shown_languages(config.screens.languages, application.font())
    try:
        voice: Voice = open_voice(config)
    except NoVoice as fault:  # people are served without; staff see why on the admin page
        voice = Silence()
        languages = replace(languages, left_out={**languages.left_out, "voice": fault.message})
    for why in languages.left_out.values():
        _LOG.warning("%s", why)
    made: list[KioskMachine] = []
    ends: list[Callable[[], None]] = []

    def build(language: Callable[[], str]) -> tuple[KioskParts, AdminParts]:
        machine = build_machine(places, config, language, languages, source)
        made.append(machine)
        return machine.parts, admin_parts(machine, config_file(places, named), source)

    def begun(kiosk: KioskApplication) -> None:
        ends.append(warm_up(made[0]))
        if channel is not None:
            kiosk.beat_to(Heartbeat(channel, kiosk.stop_asked.emit))
        signal.signal(signal.SIGTERM, lambda _number, _frame: kiosk.stop_asked.emit())

    try:
        return run_kiosk(
            application,
            build,
            voice,
            windowed=windowed,
            begun=begun,
            changed=lambda: made[0].fleet.take() is not None,
        )
    finally:
        for end in ends:
            end()
        for machine in made:
            machine.close()


def prepare_process() -> None:
    """Set up a process for months, and for people who do not want their pictures in the dump of a crash. Before any thread."""
    from catchlight.core.memory import use_few_heaps
    from catchlight.kiosk.wipe.memory import forbid_core_dumps

    for word, value in _ENVIRONMENT.items():
        os.environ.setdefault(word, value)
    use_few_heaps()
    forbid_core_dumps()
