"""A session for each of twelve portraits and of other sizes of photos: touches, machine time, the verdict, and the photo measured
on what was printed."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from catchlight.core.progress import Progress
from catchlight.imaging.io import codec
from catchlight.kiosk.flow.state import OverallId
from catchlight.operations.id_photo.params import IdPhotoParams
from catchlight.service.editor import EditRequest
from PIL import Image
from PySide6.QtWidgets import QApplication

from tests.benchmarks.kiosk.clocks import cpu_of
from tests.gui.kiosk.person import wait
from tests.kiosk.printing.placed_pictures import placed_pictures
from tests.simulators.kiosk.hardware import KioskHardware
from tests.simulators.kiosk.rig import PRICE, KioskRig, open_rig

PORTRAITS = ("d01", "d02", "d05", "d06", "d07", "d09", "d14", "d29", "d30", "d32", "d38", "c03a")
EXACT_MM = 0.05
TWELVE = (4000, 3000)
SIZES = (
    ("us_passport", "uk_passport", "de_passport", "schengen_visa", "cn_passport", "cn_visa"),
    ("ca_passport", "vn_passport", "in_oci", "jp_resume", "cn_social_security", "in_pan"),
)
"""Documents of every common size that is printed, as many at once as have cards."""
SITTERS = ("d09", "d29", "c03a", "d01")
"""Who comes for them before a white wall, until a photo fits the document."""
WALL = "#f2f2f2"


@dataclass(frozen=True)
class SessionFigures:
    """verdict_s, cpu_s: seconds of all processors, from the release to the verdict and from the first touch to the sheet;
    print_s: of the print queue beside it; verdict_wall_s, wall_s: by the clock, of the verdict and of all. photos: sizes in mm on
    the sheet. failed: ids of checks."""

    verdict: OverallId
    failed: tuple[str, ...]
    touches: int
    verdict_wall_s: float
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
    released, touched = time.process_time(), time.monotonic()
    rig.go_on()
    rig.person.wait_for("review")
    verdict_wall_s, verdict_s = time.monotonic() - touched, time.process_time() - released
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
    figures = (touches, verdict_wall_s, verdict_s, time.process_time() - cpu, cpu_of(printer.print_server.pids) - queue)
    wall = time.monotonic() - began
    rig.leave()
    wrong = hardware.wrongs(rig, before, charged)
    out = printer.arrived[before:]
    if (len(out) == 0) != (overall == "fail"):
        wrong.append(f"{overall}, and {len(out)} sheets")
    if hardware.terminal.charged - charged != PRICE * len(out):
        wrong.append("charged wrongly")
    photos = tuple(size for sheet in out for size in placed_pictures(sheet))
    document = rig.machine.catalogue.documents.get(rig.document)
    assert document is not None
    asked = sorted((document.width_mm, document.height_mm))
    wrong += [f"{photo} mm for {asked}" for photo in photos if np.abs(np.sort(photo) - asked).max() > EXACT_MM]
    return SessionFigures(overall, failed, *figures, wall, photos, tuple(wrong))


def run_sessions(application: QApplication, hardware: KioskHardware, folder: Path, only: str = "") -> int:
    """Print a line for each portrait; gives how many went wrong. folder: of the portraits. only: beginnings of their names, with
    commas between."""
    bad = 0
    names = only.split(",") if only else PORTRAITS
    with open_rig(application, hardware.places, hardware.config) as rig:
        one_session(rig, hardware)  # the officer's loads the networks
        shown = [_portrait(folder, name) for name in names]
        for file in (*shown, *_of_twelve_megapixels(shown, hardware.folder)):
            hardware.show(file, file.name)
            bad += bool(_tell(rig, hardware, file).wrong)
        _tell_inference(rig)
        sitters = [_before_white(rig, _portrait(folder, name), hardware.folder) for name in SITTERS]
    for documents in SIZES:
        shop = hardware.config.shop.model_copy(update={"documents": documents})
        with open_rig(application, hardware.places, hardware.config.model_copy(update={"shop": shop})) as rig:
            bad += sum(not _fits(rig, hardware, document, sitters) for document in documents)
    return bad


def _portrait(folder: Path, name: str) -> Path:
    return next(iter(sorted(folder.glob(f"{name}_*"))))


def _before_white(rig: KioskRig, file: Path, folder: Path) -> Path:
    """The person as a camera would see them before a white wall, with room on all sides."""
    picture = codec.decode(file.read_bytes())
    params = IdPhotoParams(width_mm=100, height_mm=120, dpi=200, background=WALL, output_format="jpeg")
    made = rig.machine.editor.run(EditRequest("id_photo", params, (picture,)), Progress())
    path = folder / f"{file.stem[:3]}_white.jpg"
    path.write_bytes(made.file.data)
    return path


def _fits(rig: KioskRig, hardware: KioskHardware, document: str, sitters: Sequence[Path]) -> bool:
    """Whether one of the sitters left with a photo of the document's size, and nothing went wrong before."""
    rig.document = document
    for file in sitters:
        hardware.show(file, file.name)
        made = _tell(rig, hardware, file)
        if made.wrong or made.photos:
            return not made.wrong
    print(f"{document}: nobody's photo fits")
    return False


def _tell(rig: KioskRig, hardware: KioskHardware, file: Path) -> SessionFigures:
    """The figures of the session of a picture, printed."""
    made = one_session(rig, hardware)
    width, height = Image.open(file).size
    sizes = sorted({tuple(round(side, 2) for side in sorted(photo)) for photo in made.photos})
    verdict = f"verdict {made.verdict_s:4.1f} s CPU ({made.verdict_wall_s:4.2f} s)"
    session = f"session {made.cpu_s:4.1f} + queue {made.print_s:3.1f} s CPU ({made.wall_s:4.1f} s)"
    print(
        f"{file.stem[:26]:26} {width * height / 1e6:4.1f} MP  {rig.document:18} {made.verdict:9}  touches {made.touches}  "
        f"{verdict}  {session}  {len(made.photos)} x {sizes} mm  {' '.join(made.failed)}  {'; '.join(made.wrong)}",
        flush=True,
    )
    return made


def _tell_inference(rig: KioskRig) -> None:
    """What one run of the matting network at 512 px takes now, by which other machines can be compared."""
    walls, cpus = [], []
    for _ in range(6):
        cpu, began = time.process_time(), time.monotonic()
        rig.machine.portraits.models.run("portrait_matting_modnet", np.zeros((1, 3, 512, 512), np.float32))
        walls.append(time.monotonic() - began)
        cpus.append(time.process_time() - cpu)
    print(
        f"T, one matting at 512 px: {np.median(walls[1:]):.3f} s by the clock, {np.median(cpus[1:]):.3f} s CPU",
        flush=True,
    )


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
