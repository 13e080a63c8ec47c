"""Dialog that lists presets, applies, renames, deletes, imports and exports them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QGridLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.id_documents.search import SUBTITLE, TwoLines
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.presets.collecting import preset_summary
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import is_chinese, tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.service.presets.preset import SUFFIX
from catchlight.service.presets.preset_library import NameTaken, PresetFile, PresetFolder, read_preset_file


class PresetsDialog(QDialog):
    """Lists the presets. All reading and writing is done by a worker; what it refuses is said below the list."""

    apply_wanted = Signal(object)
    """A Preset, to be done to the current picture."""
    apply_all_wanted = Signal(object)
    """A Preset, to be done to every open picture."""
    batch_wanted = Signal(object)
    """A Preset, to be done to files."""

    def __init__(
        self, session: Session, shelf: PresetFolder, ask: SystemDialogs, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._shelf = shelf
        self._ask = ask
        self._theme = theme
        self._chosen_next = ""
        self._over = False
        """Closed: what a worker still says is for nobody."""
        self.setWindowTitle(tr("Presets"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.list = QListWidget()
        self.list.setProperty("role", "results")
        self.list.setItemDelegate(TwoLines(theme, self.list))
        self.list.setAccessibleName(tr("Presets"))
        self.list.setToolTip(tr("Enter does it to the current picture, F2 renames it, Delete deletes it"))
        self.list.setMouseTracking(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.list.itemActivated.connect(lambda _item: self._send(self.apply_wanted))
        self.list.itemSelectionChanged.connect(self._update_buttons)
        self.list.itemChanged.connect(self._renamed)
        delete = QShortcut(QKeySequence(Qt.Key.Key_Delete), self.list, context=Qt.ShortcutContext.WidgetShortcut)
        delete.activated.connect(self.delete)
        self.trouble = warning_label()
        self._build()
        self.reload()

    def _build(self) -> None:
        theme = self._theme
        self.apply_button = self._button(
            tr("Apply to this picture"),
            tr("Do the steps to the current picture"),
            lambda: self._send(self.apply_wanted),
        )
        self.apply_button.setProperty("role", "primary")
        self.all_button = self._button(
            tr("Apply to all open pictures"),
            tr("Do the steps to every open picture"),
            lambda: self._send(self.apply_all_wanted),
        )
        self.batch_button = self._button(
            tr("Use in a batch…"), tr("Do the steps to many files"), lambda: self._send(self.batch_wanted)
        )
        self.rename_button = self._button(tr("Rename"), tr("Give it another name (F2)"), self.rename)
        self.copy_button = self._button(
            tr("Duplicate"), tr("Make a copy that can be renamed and deleted"), self.duplicate
        )
        self.delete_button = self._button(tr("Delete"), tr("Delete it (Delete key)"), self.delete)
        self.export_button = self._button(tr("Export…"), tr("Write it to a file, to be given to somebody"), self.export)
        self.import_button = self._button(tr("Import…"), tr("Bring a preset in from a file"), self.import_dialog)
        close = self._button(tr("Close"), tr("Close"), self.reject)
        tools = QHBoxLayout()
        tools.setSpacing(theme.px(2))
        for button in (self.copy_button, self.rename_button, self.delete_button, self.export_button):
            tools.addWidget(button)
        tools.addStretch(1)
        tools.addWidget(self.import_button)
        doing = QGridLayout()
        doing.setSpacing(theme.px(2))
        doing.addWidget(close, 0, 0, Qt.AlignmentFlag.AlignLeft)
        doing.setColumnStretch(0, 1)
        for place, button in enumerate((self.batch_button, self.all_button, self.apply_button), 1):
            doing.addWidget(button, 0, place)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Presets"), "title"))
        about = tr("Steps to be done to other pictures. Edit a picture, then save its steps here (Ctrl+Shift+S).")
        column.addWidget(label(about, "muted", wrap=True))
        column.addWidget(self.list, 1)
        column.addWidget(self.trouble)
        column.addLayout(tools)
        column.addLayout(doing)
        resize_dialog(self, max(theme.px(165), column.sizeHint().width()), theme.px(120))

    def _button(self, text: str, help_text: str, does: Callable[[], object]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(help_text)
        button.setAccessibleName(text.rstrip("…"))
        button.setAutoDefault(False)
        button.clicked.connect(lambda _checked=False: does())
        return button

    # What is listed

    @property
    def entry(self) -> PresetFile | None:
        """What is chosen."""
        item = self.list.currentItem()
        found = item.data(Qt.ItemDataRole.UserRole) if item is not None and item.isSelected() else None
        return found if isinstance(found, PresetFile) else None

    def reload(self, chosen: str = "") -> None:
        """Read the list again; chosen: the name to be chosen then."""
        if self._over:
            return
        self._chosen_next = chosen
        shelf, chinese = self._shelf, is_chinese()
        job = self._session.jobs.submit("", lambda _progress: shelf.all_entries(chinese), lane="files", visible=False)
        job.finished.connect(self._show)
        job.failed.connect(self._show_error)

    def _show(self, entries: Sequence[PresetFile]) -> None:
        before = self._chosen_next or (self.entry.name if self.entry is not None else "")
        self.list.blockSignals(True)
        self.list.clear()
        headed = False
        for entry in entries:
            if entry.shipped and not headed:
                headed = True
                self.list.addItem(_heading(tr("Shipped with Catchlight")))
            item = QListWidgetItem(entry.name)
            said = entry.fault if entry.preset is None else preset_summary(entry.preset, self._session.catalogue)
            item.setData(SUBTITLE, said)
            item.setData(Qt.ItemDataRole.UserRole, entry)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.name}, {said}")
            item.setToolTip(f"{entry.name}\n{said}")
            if entry.preset is not None and not entry.shipped:
                item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
            self.list.addItem(item)
        names = [entry.name for entry in entries]
        rows = [
            row for row in range(self.list.count()) if self.list.item(row).data(Qt.ItemDataRole.UserRole) is not None
        ]
        if names:
            self.list.setCurrentRow(rows[names.index(before) if before in names else 0])
        self.list.blockSignals(False)
        self._update_buttons()

    def _update_buttons(self) -> None:
        entry, session = self.entry, self._session
        usable = entry is not None and entry.preset is not None
        self.apply_button.setEnabled(usable and session.current is not None)
        self.all_button.setEnabled(usable and len(session.documents) > 1)
        for button in (self.batch_button, self.copy_button, self.export_button):
            button.setEnabled(usable)
        own = entry is not None and not entry.shipped
        self.rename_button.setEnabled(usable and own)
        self.delete_button.setEnabled(own)

    # What is done

    def _send(self, signal: SignalInstance) -> None:
        entry = self.entry
        if entry is not None and entry.preset is not None:
            signal.emit(entry.preset)
            self.accept()

    def rename(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.list.editItem(item)

    def _renamed(self, item: QListWidgetItem) -> None:
        entry, new = item.data(Qt.ItemDataRole.UserRole), item.text()
        if isinstance(entry, PresetFile) and new != entry.name:
            self._run_change(lambda: self._shelf.rename(entry.name, new), new.strip())

    def duplicate(self) -> None:
        entry = self.entry
        if entry is None or entry.preset is None:
            return
        preset, name = entry.preset, tr("{name} (copy)", name=entry.name)
        job = self._run_change(lambda: self._shelf.duplicate(preset, name).name, "")
        job.finished.connect(lambda made: self.reload(str(made)))

    def delete(self) -> None:
        entry = self.entry
        if entry is None or entry.shipped:
            return
        question = tr("Delete the preset “{name}”? Pictures that were made with it stay as they are.", name=entry.name)
        if self._ask.yes(self, tr("Delete"), question):
            self._run_change(lambda: self._shelf.delete(entry.name), "")

    def export(self) -> None:
        entry = self.entry
        if entry is None:
            return
        file = f"{entry.name}{SUFFIX}" if entry.shipped else entry.path.name
        proposed = Path(self._session.memory.settings.last_folder or Path.home()) / file
        target = self._ask.save_as(self, tr("Export"), proposed, f"{tr('Presets')} (*{SUFFIX})")
        if target is not None:
            self._run_change(lambda: self._shelf.export(entry.name, target, replace=True), entry.name)

    def import_dialog(self) -> None:
        folder = self._session.memory.settings.last_folder or ""
        file = self._ask.file(self, tr("Import"), folder, f"{tr('Presets')} (*{SUFFIX});;{tr('All files')} (*)")
        if file is not None:
            self.import_files([file])

    def import_files(self, files: Sequence[Path]) -> None:
        """Import presets' files one after the other; what is on the shelf already is only chosen."""
        if files and not self._over:
            self._import(files[0], files[1:], False)

    def _import(self, file: Path, others: Sequence[Path], replace: bool) -> None:
        job = self._run_change(lambda: _import_file(self._shelf, file, replace), "")
        job.finished.connect(lambda name: self.reload(str(name)))
        job.finished.connect(lambda _name: self.import_files(others))
        job.failed.connect(lambda error: self._offer_to_replace(file, others, error))

    def _offer_to_replace(self, file: Path, others: Sequence[Path], error: CatchlightError) -> None:
        if isinstance(error, NameTaken) and not self._over:
            question = tr("There is a preset “{name}” already. Replace it?", name=error.name)
            if self._ask.yes(self, tr("Import"), question):
                self._import(file, others, True)
                return
        self.import_files(others)

    def _run_change(self, action: Callable[[], object], chosen: str) -> BackgroundJob:
        """Change the shelf on a worker and show it again, also where it refused."""
        self.trouble.hide()

        def work(_progress: Progress) -> object:
            return action()

        job = self._session.jobs.submit("", work, lane="files", visible=False)
        job.finished.connect(lambda _done: self.reload(chosen))
        job.failed.connect(self._show_error)
        job.failed.connect(lambda _error: self.reload())
        return job

    def done(self, result: int) -> None:
        self._over = True
        super().done(result)

    def _show_error(self, error: CatchlightError) -> None:
        taken = isinstance(error, NameTaken)
        self.trouble.setText(tr("There is a preset of this name already.") if taken else sentence_of(error))
        self.trouble.show()


def _heading(text: str) -> QListWidgetItem:
    """A row above others that cannot be chosen."""
    item = QListWidgetItem(text)
    item.setFlags(Qt.ItemFlag.NoItemFlags)
    item.setData(SUBTITLE, tr("Duplicate one to change it"))
    return item


def _import_file(shelf: PresetFolder, file: Path, replace: bool) -> str:
    """The name under which the file's preset is on the shelf now. Raises NameTaken where another preset has the name."""
    try:
        return shelf.take_in(file, replace=replace).name
    except NameTaken as taken:
        if shelf.find(taken.name).steps == read_preset_file(file).steps:
            return taken.name
        raise
