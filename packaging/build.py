"""Packages of the program for the system that this runs on.

python packaging/build.py [--output dist] [--no-self-test] [--only KIND...]

Needs the program with its extra "package" in the environment (python -m pip install ".[package]"), which is what goes into the
packages. Makes a folder with PyInstaller, runs its self-test where nothing of this environment is seen, and from the folder
    Linux    a tar.gz and a deb (dpkg-deb), with desktop file, metainfo, icons and file types
    Windows  an installer (Inno Setup's iscc)
    macOS    a disk image with the application (hdiutil)
and SHA256SUMS of them. A tool that is missing is an error that names it; nothing is left out silently.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import importlib.metadata
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

import icons

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "packaging"
LIBRARIES = (
    "libc6, libegl1, libgl1, libdbus-1-3, libfontconfig1, libglib2.0-0, libxkbcommon0, libxkbcommon-x11-0, libx11-xcb1, "
    "libxcb-cursor0, libxcb-icccm4, libxcb-image0, libxcb-keysyms1, libxcb-randr0, libxcb-render-util0, libxcb-shape0, "
    "libxcb-sync1, libxcb-xfixes0, libxcb-xkb1"
)
"""What Qt needs of a Debian system."""
_TEXTS = ("LICENSE", "LICENCE", "COPYING", "NOTICE")
MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
"""Debian's names."""


class Missing(Exception):
    """A tool or a part that the packages need is not there; the message says what to do."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, default=ROOT / "dist", help="folder of the packages")
    parser.add_argument("--no-self-test", action="store_true", help="do not run the built program")
    kinds = PACKAGES.get(sys.platform, {})
    parser.add_argument(
        "--only", nargs="*", choices=sorted(kinds), help="of the packages of this system; none: the folder alone"
    )
    options = parser.parse_args()
    output = options.output.resolve()
    output.mkdir(parents=True, exist_ok=True)
    try:
        folder = built(output)
        if not options.no_self_test:
            self_test(folder)
        made = [kinds[kind](folder, output) for kind in (kinds if options.only is None else options.only)]
    except (Missing, subprocess.CalledProcessError) as fault:
        sys.exit(f"error: {fault}")
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}" for file in made]
    if sums:
        (output / "SHA256SUMS").write_text("\n".join(sums) + "\n")
    for file in made:
        print(f"{file.stat().st_size / 1e6:7.1f} MB  {file}")


def version() -> str:
    return importlib.metadata.version("catchlight")


def built(output: Path) -> Path:
    """The program as a folder, with the licences of all that is in it."""
    with tempfile.TemporaryDirectory() as work:
        environment = {
            **os.environ,
            "CATCHLIGHT_ICON": str(icons.of_this_system(Path(work))),
            "CATCHLIGHT_VERSION": version(),
        }
        if importlib.util.find_spec("PyInstaller") is None:
            raise Missing('PyInstaller is not installed: python -m pip install ".[package]"')
        command = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"]
        command += ["--distpath", str(output), "--workpath", str(Path(work) / "build"), str(HERE / "catchlight.spec")]
        run(command, environment)
    folder = output / "catchlight"
    (folder / "THIRD-PARTY.txt").write_text(third_party(), encoding="utf-8")
    return folder


def self_test(folder: Path) -> None:
    """Run the built program's own test with a bare environment, so that it cannot lean on this one."""
    kept = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "LANG", "LD_LIBRARY_PATH")
    with tempfile.TemporaryDirectory() as home:
        bare = {name: os.environ[name] for name in kept if name in os.environ}
        name = "catchlight-cli.exe" if sys.platform == "win32" else "catchlight"
        run([str(folder / name), "--self-test"], {**bare, "HOME": home, "USERPROFILE": home, "CATCHLIGHT_HOME": home})


def third_party() -> str:
    """Name, version, licence and licence texts of every distribution in this environment."""
    found = sorted(importlib.metadata.distributions(), key=lambda one: one.name.lower())
    return "\n\n".join(_licence(one) for one in found)


def _licence(found: importlib.metadata.Distribution) -> str:
    facts = found.metadata.json
    stated = str(facts.get("license_expression") or facts.get("license") or "")
    kinds = [kind.rpartition(" :: ")[2] for kind in facts.get("classifier", ()) if kind.startswith("License")]
    licence = stated.splitlines()[0] if stated else ", ".join(kinds) or "see below"
    texts = [
        Path(str(found.locate_file(file))).read_text(encoding="utf-8", errors="replace")
        for file in found.files or ()
        if file.name.upper().startswith(_TEXTS) and file.suffix.lower() in ("", ".txt", ".md")
    ]
    rule = "=" * 80
    return "\n".join([rule, f"{found.name} {found.version}: {licence}", rule, *texts])


# Linux


def share(root: Path) -> None:
    """Desktop file, metainfo, the type of presets' files and icons below ``root``/share."""
    applications, metainfo = root / "share" / "applications", root / "share" / "metainfo"
    types = root / "share" / "mime" / "packages"
    for place in (applications, metainfo, types):
        place.mkdir(parents=True)
    shutil.copy(HERE / "linux" / "catchlight.desktop", applications)
    shutil.copy(HERE / "linux" / "org.catchlight.Catchlight.mime.xml", types / "org.catchlight.Catchlight.xml")
    name = "org.catchlight.Catchlight.metainfo.xml"
    text = (HERE / "linux" / name).read_text(encoding="utf-8")
    text = text.replace("@VERSION@", version()).replace("@DATE@", datetime.now(UTC).date().isoformat())
    (metainfo / name).write_text(text, encoding="utf-8")
    for size in icons.SIZES:
        place = root / "share" / "icons" / "hicolor" / f"{size}x{size}" / "apps"
        place.mkdir(parents=True)
        icons.png(size).save(place / "catchlight.png")
    scalable = root / "share" / "icons" / "hicolor" / "scalable" / "apps"
    scalable.mkdir(parents=True)
    shutil.copy(icons.SOURCE, scalable / "catchlight.svg")


def archive(folder: Path, output: Path) -> Path:
    """A tar.gz to unpack anywhere: the folder, and what a desktop wants to know, with install.sh that puts it in place."""
    name = f"catchlight-{version()}-linux-{platform.machine()}"
    made = output / f"{name}.tar.gz"
    with tempfile.TemporaryDirectory() as work:
        root = Path(work) / name
        shutil.copytree(folder, root / "catchlight", symlinks=True)
        share(root)
        shutil.copy(HERE / "linux" / "install.sh", root)
        with gzip.open(made, "wb", compresslevel=6) as packed, tarfile.open(fileobj=packed, mode="w") as bundle:
            bundle.add(root, name, filter=_of_nobody)
    return made


def deb(folder: Path, output: Path) -> Path:
    """A package for Debian, Ubuntu and their kin: the program in /opt, its name in the path."""
    machine = MACHINES.get(platform.machine(), platform.machine())
    made = output / f"catchlight_{version()}_{machine}.deb"
    with tempfile.TemporaryDirectory() as work:
        root = Path(work) / "root"
        shutil.copytree(folder, root / "opt" / "catchlight", symlinks=True)
        share(root / "usr")
        (root / "usr" / "bin").mkdir(parents=True)
        (root / "usr" / "bin" / "catchlight").symlink_to("/opt/catchlight/catchlight")
        documents = root / "usr" / "share" / "doc" / "catchlight"
        documents.mkdir(parents=True)
        shutil.copy(ROOT / "LICENSE", documents / "copyright")
        size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file()) // 1024
        control = root / "DEBIAN"
        control.mkdir()
        (control / "control").write_text(
            f"Package: catchlight\nVersion: {version()}\nArchitecture: {machine}\nSection: graphics\nPriority: optional\n"
            f"Maintainer: The Catchlight contributors <contributors@catchlight.invalid>\nInstalled-Size: {size}\n"
            f"Depends: {LIBRARIES}\nDescription: portrait studio that needs no network\n"
            " Hair, headshots, ID photos, print sheets, local edits, expressions, development\n"
            " and profile pictures, in one window, on the command line and as a service.\n"
        )
        run([tool("dpkg-deb"), "--root-owner-group", "-Zxz", "-z3", "--build", str(root), str(made)])
    return made


def _of_nobody(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return entry


# Windows and macOS


def installer(folder: Path, output: Path) -> Path:
    """The installer for Windows: start menu, "Open with" for pictures, for one user or for all."""
    facts = [f"/DVersion={version()}", f"/DSource={folder}", f"/DOutput={output}"]
    run([tool("iscc"), *facts, str(HERE / "windows" / "catchlight.iss")])
    return output / f"catchlight-{version()}-windows-x64.exe"


def disk_image(folder: Path, output: Path) -> Path:
    """The disk image for macOS: the application, and a way to the folder of applications. Signed by whoever publishes it."""
    made = output / f"catchlight-{version()}-macos-{platform.machine()}.dmg"
    with tempfile.TemporaryDirectory() as work:
        shutil.copytree(folder.with_name("Catchlight.app"), Path(work) / "Catchlight.app", symlinks=True)
        (Path(work) / "Applications").symlink_to("/Applications")
        run(
            [
                tool("hdiutil"),
                "create",
                "-volname",
                "Catchlight",
                "-srcfolder",
                work,
                "-ov",
                "-format",
                "UDZO",
                str(made),
            ]
        )
    return made


PACKAGES: dict[str, dict[str, Callable[[Path, Path], Path]]] = {
    "linux": {"tar": archive, "deb": deb},
    "win32": {"installer": installer},
    "darwin": {"dmg": disk_image},
}
"""What is made on a system, by names for the command line."""


def tool(name: str) -> str:
    """Raises Missing."""
    found = shutil.which(name)
    if found is None:
        raise Missing(
            f"{name} is not installed, and the package needs it. Install it, or leave the package out with --only."
        )
    return found


def run(command: Sequence[str], environment: dict[str, str] | None = None) -> None:
    """Raises CalledProcessError."""
    subprocess.run(command, check=True, env=environment, cwd=ROOT)


if __name__ == "__main__":
    main()
