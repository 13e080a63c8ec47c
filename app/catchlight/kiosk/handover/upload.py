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
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from catchlight.core.errors import StorageFault
from catchlight.core.files.writing import disk
from catchlight.core.messages import Message
from catchlight.kiosk.handover.port import Handed, HandoverFault, HandoverFile, HandoverId, check_files
from catchlight.kiosk.wipe.ram_disk import SHARED_MEMORY

PROTOCOL = 1
MOST_OUTPUT = 65_536
"""Bytes of standard output that are read."""
MOST_CODE = 200
"""Characters of a code."""
_LOOK_SECONDS = 0.05
_LET_GO_SECONDS = 2.0
"""For the pipes of a command that was killed: one of its children may have left its group and hold them."""
_KEPT_VARIABLES = ("PATH", "HOME", "LANG", "LC_ALL", "TZ", "SYSTEMROOT", "USERPROFILE")
"""Of the environment; the rest, where secrets may be, is not passed on."""
_TEMPORARY = ("TMPDIR", "TEMP", "TMP")
_PREFIX = "catchlight-upload-"


class UploadHandover:
    """Runs the command once for each call."""

    id: HandoverId = "upload"

    def __init__(self, command: Sequence[str], timeout_s: float, folder: Path | None = None) -> None:
        """folder: where the command's folder is made; None: in memory where the system can, else among temporary files."""
        self._command = tuple(command)
        self._timeout_s = timeout_s
        self._folder = folder or (SHARED_MEMORY if os.access(SHARED_MEMORY, os.W_OK) else Path(tempfile.gettempdir()))
        self.wipe()  # what a program left that was killed during an upload

    def available(self) -> bool:
        return bool(self._command) and shutil.which(self._command[0]) is not None

    def hand(self, files: Sequence[HandoverFile], address: str, cancelled: Callable[[], bool]) -> Handed:
        check_files(files)
        try:
            with (
                disk(Message("write the files for the upload")),
                tempfile.TemporaryDirectory(prefix=_PREFIX, dir=self._folder) as name,
            ):
                told = _lay_out(Path(name), files)
                output = self._run(told, Path(name), cancelled)
        except StorageFault as fault:
            raise HandoverFault(fault.message) from fault
        return Handed("upload", code=_code_of(output))

    def wipe(self) -> None:
        """Remove folders of commands; each ends with its command, but for one whose kiosk was killed."""
        for left in self._folder.glob(f"{_PREFIX}*"):
            shutil.rmtree(left, ignore_errors=True)

    def _run(self, told: bytes, folder: Path, cancelled: Callable[[], bool]) -> bytes:
        environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
        environment |= dict.fromkeys(_TEMPORARY, str(folder))  # what the command's libraries put aside goes with it
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
