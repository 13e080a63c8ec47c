"""The main window: film strip, canvas, the tabs' panels and the history, wired to a session."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QByteArray, QEvent, QMimeData, QObject, Qt, QUrl, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDesktopServices,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QHBoxLayout,
    QMainWindow,
    QMenu,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from catchlight.gui import commands
from catchlight.gui.about import About
from catchlight.gui.ask import Ask
from catchlight.gui.banner import Banner
from catchlight.gui.canvas import Canvas
from catchlight.gui.compare import Ground, Mode, Scene
from catchlight.gui.document import Document
from catchlight.gui.empty_stage import DropFrame, EmptyStage
from catchlight.gui.export import ExportDialog
from catchlight.gui.gallery import FilmStrip
from catchlight.gui.history import HistoryPanel
from catchlight.gui.i18n import tr
from catchlight.gui.job_bar import JobBar
from catchlight.gui.palette import Palette
from catchlight.gui.preferences import Preferences
from catchlight.gui.problems import Problem
from catchlight.gui.session import Session
from catchlight.gui.sheet_view import SheetView
from catchlight.gui.tab import Tab
from catchlight.gui.tabs.id_photo import IdPhotoTab
from catchlight.gui.tabs.print_sheet import PrintSheetTab
from catchlight.gui.theme import Theme
from catchlight.gui.view_bar import ViewBar


class MainWindow(QMainWindow):
    """Shows a session. Another theme or language makes a new window over the same session."""

    closed = Signal()
    redress = Signal()
    """Theme, language or text size was chosen."""

    def __init__(self, session: Session, theme: Theme, ask: Ask, home: Path) -> None:
        super().__init__()
        self.session = session
        self.theme = theme
        self._ask = ask
        self._home = home
        self._document: Document | None = None
        self.setWindowTitle("Catchlight")
        self.setWindowIcon(theme.icons("app", theme.tokens["accent"]))
        self.setAcceptDrops(True)
        self.actions_by_key = commands.install(self, theme, self._slots())
        self._recent_menu()
        self._build()
        session.current_changed.connect(self._show_document)
        session.problem.connect(self.banner.say)
        session.closed.connect(self._on_closed)
        self._restore_geometry()
        self._choose_tab(self.tabs[0])
        self._show_document(session.current)

    # Building

    def _build(self) -> None:
        theme, session, actions = self.theme, self.session, self.actions_by_key
        self.tabs: list[Tab] = [IdPhotoTab(session, theme), PrintSheetTab(session, theme, self._ask)]
        self.canvas = Canvas(theme)
        self.canvas.set_ground(Ground(session.memory.state.ground))
        self.stage = QStackedWidget()
        self.stage.addWidget(self.canvas)
        self.view_bar = ViewBar(actions, Ground(session.memory.state.ground), theme)
        self.view_bar.ground_chosen.connect(self._choose_ground)
        self.job_bar = JobBar(session.jobs, theme)
        self.film_strip = FilmStrip(session, actions["open"], theme)
        self.history = HistoryPanel(session.catalogue, actions["undo"], actions["redo"], theme)
        self.panels = QStackedWidget()
        self.panels.setObjectName("panel")
        for tab in self.tabs:
            self.panels.addWidget(tab)
            tab.view_changed.connect(self._refresh_view)
            own = tab.own_view()
            if own is not None:
                self.stage.addWidget(own)
        right = QSplitter(Qt.Orientation.Vertical)
        right.addWidget(self.panels)
        right.addWidget(self.history)
        right.setStretchFactor(0, 3)
        right.setStretchFactor(1, 1)
        right.setSizes([720, theme.px(58) if theme.text_scale < 1.4 else theme.px(34)])
        right.setCollapsible(0, False)
        right.setFixedWidth(theme.px(92))
        middle = QVBoxLayout()
        middle.setContentsMargins(0, 0, 0, 0)
        middle.setSpacing(0)
        middle.addWidget(self.stage, 1)
        middle.addWidget(self.view_bar)
        body = QHBoxLayout()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)
        body.addWidget(self.film_strip)
        body.addLayout(middle, 1)
        body.addWidget(right)
        whole = QVBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(self._top_bar())
        whole.addLayout(body, 1)
        whole.addWidget(self.job_bar)
        centre = QWidget()
        centre.setLayout(whole)
        self.setCentralWidget(centre)
        self.empty = EmptyStage(actions["open"], actions["sample"], theme, self.stage)
        self.drop_frame = DropFrame(theme, self.stage)
        self.banner = Banner(theme, self.stage)
        self.stage.installEventFilter(self)
        self.banner.acted.connect(self._act_on)
        self.palette_box = Palette(theme, self)
        self.canvas.zoomed.connect(self.view_bar.show_zoom)
        for tab in self.tabs:
            own = tab.own_view()
            if own is not None and hasattr(own, "zoomed"):
                own.zoomed.connect(self.view_bar.show_zoom)
        sheet = self.tabs[1]
        assert isinstance(sheet, PrintSheetTab)
        sheet.id_photo_wanted.connect(self._make_id_photo)
        actions["guides"].setChecked(session.memory.state.guides)

    def _top_bar(self) -> QWidget:
        bar = QWidget()
        bar.setObjectName("topBar")
        bar.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = QHBoxLayout(bar)
        row.setContentsMargins(self.theme.px(2), 0, self.theme.px(2), 0)
        row.setSpacing(0)
        self._tab_buttons = QButtonGroup(self)
        for number, tab in enumerate(self.tabs, 1):
            button = QPushButton(tab.title())
            button.setIcon(self.theme.icons(tab.icon))
            button.setProperty("role", "tab")
            button.setCheckable(True)
            button.setToolTip(f"{tab.title()} (Alt+{number})")
            button.setAccessibleName(tab.title())
            button.setMinimumHeight(self.theme.px(11))
            button.clicked.connect(lambda _checked=False, tab=tab: self._choose_tab(tab))
            self._tab_buttons.addButton(button, number)
            row.addWidget(button)
        row.addStretch(1)
        search = QPushButton(tr("Search a command  Ctrl+K") if self.theme.text_scale < 1.4 else "Ctrl+K")
        search.setObjectName("searchButton")
        search.setIcon(self.theme.icons("search", self.theme.tokens["muted"]))
        search.setToolTip(tr("Everything that can be done, by typing (Ctrl+K)"))
        search.setAccessibleName(tr("Search a command"))
        search.clicked.connect(self._palette)
        row.addWidget(search)
        export = QPushButton(tr("Export…"))
        export.setIcon(self.theme.icons("export"))
        export.setToolTip(tr("Write the picture to a file (Ctrl+E)"))
        export.setAccessibleName(tr("Export"))
        export.clicked.connect(self.actions_by_key["export"].trigger)
        self._export_button = export
        row.addSpacing(self.theme.px(2))
        row.addWidget(export)
        return bar

    def _recent_menu(self) -> None:
        menu = QMenu(tr("Open recent"), self)
        menu.setIcon(self.theme.icons("history"))
        self._file_menu().insertMenu(self.actions_by_key["paste"], menu)
        menu.aboutToShow.connect(lambda: self._fill_recent(menu))

    def _file_menu(self) -> QMenu:
        menu = self.menuBar().actions()[0].menu()
        assert isinstance(menu, QMenu)
        return menu

    def _fill_recent(self, menu: QMenu) -> None:
        menu.clear()
        for name in self.session.memory.settings.recent_files:
            path = Path(name)
            action = menu.addAction(path.name)
            action.setToolTip(name)
            action.triggered.connect(lambda _checked=False, path=path: self.open_paths([path]))
        if menu.isEmpty():
            menu.addAction(tr("Nothing yet")).setEnabled(False)

    def _slots(self) -> dict[str, Callable[[], object]]:
        return {
            "open": self._open,
            "open_folder": self._open_folder,
            "paste": self._paste,
            "sample": self.session.open_sample,
            "export": self._export,
            "print": self._print,
            "close": self._close_document,
            "quit": self.close,
            "undo": self._undo,
            "redo": self._redo,
            "copy": self._copy,
            "settings": self._preferences,
            "fit": lambda: self._view().fit(),
            "actual": lambda: self._view().actual_size(),
            "zoom_in": lambda: self._view().zoom_by(1.25),
            "zoom_out": lambda: self._view().zoom_by(0.8),
            "after": lambda: self._compare(Mode.AFTER),
            "split": lambda: self._compare(Mode.SPLIT),
            "side": lambda: self._compare(Mode.SIDE),
            "guides": self._toggle_guides,
            "next": lambda: self._step_documents(1),
            "previous": lambda: self._step_documents(-1),
            "id_photo": lambda: self._choose_tab(self.tabs[0]),
            "print_sheet": lambda: self._choose_tab(self.tabs[1]),
            "document": self._search_document,
            "apply": lambda: self.tab.apply(),
            "frame": lambda: self._id_photo().show_stage("frame"),
            "result": lambda: self._id_photo().show_stage("result"),
            "palette": self._palette,
            "about": self._about,
        }

    # Pictures

    def open_paths(self, paths: Sequence[Path]) -> None:
        self.banner.dismiss()
        self.session.open_paths(paths)
        self.session.save_memory()

    def _open(self) -> None:
        paths = self._ask.pictures(self, self.session.memory.settings.last_folder or "")
        if paths:
            self.open_paths(paths)

    def _open_folder(self) -> None:
        folder = self._ask.folder(self, tr("Open a folder"), self.session.memory.settings.last_folder or "")
        if folder is not None:
            self.open_paths([folder])

    def _paste(self) -> None:
        data = QGuiApplication.clipboard().mimeData()
        paths = _paths(data)
        if paths:
            self.open_paths(paths)
        elif data.hasImage() and not (image := QImage(data.imageData())).isNull():
            self.session.open_image(image)
        else:
            title = tr("There is no picture in the clipboard")
            self.banner.say(Problem(title, tr("Copy a picture or a picture file first."), "open"))

    def _undo(self) -> None:
        if self._document is not None:
            self._document.undo()

    def _redo(self) -> None:
        if self._document is not None:
            self._document.redo()

    def _copy(self) -> None:
        step = self._document.current if self._document is not None else None
        if step is not None:
            QGuiApplication.clipboard().setImage(step.shown.levels[0].copy())

    def _close_document(self) -> None:
        if self._document is not None:
            self.session.close(self._document)

    def _step_documents(self, by: int) -> None:
        documents = self.session.documents
        if self._document in documents:
            self.session.show(documents[(documents.index(self._document) + by) % len(documents)])

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if _paths(event.mimeData()) or event.mimeData().hasImage():
            event.acceptProposedAction()
            self.drop_frame.show_over(self.stage)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        self.drop_frame.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self.drop_frame.hide()
        paths = _paths(event.mimeData())
        if paths:
            self.open_paths(paths)
        elif event.mimeData().hasImage():
            self.session.open_image(QImage(event.mimeData().imageData()))
        event.acceptProposedAction()

    # What is shown

    @property
    def tab(self) -> Tab:
        """The chosen tab."""
        return self.tabs[self.panels.currentIndex()]

    def _id_photo(self) -> IdPhotoTab:
        tab = self.tabs[0]
        assert isinstance(tab, IdPhotoTab)
        self._choose_tab(tab)
        return tab

    def _view(self) -> Zoomable:
        view = self.stage.currentWidget()
        assert isinstance(view, Canvas | SheetView)
        return view

    def _choose_tab(self, tab: Tab) -> None:
        self.panels.setCurrentWidget(tab)
        self._tab_buttons.button(self.tabs.index(tab) + 1).setChecked(True)
        tab.show_document(self._document)
        tab.enter()
        self._refresh_view()
        if not isinstance(self.focusWidget(), QPushButton):
            (tab.own_view() or self.canvas).setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_document(self, document: Document | None) -> None:
        if self._document is not None and self._document is not document:
            self._document.changed.disconnect(self._on_changed)
        if document is not None and document is not self._document:
            document.changed.connect(self._on_changed)
        self._document = document
        self.history.show_document(document)
        self.setWindowTitle(f"{document.title} – Catchlight" if document is not None else "Catchlight")
        self._on_changed()

    def _on_changed(self) -> None:
        for tab in self.tabs:
            tab.show_document(self._document)
        self._refresh_view()

    def _on_closed(self, document: Document) -> None:
        if document is self._document:
            document.changed.disconnect(self._on_changed)
            self._document = None
            self.history.show_document(None)

    def _refresh_view(self) -> None:
        tab, document = self.tab, self._document
        own = tab.own_view()
        self.stage.setCurrentWidget(own if own is not None else self.canvas)
        loaded = document is not None and document.loaded
        self.canvas.show_scene((tab.scene() or default_scene(document)) if loaded and document is not None else None)
        self.canvas.set_overlay(tab.overlay() if loaded else None)
        self.canvas.set_colour(tab.ground() if loaded else None)
        has_before = self.canvas.scene is not None and self.canvas.scene.before is not None
        self.empty.setVisible(own is None and not loaded)
        step = tab.shown_step() or (document.current if document is not None else None)
        self.view_bar.show_picture(step, has_before and own is None, own is None)
        actions = self.actions_by_key
        actions["undo"].setEnabled(document is not None and document.can_undo)
        actions["redo"].setEnabled(document is not None and document.can_redo)
        for key in ("export", "copy", "apply"):
            actions[key].setEnabled(loaded)
        self._export_button.setEnabled(loaded)
        self.view_bar.show_mode(self.canvas.mode)
        self.view_bar.show_zoom(self._view().zoom_now)

    def _compare(self, mode: Mode) -> None:
        document = self._document
        if mode is not Mode.AFTER and document is not None and document.newest("id_photo") is not None:
            self._id_photo().show_stage("result")
        self.canvas.set_mode(mode)
        self._refresh_view()

    def _choose_ground(self, ground: str) -> None:
        self.canvas.set_ground(Ground(ground))
        self.session.memory.keep(ground=ground)
        self.session.save_memory()

    def _toggle_guides(self) -> None:
        self.session.memory.keep(guides=self.actions_by_key["guides"].isChecked())
        self.session.save_memory()
        self._refresh_view()

    # Commands

    def _palette(self) -> None:
        self.palette_box.open([action for key, action in self.actions_by_key.items() if key != "palette"])

    def _make_id_photo(self, document: Document) -> None:
        tab = self.tabs[0]
        assert isinstance(tab, IdPhotoTab)
        tab.make(document)

    def _search_document(self) -> None:
        tab = self._id_photo()
        tab.to_top()
        tab.search.open()

    def _print(self) -> None:
        tab = self.tabs[1]
        assert isinstance(tab, PrintSheetTab)
        self._choose_tab(tab)
        tab.print_sheet()

    def _export(self) -> None:
        if isinstance(self.tab, PrintSheetTab):
            self.tab.save()
            return
        step = self._document.current if self._document is not None else None
        if self._document is not None and step is not None:
            dialog = ExportDialog(self.session, self._document, step, self._ask, self.theme, self)
            dialog.saved.connect(self.say_saved)
            dialog.open()

    def say_saved(self, path: Path) -> None:
        self.banner.say(Problem(tr("Saved"), str(path), "folder", good=True, target=str(path.parent)))

    def _preferences(self) -> None:
        dialog = Preferences(self.session.memory, self.theme, self)
        dialog.chosen.connect(self._redress)
        dialog.open()

    def _redress(self, theme: str, language: str, text_scale: float) -> None:
        self.session.memory.set(theme=theme, language=language)
        self.session.memory.keep(text_scale=text_scale)
        self.session.save_memory()
        self.redress.emit()

    def _about(self) -> None:
        About(self._home, self.theme, self).open()

    def _act_on(self, problem: Problem) -> None:
        if problem.action == "open":
            self._open()
        elif problem.action == "document":
            self._search_document()
        elif problem.action == "folder":
            QDesktopServices.openUrl(QUrl.fromLocalFile(problem.target))

    # Qt

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and watched is self.stage:
            self.banner.place()
            self.empty.resize(self.stage.size())
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            if self.job_bar.busy:
                self.job_bar.cancel()
            else:
                self.banner.dismiss()
            return
        super().keyPressEvent(event)

    def take_over(self, kept: Sequence[dict[str, object]], chosen: int) -> None:
        """The choices of the window before, after another theme or language was chosen."""
        for tab, choices in zip(self.tabs, kept, strict=True):
            tab.take_over(choices)
        self._choose_tab(self.tabs[chosen])

    def retire(self) -> None:
        """Go without ending the session: another window has taken over."""
        for dialog in self.findChildren(QDialog):
            dialog.close()
        for tab in self.tabs:
            tab.retire()
        self.hide()
        self.setParent(None)
        self.deleteLater()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.save_geometry()
        self.closed.emit()
        event.accept()

    def save_geometry(self) -> None:
        self.session.memory.keep(geometry=bytes(self.saveGeometry().toBase64().data()).decode())

    def _restore_geometry(self) -> None:
        kept = self.session.memory.state.geometry
        self.setMinimumSize(900, 600)
        if not (kept and self.restoreGeometry(QByteArray.fromBase64(kept.encode()))):
            screen = self.screen().availableGeometry()
            self.resize(min(1440, screen.width() - 40), min(920, screen.height() - 60))


class Zoomable(Protocol):
    """What the zoom commands act on."""

    @property
    def zoom_now(self) -> float: ...

    def fit(self) -> None: ...

    def actual_size(self) -> None: ...

    def zoom_by(self, factor: float) -> None: ...


def default_scene(document: Document) -> Scene | None:
    """The current step beside what it was made from."""
    step = document.current
    if step is None:
        return None
    base = document.steps[step.base] if step.base is not None else None
    return Scene(step.shown, base.shown if base is not None else None, step.base_to_this)


def _paths(data: QMimeData) -> list[Path]:
    return [Path(url.toLocalFile()) for url in data.urls() if url.isLocalFile()]
