"""The page of the engines: those that were added with their state, adding another, looking for some on this computer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.dialogs.dialog_buttons import close_button
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.engines.engine_row import KIND_NAMES, EngineRow
from catchlight.gui.jobs.jobs import BackgroundJob, Work
from catchlight.gui.tabs.tab import empty
from catchlight.gui.widgets.labels import label, rule, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.imagine.port import Place
from catchlight.service.imagining.engines import NONE, Engines, LocalEngine
from catchlight.service.imagining.trial import EngineTrial, try_engine
from catchlight.store.settings.engine_settings import EngineSettings


class EnginesDialog(QDialog):
    """Emits ``changed`` whenever another engine is used, or none."""

    changed = Signal()

    def __init__(
        self, session: Session, engines: Engines, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Engines"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._engines, self._theme, self._ask = session, engines, theme, ask
        self._jobs: list[BackgroundJob] = []
        self.rows: dict[str, EngineRow] = {}
        self.use = QComboBox()
        self.use.setAccessibleName(tr("Engine that is used"))
        self.use.setToolTip(tr("Without one everything is filled from what the picture shows"))
        self.use.currentIndexChanged.connect(lambda _index: self._use(str(self.use.currentData())))
        self.notice = warning_label()
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.px(2))
        self._build()
        self._show_rows()

    # Building

    def _build(self) -> None:
        theme = self._theme
        about = tr(
            "An engine that you run can paint what a picture lacks: behind a thing that is removed, beyond a photo's edge. Only "
            "the part around it is sent. Its weights are yours, under their own licence; Catchlight brings none."
        )
        using = QHBoxLayout()
        caption = QLabel(self.use.accessibleName())
        caption.setBuddy(self.use)
        using.addWidget(caption, 1)
        using.addWidget(self.use, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Engines"), "title"))
        column.addWidget(label(about, "small", wrap=True))
        column.addLayout(using)
        column.addWidget(self._scrolled(), 1)
        column.addWidget(self.notice)
        column.addWidget(rule())
        column.addLayout(self._adding())
        column.addLayout(self._finding())
        column.addWidget(close_button(self, tr("Close"), by_return=False))
        resize_dialog(self, theme.px(165), theme.px(180))

    def _scrolled(self) -> QScrollArea:
        """The list of the engines."""
        inside = QWidget()
        whole = QVBoxLayout(inside)
        whole.setContentsMargins(0, 0, self._theme.px(3), 0)
        whole.addLayout(self._list)
        whole.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return scroll

    def _adding(self) -> QHBoxLayout:
        """Kind and address of another engine."""
        self.kind = QComboBox()
        self.kind.setAccessibleName(tr("Kind"))
        self.kind.setToolTip(tr("What runs at the address"))
        for kind, name in KIND_NAMES.items():
            if kind != "onnx":
                self.kind.addItem(name, kind)
        self.address = QLineEdit("http://127.0.0.1:8188")
        self.address.setAccessibleName(tr("Address"))
        self.address.setToolTip(tr("Address of the engine"))
        self.add_button = self._button(tr("Add"), tr("Keep this engine in the list"))
        self.add_button.clicked.connect(lambda: self.add(str(self.kind.currentData()), self.address.text().strip()))
        row = QHBoxLayout()
        for widget, stretch in ((self.kind, 0), (self.address, 1), (self.add_button, 0)):
            row.addWidget(widget, stretch)
        return row

    def _finding(self) -> QHBoxLayout:
        """What finds an engine without an address."""
        self.look = self._button(tr("Look for engines"), tr("Ask five ports of this computer, once"))
        self.look.clicked.connect(self.look_for_engines)
        self.choose_file = self._button(tr("Choose a file…"), tr("An ONNX file of LaMa or MI-GAN"))
        self.choose_file.clicked.connect(self._file)
        row = QHBoxLayout()
        row.addWidget(self.look)
        row.addWidget(self.choose_file)
        row.addStretch(1)
        return row

    def _button(self, text: str, tip: str) -> QPushButton:
        made = QPushButton(text)
        made.setToolTip(tip)
        made.setAutoDefault(False)
        return made

    def _show_rows(self) -> None:
        """The list as the settings have it; what is known of those that stay is kept."""
        kept = self.rows
        for row in self.rows.values():
            self._list.removeWidget(row)
        empty(self._list)
        self.rows = {}
        for settings in self._engines.rows:
            known = kept.pop(settings.id, None)
            if known is None or known.row != settings:
                if known is not None:
                    known.deleteLater()
                known = EngineRow(settings, self._theme)
                known.test_wanted.connect(self.test)
                known.remove_wanted.connect(self._remove)
            self.rows[settings.id] = known
            self._list.addWidget(known)
        for gone in kept.values():
            gone.hide()
            gone.deleteLater()
        self._mark()

    def _mark(self) -> None:
        """What can be used, and what is."""
        used = self._engines.used
        with QSignalBlocker(self.use):
            self.use.clear()
            self.use.addItem(tr("No engine"), NONE)
            for key in self.rows:
                self.use.addItem(key, key)
            self.use.setCurrentIndex(max(0, self.use.findData(NONE if used is None else used.id)))

    # What is done

    def _use(self, entry: str) -> None:
        self._engines.choose(entry)
        self.changed.emit()

    def _remove(self, entry: str) -> None:
        self._engines.remove(entry)
        self._show_rows()
        self.changed.emit()

    def _file(self) -> None:
        file = self._ask.file(self, tr("Choose a file…"), str(Path.home()), "ONNX (*.onnx)")
        if file is not None:
            self.add("onnx", str(file))

    def add(self, kind: str, address: str) -> None:
        """Keep an engine, after a look at where it is; another computer has to be confirmed."""
        self._say(None)
        row = EngineSettings.model_validate({"id": self._free(kind), "kind": kind, "address": address or "?"})
        job = self._do(
            tr("Looking at the address"), lambda _: self._engines.place(row), lambda place: self._placed(row, place)
        )
        job.failed.connect(self._say)

    def _placed(self, row: EngineSettings, place: Place) -> None:
        if place == "network":
            asked = tr(
                "{address} is another computer of your network. Parts of pictures are sent there when it is used. Add it?",
                address=row.address,
            )
            if not self._ask.yes(self, tr("Another computer"), asked):
                return
            row = row.model_copy(update={"network": True})
        if place == "internet" and not self._engines.store.load().allow_internet:
            self._say_text(
                tr("This engine is on the internet. Allow that in the preferences first: Engines on the internet.")
            )
            return
        self._engines.keep(row)
        self._show_rows()
        self.changed.emit()
        if place != "internet":
            self.test(row.id)

    def look_for_engines(self) -> None:
        """Add what answers on this computer."""
        self._say(None)
        self.look.setEnabled(False)
        job = self._do(tr("Looking for engines"), self._engines.look, self._found)
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(lambda *_: self.look.setEnabled(True))

    def _found(self, found: Sequence[LocalEngine]) -> None:
        for engine in found:
            entry = self._free(engine.kind)
            self._engines.keep(
                EngineSettings.model_validate({"id": entry, "kind": engine.kind, "address": engine.address})
            )
        self._show_rows()
        self.changed.emit()
        if not found:
            self._say_text(tr("No further engine answers on this computer. Start one, then look again."))

    def test(self, entry: str) -> None:
        """Ask an engine what it can do, and show what it makes of a square."""
        row = self.rows[entry]
        row.show_busy()
        engines = self._engines

        def work(progress: Progress) -> EngineTrial:
            return try_engine(engines.imagine(entry), progress)

        def shown(trial: EngineTrial) -> None:
            if self._of(entry, row):
                row.show_trial(trial)

        def failed(error: CatchlightError) -> None:
            if self._of(entry, row):
                row.show_fault(error)

        def cancelled() -> None:
            if self._of(entry, row):
                row.show_cancelled()

        job = self._do(tr("Testing {engine}", engine=entry), work, shown)
        job.failed.connect(failed)
        job.cancelled.connect(cancelled)

    def _of(self, entry: str, row: EngineRow) -> bool:
        """Whether the row is still the one that is shown."""
        return self.rows.get(entry) is row

    def _do(self, title: str, work: Work, heard: Callable[[Any], object]) -> BackgroundJob:
        """Work in a thread of its own, which an engine may keep waiting. heard: takes its result."""

        def source(progress: Progress) -> Iterator[object]:
            yield work(progress)

        job = self._session.jobs.follow(title, source, visible=True)
        job.told.connect(heard)
        self._jobs.append(job)
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(lambda *_: self._jobs.remove(job))
        return job

    def _free(self, kind: str) -> str:
        """An id that none has: comfy, comfy-2."""
        known = {row.id for row in self._engines.rows}
        return next(name for name in (kind, *(f"{kind}-{number}" for number in range(2, 99))) if name not in known)

    def _say(self, error: CatchlightError | None) -> None:
        self._say_text("" if error is None else sentence_of(error))

    def _say_text(self, text: str) -> None:
        self.notice.setText(text)
        self.notice.setVisible(bool(text))

    def done(self, result: int) -> None:
        """Whatever is still asked is not wanted any more."""
        for job in self._jobs:
            job.cancel()
        super().done(result)
