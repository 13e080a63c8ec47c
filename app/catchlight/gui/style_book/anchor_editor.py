"""The dialog in which the fitting points of a garment are corrected, with the open person in it beside."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QImage, QKeyEvent, QKeySequence, QPixmap, QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from catchlight.clothing.reference import piece
from catchlight.core.errors import CatchlightError
from catchlight.core.progress import Progress
from catchlight.gui.app.session import Session
from catchlight.gui.colour.current import on_screen
from catchlight.gui.dialogs.dialog_buttons import DialogButtons
from catchlight.gui.jobs.jobs import Work
from catchlight.gui.jobs.live import LiveRenderer
from catchlight.gui.style_book.anchor_canvas import AnchorCanvas, place_name
from catchlight.gui.style_book.anchor_edit import AnchorEdit
from catchlight.gui.style_book.photo_choice import PhotoChoice
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.imaging.picture import Picture

Render = Callable[[Picture], Work]
"""For a piece, work that gives the open person in it as a QImage."""


class AnchorEditor(QDialog):
    """Corrects a piece. A piece of the style book is kept there; closing it changes nothing."""

    corrected = Signal(object)
    """The PhotoChoice with the corrected piece."""

    def __init__(
        self, session: Session, photo: PhotoChoice, render: Render | None, theme: Theme, parent: QWidget | None = None
    ) -> None:
        """photo: of a piece. render: None where no picture is open. Raises what ``piece.read_piece`` raises."""
        super().__init__(parent)
        self._session = session
        self._photo = photo
        self._render = render
        self._theme = theme
        self.edit = AnchorEdit(piece.read_piece(photo.picture))
        self.setWindowTitle(tr("Fitting points"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.canvas = AnchorCanvas(self.edit, theme)
        self.canvas.moved.connect(self._refresh)
        self.canvas.settled.connect(self._preview)
        self.canvas.focused.connect(lambda place: self.hint.setText(_hint(place)))
        self.live = LiveRenderer(session.jobs, self)
        self.live.rendered.connect(self._show)
        self.live.refused.connect(self._refuse)
        self._build_tools()
        self._build_preview()
        self._build_column()
        self._refresh()
        self._preview()

    def _build_tools(self) -> None:
        self.mirror = Switch(self._theme)
        self.mirror.setChecked(True)
        self.mirror.setAccessibleName(tr("Move both sides alike"))
        self.mirror.setToolTip(tr("The point on the other side makes the same move the other way round"))
        self.mirror.toggled.connect(self._mirror)
        self.undo_button = self._button(tr("Undo"), tr("Take the last move back (Ctrl+Z)"), self.edit.undo)
        self.redo_button = self._button(tr("Redo"), tr("Make it again (Ctrl+Shift+Z)"), self.edit.redo)
        self.reset_button = self._button(tr("As before"), tr("All points as they were before"), self.edit.reset)

    def _button(self, text: str, tip: str, act: Callable[[], None]) -> QPushButton:
        button = QPushButton(text)
        button.setToolTip(tip)
        button.setAutoDefault(False)
        button.clicked.connect(lambda: self._do(act))
        return button

    def _build_preview(self) -> None:
        self.preview = QLabel()
        self.preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.preview.setMinimumSize(QSize(self._theme.px(60), self._theme.px(60)))
        self.preview.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.preview.setAccessibleName(tr("The open person in this garment"))
        self.preview.setVisible(self._render is not None)
        self._image: QImage | None = None

    def _build_column(self) -> None:
        theme = self._theme
        self.hint = label(_hint(""), "muted", wrap=True)
        self.trouble = warning_label()
        named = label(tr("Move both sides alike"))
        named.setBuddy(self.mirror)
        tools = QHBoxLayout()
        tools.setSpacing(theme.px(2))
        tools.addWidget(named)
        tools.addWidget(self.mirror)
        tools.addStretch(1)
        for button in (self.undo_button, self.redo_button, self.reset_button):
            tools.addWidget(button)
        pictures = QHBoxLayout()
        pictures.setSpacing(theme.px(3))
        pictures.addWidget(self.canvas, 3)
        pictures.addWidget(self.preview, 2)
        kept = bool(self._photo.piece)
        answers = DialogButtons(
            self,
            tr("Save") if kept else tr("Done"),
            tr("Keep the points in the style book") if kept else tr("Wear it with these points"),
            tr("Close without changing anything"),
            theme,
        )
        self.save_button = answers.go
        self.save_button.clicked.connect(self.save)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(3))
        column.addWidget(label(tr("Fitting points of {name}", name=self._photo.name), "title"))
        column.addWidget(self.hint)
        column.addLayout(pictures, 1)
        column.addLayout(tools)
        column.addWidget(self.trouble)
        column.addLayout(answers)
        self.resize(theme.px(230), theme.px(170))

    # Doing

    def save(self) -> None:
        """Keep the piece in the style book, where it came from there, and hand it on."""
        if self.edit.fault is not None or not self.edit.changed:
            return
        photo, picture, book = self._photo, self._piece(), self._session
        if not photo.piece:
            self.corrected.emit(PhotoChoice(picture, photo.name))
            self.accept()
            return

        def work(_progress: Progress) -> PhotoChoice:
            picture.digest  # noqa: B018  asked for in the GUI thread
            return PhotoChoice(picture, photo.name, book.style_book.correct(photo.piece, picture).id)

        self.save_button.setEnabled(False)
        job = self._session.jobs.submit(tr("Style book"), work, lane="files")
        job.finished.connect(self._saved)
        job.failed.connect(self._failed)

    def done(self, result: int) -> None:
        self.live.stop()
        super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Undo):
            self.undo_button.click()
        elif event.matches(QKeySequence.StandardKey.Redo):
            self.redo_button.click()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scale()

    def _piece(self) -> Picture:
        garment = self.edit.garment.with_anchors(self.edit.anchors)
        return piece.corrected(self._photo.picture, garment)

    def _saved(self, photo: PhotoChoice) -> None:
        self.corrected.emit(photo)
        self.accept()

    def _failed(self, error: CatchlightError) -> None:
        self._refresh()
        self._tell(sentence_of(error))

    def _do(self, act: Callable[[], None]) -> None:
        act()
        self.canvas.moved.emit()
        self._preview()

    def _mirror(self, on: bool) -> None:
        self.edit.mirrored = on

    def _preview(self) -> None:
        """The open person, where a garment could be laid by these places."""
        if self._render is None or self.edit.fault is not None:
            return
        self.live.ask(tr("Preview"), self._render(self._piece()))

    def _show(self, image: QImage) -> None:
        self._image = image
        if self.edit.fault is None:
            self._tell("")
        self._scale()

    def _refuse(self, error: CatchlightError) -> None:
        self._tell(sentence_of(error))

    def _scale(self) -> None:
        if self._image is None:
            return
        ratio = self.devicePixelRatioF()
        room = self.preview.size() * ratio
        keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
        shown = QPixmap.fromImage(on_screen(self._image.scaled(room, keep, smooth)))
        shown.setDevicePixelRatio(ratio)
        self.preview.setPixmap(shown)

    def _refresh(self) -> None:
        fault = self.edit.fault
        self._tell("" if fault is None else tr("This cannot be worn: {why}.", why=tell_or_keep(fault)))
        self.undo_button.setEnabled(self.edit.can_undo)
        self.redo_button.setEnabled(self.edit.can_redo)
        self.reset_button.setEnabled(self.edit.changed)
        self.save_button.setEnabled(fault is None and self.edit.changed)

    def _tell(self, text: str) -> None:
        self.trouble.setText(text)
        self.trouble.setVisible(bool(text))


def _hint(place: str) -> str:
    """What a place is for."""
    if not place:
        return tr("Drag a point, or choose one with Tab and move it with the arrow keys; with Shift in larger steps.")
    told = {
        "left_collar": tr("where the cloth meets the side of the neck. Both points say how wide the neck is."),
        "right_collar": tr("where the cloth meets the side of the neck. Both points say how wide the neck is."),
        "pit": tr("the lowest point of the opening. Holes below it are closed, and the middle stands upright over it."),
        "left_shoulder": tr("a point on the edge of the shoulder. Both lie on the person's own shoulders."),
        "right_shoulder": tr("a point on the edge of the shoulder. Both lie on the person's own shoulders."),
        "hem": tr("down to here the garment is whole; a headshot ends above it."),
    }[place]
    return f"{place_name(place)}: {told}"
