"""The part of the profile picture tab that shows a job: which one, its state, its steps, its files, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.gui.jobs.delivered_list import DeliveredList
from catchlight.gui.jobs.job_bar import ProgressBar
from catchlight.gui.jobs.profile_job import ProfileJob
from catchlight.gui.jobs.profile_jobs import ProfileJobs
from catchlight.gui.jobs.steps_panel import StepsPanel
from catchlight.gui.tabs.tab import share_row
from catchlight.gui.widgets.flow_layout import FlowPanel
from catchlight.gui.widgets.labels import label, restyle, rule
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.avatar_words import job_status_text, place_name
from catchlight.gui.wording.i18n import tr

_SHOWN = 4
"""So many jobs can be looked at; older ones give way."""


class JobSection(QWidget):
    """Hidden while there is no job; shows the newest unless another was chosen."""

    picture_chosen = Signal()
    """Another step's picture is to be seen, or none."""
    changed = Signal()
    """The job that is shown is another, or stands elsewhere."""

    def __init__(self, jobs: ProfileJobs | None, theme: Theme) -> None:
        super().__init__()
        self._jobs = jobs
        self.entry: ProfileJob | None = None
        self._buttons: list[tuple[ProfileJob, QPushButton]] = []
        self.choice = FlowPanel(theme.px(1.5), between_lines=0)
        self.title = label("", "section", wrap=True)
        self.state = label("", wrap=True)
        self.bar = ProgressBar(theme)
        self.bar.setAccessibleName(tr("Progress of the whole job"))
        self.steps = StepsPanel(theme)
        self.steps.chosen.connect(lambda _name: self.picture_chosen.emit())
        self.delivered = DeliveredList(theme)
        self.cancel_button = self._button(tr("Cancel the job"), tr("Call it off; nothing is delivered"), self.cancel)
        self.retry_button = self._button(tr("Try again"), tr("Ask for the same pictures once more"), self.retry)
        self.retry_button.setIcon(theme.icons("redo"))
        self.look_button = self._button(
            tr("Look again"), tr("The job may have gone on: listen to it again"), self.look_again
        )
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        for widget in (self.choice, self.title, self.state, self.bar, self.steps):
            column.addWidget(widget)
        column.addLayout(share_row(self.cancel_button, self.retry_button, self.look_button, spacing=theme.px(2)))
        column.addWidget(self.delivered)
        column.addWidget(rule())
        if jobs is not None:
            jobs.added.connect(self.show_job)
            jobs.changed.connect(self._follow)
            if jobs.entries:
                self.show_job(jobs.entries[-1])
        self.setVisible(self.entry is not None)

    @property
    def step_picture(self) -> QImage | None:
        """What the chosen step has made; None where none is chosen."""
        name = self.steps.current
        return self.entry.pictures.get(name) if self.entry is not None and name else None

    def show_job(self, entry: ProfileJob) -> None:
        """Show this one."""
        self.entry = entry
        self.steps.choose("")
        self.setVisible(True)
        self._fill_choice()
        self._show()
        self.picture_chosen.emit()

    def cancel(self) -> None:
        if self._jobs is not None and self.entry is not None and self.entry.active and not self.entry.cancelling:
            self._jobs.cancel(self.entry)

    def retry(self) -> None:
        if self._jobs is not None and self.entry is not None and self.entry.retryable:
            self._jobs.retry(self.entry)

    def look_again(self) -> None:
        if self._jobs is not None and self.entry is not None and self.entry.findable:
            self._jobs.look_again(self.entry)

    def _button(self, text: str, tip: str, slot: object) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAccessibleName(text)
        button.clicked.connect(slot)
        return button

    def _fill_choice(self) -> None:
        """A chip for each of the newest jobs, where there are several."""
        jobs = self._jobs
        entries = jobs.entries[-_SHOWN:] if jobs is not None and len(jobs.entries) > 1 else []
        self._buttons = []
        for number, entry in enumerate(entries, 1):
            button = QPushButton(f"{number} · {entry.name}")
            button.setProperty("role", "chip")
            button.setCheckable(True)
            button.setChecked(entry is self.entry)
            button.setToolTip(tr("Show this job"))
            button.clicked.connect(lambda _on=False, entry=entry: self.show_job(entry))
            self._buttons.append((entry, button))
        self.choice.show_only([button for _, button in self._buttons])

    def _follow(self, entry: ProfileJob) -> None:
        if entry is self.entry:
            self._show()

    def _show(self) -> None:
        entry = self.entry
        if entry is None:
            return
        self.title.setText(f"{entry.name} · {place_name(entry.address)}")
        self.state.setText(job_status_text(entry))
        state = "fail" if entry.stage == "failed" else "uncertain" if entry.lost else ""
        if self.state.property("state") != state:
            self.state.setProperty("state", state)
            restyle(self.state)
        self.bar.setVisible(entry.active)
        self.bar.show_fraction(entry.fraction)
        self.steps.show_job(entry)
        self.delivered.show_job(entry)
        self.cancel_button.setVisible(entry.active)
        self.cancel_button.setEnabled(not entry.cancelling)
        self.retry_button.setVisible(entry.retryable)
        self.look_button.setVisible(entry.findable)
        self.changed.emit()
