"""The recipes of a kiosk: what is installed, and that it starts what there is."""

from __future__ import annotations

import configparser
import os
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "packaging" / "linux" / "kiosk"
pytestmark = pytest.mark.skipif(os.name != "posix", reason="recipes of Linux")


def install(root: Path, *options: str) -> str:
    """What the script puts below ``root``; gives what it says."""
    command = ["sh", str(FOLDER / "install-kiosk.sh"), *options]
    done = subprocess.run(command, env={**os.environ, "DESTDIR": str(root)}, capture_output=True, text=True, check=True)
    return done.stdout


@pytest.mark.parametrize(("options", "starts"), [((), "/usr/bin/cage"), (("--x11",), "/usr/bin/startx")])
def test_the_unit_starts_the_program_that_is_named(tmp_path: Path, options: tuple[str, ...], starts: str) -> None:
    install(tmp_path, *options, "--program", "/opt/catchlight/bin/catchlight")
    text = (tmp_path / "etc/systemd/system/catchlight-kiosk.service").read_text()
    assert "@CATCHLIGHT@" not in text
    assert "/opt/catchlight/bin/catchlight" in text
    unit = configparser.ConfigParser(strict=False, interpolation=None, delimiters=("=",))
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    assert unit["Service"]["ExecStart"].split()[0] == starts
    assert unit["Service"]["User"] == "kiosk"
    assert unit["Service"]["Restart"] == "always"
    assert unit["Service"]["LimitCORE"] == "0"  # no crash writes pictures to the disk
    assert unit["Service"]["MemorySwapMax"] == "0"  # nor does a shortage of memory
    for word in text.split():
        if word.startswith("/etc/catchlight/"):
            assert (tmp_path / word[1:]).is_file(), word


def test_what_was_installed_can_be_removed(tmp_path: Path) -> None:
    install(tmp_path, "--x11", "--program", "/bin/true")
    assert "Removed" in install(tmp_path, "--remove")
    assert [file.name for file in tmp_path.rglob("*") if file.is_file()] == []


def test_leaving_is_noted_and_a_crash_is_not(tmp_path: Path) -> None:
    script = tmp_path / "kiosk-run"
    script.write_text((FOLDER / "kiosk-run").read_text().replace("/run/catchlight-kiosk", str(tmp_path)))
    assert subprocess.run(["sh", script, "sh", "-c", "exit 3"], check=False).returncode == 3
    assert not (tmp_path / "left").exists()
    assert subprocess.run(["sh", script, "true"], check=False).returncode == 0
    assert (tmp_path / "left").exists()


def test_openbox_has_no_key_no_button_and_no_menu() -> None:
    space = "{http://openbox.org/3.4/rc}"
    root = ET.parse(FOLDER / "openbox.xml").getroot()
    for name in ("keyboard", "mouse", "menu"):
        found = root.find(space + name)
        assert found is not None
        assert list(found) == []


def test_the_scripts_are_valid() -> None:
    for name in ("install-kiosk.sh", "kiosk-session", "kiosk-run"):
        subprocess.run(["sh", "-n", FOLDER / name], check=True)
        if shutil.which("shellcheck"):
            subprocess.run(["shellcheck", FOLDER / name], check=True)
