"""Handing over to an authority: a command of the operator's uploads the files and says the code that the person gets.

The command finds the files in a folder of its own and reads one JSON object from its standard input:
``{"protocol": 1, "folder": "...", "files": [{"name", "path", "mediaType", "bytes", "sha256"}, ...]}``. It writes
``{"code": "..."}`` to its standard output and ends with 0. What ``{"error": "..."}`` says is shown to the person. The folder is
gone when the command has ended.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.kiosk.handover.port import Handed, HandoverFault, HandoverFile, HandoverId, check_files
from catchlight.kiosk.handover.upload_group import FOLDER_VARIABLE, UploadGroup
from catchlight.kiosk.wipe.folder_lock import leftovers, make_locked
from catchlight.kiosk.wipe.ram_disk import SHARED_MEMORY

_LOG = logging.getLogger(__name__)
PROTOCOL = 1
MOST_OUTPUT = 65_536
"""Bytes of standard output that are read."""
MOST_CODE = 200
"""Characters of a code."""
_LOOK_SECONDS = 0.05
_LET_GO_SECONDS = 2.0
"""For the pipes of a command that was killed: one of its children may have left its group and hold them."""
KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "USERPROFILE")
"""Of the environment; the rest, where secrets may be, is not passed on."""
_TEMPORARY = ("TEMP", "TMP")
_PREFIX = "catchlight-upload-"


class UploadHandover:
    """Runs the command once for each call."""

    id: HandoverId = "upload"

    def __init__(self, command: Sequence[str], timeout_s: float, folder: Path | None = None) -> None:
        """folder: where the command's folder is made; None: in memory where the system can, else among temporary files."""
        self._command = tuple(command)
        self._timeout_s = timeout_s
        self._folder = folder or upload_root()
        self.wipe()  # what a program left that was killed during an upload

    def available(self) -> bool:
        return bool(self._command) and shutil.which(self._command[0]) is not None

    def hand(self, files: Sequence[HandoverFile], address: str, cancelled: Callable[[], bool]) -> Handed:
        check_files(files)
        try:
            with disk(Message("write the files for the upload")), _own_folder(self._folder) as folder:
                told = _lay_out(folder, files)
                output = self._run(told, folder, cancelled)
        except StorageFault as fault:
            raise HandoverFault(fault.message) from fault
        return Handed("upload", code=_code_of(output))

    def wipe(self) -> None:
        """Remove what is left of commands; each folder ends with its command, but for one whose kiosk was killed."""
        clear_uploads(self._folder)

    def _run(self, told: bytes, folder: Path, cancelled: Callable[[], bool]) -> bytes:
        environment = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
        # What the command's libraries put aside goes with it.
        environment |= dict.fromkeys((FOLDER_VARIABLE, *_TEMPORARY), str(folder))
        try:
            process = subprocess.Popen(
                self._command,
                cwd=folder,
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=os.name == "posix",
            )
        except OSError as fault:
            raise HandoverFault(
                Message("The upload cannot be started: {why}. Call staff.", why=fault.strerror or str(fault))
            ) from fault
        with contextlib.suppress(OSError):  # the disk is full: the command is known by its environment all the same
            UploadGroup.note(process.pid, folder)
        output = bytearray()
        talking = threading.Thread(target=_talk, args=(process, told, output), name="upload", daemon=True)
        talking.start()
        try:
            self._wait(process, cancelled)
        finally:
            _kill(process)
            talking.join(_LET_GO_SECONDS)
        if process.returncode:
            _said(bytes(output))
            raise HandoverFault(Message("The upload failed. Try again, or choose another way."))
        return bytes(output)

    def _wait(self, process: subprocess.Popen[bytes], cancelled: Callable[[], bool]) -> None:
        end = time.monotonic() + self._timeout_s
        while process.poll() is None:
            if cancelled():
                raise HandoverFault(Message("The upload was cancelled. It may have arrived already."))
            if time.monotonic() > end:
                raise HandoverFault(Message("The upload took too long. Try again, or choose another way."))
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_LOOK_SECONDS)


def upload_root() -> Path:
    """Where the folders of commands are made: in memory where the system can, else among temporary files."""
    return SHARED_MEMORY if os.access(SHARED_MEMORY, os.W_OK) else Path(tempfile.gettempdir())


def clear_uploads(root: Path | None = None) -> int:
    """End commands whose kiosk was killed, with all that they started, and remove their files; gives how many there were.

    root: None for ``upload_root``. A command whose kiosk lives is left alone. Raises nothing.
    """
    cleared = 0
    for left, lock in leftovers([root or upload_root()], _PREFIX):
        killed = UploadGroup.of(left).kill()
        shutil.rmtree(left, ignore_errors=True)
        lock.release()
        _LOG.warning("An upload was cut off when its kiosk was killed; %d of its processes were ended.", killed)
        cleared += 1
    return cleared


@contextmanager
def _own_folder(root: Path) -> Iterator[Path]:
    """A folder for one command, which nobody takes for a leftover as long as this process lives. Raises StorageFault."""
    folder, lock = make_locked(root, _PREFIX)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        lock.release()


def _lay_out(folder: Path, files: Sequence[HandoverFile]) -> bytes:
    """Write the files and give what the command is told."""
    rows: list[Mapping[str, Any]] = []
    for file in files:
        path = folder / file.name
        path.write_bytes(file.data)
        rows.append(
            {
                "name": file.name,
                "path": str(path),
                "mediaType": file.media_type,
                "bytes": len(file.data),
                "sha256": hashlib.sha256(file.data).hexdigest(),
            }
        )
    return json.dumps({"protocol": PROTOCOL, "folder": str(folder), "files": rows}).encode()


def _talk(process: subprocess.Popen[bytes], told: bytes, output: bytearray) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError), process.stdin:  # a command that does not read may still upload
        process.stdin.write(told)
    with process.stdout:
        while part := process.stdout.read(4096):
            if len(output) < MOST_OUTPUT:
                output += part


def _kill(process: subprocess.Popen[bytes]) -> None:
    """End the command with all that it started."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()
    process.wait()


def _code_of(output: bytes) -> str:
    """The code that a command said. Raises HandoverFault."""
    code = _said(output).get("code")
    if not code:
        raise HandoverFault(Message("The upload gave no code. Call staff."))
    return _line(code)


def _said(output: bytes) -> Mapping[str, str]:
    """What a command said, nothing where it is no JSON object. Raises HandoverFault with its own words where it said an error."""
    try:
        found = json.loads(output)
    except (ValueError, RecursionError):
        found = None
    said = {key: value for key, value in found.items() if isinstance(value, str)} if isinstance(found, dict) else {}
    if said.get("error"):
        raise HandoverFault(Message("The upload was refused: {said}", said=_line(said["error"])))
    return said


def _line(text: str) -> str:
    """One line that can be shown."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())[:MOST_CODE]
