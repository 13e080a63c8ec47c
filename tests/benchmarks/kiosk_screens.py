"""Pictures of every screen of the kiosk, of what lies over them and of the admin page, to be looked at.

python -m tests.benchmarks.kiosk_screens FOLDER [--languages en ar hi] [--sizes 1080x1920 1280x800]
                                         [--looks plain contrast large low all] [--only review]

looks: of a session as it begins; with high contrast; with larger text; with controls lower down; with all three. The admin page
speaks English and Chinese and has looks of its own. Names of files: size, look, language, number, screen.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from catchlight.assembly.kiosk.process import prepare_process
from catchlight.catalogue.catalogue import Catalogue
from catchlight.core.progress import Progress
from catchlight.gui.kiosk.admin.page import AdminPage
from catchlight.gui.kiosk.looks import Comfort
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.camera import CameraScreen
from catchlight.gui.kiosk.voice import Silence
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.gui.widgets import theme
from catchlight.gui.wording.i18n import KIOSK_LANGUAGES, Language
from catchlight.imaging.io import codec
from catchlight.kiosk.config.model import Shop
from catchlight.kiosk.flow.state import SessionState, TakeState
from catchlight.kiosk.guidance.guide import Guide
from catchlight.kiosk.guidance.port import AdviceId, Guidance
from catchlight.kiosk.guidance.target import HeadTarget, PhotoAboutHead
from catchlight.kiosk.payment.ledger import Ledger
from catchlight.kiosk.session.judging import judge_take
from catchlight.kiosk.session.take import Take
from catchlight.models.registry import Models
from catchlight.portrait.face.pose import CanonicalFace
from catchlight.portrait.portrait import Portraits
from PySide6.QtWidgets import QApplication, QWidget

from tests.benchmarks.guidance.frames import Sitter
from tests.gui.kiosk.admin_parts import desk as admin_desk
from tests.gui.kiosk.conftest import CONFIG, build_machine
from tests.gui.kiosk.doubles import Machine
from tests.gui.kiosk.shown_screens import SCREENS, checks, show, take_of
from tests.simulators.kiosk.hardware import OFFICER

LOOKS = {
    "plain": Comfort(),
    "contrast": Comfort(high_contrast=True),
    "large": Comfort(large_text=True),
    "low": Comfort(low=True),
    "all": Comfort(high_contrast=True, large_text=True, low=True),
}
SAID: tuple[tuple[AdviceId, ...], ...] = (("nearer",), ("left",), ("take_off_glasses",), ())
FRAME = (1280, 720)


def main() -> None:
    options = _options()
    options.folder.mkdir(parents=True, exist_ok=True)
    prepare_process()
    application = QApplication([])
    application.setStyle("Fusion")
    catalogue, models = Catalogue.load(), Models()
    language = Language(application)
    machine = build_machine(catalogue, Portraits(models))
    config = CONFIG.model_copy(update={"shop": Shop(documents=CONFIG.shop.documents, price=600, digital=100)})
    machine = machine.with_parts(config=config, languages=tuple(KIOSK_LANGUAGES))
    take = _uncertain(machine)
    for size in options.sizes:
        window = KioskWindow(KioskController(machine.parts), language, Silence(), 0)
        window.resize(*size)
        window.show()
        for looks in options.looks:
            window.comfort = LOOKS[looks]
            for code in options.languages:
                prefix = options.folder / f"{size[0]}x{size[1]}_{looks}_{code}"
                for number, name in enumerate(_prepared(window, code, take, catalogue, models)):
                    if options.only in name:
                        _photograph(application, window, Path(f"{prefix}_{number:02}_{name}.png"))
        window.leave()
        window.deleteLater()
        for code in ("en", "zh"):
            language.use(code)
            _admin(application, size, f"{options.folder}/{size[0]}x{size[1]}_admin_{code}", options.only)
    print(f"{len(list(options.folder.glob('*.png')))} pictures in {options.folder}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--languages", nargs="+", default=["en", "ar", "hi"], choices=list(KIOSK_LANGUAGES))
    parser.add_argument("--sizes", nargs="+", default=[(1080, 1920), (1280, 800)], type=_size)
    parser.add_argument("--looks", nargs="+", default=["plain", "all"], choices=list(LOOKS))
    parser.add_argument("--only", default="", help="those alone whose names have this in them")
    return parser.parse_args()


def _size(text: str) -> tuple[int, int]:
    width, height = text.split("x")
    return int(width), int(height)


def _uncertain(machine: Machine) -> Take:
    """The officer's."""
    document = machine.parts.catalogue.documents.get("icao_35x45")
    assert document is not None
    return judge_take(1, OFFICER.read_bytes(), document, "", machine.parts.editor, codec.DecodeLimits(), Progress())


def _prepared(window: KioskWindow, code: str, take: Take, catalogue: Catalogue, models: Models) -> Iterator[str]:
    """The window with one screen after another, and a name for each."""
    document = catalogue.documents.get("icao_35x45")
    assert document is not None
    assert take.taken is not None
    assert take.photo is not None
    target = HeadTarget.within(PhotoAboutHead.of(document, CanonicalFace.of(models)), FRAME)
    frame = Sitter.of("officer", take.taken.rgb8, models).placed(target).frame
    oval = Guide(1.2, document, models).target(*FRAME)
    bad = take_of(take.photo.picture, checks())
    for state in SCREENS:
        show(window, state, code, bad)
        told = [state.print, state.handing, state.problem, state.overlay, *state.ways, *state.faults]
        yield "_".join([state.screen, *(word for word in (*told, state.ending) if word not in ("", "none"))])
    show(window, SessionState(screen="review", takes=(TakeState(1, "uncertain", 1.5),), chosen=1), code, take)
    yield "review_uncertain"
    for words in SAID:
        show(window, SessionState(screen="camera"), code)
        assert isinstance(window.screen_shown, CameraScreen)
        window.desk.camera.framed.emit(frame)
        window.desk.camera.guided.emit(Guidance(words, oval, oval, 0.0 if words else 0.6))
        yield f"camera_{words[0] if words else 'right'}"
    window.desk.camera.counted.emit(3)
    yield "camera_counting"


def _admin(application: QApplication, size: tuple[int, int], prefix: str, only: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        behind = admin_desk(Path(folder))
        behind.ledger = Ledger(Path(folder) / "money.sqlite3")
        page = AdminPage(behind.parts(), theme.build("dark"))
        page.resize(*size)
        page.show()
        _photograph(application, page, Path(f"{prefix}_pin.png"), only)
        page._open()
        for name in page.pages:
            page.show_page(name)
            _photograph(application, page, Path(f"{prefix}_{name}.png"), only)
        page.stop()
        page.close()
        page.deleteLater()
        behind.ledger.close()


def _photograph(application: QApplication, shown: QWidget, file: Path, only: str = "") -> None:
    if only in file.stem:
        for _ in range(4):
            application.processEvents()
        shown.grab().save(str(file))


if __name__ == "__main__":
    main()
