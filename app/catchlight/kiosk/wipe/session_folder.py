"""The folder of one session: everything that a session writes lies in it, and goes with it."""

from __future__ import annotations

import logging
import os
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.kiosk.wipe.folder_lock import FolderLock, leftovers, make_locked
from catchlight.kiosk.wipe.port import WipeReceipt
from catchlight.kiosk.wipe.ram_disk import best_root, is_in_memory, session_roots
from catchlight.kiosk.wipe.receipt_log import ReceiptLog
from catchlight.kiosk.wipe.removal import remove_tree

PREFIX = "catchlight-kiosk-"
"""How the names of all sessions' folders begin; what has it and is locked by nobody is a leftover."""
PROOF_PREFIX = "catchlight-proof-"
"""The same of folders with the marked pictures of a proof."""
_TEMPORARY = ("TMPDIR", "TEMP", "TMP")
_LOG = logging.getLogger(__name__)


class SessionFolder:
    """A folder of the user's alone, in memory where there is such a place, locked as long as the session lives."""

    def __init__(self, path: Path, lock: FolderLock, log: ReceiptLog | None = None) -> None:
        """See ``create``."""
        self.path = path
        self.in_memory = is_in_memory(path)
        self._lock = lock
        self._log = log
        self._forgetters: list[tuple[str, Callable[[], int]]] = []
        self._temporary: tuple[dict[str, str | None], str | None] | None = None

    @classmethod
    def create(cls, root: Path | None = None, log: ReceiptLog | None = None) -> SessionFolder:
        """A new, empty folder under a name that nobody can guess. root: where; None: in memory, else the temporary folder.

        Raises StorageFault.
        """
        path, lock = make_locked(root or best_root(), PREFIX)
        folder = cls(path, lock, log)
        with disk(Message("make folders in {path}", path=str(path))):
            folder.temporary.mkdir(mode=0o700)
        return folder

    @property
    def session(self) -> str:
        """The random part of the name: what the receipt calls the session."""
        return self.path.name.removeprefix(PREFIX)

    @property
    def temporary(self) -> Path:
        """For what libraries put aside."""
        return self.path / "temporary"

    def use_for_temporary_files(self) -> None:
        """From now until the wipe, temporary files of this process and of those it starts lie here."""
        before = {name: os.environ.get(name) for name in _TEMPORARY}
        self._temporary = (before, tempfile.tempdir)
        for name in _TEMPORARY:
            os.environ[name] = str(self.temporary)
        tempfile.tempdir = str(self.temporary)

    def at_wipe(self, kind: str, forget: Callable[[], int]) -> None:
        """Something outside the folder that goes with the session: portraits in memory, spool files, the QR page.

        forget: called at the wipe, before the files go; gives how many went, and may raise CatchlightError or OSError, which the
        receipt then tells as remaining. kind: what the receipt calls them.
        """
        self._forgetters.append((kind, forget))

    def wipe(self, reason: str) -> WipeReceipt:
        """Remove everything. Raises nothing: the receipt tells what could not be removed. A second call finds nothing left."""
        removed: Counter[str] = Counter()
        remaining: list[str] = []
        for kind, forget in self._forgetters:
            try:
                removed[kind] += forget()
            except Exception as fault:  # noqa: BLE001 - border: whatever fails, the rest is wiped all the same
                _LOG.error("At the end of a session %s could not be wiped: %s", kind, type(fault).__name__)
                remaining.append(kind)
        self._forgetters.clear()
        self._give_temporary_back()
        done = remove_tree(self.path, overwrite=not self.in_memory)
        self._lock.release()
        removed.update(done.removed)
        receipt = WipeReceipt(self.session, reason, dict(removed), done.digests, [*remaining, *done.remaining])
        _keep(receipt, self._log)
        return receipt

    def _give_temporary_back(self) -> None:
        if self._temporary is None:
            return
        before, tempfile.tempdir = self._temporary
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        self._temporary = None


def sweep_leftovers(
    roots: Sequence[Path] | None = None, log: ReceiptLog | None = None, reason: str = "crash"
) -> list[WipeReceipt]:
    """Wipe every session whose process is no more: at the start, and by the watchdog after a crash.

    roots: where sessions may have lain; None: all such places. Sessions that live, folders of other users and links are left.
    """
    found = leftovers(session_roots() if roots is None else roots, PREFIX)
    return [SessionFolder(place, lock, log).wipe(reason) for place, lock in found]


def sweep_proofs(roots: Sequence[Path] | None = None) -> int:
    """Remove the marked pictures of proofs that were killed; gives how many proofs. roots: None for all places where they may
    lie. A proof that runs is left alone. Raises nothing."""
    found = 0
    for place, lock in leftovers(session_roots() if roots is None else roots, PROOF_PREFIX):
        remove_tree(place, overwrite=not is_in_memory(place))
        lock.release()
        found += 1
    return found


def _keep(receipt: WipeReceipt, log: ReceiptLog | None) -> None:
    if log is None:
        return
    try:
        log.append(receipt)
    except StorageFault as fault:
        _LOG.error("%s", fault.message)
