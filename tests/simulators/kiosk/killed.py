"""A kiosk that is killed in the midst of a session: ``python -m tests.simulators.kiosk.killed HOME CONFIG SCREEN [PRINT]``.

Killed as soon as a screen is shown; on the screen of the printer as soon as it stands with the sheet as PRINT says.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from catchlight.kiosk.config.file import load_config, save_config
from catchlight.kiosk.config.model import KioskConfig
from PySide6.QtWidgets import QApplication

from tests.gui.kiosk.person import wait
from tests.simulators.kiosk.rig import open_rig, places_in


def kill_at(home: Path, config: KioskConfig, screen: str, printing: str = "") -> None:
    """Run it to its death. Raises RuntimeError with what it said where it ended otherwise."""
    home.mkdir(parents=True, exist_ok=True)
    file = home / "killed.toml"
    save_config(config, file)
    command = [sys.executable, "-m", __spec__.name, str(home), str(file), screen, *([printing] if printing else [])]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode != -signal.SIGKILL:
        raise RuntimeError(f"the kiosk ended by itself at {screen}:\n{done.stderr[-3000:]}")


def main(home: str, file: str, screen: str, printing: str = "") -> None:
    application = QApplication([])
    with open_rig(application, places_in(Path(home)), load_config(Path(file))) as rig:

        def there() -> bool:
            return rig.state.screen == screen and printing in ("", rig.state.print)

        def die() -> None:
            if there():
                os.kill(os.getpid(), signal.SIGKILL)

        rig.window.desk.changed.connect(lambda _after, _before: die())
        die()
        rig.go_to(screen)  # type: ignore[arg-type]
        wait(lambda: False)


if __name__ == "__main__":
    main(*sys.argv[1:])
