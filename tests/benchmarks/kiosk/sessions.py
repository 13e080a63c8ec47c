"""A session for each of twelve portraits: touches, machine time, the verdict, and the photo measured on what was printed."""

from __future__ import annotations

import io
import time
from dataclasses import dataclass
from pathlib import Path

from catchlight.kiosk.flow.state import OverallId
from PIL import Image
from PySide6.QtWidgets import QApplication

from tests.benchmarks.kiosk.clocks import cpu_of
from tests.gui.kiosk.person import wait
from tests.kiosk.printing.placed_pictures import placed_pictures
from tests.simulators.kiosk.hardware import OFFICER, KioskHardware
from tests.simulators.kiosk.rig import PRICE, KioskRig, open_rig

PORTRAITS = ("d01", "d02", "d04", "d05", "d07", "d08", "d09", "d14", "d29", "d30", "d32", "d33")
PHOTO_MM = (35.0, 45.0)
"""Of the document that is chosen."""
TWELVE = (4000, 3000)


@dataclass(frozen=True)
class SessionFigures:
    """verdict_s, cpu_s: seconds of all processors, from the release to the verdict and from the first touch to the sheet;
    print_s: of the print queue beside it. photos: sizes in mm on the sheet. failed: ids of checks."""

    verdict: OverallId
    failed: tuple[str, ...]
    touches: int
    verdict_s: float
    cpu_s: float
    print_s: float
    wall_s: float
    photos: tuple[tuple[float, float], ...]
    wrong: tuple[str, ...]


def one_session(rig: KioskRig, hardware: KioskHardware) -> SessionFigures:
    """A person who takes what the verdict lets through, and goes where it fails."""
    printer, desk = hardware.printer, rig.window.desk
    before, charged = len(printer.arrived), hardware.terminal.charged
    rig.receipts.clear()
    rig.person.touches = 0
    cpu, queue, began = time.process_time(), cpu_of(printer.print_server.pids), time.monotonic()
    rig.go_to("camera")
    wait(lambda: rig.person.button("Take the picture now").isEnabled())
    released = time.process_time()
    rig.go_on()
    rig.person.wait_for("review")
    verdict_s = time.process_time() - released
    take = desk.chosen_take()
    assert take is not None
    overall, failed = take.overall, tuple(str(check["id"]) for check in take.notable if check["state"] == "fail")
    if overall == "fail":
        assert not any(name.startswith("Use") for name in rig.person.buttons()), "a photo that fails is offered"
        rig.stop()
    else:
        rig.go_to("farewell", to_phone=False)
    touches = rig.person.touches
    wait(lambda: rig.state.wiped)
    figures = (touches, verdict_s, time.process_time() - cpu, cpu_of(printer.print_server.pids) - queue)
    wall = time.monotonic() - began
    rig.leave()
    wrong = hardware.wrongs(rig, before, charged)
    out = printer.arrived[before:]
    if (len(out) == 0) != (overall == "fail"):
        wrong.append(f"{overall}, and {len(out)} sheets")
    if hardware.terminal.charged - charged != PRICE * len(out):
        wrong.append("charged wrongly")
    photos = tuple(size for sheet in out for size in placed_pictures(sheet))
    wrong += [
        f"{photo} mm"
        for photo in photos
        if max(abs(a - b) for a, b in zip(sorted(photo), PHOTO_MM, strict=True)) > 0.05
    ]
    return SessionFigures(overall, failed, *figures, wall, photos, tuple(wrong))


def run_sessions(application: QApplication, hardware: KioskHardware, folder: Path) -> int:
    """Print a line for each portrait; gives how many went wrong. folder: of the portraits."""
    bad = 0
    with open_rig(application, hardware.places, hardware.config) as rig:
        hardware.show(OFFICER)
        one_session(rig, hardware)  # loads the networks
        shown = [next(iter(sorted(folder.glob(f"{name}_*")))) for name in PORTRAITS]
        for file in (*shown, *_of_twelve_megapixels(shown, hardware.folder)):
            hardware.show(file, file.name)
            made = one_session(rig, hardware)
            bad += bool(made.wrong)
            width, height = Image.open(file).size
            sizes = {tuple(round(side, 2) for side in sorted(photo)) for photo in made.photos}
            print(
                f"{file.stem[:26]:26} {width * height / 1e6:4.1f} MP  {made.verdict:9}  touches {made.touches}  verdict "
                f"{made.verdict_s:4.1f}  session {made.cpu_s:4.1f} + queue {made.print_s:3.1f} s CPU ({made.wall_s:4.1f} s)  "
                f"{len(made.photos)} x {sorted(sizes)} mm  {' '.join(made.failed)}  {'; '.join(made.wrong)}",
                flush=True,
            )
    return bad


def _of_twelve_megapixels(shown: list[Path], folder: Path) -> list[Path]:
    """The first two at 12 megapixels on a grey wall, as a camera upright would take them."""
    made = []
    for file in shown[:2]:
        picture = Image.open(file).convert("RGB").resize((3000, 3000), Image.Resampling.LANCZOS)
        whole = Image.new("RGB", (TWELVE[1], TWELVE[0]), picture.getpixel((5, 5)))  # type: ignore[arg-type]
        whole.paste(picture, (0, TWELVE[0] - 3000))
        data = io.BytesIO()
        whole.save(data, "JPEG", quality=92)
        path = folder / f"{file.stem[:3]}_12mp.jpg"
        path.write_bytes(data.getvalue())
        made.append(path)
    return made
