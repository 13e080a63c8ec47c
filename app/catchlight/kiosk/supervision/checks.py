"""The looks at single parts of the machine, for ``HealthMonitor``."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from catchlight.core.messages import Message, mark
from catchlight.kiosk.config.model import KioskConfig
from catchlight.kiosk.handover.network import guest_address
from catchlight.kiosk.printing.port import KioskPrinter, PrinterReason, PrinterState
from catchlight.kiosk.supervision.health import Finding, PartStatus
from catchlight.kiosk.wipe.port import WipeReceipt

DISK_LOW, DISK_FULL = 1_000_000_000, 200_000_000
"""Free bytes below which staff are told, and below which a session may not get through."""
MEMORY_LOW = 400_000_000
"""Available bytes below which the engine, which takes up to a gigabyte for a moment, is at risk."""
PAPER_LOW = 20
"""Sheets left from which staff are told."""
REASONS: dict[PrinterReason, str] = {
    "paper_empty": mark("The paper is used up. Load new paper."),
    "paper_low": mark("There is little paper left."),
    "paper_jam": mark("Paper is jammed. Open the printer and take it out."),
    "ribbon_empty": mark("The ribbon is used up. Load a new one."),
    "ribbon_low": mark("There is little ribbon left."),
    "cover_open": mark("A cover of the printer is open. Close it."),
    "offline": mark("The printer does not answer. Check its power and cable."),
    "paused": mark("The printer's queue is paused. Resume it."),
    "other": mark("The printer reports a fault. Look at its display."),
}
"""What to do, by what the printer says."""


def disk_check(folders: Callable[[], Sequence[Path]]) -> Callable[[], Finding]:
    """folders: where the kiosk writes; those that are not there yet are looked at by the first parent that is."""

    def look() -> Finding:
        free = min(shutil.disk_usage(_existing(folder)).free for folder in folders())
        megabytes = free // 1_000_000
        status: PartStatus = "ok"
        said = Message("{megabytes} MB are free.", megabytes=megabytes)
        if free < DISK_FULL:
            status, said = "fault", Message("The disk is full: {megabytes} MB left. Make room.", megabytes=megabytes)
        elif free < DISK_LOW:
            status, said = "warning", Message("The disk is getting full: {megabytes} MB left.", megabytes=megabytes)
        return Finding(status, said, {"free_bytes": free})

    return look


def _existing(folder: Path) -> Path:
    return next(place for place in (folder, *folder.parents) if place.exists())


def languages_check(left_out: Sequence[Message]) -> Callable[[], Finding]:
    """left_out: why languages of the configuration are not offered, () where all are."""
    if not left_out:
        return lambda: Finding("ok", Message("All languages can be shown."))
    said, *others = left_out
    for other in others:
        said = Message("{one}\n{other}", one=said, other=other)
    return lambda: Finding("warning", said)


def memory_check(most_resident: int = 3_000_000_000) -> Callable[[], Finding | None]:
    """most_resident: bytes of this process from which a new start is advised. None where the system does not tell (not Linux)."""

    def look() -> Finding | None:
        table = Path("/proc/meminfo")
        if not table.is_file():
            return None
        from catchlight.core.memory import resident_bytes

        rows = dict(line.split(":", 1) for line in table.read_text(encoding="ascii").splitlines())
        available, own = int(rows["MemAvailable"].split()[0]) * 1024, resident_bytes()
        if available < MEMORY_LOW:
            return Finding("fault", Message("Memory is short: {megabytes} MB left.", megabytes=available // 1_000_000))
        if own > most_resident:
            return Finding(
                "warning", Message("The kiosk holds {megabytes} MB. Restart it.", megabytes=own // 1_000_000)
            )
        return Finding("ok", Message("{megabytes} MB are available.", megabytes=available // 1_000_000))

    return look


def printer_check(printer: Callable[[], KioskPrinter | None]) -> Callable[[], Finding | None]:
    """printer: None where sheets are only handed over."""

    def look() -> Finding | None:
        device = printer()
        if device is None:
            return None
        state = device.state()
        status, said = _of_printer(state)
        measures: dict[str, float] = dict(state.levels)
        if state.prints_left is not None:
            measures["prints_left"] = state.prints_left
        if state.levels:
            levels = [f"{name} {level} %" for name, level in state.levels.items()]
            said = Message("{said} Supplies: {levels}.", said=said, levels=levels)
        return Finding(status, said, measures)

    return look


def _of_printer(state: PrinterState) -> tuple[PartStatus, Message]:
    told = Message(REASONS[state.reasons[0]]) if state.reasons else None
    if state.status in ("stopped", "offline"):
        return "fault", told or Message(REASONS["offline" if state.status == "offline" else "other"])
    if told is not None:
        return "warning", told
    if state.prints_left is not None:
        left = Message.counted("{count} sheet is left.", "{count} sheets are left.", count=state.prints_left)
        return "warning" if state.prints_left < PAPER_LOW else "ok", left
    return "ok", Message("The printer is ready.")


def network_check(config: KioskConfig) -> Callable[[], Finding | None]:
    """Whether this computer has an address, where the kiosk needs a network; by which guests reach it, where they have to."""
    fleet, handover = config.fleet, config.handover
    wanted = (
        {"qr", "email", "upload"} & set(handover.ways)
        or fleet.server
        or fleet.config_source
        or fleet.metrics_port
        or config.staff.webhook
    )

    def look() -> Finding | None:
        if not wanted:
            return None
        found = guest_address(handover.qr_host if "qr" in handover.ways else "")
        if found is None:
            return Finding("fault", Message("This computer is in no network. Check its cable or its radio."))
        return Finding("ok", Message("This computer is reached at {address}.", address=found.link))

    return look


def staff_check(troubles: Callable[[], Mapping[str, Message]]) -> Callable[[], Finding | None]:
    """troubles: why a call did not arrive, by the ways that do not work now; see ``CallNotifier``."""

    def look() -> Finding | None:
        found = troubles()
        if not found:
            return Finding("ok", Message("Nothing stands in the way of calls."))
        said, *others = found.values()
        for other in others:
            said = Message("{one}\n{other}", one=said, other=other)
        return Finding("warning", said)

    return look


def server_check(address: str, timeout: float = 5.0) -> Callable[[], Finding | None]:
    """address: of the service that does the edits; "" for this computer. It is a warning alone: edits are done here meanwhile."""

    def look() -> Finding | None:
        if not address:
            return None
        import httpx

        from catchlight.client.certificates import trust

        try:
            answer = httpx.get(f"{address.rstrip('/')}/health", timeout=timeout, verify=trust(address), trust_env=False)
        except httpx.HTTPError:
            return Finding("warning", Message("The server does not answer. This computer does the work."))
        if answer.status_code != 200:
            return Finding("warning", Message("The server answers {status}.", status=answer.status_code))
        return Finding("ok", Message("The server answers."))

    return look


class WipeCheck:
    """Remembers whether the last wipes removed all."""

    def __init__(self) -> None:
        self._left: Sequence[str] = ()

    def wiped(self, receipt: WipeReceipt) -> None:
        """Hears of every wipe."""
        self._left = receipt.remaining

    def __call__(self) -> Finding:
        if self._left:
            return Finding(
                "fault",
                Message(
                    "The last session could not be removed as a whole: {names}. Restart the kiosk.",
                    names=list(self._left),
                ),
            )
        return Finding("ok", Message("The last session was removed as a whole."))
