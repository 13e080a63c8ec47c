"""A real CUPS of the tests' own: port, folders, D-Bus and Avahi are private, so that any number of test runs have one."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.simulators.processes import ADMINISTRATOR, Child, free_port, program, wait_until

PROGRAMS = {
    "cupsd": "cups",
    "lpadmin": "cups-client",
    "cupsdisable": "cups-client",
    "ippeveprinter": "cups-ipp-utils",
    "avahi-daemon": "avahi-daemon",
    "dbus-daemon": "dbus",
    "pdftocairo": "poppler-utils",
    "setpriv": "util-linux",
    "unshare": "util-linux",
}
"""What it takes, with the packages of Debian that hold it."""
PREFIX = "catchlight-cups-"
FILTERS = Path("/usr/lib/cups/filter/pdftopdf")

BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>system</type>
  <listen>unix:path={folder}/bus</listen>
  <policy context="default">
    <allow user="*"/> <allow own="*"/> <allow send_destination="*"/> <allow receive_sender="*"/>
  </policy>
</busconfig>
"""
AVAHI = """[server]
host-name=catchlight-{pid}
use-ipv6=no
allow-interfaces=lo
enable-dbus=yes
[publish]
publish-workstation=no
publish-hinfo=no
[rlimits]
"""
CUPS_FILES = """ServerRoot {folder}/etc
RequestRoot {folder}/spool
TempDir {folder}/tmp
CacheDir {folder}/cache
StateDir {folder}/state
AccessLog {folder}/log/access_log
ErrorLog {folder}/log/error_log
PageLog {folder}/log/page_log
SystemGroup root
"""
CUPS = """LogLevel info
Listen 127.0.0.1:{port}
Listen {folder}/cups.sock
Browsing No
WebInterface No
DefaultAuthType Basic
ErrorPolicy retry-job
IdleExitTimeout 0
<Location />
  Order allow,deny
</Location>
<Policy default>
  JobPrivateAccess default
  JobPrivateValues default
  <Limit Create-Job Print-Job Validate-Job>
    Order deny,allow
  </Limit>
  <Limit Cancel-Job Send-Document Hold-Job Release-Job Purge-Jobs>
    Require user @OWNER @SYSTEM
    Order deny,allow
  </Limit>
  <Limit CUPS-Add-Modify-Printer CUPS-Delete-Printer Pause-Printer Resume-Printer Cancel-Jobs CUPS-Accept-Jobs>
    AuthType Default
    Require user @SYSTEM
    Order deny,allow
  </Limit>
  <Limit All>
    Order deny,allow
  </Limit>
</Policy>
"""
"""As Debian delivers it: who may cancel a job or start a queue has to say who it is."""


def missing() -> str:
    """Why no print server can be had here; "" where it can."""
    if os.name != "posix" or not hasattr(os, "geteuid"):
        return "CUPS is not for this system"
    absent = sorted({package for name, package in PROGRAMS.items() if program(name) is None})
    if not absent and not FILTERS.exists():
        absent = ["cups-filters"]
    if absent:
        return f"not installed: {', '.join(absent)}"
    if os.geteuid() != 0:
        return "CUPS and Avahi run for root alone"
    if subprocess.run(["unshare", "--mount", "true"], capture_output=True, check=False).returncode:
        return "a mount namespace of its own, which Avahi needs, is not allowed here"
    return ""


def _sweep() -> None:
    """Remove what test runs left that were killed."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        owner = folder.name.removeprefix(PREFIX).split("-")[0]
        if not Path("/proc", owner).exists():
            shutil.rmtree(folder, ignore_errors=True)


class PrintServer:
    """D-Bus, Avahi (without both ippeveprinter does not start) and CUPS, from ``start`` to ``stop``."""

    def __init__(self) -> None:
        _sweep()
        # Not in pytest's folder, which is closed to the user that CUPS runs filters as.
        self.folder = Path(tempfile.mkdtemp(prefix=f"{PREFIX}{os.getpid()}-"))
        self.port = free_port()
        self._children: list[Child] = []

    @property
    def address(self) -> str:
        """For ``Printer.server`` of a configuration: the socket, by which CUPS knows who asks."""
        return str(self.folder / "cups.sock")

    @property
    def pids(self) -> list[int]:
        """Of the programs it consists of, the printer's too."""
        return [child.pid for child in self._children]

    @property
    def spooled(self) -> list[str]:
        """Names of the documents that the queue still has. What it notes of a job may stay a while, and has no picture."""
        return sorted(file.name for file in (self.folder / "spool").glob("d*"))

    @property
    def environment(self) -> dict[str, str]:
        """For programs that print here."""
        bus = f"unix:path={self.folder}/bus"
        return {"CUPS_SERVER": self.address, "DBUS_SYSTEM_BUS_ADDRESS": bus, "PATH": ADMINISTRATOR, "LC_ALL": "C"}

    def start(self) -> None:
        self.folder.chmod(0o711)
        for name in ("etc", "spool", "tmp", "cache", "state", "log"):
            (self.folder / name).mkdir()
        values = {"folder": self.folder, "port": self.port, "pid": os.getpid()}
        for name, content in (("bus.conf", BUS), ("avahi.conf", AVAHI), ("etc/cups-files.conf", CUPS_FILES)):
            (self.folder / name).write_text(content.format(**values))
        (self.folder / "etc" / "cupsd.conf").write_text(CUPS.format(**values))
        bus = self.child("bus", f"dbus-daemon --config-file={self.folder}/bus.conf --nofork --nopidfile")
        self._ready(bus, "bus")
        # Avahi allows one of itself on a machine, by a file in /run: it gets a /run of its own.
        avahi = f"avahi-daemon -f {self.folder}/avahi.conf --no-chroot --no-drop-root --no-rlimits"
        self.child("avahi", "unshare", "--mount", "sh", "-c", f"mount -t tmpfs tmpfs /run && exec {avahi}")
        etc = self.folder / "etc"
        cups = self.child("cupsd", f"cupsd -f -c {etc}/cupsd.conf -s {etc}/cups-files.conf", last_signal="TERM")
        self._ready(cups, "cups.sock")

    def child(self, log: str, *command: str, last_signal: str = "KILL") -> Child:
        """Start a program that ends with this server. command: its words, or one line of them."""
        words = command if len(command) > 1 else command[0].split()
        child = Child(words, self.folder / "log" / f"{log}.out", self.environment, last_signal)
        self._children.append(child)
        return child

    def run(self, *command: str) -> None:
        """Run a client of CUPS to its end. Raises CalledProcessError."""
        subprocess.run(command, env={**os.environ, **self.environment}, check=True, capture_output=True, timeout=30)

    def stop(self) -> None:
        for child in reversed(self._children):
            child.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _ready(self, child: Child, file: str) -> None:
        def there() -> bool:
            child.check()
            return (self.folder / file).exists()

        wait_until(there, file)
