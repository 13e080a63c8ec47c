"""Pictures of every tab in both themes and languages, at 100 % and 200 % text size, to be looked at.

python -m tests.benchmarks.screenshots FOLDER [--picture FILE] [--only dark_en_100%] [--views tab_ guide_]
    [--size 1280x800] [--right-to-left]

QT_SCALE_FACTOR=2 in the environment makes them as a screen of twice the pixels shows the window.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.screenshot_views import settle, views, wait


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--picture", type=Path)
    parser.add_argument("--only", default="", help="make only those whose name begins so")
    parser.add_argument("--views", nargs="*", default=[""], help="make only views whose name begins so")
    parser.add_argument("--size", default="1400x900", help="of the window, in its own pixels")
    parser.add_argument("--right-to-left", action="store_true", help="laid out as for Arabic or Hebrew")
    chosen = parser.parse_args()
    size = tuple(int(side) for side in chosen.size.split("x"))
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    from catchlight.gui.app.application import WINDOW_FILE, DesktopApplication, begin
    from catchlight.gui.app.session import Session
    from catchlight.gui.app.window_memory import Memory
    from catchlight.gui.dialogs.questions import SystemDialogs
    from catchlight.service.marks.marks import MarkFiles
    from catchlight.store.marks import MarkStore
    from catchlight.store.style_book import StyleBook
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QApplication, QDialog, QWidget

    from tests.benchmarks.window import compose, jobs_of

    application = QApplication(sys.argv[:1])
    if chosen.right_to_left:
        application.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    with tempfile.TemporaryDirectory() as home_folder:
        home, catalogue, editor, portraits, store, settings = compose(Path(home_folder))
        memory = Memory(settings, Path(home_folder) / WINDOW_FILE)  # type: ignore[arg-type]
        selections, job_places = jobs_of(home, catalogue, portraits, store)
        book = StyleBook(home.style_book)  # type: ignore[attr-defined]
        session = Session(
            catalogue,
            editor,
            portraits,
            store,
            memory,
            job_places=job_places,
            open_style_book=lambda: book,
            mark_files=MarkFiles(lambda: MarkStore(home.marks)),  # type: ignore[attr-defined]
            resume_file=home.resume_points,  # type: ignore[attr-defined]
        )
        memory.set(theme="dark", language="en")

        class Agreeing(SystemDialogs):
            """The window is closed with strokes that no view has applied."""

            def yes(self, parent: QWidget, title: str, text: str) -> bool:
                return True

        desk = DesktopApplication(application, session, home, Agreeing())  # type: ignore[arg-type]
        desk.window.resize(*size)
        desk.window.show()
        begin(session, store, [chosen.picture] if chosen.picture else [])
        wait(application, lambda: desk.window.tab_called("id_photo").overlay() is not None)
        desk.window.tab_called("id_photo").search.chosen.emit("uk_passport")  # type: ignore[attr-defined]
        settle(application)
        desk.window.tab_called("id_photo").apply()
        document = session.current
        assert document is not None
        wait(application, lambda: len(document.steps) > 1)
        for theme in ("dark", "light"):
            for language in ("en", "zh"):
                for scale in (1.0, 2.0):
                    if not f"{theme}_{language}_{scale:.0%}".startswith(chosen.only):
                        continue
                    desk.window.dialogs.choose_looks(theme, language, scale)
                    window = desk.window
                    window.resize(*size)
                    for name, prepare in views(application, window).items():
                        if not name.startswith(tuple(chosen.views)):
                            continue
                        for dialog in window.findChildren(QDialog):
                            dialog.close()
                        prepare()
                        settle(application)
                        dialogs = [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
                        shown = dialogs[0] if dialogs else window
                        shown.grab().save(str(chosen.folder / f"{theme}_{language}_{scale:.0%}_{name}.png"))
                    for dialog in window.findChildren(QDialog):
                        dialog.close()
        desk.window.close()
        selections.close()
        store.close()  # type: ignore[attr-defined]
    print(f"{len(list(chosen.folder.glob('*.png')))} pictures in {chosen.folder}")


if __name__ == "__main__":
    main()
