"""What is photographed of the window: each view with what brings it about, in an order in which one leads to the next."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.desk_views import desk_views

if TYPE_CHECKING:
    from catchlight.gui.app.main_window import MainWindow
    from catchlight.gui.batch.window import BatchWindow
    from catchlight.service.presets.preset_library import PresetFolder
    from PySide6.QtWidgets import QApplication


def wait(application: QApplication, condition: Callable[[], object], seconds: float = 120) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise SystemExit("waited in vain")
        application.processEvents()
        time.sleep(0.005)


def settle(application: QApplication, seconds: float = 0.4) -> None:
    end = time.monotonic() + seconds
    wait(application, lambda: time.monotonic() > end)


def rest(application: QApplication, window: MainWindow) -> None:
    """Until cards and previews are rendered."""
    settle(application, 1.0)
    rested = 0

    def idle() -> bool:
        # Between two cards nothing is under way for a moment.
        nonlocal rested
        rested = rested + 1 if window.session.jobs.idle else 0
        return rested > 20

    wait(application, idle, 300)


def views(application: QApplication, window: MainWindow) -> dict[str, Callable[[], object]]:
    """Name and preparation of each view, in an order in which one leads to the next."""
    from PySide6.QtWidgets import QDialog, QScrollArea

    do = {key: action.trigger for key, action in window.actions_by_key.items()}
    id_photo, sheet = (window.tab_called(key) for key in ("id_photo", "print_sheet"))
    others = [tab for tab in window.tabs if tab not in (id_photo, sheet)]

    def search() -> None:
        do["document"]()
        id_photo.search.field.setText("china" if window.windowTitle() else "")  # type: ignore[attr-defined]

    def export() -> None:
        id_photo.search._close()  # type: ignore[attr-defined]
        do["export"]()

    def close_dialogs() -> None:
        for dialog in window.findChildren(QDialog):
            dialog.close()

    def sheet_view() -> None:
        close_dialogs()
        do["print_sheet"]()
        wait(application, lambda: sheet.print_button.isEnabled())  # type: ignore[attr-defined]

    def tab_view(key: str) -> None:
        do[key]()
        rest(application, window)

    def tour(number: int) -> None:
        from catchlight.gui.guide.tour import Tour

        if number == 0:
            do["tour"]()
        (shown,) = [tour for tour in window.findChildren(Tour) if tour.isVisible()]
        shown.go(number)

    def end_tour() -> None:
        tour(3)
        do["after"]()

    def job_view() -> None:
        tab_view("profile_picture")
        jobs, before = window.session.profile_jobs, len(window.session.profile_jobs.entries)  # type: ignore[union-attr]
        window.tab.form.shape.button("circle").click()  # type: ignore[attr-defined]
        window.tab.apply()
        wait(application, lambda: len(jobs.entries) > before and jobs.entries[-1].step is not None)  # type: ignore[union-attr]

    def steps_saved() -> None:
        """A preset made of two steps, seen in the dialog, in its place, and chosen for a batch."""
        from catchlight.operations.adjust.params import AdjustParams

        document = window.session.current
        assert document is not None
        before = len(document.steps)
        window.session.run("adjust", AdjustParams(adjustment_prompt="warmer, lift the shadows"), "Adjust")
        wait(application, lambda: len(document.steps) > before)
        do["save_preset"]()

    def presets_place() -> None:
        from catchlight.gui.presets.presets_dialog import PresetsDialog

        shelf = window.presets.shelf
        fill_shelf(shelf)
        do["presets"]()
        place = window.findChild(PresetsDialog)
        wait(application, lambda: place is not None and place.list.count() > 0)

    def batch_window() -> BatchWindow:
        do["batch"]()
        found = window.presets.batch_window
        assert found is not None
        wait(application, lambda: window.session.jobs.idle)
        return found

    def batch_ready() -> None:
        shown = batch_window()
        if not window.presets.batches.items:
            shown.files.add([batch_files(Path(window.dialogs.home) / "pictures")])
        shown.form.choose_preset("UK passports, warm")
        shown.form.show_folder(Path(window.dialogs.home) / f"results-{time.monotonic_ns()}")
        wait(application, lambda: len(window.presets.batches.items) > 5)
        settle(application, 1.0)

    def batch_running() -> None:
        batch_ready()
        batches = window.presets.batches
        batch_window().start()
        wait(application, lambda: batches.tally is not None and batches.tally.done >= 3, 500)

    def batch_ended() -> None:
        batch_window()
        wait(application, lambda: not window.presets.batches.busy, 500)
        settle(application, 1.0)

    def batch_again() -> None:
        window.presets.batches.clear()
        batch_window()

    def garment_worn() -> None:
        """A uniform that is kept in the style book, worn in the headshot tab, seen where its cards are."""
        from catchlight.core.progress import Progress
        from catchlight.imaging.io import codec
        from catchlight.paths import resources
        from catchlight.service.style_pieces import garment_piece_of

        session, tab = window.session, window.tab_called("headshot")
        if not session.style_book.entries():
            officer = codec.decode((resources() / "samples" / "officer.jpg").read_bytes())
            piece = garment_piece_of(session.portraits.of(officer), Progress())
            session.style_book.add(piece, "Navy uniform", ["team"])
        tab_view("headshot")
        control = tab.garment_control  # type: ignore[attr-defined]
        control.source.reload()
        cards = tab.garments.book.cards  # type: ignore[attr-defined]
        wait(application, lambda: cards.cards)
        next(iter(cards.cards.values())).click()
        wait(application, lambda: tab.wish.worn is not None)  # type: ignore[attr-defined]
        tab_view("headshot")
        shown = tab.garments  # type: ignore[attr-defined]
        for area in tab.findChildren(QScrollArea):
            area.ensureWidgetVisible(shown, 0, 0)
        settle(application, 2.0)
        wait(application, lambda: window.session.jobs.idle, 300)

    def garment_points() -> None:
        """The fitting points of what is worn."""
        tab = window.tab_called("headshot")
        tab.garments.places_button.click()  # type: ignore[attr-defined]
        settle(application, 1.0)
        wait(application, lambda: window.session.jobs.idle, 300)

    def job_done() -> None:
        wait(application, lambda: not window.session.profile_jobs.active)  # type: ignore[union-attr]

    def without_face(key: str) -> None:
        """A picture without a face, in each tab."""
        files = batch_files(Path(window.dialogs.home) / "pictures")
        window.open_paths([files / "class-3b-07.jpg"])
        document = window.session.current
        assert document is not None
        wait(application, lambda: document.loaded)
        do[key]()
        settle(application, 1.0)
        wait(application, lambda: window.session.jobs.idle)

    def broken() -> None:
        """A file that cannot be read."""
        files = batch_files(Path(window.dialogs.home) / "pictures")
        window.open_paths([files / "class-3b-09.jpg"])
        wait(application, lambda: window.banner.isVisible())

    def nothing_open(key: str) -> None:
        window.banner.dismiss()
        for document in list(window.session.documents):
            window.session.close(document)
        do[key]()
        settle(application, 0.5)

    def palette_without() -> None:
        do["palette"]()
        window.palette_box.field.setText("paint the moon")

    def sample_again() -> None:
        window.palette_box.close_palette()
        do["sample"]()
        document = window.session.current
        assert document is not None
        wait(application, lambda: document.loaded)

    return {
        "1_frame": do["frame"],
        "2_result": do["result"],
        "3_split": do["split"],
        "4_side": do["side"],
        "5_search": lambda: (do["after"](), search()),
        "6_export": export,
        "7_sheet": sheet_view,
        "8_palette": do["palette"],
        "9_preferences": lambda: (window.palette_box.close_palette(), do["settings"]()),
        "guide_help": do["help"],
        "guide_keys": do["shortcuts"],
        "guide_about": do["about"],
        **{f"guide_tour_{number + 1}": partial(tour, number) for number in range(3)},
        "guide_tour_over": end_tour,
        **{f"tab_{tab.key}": partial(tab_view, tab.key) for tab in others},
        "piece_garment": garment_worn,
        "piece_points": garment_points,
        **desk_views(window, lambda: rest(application, window)),
        "tab_profile_picture_job": job_view,
        "tab_profile_picture_done": job_done,
        "preset_save": steps_saved,
        "preset_place": presets_place,
        "batch_ready": batch_ready,
        "batch_running": batch_running,
        "batch_ended": batch_ended,
        "batch_empty": batch_again,
        **{f"state_no_face_{tab.key}": partial(without_face, tab.key) for tab in window.tabs},
        "state_broken": broken,
        **{f"state_empty_{tab.key}": partial(nothing_open, tab.key) for tab in window.tabs},
        "state_palette": palette_without,
        "state_sample": sample_again,
    }


def fill_shelf(shelf: PresetFolder) -> None:
    """Presets as a studio may have them."""
    from catchlight.operations.adjust.params import AdjustParams
    from catchlight.operations.hair.params import HairParams
    from catchlight.operations.headshot.params import HeadshotParams
    from catchlight.operations.id_photo.params import IdPhotoParams
    from catchlight.service.presets.carry_over import AppliedStep, preset_of

    warm = AppliedStep("adjust", AdjustParams(adjustment_prompt="warmer, lift the shadows"), (512, 512))
    office = AppliedStep("headshot", HeadshotParams(background_styles=("studio_grey",)), (512, 512))
    passport = AppliedStep("id_photo", IdPhotoParams(spec="uk_passport", background="document"), (512, 512))
    dark = AppliedStep("hair", HairParams(hair_color="dark_brown"), (512, 512))
    for name, steps in (
        ("UK passports, warm", [warm, passport]),
        ("Team page", [warm, office]),
        ("Dark hair for the play", [dark, warm]),
    ):
        shelf.save(preset_of(name, steps), replace=True)


def batch_files(folder: Path) -> Path:
    """A dozen pictures of the sample, one without a face, one that is torn."""
    import cv2
    from catchlight.paths import resources

    folder.mkdir(exist_ok=True)
    sample = cv2.imread(str(resources() / "samples" / "astronaut.png"))
    for number in range(12):
        picture = sample[: 512 - 8 * number, 4 * number :] if number != 6 else sample[330:, 250:]
        cv2.imwrite(str(folder / f"class-3b-{number + 1:02d}.jpg"), picture)
    torn = folder / "class-3b-09.jpg"
    torn.write_bytes(torn.read_bytes()[:2000])
    return folder
