"""What ``catchlight kiosk`` does: leftovers are wiped, then the window runs, kept alive by a watchdog."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from catchlight.assembly.kiosk.places import KioskPlaces
from catchlight.cli.program import OK, BrokenWindowError, NoWindowError
from catchlight.core.errors import StorageFault
from catchlight.paths import Home

if TYPE_CHECKING:
    from catchlight.cli.kiosk.options import KioskOptions

_LOG = logging.getLogger(__name__)


def kiosk(home: Home, options: KioskOptions, say: Callable[[str], None]) -> int:
    """Run the kiosk until staff leave it; gives the exit code. say: hears what whoever started it should know.

    Raises ConfigFault, StorageFault, InvalidRequest where another kiosk works with this home, and NoWindowError or
    BrokenWindowError where no window can be shown.
    """
    from catchlight.kiosk.supervision.single import only_kiosk

    places = KioskPlaces(home)
    before = os.umask(0o077)  # settings, ledger, logs: for the kiosk's user alone
    try:
        with only_kiosk(places.root, 1.0):
            return _kiosk(places, options, say)
    finally:
        os.umask(before)


def _kiosk(places: KioskPlaces, options: KioskOptions, say: Callable[[str], None]) -> int:
    from catchlight.assembly.kiosk.configuration import config_file, read_configuration
    from catchlight.assembly.kiosk.process import KioskProcess, run_window
    from catchlight.assembly.kiosk.proof import clear_proof, prove_kiosk
    from catchlight.kiosk.supervision.heartbeat import RESTART

    config = read_configuration(places, options.config)
    if not options.prove:
        _require_window()
    wiped = sweep(places)
    clear_proof(places, config)
    if wiped:
        say(f"Wiped what {wiped} session(s) had left that ended with a crash.")
    if options.prove:
        return prove_kiosk(places, config, say)
    if options.windowed:
        code = run_window(places, options.config, windowed=True)
        if code == RESTART:
            say("The settings have changed. Start the kiosk again.")
        return OK if code == RESTART else code
    from catchlight.gui.kiosk.cover import Cover
    from catchlight.kiosk.supervision.systemd import notify
    from catchlight.kiosk.supervision.watchdog import Watchdog

    named = None if options.config is None else config_file(places, options.config)
    process, cover = KioskProcess(places, named), Cover(config.screens.languages)

    def alive() -> None:
        notify("WATCHDOG=1")

    return Watchdog(process, cover, AfterDeath(places), alive).run()


def sweep(places: KioskPlaces) -> int:
    """Wipe what sessions have left that ended with a crash; gives how many. With them go uploads that were cut off, and the
    pictures of proofs that were killed."""
    from catchlight.kiosk.handover.upload import clear_uploads
    from catchlight.kiosk.wipe.receipt_log import ReceiptLog
    from catchlight.kiosk.wipe.session_folder import sweep_leftovers, sweep_proofs

    clear_uploads()
    sweep_proofs()
    return len(sweep_leftovers(log=ReceiptLog(places.receipts)))


@dataclass(frozen=True)
class AfterDeath:
    """What the watchdog does when the window's process has died: wipes, then counts. A full disk keeps it from neither."""

    places: KioskPlaces

    def __call__(self, hung: bool) -> None:
        from catchlight.kiosk.supervision.counters import Counters

        wiped = sweep(self.places)
        try:
            counters = Counters(self.places.counts)
            counters.count("hangs" if hung else "crashes")
            if wiped:
                counters.count("leftovers", wiped)
        except (StorageFault, OSError) as fault:
            _LOG.error("A crash could not be counted: %s", fault)


def _require_window() -> None:
    """Raise NoWindowError or BrokenWindowError where Qt can show nothing."""
    from catchlight.cli.display import no_display, obstacle

    reason = obstacle()
    if reason is not None:
        raise NoWindowError(reason) if no_display() else BrokenWindowError(reason)
