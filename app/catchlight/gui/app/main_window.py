"""The main window: film strip, canvas, the tabs' panels and the history, wired to a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent
from PySide6.QtWidgets import QDialog, QMainWindow, QPushButton, QStackedWidget

from catchlight.gui.app.session import Session
from catchlight.gui.app.window.dialogs import WindowDialogs, act_on
from catchlight.gui.app.window.palette_desk import PaletteDesk
from catchlight.gui.app.window.shown_picture import PictureWidgets, ShownPicture
from catchlight.gui.app.window.stage import Stage
from catchlight.gui.app.window.tab_desk import TabDesk
from catchlight.gui.app.window.top_bar import TopBar
from catchlight.gui.app.window.unapplied import UnappliedWork
from catchlight.gui.app.window.unfinished import UnfinishedWork
from catchlight.gui.app.window.view_bar import ViewBar
from catchlight.gui.app.window_layout import keep_geometry, lay_out_window, restore_geometry, side_panel
from catchlight.gui.canvas.compare import CanvasBackground, Mode
from catchlight.gui.canvas.face_finder import FaceFinder
from catchlight.gui.cards.cards import Cards
from catchlight.gui.clipping.desk import ClippingDesk
from catchlight.gui.colour.desk import ColourDesk
from catchlight.gui.colour.proof import SoftProof
from catchlight.gui.commands.command import Command, Need, met_needs
from catchlight.gui.commands.command_table import commands
from catchlight.gui.commands.document_commands import DocumentCommands
from catchlight.gui.commands.menus import allow, install
from catchlight.gui.copy_edits.desk import CopyEdits
from catchlight.gui.credentials.badge import CredentialsBadge
from catchlight.gui.culling.desk import CullingDesk
from catchlight.gui.culling.mark_keys import MarkKeys
from catchlight.gui.dialogs.exports import Exports
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.crop_person import crop
from catchlight.gui.document.document import EditStep
from catchlight.gui.document.film_strip import FilmStrip
from catchlight.gui.document.history import HistoryPanel
from catchlight.gui.guide.tour import tour_stops
from catchlight.gui.jobs.backend_switch import BackendSwitch
from catchlight.gui.jobs.job_bar import JobBar
from catchlight.gui.jobs.steps_line import StepsLine
from catchlight.gui.opening.drops import Drops
from catchlight.gui.opening.intake import PictureIntake
from catchlight.gui.opening.recent_menu import RecentMenu
from catchlight.gui.presets.desk import PresetCommands
from catchlight.gui.reference.desk import ReferenceDesk
from catchlight.gui.tabs.registry import TABS
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.viewing.modes import ViewingModes
from catchlight.gui.watch.desk import IntakeDesk
from catchlight.gui.widgets.theme import Theme
from catchlight.portrait.face.detect import Face


class MainWindow(QMainWindow):
    """Shows a session. Another theme or language makes a new window over the same session."""

    closed = Signal()
    redress = Signal()
    """Theme, language or text size was chosen."""

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, home: Path) -> None:
        super().__init__()
        self.session = session
        self.theme = theme
        self.dialogs = WindowDialogs(session, theme, home, ask, self)
        self.dialogs.redress.connect(self.redress)
        self.dialogs.engines_changed.connect(lambda: self.tab.show_document(session.current))
        self.setWindowTitle("Catchlight")
        self.setWindowIcon(theme.icons("app", theme.tokens["accent"]))
        self._ask = ask
        self._intake = PictureIntake(session, ask, self)
        self._tabs = TabDesk(session, theme, ask, self)
        self.tabs = self._tabs.shelf
        self.unapplied = UnappliedWork(session, self.tabs, ask, self)
        self.unfinished = UnfinishedWork(session, ask, self)
        self._exports = Exports(session, ask, theme, self.unapplied.note, self.unapplied.note_of_all, self)
        self._palette = PaletteDesk(session, self._tabs, theme, self)
        self.palette_box = self._palette.box
        self.copy_edits = CopyEdits(session, theme, lambda: self.film_strip.selected(), self)
        self.presets = PresetCommands(session, theme, ask, home, self)
        self.arrivals = IntakeDesk(session, theme, ask, home, self.presets.open_presets, self)
        self.culling = CullingDesk(session, theme, self)
        self.reference = ReferenceDesk(session, theme, ask, self)
        self.viewing = ViewingModes(session, self, theme)
        self.command_table = commands(TABS)
        self.actions_by_key = install(self, theme, self.command_table, self._slots(self.command_table))
        self._build()
        self.shown.follow()
        session.problem.connect(self.banner.say)
        self.banner.acted.connect(session.acted)
        session.presets_found.connect(self.presets.import_files)
        restore_geometry(self, session.memory)
        self._tabs.choose(session.memory.state.tab)
        self.shown.show_document(session.current)

    # Building

    def _build(self) -> None:
        theme, session, actions = self.theme, self.session, self.actions_by_key
        ground = CanvasBackground(session.memory.state.ground)
        self.top_bar = TopBar(TABS, actions["palette"], actions["export"], theme)
        self.top_bar.tab_chosen.connect(lambda number: self._tabs.choose(TABS[number].key))
        self.stage = Stage(actions["open"], actions["sample"], theme)
        self.canvas, self.banner = self.stage.canvas, self.stage.banner
        self.empty, self.drop_frame = self.stage.empty, self.stage.drop_frame
        self._drops = Drops(self, self._intake, self.drop_frame, self.stage)
        self._drops.dropped.connect(self.banner.dismiss)
        self.canvas.set_ground(ground)
        self.faces = FaceFinder(session, self.canvas, actions["crop_face"], theme)
        self.faces.chosen.connect(self._use_face)
        self.view_bar = ViewBar(actions, ground, theme)
        self.view_bar.serve(self.stage)
        self.credentials = CredentialsBadge(session, theme)
        self.view_bar.join(self.credentials)
        self.job_bar = JobBar(session.jobs, theme)
        session.stock.rendering.connect(self.job_bar.show_rendering)
        self.place = BackendSwitch(session, session.places, theme) if session.places is not None else None
        if session.profile_jobs is not None:
            steps = StepsLine(session.profile_jobs, theme)
            steps.clicked.connect(actions["profile_picture"].trigger)
            self.job_bar.add(steps)
        self.job_bar.add(self.place) if self.place is not None else None
        self.film_strip = FilmStrip(session, actions, theme)
        self.history = HistoryPanel(session, actions["undo"], actions["redo"], theme)
        self.history.export_wanted.connect(self._export_step)
        self.colours = ColourDesk(session, self.canvas, self)
        self.colours.serve(self.reference.pane.canvas)
        self.colours.changed.connect(self.film_strip.show_colours)
        self.colours.changed.connect(self.history.show_colours)
        self.closed.connect(self.colours.leave)
        self.dialogs.settings_changed.connect(self.colours.refresh)
        self.dialogs.settings_changed.connect(self.viewing.refresh_colours)
        self.proofs = SoftProof(session, self.colours, self._ask, theme, actions["soft_proof"], self)
        self.view_bar.join(self.proofs.badge)
        self.clipping = ClippingDesk(session, self.canvas, theme, actions["clipping"], self)
        self._follow_tabs()
        self._exports.let_be_dragged(self.film_strip, self.history)
        self.presets.join(self.history, self.job_bar)
        self.arrivals.join(self.job_bar)
        side = side_panel(self.tabs, self.history, theme)
        faces = self.faces.marks
        beside = self.reference.join(self.stage, self.canvas, lambda: faces.faces, actions["reference"])
        pages = QStackedWidget()
        self.setCentralWidget(
            lay_out_window(self.top_bar, self.film_strip, pages, beside, self.view_bar, side, self.job_bar)
        )
        self._join_culling(pages)
        around = (self.top_bar, self.film_strip, self.view_bar, side, self.job_bar, self.menuBar())
        self.viewing.join(around, self.command_table, actions, lambda: self.culling.active_view or self.stage.view)
        self.banner.acted.connect(partial(act_on, actions))
        self.recent = RecentMenu(session, theme, actions["paste"], self)
        self.recent.chosen.connect(lambda path: self.open_paths([path]))
        self._join_palette()
        actions["guides"].setChecked(session.memory.state.guides)

    def _join_culling(self, pages: QStackedWidget) -> None:
        self.culling.join(
            pages, self.film_strip, MarkKeys(self.command_table, self.actions_by_key, self), self.actions_by_key
        )
        self.culling.toggled.connect(self._culls)
        self.culling.active_changed.connect(self._allow)
        self.culling.looked_at.connect(self.viewing.show_preview)
        self.session.marks.changed.connect(lambda _document: self._allow())

    def _join_palette(self) -> None:
        """Let the palette find what can be set in dialogs, too."""
        forms = {
            "export": self._exports.export_form,
            "print_picture": self._exports.print_form,
            "settings": self.dialogs.preferences_form,
            "proof_settings": self.proofs.form,
            "clipping_limits": self.clipping.form,
        }
        self._palette.join(self.command_table, self.actions_by_key, self.recent, self.presets, forms)

    def _follow_tabs(self) -> None:
        """Join the tabs and what they show of the picture to the parts of the window."""
        widgets = PictureWidgets(self.stage, self.top_bar, self.view_bar, self.history, self.faces)
        self.shown = ShownPicture(self.session, self._tabs, widgets, self)
        self.shown.titled.connect(self.setWindowTitle)
        self.shown.refreshed.connect(self._picture_refreshed)
        tabs = self._tabs
        tabs.built.connect(lambda tab: self.stage.take(tab.own_view()))
        tabs.choosing.connect(self.culling.leave)
        tabs.shown.connect(self.top_bar.show_tab)
        tabs.chosen.connect(self._tab_chosen)
        tabs.alone_wanted.connect(lambda: self.shown.compare(Mode.AFTER, self.canvas))
        tabs.pressed.connect(self._focus_picture)  # else the focus goes on when the button is switched off

    def _slots(self, table: Sequence[Command]) -> dict[str, Callable[[], object]]:
        """What each command does, by key."""
        slots: dict[str, Callable[[], object]] = {
            "camera": lambda: self.dialogs.camera(self.open_paths),
            "export": self._export,
            "export_all": self._exports.export_all,
            "print_picture": self._exports.print_picture,
            "quit": self.close,
            "switch_pair": lambda: self.shown.switch_pair(),
            "work_here": lambda: self.place.use_this_computer() if self.place is not None else None,
            "work_there": lambda: self.place.ask_server() if self.place is not None else None,
            "after": lambda: self._compare(Mode.AFTER),
            "split": lambda: self._compare(Mode.SPLIT),
            "side": lambda: self._compare(Mode.SIDE),
            "guides": lambda: self.shown.show_guides(self.actions_by_key["guides"].isChecked()),
            "crop_face": lambda: self.faces.offer(),
            "help": lambda: self.dialogs.help(self.tab.key),
            "shortcuts": lambda: self.dialogs.shortcuts(self.command_table, self.actions_by_key),
            "tour": self._ask_for_tour,
        }
        slots |= self._intake.slots() | DocumentCommands(self.session).slots()
        slots |= self.copy_edits.slots() | self.presets.slots() | self.arrivals.slots() | self.dialogs.slots()
        slots |= self.reference.slots() | self._tabs.slots(table) | self._palette.slots()
        slots |= self.culling.slots() | self.viewing.slots() | self.culling.instead(dict(slots))
        slots |= {"soft_proof": lambda: self.proofs.toggle(), "proof_settings": lambda: self.proofs.ask()}
        slots |= {"clipping": self.session.clipping.toggle, "clipping_limits": lambda: self.clipping.ask()}
        undo, redo = slots["undo"], slots["redo"]
        slots["undo"] = lambda: (not self.culling.shown and self.tab.undo()) or undo()
        slots["redo"] = lambda: (not self.culling.shown and self.tab.redo()) or redo()
        return slots

    def _compare(self, mode: Mode) -> None:
        self.shown.compare(mode, self.viewing.canvas(self.canvas))

    def _culls(self, on: bool) -> None:
        self.actions_by_key["cull"].setChecked(on)
        self.viewing.cull(on)
        self._allow()
        if not on:
            self._focus_picture()

    def _allow(self) -> None:
        """Switch the commands on that have something to work on."""
        drafted: set[Need] = {"undo"} if self.tab.can_undo else set()
        drafted |= {"redo"} if self.tab.can_redo else set()
        met = self.culling.allowed(met_needs(self.shown.document, self.session.documents) | drafted)
        allow(self.actions_by_key, self.command_table, met)

    # Pictures

    def open_paths(self, paths: Sequence[Path]) -> None:
        self.banner.dismiss()
        self._intake.open_paths(paths)

    def _use_face(self, step: EditStep, face: Face) -> None:
        document = self.shown.document
        if document is not None:
            self.banner.dismiss()
            crop(self.session, document, step, face, [one for one in self.faces.marks.faces if one is not face])

    # What is shown

    @property
    def tab(self) -> Tab:
        """The chosen tab."""
        return self._tabs.tab

    def tab_called(self, key: str) -> Tab:
        """The tab with that key; the first where there is none."""
        return self.tabs.called(key)

    def _focus_picture(self) -> None:
        (self.tab.own_view() or self.canvas).setFocus(Qt.FocusReason.OtherFocusReason)

    def _tab_chosen(self) -> None:
        if not isinstance(self.focusWidget(), QPushButton):
            self._focus_picture()

    def _picture_refreshed(self) -> None:
        self.viewing.show_scene(self.canvas.scene)
        self.clipping.look_at(self.canvas.scene.after if self.canvas.scene is not None else None)
        self.reference.look_at(self.shown.document, self.tab.own_view() is None)
        self._allow()

    # Commands

    def take_tour(self) -> None:
        """Lead through the places of the window; not before what went wrong has been read."""
        self.culling.leave()
        cards = any(shown.isVisibleTo(self.tab) for shown in self.tab.findChildren(Cards))
        places = self.top_bar, self.tabs, self.view_bar, self.history, self.top_bar.export
        self.dialogs.tour(tour_stops(*places, cards=cards), self.banner)

    def _ask_for_tour(self) -> None:
        self.banner.dismiss()  # who asks for the tour has seen it
        self.take_tour()

    def _export(self) -> None:
        step = self.shown.step
        if not self.tab.export() and step is not None:
            self._export_step(step)

    def _export_step(self, step: EditStep) -> None:
        if self.shown.document is not None:
            self._exports.export(self.shown.document, step)

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._escape()
        else:
            super().keyPressEvent(event)

    def _escape(self) -> None:
        """Leave what lies uppermost."""
        if self.viewing.leave() or self.culling.leave():
            return
        if self.job_bar.busy:
            self.job_bar.cancel()
        elif not (self._tabs.leave() or self.banner.close_one()):
            self.viewing.leave_full_screen()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self.viewing.tell_full_screen()

    def take_over(self, kept: Mapping[str, dict[str, Any]], chosen: str) -> None:
        """The choices of the window before, after another theme or language was chosen; chosen: the key of its tab."""
        self.tabs.take_over(kept)
        self._tabs.choose(chosen)

    def retire(self) -> None:
        """Go without ending the session: another window has taken over."""
        for dialog in self.findChildren(QDialog):
            dialog.close()
        self.tabs.retire()
        self.viewing.close()
        self.hide()
        self.setParent(None)
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent) -> None:
        if not (self.unapplied.may_end() and self.unfinished.may_end()):
            event.ignore()
            return
        self.viewing.leave_full_screen()  # the next start is a window that can be found and moved
        keep_geometry(self, self.session.memory)
        self.viewing.close()
        self.closed.emit()
        event.accept()
