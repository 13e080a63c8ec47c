"""Soft proof: its command, its settings, and the badge under the canvas that says that one is shown."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDialog, QToolButton, QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.app.window_memory import ProofChoices
from catchlight.gui.colour.choices import ICC, IntentBox, ProfileRow, grid_of
from catchlight.gui.colour.desk import ColourDesk
from catchlight.gui.colour.trial import ProfileTrial
from catchlight.gui.dialogs.dialog_buttons import close_button
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.jobs.jobs import JobQueue
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class SoftProof(QObject):
    """Switches the proof of a window on and off. The picture itself stays as it is."""

    def __init__(
        self, session: Session, desk: ColourDesk, ask: SystemDialogs, theme: Theme, action: QAction, window: QWidget
    ) -> None:
        """action: the checkable one of the menu."""
        super().__init__(window)
        self._session, self._desk, self._ask, self._theme = session, desk, ask, theme
        self._action, self._window = action, window
        self.badge = QToolButton()
        self.badge.setProperty("role", "flat")
        self.badge.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.badge.setIcon(theme.icons("print"))
        self.badge.setToolTip(tr("The picture is shown as this printer would print it. Click for the settings."))
        self.badge.setAccessibleName(tr("Soft proof settings…"))
        self.badge.clicked.connect(self.ask)
        desk.changed.connect(self._show)
        self._show()

    def toggle(self) -> None:
        """Show the proof, or no more; the first time asks for the printer's profile."""
        if self._desk.proof:
            self._desk.show_proof(False)
        elif self._session.memory.state.proof.profile:
            self._desk.show_proof(True)
        else:
            self.ask()
        self._show()

    def form(self) -> ProofDialog:
        """The settings, not shown yet."""
        last, jobs = self._session.memory.state.proof, self._session.jobs
        return ProofDialog(last, self._desk.proof, jobs, self._ask, self._theme, self._window)

    def ask(self) -> None:
        """Open the settings; what is changed there shows at once."""
        dialog = self.form()
        dialog.changed.connect(self._take)
        dialog.open()

    def _take(self, choices: ProofChoices, shown: bool) -> None:
        self._session.memory.keep(proof=choices)
        self._session.save_memory()
        self._desk.show_proof(shown)
        self._show()

    def _show(self) -> None:
        on = self._desk.proof
        self._action.setChecked(on)
        name = Path(self._session.memory.state.proof.profile).stem
        self.badge.setText(tr("Proof: {name}", name=name if len(name) <= 24 else f"{name[:23]}…"))
        self.badge.setVisible(on)


class ProofDialog(QDialog):
    """Emits every choice; keeps nothing."""

    changed = Signal(object, bool)
    """ProofChoices, and whether the proof is shown."""

    def __init__(
        self,
        last: ProofChoices,
        shown: bool,
        jobs: JobQueue,
        ask: SystemDialogs,
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Soft proof"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._ask, self._file = ask, last.profile
        self._trial = ProfileTrial(jobs, "proof", self)
        self._trial.taken.connect(self._use)
        self._trial.refused.connect(self._refuse)
        self.shown = Switch(theme)
        self.shown.setChecked(shown)
        self.shown.setEnabled(bool(last.profile))
        self.profile = ProfileRow(theme, tr("None yet"))
        self.profile.show_file(last.profile)
        self.profile.wanted.connect(self._choose)
        self.intent = IntentBox(last.intent)
        self.black_point, self.paper_white, self.gamut = Switch(theme), Switch(theme), Switch(theme)
        for switch, on in (
            (self.black_point, last.black_point),
            (self.paper_white, last.paper_white),
            (self.gamut, last.gamut),
        ):
            switch.setChecked(on)
        self._trouble = warning_label()
        self._arrange(theme)
        for control in (self.shown, self.black_point, self.paper_white, self.gamut):
            control.toggled.connect(self._emit)
        self.intent.currentIndexChanged.connect(self._emit)

    def _arrange(self, theme: Theme) -> None:
        about = tr(
            "Shows on the screen how a printer and its paper would show the picture. The picture is not changed."
        )
        rows: list[tuple[str, QWidget, str]] = [
            (tr("Show the proof"), self.shown, tr("The badge under the picture says so as long as it is shown")),
            (
                tr("Printer profile"),
                self.profile,
                tr("An ICC file of the printer with this paper, by its maker or lab"),
            ),
            (tr("Rendering intent"), self.intent, tr("What happens to colours that the printer cannot print")),
            (
                tr("Black point compensation"),
                self.black_point,
                tr("The darkest tone of the picture becomes the darkest of the print"),
            ),
            (
                tr("Paper white"),
                self.paper_white,
                tr("Show the paper's own colour and its weakest black, not the screen's"),
            ),
            (tr("Gamut warning"), self.gamut, tr("Cover what cannot be printed with a bright pink")),
        ]
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(4))
        column.addWidget(label(tr("Soft proof"), "title"))
        column.addWidget(label(about, "muted", wrap=True))
        column.addLayout(grid_of(rows, theme))
        column.addWidget(self._trouble)
        column.addStretch(1)
        column.addWidget(close_button(self, tr("Close; the proof stays as it is")))
        self.setMinimumWidth(theme.px(120))

    def _choose(self) -> None:
        folder = str(Path(self._file).parent) if self._file else str(Path.home())
        file = self._ask.file(self, tr("Printer profile"), folder, ICC)
        if file is not None:
            self._trial.begin(file)

    def _refuse(self, text: str) -> None:
        self._trouble.setText(text)
        self._trouble.show()

    def _use(self, file: str) -> None:
        self._trouble.hide()
        self._file = file
        self.profile.show_file(file)
        self.shown.setEnabled(True)
        if not self.shown.isChecked():
            self.shown.setChecked(True)  # which emits
        else:
            self._emit()

    def _emit(self, _value: object = None) -> None:
        choices = ProofChoices(
            profile=self._file,
            intent=self.intent.intent,
            black_point=self.black_point.isChecked(),
            paper_white=self.paper_white.isChecked(),
            gamut=self.gamut.isChecked(),
        )
        self.changed.emit(choices, self.shown.isChecked())
