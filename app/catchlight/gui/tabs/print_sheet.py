"""The print sheet tab: paper, copies and lines, drawn to scale at once; print, PDF or picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSize, QTimer
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QSpinBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from catchlight.catalogue.papers import Paper
from catchlight.engine.errors import CatchlightError
from catchlight.engine.picture import Picture
from catchlight.engine.progress import Progress
from catchlight.engine.sheet import Layout
from catchlight.gui import printing
from catchlight.gui.ask import Ask
from catchlight.gui.document import Document
from catchlight.gui.form import Calm, Form, give_room
from catchlight.gui.gallery import framed
from catchlight.gui.history import step_title
from catchlight.gui.i18n import label_of, tr
from catchlight.gui.imaging import Shown, wrap
from catchlight.gui.jobs import Job
from catchlight.gui.problems import Problem, problem_of
from catchlight.gui.session import Session
from catchlight.gui.sheet_view import SheetPicture, SheetView
from catchlight.gui.swatches import Swatches
from catchlight.gui.tab import Tab, beside, empty
from catchlight.gui.text import label, rule
from catchlight.gui.theme import Theme
from catchlight.operations import prints
from catchlight.operations.layout import LayoutParams, SheetItem, placements
from catchlight.service.editor import EditResult
from catchlight.service.files import write_atomic

OPERATION = "layout"
LIVE_MS = 60
PLACEHOLDER_MM = (35.0, 45.0)


@dataclass(frozen=True, eq=False)
class Photo:
    """An ID photo that goes on the sheet, with its size on paper and the colour behind it where it is transparent."""

    picture: Picture
    shown: Shown
    width_mm: float
    height_mm: float
    ground: str
    title: str


@dataclass
class Item:
    """A line of the sheet; document None stands for whatever picture is current."""

    document: Document | None
    copies: int | None = None


class PrintSheetTab(Tab):
    key = "print_sheet"
    icon = "sheet"

    def __init__(self, session: Session, theme: Theme, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self._items: list[Item] = [Item(None)]
        self._job: Job | None = None
        self._making: Job | None = None
        self._fits = False
        self._stale = True
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LIVE_MS)
        self._timer.timeout.connect(self._lay_out)
        self.view = SheetView(theme)
        self._build()
        session.closed.connect(self._forget)

    def title(self) -> str:
        return tr("Print sheet")

    def help(self) -> str:
        return tr("Photos on paper")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"print": self.print_sheet}

    def own_view(self) -> QWidget | None:
        return self.view

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.paper = QComboBox()
        self.paper.setAccessibleName(tr("Paper"))
        self.paper.setToolTip(tr("Size of the paper; inch papers are exact inches"))
        self.paper.installEventFilter(Calm(self))
        for paper in self.session.catalogue.papers:
            self.paper.addItem(paper_title(paper), paper.id)
        self.paper.setCurrentIndex(max(0, self.paper.findData(LayoutParams().paper)))
        self.paper.currentIndexChanged.connect(self._changed)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(2))
        self.add_button = QPushButton(tr("Add another picture"))
        self.add_button.setIcon(theme.icons("plus"))
        self.add_button.setToolTip(tr("Put the ID photo of another open picture on the same sheet"))
        self.add_button.setAccessibleName(tr("Add another picture"))
        self.add_button.clicked.connect(self._offer)
        self.form = Form(
            LayoutParams,
            ["gap_mm", "margin_mm", "cut_lines", "ruler", "dpi"],
            theme,
            labels={"cut_lines": {"none": tr("None"), "corners": tr("At the corners"), "full": tr("Whole sheet")}},
        )
        self.form.changed.connect(self._changed)
        self.swatches = Swatches(self.session.catalogue.backgrounds, theme, transparent=False)
        self.swatches.chosen.connect(self._changed)
        self._summary = label("", "section", wrap=True)
        self._notice = label("", wrap=True)
        self._notice.setProperty("state", "fail")
        self._notice.hide()
        self.make_button = QPushButton(tr("Make the ID photo first"))
        self.make_button.setIcon(theme.icons("idphoto"))
        self.make_button.setToolTip(tr("With the document chosen in the ID photo tab"))
        self.make_button.setAccessibleName(tr("Make the ID photo first"))
        self.make_button.clicked.connect(self._make_missing)
        self.column.addWidget(label(tr("Paper"), "section"))
        self.column.addWidget(self.paper)
        self.column.addWidget(rule())
        self.column.addWidget(label(tr("Photos"), "section"))
        self.column.addLayout(self._rows)
        self.column.addWidget(self.make_button)
        self.column.addWidget(self.add_button)
        self.column.addWidget(rule())
        self.column.addWidget(self.form)
        self.column.addWidget(rule())
        self.column.addWidget(label(tr("Behind transparent photos"), "section"))
        self.column.addWidget(self.swatches)
        self.column.addStretch(1)
        self.pdf_button = self._second(tr("PDF…"), "pdf", tr("Write a PDF with the exact page size"), self.save_pdf)
        self.image_button = self._second(tr("Picture…"), "image", tr("Write the sheet as PNG or JPEG"), self.save_image)
        self.print_button = self.primary(tr("Print…"), tr("Print at real size (Ctrl+P)"))
        self.print_button.clicked.connect(self.print_sheet)
        self.footer.addWidget(self._summary)
        self.footer.addWidget(self._notice)
        self.footer.addLayout(beside(self.pdf_button, self.image_button, spacing=theme.px(2)))
        self.footer.addWidget(self.print_button)
        self._refresh()

    def _second(self, text: str, icon: str, tip: str, slot: Any) -> QPushButton:
        button = QPushButton(text)
        button.setIcon(self.theme.icons(icon))
        button.setToolTip(tip)
        button.setAccessibleName(text.rstrip("…"))
        button.clicked.connect(slot)
        return button

    def _fill_rows(self) -> None:
        empty(self._rows)
        for item in self._items:
            self._rows.addWidget(self._row(item))
        self.make_button.setVisible(self.document is not None and bool(self._missing()))
        others = [entry for entry in self.session.documents if entry is not self.document and not self._has(entry)]
        self.add_button.setEnabled(bool(others))

    def _row(self, item: Item) -> QWidget:
        theme, document = self.theme, item.document or self.document
        row = QWidget()
        box = QHBoxLayout(row)
        box.setContentsMargins(0, 0, 0, 0)
        box.setSpacing(theme.px(2))
        photo = self._photo(document) if document is not None else None
        side = theme.px(11)
        picture = QLabel()
        small = photo.shown.thumbnail if photo is not None else document.thumbnail if document is not None else None
        picture.setPixmap(framed(small, side, theme, False, self.devicePixelRatioF()))
        words = QVBoxLayout()
        words.setSpacing(0)
        name = document.title if document is not None else tr("No picture is open")
        elided = label(name, wrap=True)
        elided.setToolTip(name)
        words.addWidget(elided)
        size = f"{photo.width_mm:g} × {photo.height_mm:g} mm" if photo is not None else tr("no ID photo yet")
        words.addWidget(label(size, "small", wrap=True))
        copies = QSpinBox()
        copies.setRange(0, 500)
        copies.setSpecialValueText(tr("Fill"))
        copies.setValue(item.copies or 0)
        copies.setKeyboardTracking(False)
        give_room(copies, theme)
        copies.setMinimumWidth(theme.px(22))
        copies.setAccessibleName(tr("Copies of {name}", name=name))
        copies.setToolTip(tr("How many copies; the least value fills the sheet"))
        copies.installEventFilter(Calm(copies))
        copies.valueChanged.connect(lambda value: self._set_copies(item, value))
        box.addWidget(picture)
        box.addLayout(words, 1)
        box.addWidget(copies)
        if item.document is not None:
            remove = QToolButton()
            remove.setProperty("role", "flat")
            remove.setIcon(theme.icons("remove"))
            remove.setIconSize(QSize(theme.px(4), theme.px(4)))
            remove.setToolTip(tr("Take it off the sheet"))
            remove.setAccessibleName(tr("Take {name} off the sheet", name=name))
            remove.clicked.connect(lambda: self._remove(item))
            box.addWidget(remove)
        return row

    # What the window asks

    def show_document(self, document: Document | None) -> None:
        super().show_document(document)
        self._items = [item for item in self._items if item.document is None or item.document is not document]
        self._stale = True
        if self.isVisible():
            self.enter()

    def enter(self) -> None:
        """Catch up with what happened while another tab was shown."""
        if self._stale:
            self._stale = False
            self._fill_rows()
            self._show_document_colour()
            self._timer.start()

    def retire(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()

    def keep(self) -> dict[str, object]:
        return {
            "form": self.form.values(),
            "paper": self.paper.currentData(),
            "items": self._items,
            "background": self.swatches.value,
        }

    def take_over(self, kept: dict[str, object]) -> None:
        self.form.set_values(kept["form"])  # type: ignore[arg-type]
        self.paper.setCurrentIndex(max(0, self.paper.findData(kept["paper"])))
        self._items = kept["items"]  # type: ignore[assignment]
        self.swatches.choose(str(kept["background"]))

    def apply(self) -> None:
        self.print_sheet()

    def add(self, document: Document) -> None:
        """Put another open picture on the sheet."""
        self._items.append(Item(document))
        if not document.loaded:
            self.session.load(document)
        document.changed.connect(self._on_other_changed)
        self._fill_rows()
        self._timer.start()

    # Layout

    def params(self, **more: Any) -> LayoutParams:
        first, *others = self._items
        return LayoutParams(
            paper=self.paper.currentData(),
            copies=first.copies,
            background=self.swatches.value,
            mixed=tuple(SheetItem(copies=item.copies) for item in others),
            **self.form.values(),
            **more,
        )

    def photos(self) -> list[Photo | None]:
        """The ID photo of each line, None where there is none yet."""
        documents = [item.document or self.document for item in self._items]
        return [self._photo(document) if document is not None else None for document in documents]

    def _photo(self, document: Document) -> Photo | None:
        if not document.loaded:
            return None
        step = document.newest("id_photo") or document.steps[0]
        known = prints.recognised(step.picture, None, self.session.catalogue)
        if known is None:
            return None
        ground = self.swatches.value
        if ground == "document":
            ground = known.document.background if known.document is not None else "#FFFFFF"
        elif not ground.startswith("#"):
            row = self.session.catalogue.backgrounds.get(ground)
            ground = row.hex if row is not None else "#FFFFFF"
        title = step_title(step, self.session.catalogue)
        return Photo(step.picture, step.shown, known.width_mm, known.height_mm, ground, title)

    def _lay_out(self) -> None:
        """Compute the placements on a worker; the last wish wins."""
        if not self.isVisibleTo(self.window()) or self.document is None:
            return
        paper = self.session.catalogue.papers.get(self.paper.currentData())
        if paper is None:
            return
        if self._job is not None:
            self._job.cancel()
        params, photos = self.params(), self.photos()
        sizes = [(photo.width_mm, photo.height_mm) if photo is not None else PLACEHOLDER_MM for photo in photos]

        def work(progress: Progress) -> Layout:
            return placements(params, sizes, paper)

        job = self.session.jobs.submit(tr("Print sheet"), work, lane="files", visible=False)
        self._job = job
        job.finished.connect(lambda layout: self._laid_out(job, layout, params, photos))
        job.failed.connect(lambda error: self._no_layout(job, error))

    def _laid_out(self, job: Job, layout: Layout, params: LayoutParams, photos: list[Photo | None]) -> None:
        if job is not self._job:
            return
        self._fits = True
        self._notice.hide()
        pictures = [
            SheetPicture(photo.shown.levels[0], QColor(photo.ground))
            if photo is not None
            else SheetPicture(None, QColor("#E3E3E3"))
            for photo in photos
        ]
        self.view.show_layout(layout, pictures, params.cut_lines)
        total = sum(layout.copies)
        if len(layout.copies) == 1:
            text = tr("{count} of {capacity} photos, {columns} × {rows}").format(
                count=total, capacity=layout.capacity, columns=layout.columns, rows=layout.rows
            )
        else:
            text = tr("{count} photos: {each}").format(count=total, each=" + ".join(str(n) for n in layout.copies))
        self._summary.setText(text + (f" · {tr('turned')}" if layout.rotated else ""))
        self._refresh()

    def _no_layout(self, job: Job, error: CatchlightError) -> None:
        if job is not self._job:
            return
        self._fits = False
        self._stale = True
        problem = problem_of(error)
        self._notice.setText(f"{problem.title}. {problem.text}")
        self._notice.show()
        self._summary.setText("")
        self.view.show_layout(None, (), "none")
        self._refresh()

    # Delivering

    def print_sheet(self) -> None:
        """Ask for the printer, make the sheet, print it at its real size."""
        from PySide6.QtPrintSupport import QPrintDialog

        layout = self.view.layout_now
        if layout is None or not self.print_button.isEnabled():
            return
        params = self.params()
        width, height = layout.width_mm, layout.height_mm
        printer = printing.new_printer(width, height, params.dpi, tr("Print sheet"))
        dialog = QPrintDialog(printer, self)
        dialog.setWindowTitle(tr("Print sheet"))
        if dialog.exec() != QPrintDialog.DialogCode.Accepted:
            return
        printing.set_page(printer, width, height)
        found = printing.report(printer, width, height, params.margin_mm)
        if found.warnings:
            text = "\n\n".join((*found.warnings, tr("Print anyway?")))
            if not self.ask.yes(self, tr("The printer would change the size"), text):
                return
        job = self._make(params)
        if job is not None:
            job.finished.connect(lambda result: self._print_made(printer, result, width, height))

    def _print_made(self, printer: Any, result: EditResult, width: float, height: float) -> None:
        if printing.print_image(printer, wrap(result.picture.rgb8), width, height):
            text = tr("Real size, {size} mm. Measure the ruler to be sure.", size=f"{width:g} × {height:g}")
            self.session.problem.emit(Problem(tr("Sent to the printer"), text, good=True))
        else:
            text = tr("Check that it is switched on, or write a PDF.")
            self.session.problem.emit(Problem(tr("The printer did not start"), text))

    def export(self) -> bool:
        """Write the sheet as PDF or picture, by the suffix that is chosen."""
        if not self.pdf_button.isEnabled():
            return True
        filters = "PDF (*.pdf);;PNG (*.png);;JPEG (*.jpg *.jpeg)"
        path = self.ask.save_as(self, tr("Save the sheet"), self._proposed(".pdf"), filters)
        if path is not None:
            self._deliver(self._params_for(path), path)
        return True

    def save_pdf(self) -> None:
        path = self.ask.save_as(self, tr("Save the sheet"), self._proposed(".pdf"), "PDF (*.pdf)")
        if path is not None:
            self._deliver(self.params(format="pdf"), path)

    def save_image(self) -> None:
        filters = "PNG (*.png);;JPEG (*.jpg *.jpeg)"
        path = self.ask.save_as(self, tr("Save the sheet"), self._proposed(".png"), filters)
        if path is not None:
            self._deliver(self._params_for(path), path)

    def _params_for(self, path: Path) -> LayoutParams:
        if path.suffix.lower() == ".pdf":
            return self.params(format="pdf")
        jpeg = path.suffix.lower() in (".jpg", ".jpeg")
        return self.params(output_format="jpeg" if jpeg else "png")

    def _deliver(self, params: LayoutParams, path: Path) -> None:
        job = self._make(params)
        if job is not None:
            job.finished.connect(lambda result: self._write(result, path))

    def _make(self, params: LayoutParams) -> Job | None:
        photos = [photo for photo in self.photos() if photo is not None]
        if len(photos) != len(self._items):
            return None
        job = self.session.make(OPERATION, params, [photo.picture for photo in photos], tr("Print sheet"))
        self._making = job
        for ended in (job.finished, job.failed, job.cancelled):
            ended.connect(self._made)
        self._refresh()
        return job

    def _made(self, _result: object = None) -> None:
        self._making = None
        self._refresh()

    def _write(self, result: EditResult, path: Path) -> None:
        def work(progress: Progress) -> Path:
            write_atomic(path, result.file.data)
            return path

        job = self.session.jobs.submit(tr("Writing {name}", name=path.name), work, lane="files")
        saved = Problem(tr("Saved"), str(path), "folder", good=True, target=str(path.parent))
        job.finished.connect(lambda _path: self.session.problem.emit(saved))
        job.failed.connect(self.session.report)
        memory = self.session.memory
        memory.keep(export=memory.state.export.model_copy(update={"folder": str(path.parent)}))

    def _proposed(self, suffix: str) -> Path:
        folder = self.session.memory.state.export.folder or str(Path.home())
        stem = Path(self.document.name).stem if self.document is not None else "sheet"
        return Path(folder) / f"{stem}_{self.paper.currentData()}{suffix}"

    # Lines of the sheet

    def _missing(self) -> list[Document]:
        documents = [item.document or self.document for item in self._items]
        return [entry for entry in documents if entry is not None and entry.loaded and self._photo(entry) is None]

    def _make_missing(self) -> None:
        for document in self._missing():
            self.edit_wanted.emit("id_photo", document)

    def _has(self, document: Document) -> bool:
        return any(item.document is document for item in self._items)

    def _offer(self) -> None:
        menu = QMenu(self)
        for document in self.session.documents:
            if document is not self.document and not self._has(document):
                action = menu.addAction(document.title)
                action.triggered.connect(lambda _checked=False, document=document: self.add(document))
        menu.popup(self.add_button.mapToGlobal(self.add_button.rect().bottomLeft()))

    def _remove(self, item: Item) -> None:
        self._items.remove(item)
        self._fill_rows()
        self._timer.start()

    def _forget(self, document: Document) -> None:
        self._items = [item for item in self._items if item.document is not document]

    def _set_copies(self, item: Item, value: int) -> None:
        item.copies = value or None
        self._timer.start()

    def _on_other_changed(self) -> None:
        self._fill_rows()
        self._timer.start()

    def _changed(self, *_value: object) -> None:
        self._timer.start()

    def _show_document_colour(self) -> None:
        document = self.document
        step = document.newest("id_photo") if document is not None and document.loaded else None
        row = self.session.catalogue.documents.get(str(step.details.get("document"))) if step is not None else None
        self.swatches.set_document_colour(
            row.background if row else "#FFFFFF", row.background_label if row else tr("White")
        )

    def _refresh(self) -> None:
        ready = self._fits and self._making is None and self.document is not None and all(self.photos())
        for button in (self.print_button, self.pdf_button, self.image_button):
            button.setEnabled(ready)
        self.make_button.setVisible(bool(self._missing()))


def paper_title(paper: Paper) -> str:
    """As in "4R (4 × 6 in) · 101.6 × 152.4 mm"."""
    name, size = label_of(paper), f"{paper.width_mm:g} × {paper.height_mm:g}"
    return name if size in name else f"{name} · {size} mm"
