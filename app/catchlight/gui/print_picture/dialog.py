"""File → Print picture: the page to scale beside its choices, to a printer or into a PDF."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from catchlight.core.errors import InvalidRequest
from catchlight.gui.app.session import Session
from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.canvas.qt_images import ImagePyramid
from catchlight.gui.colour.choices import ICC
from catchlight.gui.colour.current import CURRENT, on_screen
from catchlight.gui.colour.trial import ProfileTrial
from catchlight.gui.dialogs.dialog_buttons import DialogButtons
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.print_picture.delivery import PrintDelivery
from catchlight.gui.print_picture.form import PrintForm
from catchlight.gui.tabs.print_sheet.sheet_view import SheetPicture, SheetView
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.print.one_picture import density, lay_out
from catchlight.print.sheet import Layout

if TYPE_CHECKING:
    from catchlight.gui.document.document import EditStep, OpenDocument

FEW_DPI = 150
"""Below so many pixels per inch a print looks soft at reading distance."""
SHOWN = 1200
"""Longer side in pixels that the preview needs."""


class PrintDialog(QDialog):
    """Prints one step of a document."""

    def __init__(
        self,
        session: Session,
        document: OpenDocument,
        step: EditStep,
        ask: SystemDialogs,
        theme: Theme,
        parent: QWidget,
        note: str = "",
    ) -> None:
        super().__init__(parent)
        self._note = note
        self._window = parent
        self.setWindowTitle(tr("Print picture"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._session, self._ask, self._theme = session, ask, theme
        self._stem = Path(document.name).stem
        self._size = (step.width, step.height)
        self._step = step
        self._layout: Layout | None = None
        self._image = _small(step.shown)
        if CURRENT.small is not None:
            small = self._image
            job = session.jobs.submit("", lambda _progress: on_screen(small), lane="files", visible=False)
            job.finished.connect(self._show_image)
        self.view = SheetView(theme)
        self.view.setAccessibleName(tr("The page"))
        self.form = PrintForm(self._size, session.memory.state.printing, session.catalogue, theme)
        self.form.changed.connect(self._changed)
        self.form.profile_wanted.connect(self._choose_profile)
        self._trial = ProfileTrial(session.jobs, "printer", self)
        self._trial.taken.connect(self.form.take_profile)
        self._trial.refused.connect(self._say)
        self._facts = label("", "section", wrap=True)
        self._trouble = warning_label()
        self._build()
        self._changed()
        self.form.paper.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        theme = self._theme
        answers = DialogButtons(
            self, tr("Print…"), tr("Choose the printer, and print"), tr("Close without printing"), theme
        )
        self.print_button = answers.go
        self.print_button.clicked.connect(lambda: self._deliver("printer"))
        self.pdf_button = QPushButton(theme.icons("pdf"), tr("Save as PDF…"))
        self.pdf_button.setToolTip(tr("The page as a file that prints at this very size"))
        self.pdf_button.setAutoDefault(False)
        self.pdf_button.clicked.connect(lambda: self._deliver("pdf"))
        answers.insertWidget(0, self.pdf_button)
        side = QVBoxLayout()
        side.setSpacing(theme.px(4))
        side.addWidget(label(tr("Print picture"), "title"))
        if self._note:
            side.addWidget(warning_label(self._note))
        side.addWidget(self.form)
        side.addWidget(self._facts)
        side.addWidget(self._trouble)
        side.addStretch(1)
        side.addLayout(answers)
        holder = QWidget()
        holder.setLayout(side)
        holder.setFixedWidth(theme.px(122))
        side.setContentsMargins(*(theme.px(6),) * 4)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.view, 1)
        row.addWidget(holder)
        resize_dialog(self, theme.px(270), theme.px(165))

    def _show_image(self, image: QImage) -> None:
        """In the screen's colours."""
        self._image = image
        self._changed()

    def _changed(self) -> None:
        """Draw the page anew, and say what the picture will be."""
        try:
            self._layout = lay_out(self._size, self.form.plan())
        except InvalidRequest as error:
            self._layout = None
            self._say(sentence_of(error))
        for button in (self.print_button, self.pdf_button):
            button.setEnabled(self._layout is not None)
        if self._layout is None:
            self._facts.setText("")
            return
        place, dpi = self._layout.placements[0], density(self._size, self._layout)
        if self.form.choices().width_mm is None:
            self.form.show_width(place.width)
        self.view.show_layout(self._layout, [SheetPicture(self._image, QColor("#FFFFFF"), ready=True)], "none")
        self._facts.setText(f"{place.width:.1f} × {place.height:.1f} mm  ·  {dpi:.0f} dpi")
        few = tr("{dpi} pixels per inch look soft. A smaller print would be sharper.", dpi=round(dpi))
        self._say(few if dpi < FEW_DPI else "")

    def _say(self, text: str) -> None:
        self._trouble.setText(text)
        self._trouble.setVisible(bool(text))

    def _choose_profile(self) -> None:
        folder = str(Path(self.form.file).parent) if self.form.file else str(Path.home())
        file = self._ask.file(self, tr("Printer profile"), folder, ICC)
        if file is not None:
            self._trial.begin(file)

    def _deliver(self, to: str) -> None:
        """To the printer, or into a PDF; closes when it is under way."""
        layout, choices = self._layout, self.form.choices()
        if layout is None:
            return
        self._session.memory.keep(printing=choices)
        self._session.save_memory()
        delivery = PrintDelivery(self._session, self._ask, self._step.picture, layout, choices, self._window)
        under_way = delivery.save_pdf(self._stem) if to == "pdf" else delivery.print_out(self, self._stem)
        if under_way:
            self.accept()


def _small(shown: ImagePyramid) -> QImage:
    """A level that is large enough for the preview."""
    index = next((n for n, level in enumerate(shown.levels) if max(level.width(), level.height()) <= SHOWN), -1)
    return shown.levels[index]
