"""The print sheet tab: paper, copies and lines, drawn to scale at once; print, PDF or picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QComboBox, QMenu, QPushButton, QWidget

from catchlight.engine.errors import CatchlightError
from catchlight.engine.picture import Picture
from catchlight.engine.sheet import Layout
from catchlight.gui.ask import Ask
from catchlight.gui.disclosure import Disclosure
from catchlight.gui.document import Document
from catchlight.gui.form import Calm, Form
from catchlight.gui.i18n import tr
from catchlight.gui.problems import problem_of
from catchlight.gui.session import Session
from catchlight.gui.sheet_view import SheetView
from catchlight.gui.swatches import Swatches
from catchlight.gui.tab import Tab, beside
from catchlight.gui.tabs.sheet_delivery import SheetDelivery
from catchlight.gui.tabs.sheet_items import Item, Photo, paper_title, photo_of, sheet_picture, summary
from catchlight.gui.tabs.sheet_planner import SheetPlanner
from catchlight.gui.tabs.sheet_rows import SheetRows
from catchlight.gui.text import label, rule
from catchlight.gui.theme import Theme
from catchlight.operations.layout import LayoutParams, SheetItem

PLACEHOLDER_MM = (35.0, 45.0)


class PrintSheetTab(Tab):
    key = "print_sheet"
    icon = "sheet"

    def __init__(self, session: Session, theme: Theme, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self._items: list[Item] = [Item(None)]
        self.delivery = SheetDelivery(session, ask, self)
        self.delivery.changed.connect(self._refresh)
        self._fits = False
        self._stale = True
        self.planner = SheetPlanner(session, self)
        self.planner.due.connect(self._lay_out)
        self.planner.laid_out.connect(self._laid_out)
        self.planner.refused.connect(self._no_layout)
        self.view = SheetView(theme)
        self._build()
        session.closed.connect(self._forget)

    def title(self) -> str:
        return tr("Print sheet")

    def help(self) -> str:
        return tr("Photos on paper")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"print": self.print_sheet}

    def own_view(self) -> SheetView:
        return self.view

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.paper = QComboBox()
        self.paper.setAccessibleName(tr("Paper"))
        self.paper.setToolTip(tr("Size of the paper; inch papers are exact inches"))
        self.paper.installEventFilter(Calm(self))
        self.paper.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.paper.setMinimumContentsLength(12)
        for paper in self.session.catalogue.papers:
            self.paper.addItem(paper_title(paper), paper.id)
        self.paper.setCurrentIndex(max(0, self.paper.findData(LayoutParams().paper)))
        self.paper.currentIndexChanged.connect(self._changed)
        self.rows = SheetRows(theme)
        self.rows.copies_chosen.connect(self._set_copies)
        self.rows.removed.connect(self._remove)
        self.add_button = QPushButton(tr("Add another picture"))
        self.add_button.setIcon(theme.icons("plus"))
        self.add_button.setToolTip(tr("Put the ID photo of another open picture on the same sheet"))
        self.add_button.setAccessibleName(tr("Add another picture"))
        self.add_button.clicked.connect(self._offer)
        self.form = Form(
            LayoutParams,
            ["gap_mm", "cut_lines"],
            theme,
            labels={"cut_lines": {"none": tr("None"), "corners": tr("At the corners"), "full": tr("Whole sheet")}},
        )
        self.form.changed.connect(self._changed)
        self.more_form = Form(LayoutParams, ["margin_mm", "ruler", "dpi"], theme)
        self.more_form.changed.connect(self._changed)
        self.more = Disclosure(tr("Margin of the paper, ruler, resolution"), theme)
        self.more.add(self.more_form)
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
        for widget in (
            label(tr("Paper"), "section"),
            self.paper,
            label(tr("Photos"), "section"),
            self.rows,
            self.make_button,
            self.add_button,
            rule(),
            self.form,
            label(tr("Behind transparent photos"), "section"),
            self.swatches,
            self.more,
        ):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.pdf_button = self._second("pdf", tr("PDF…"), tr("Write a PDF with the exact page size"))
        self.image_button = self._second("image", tr("Picture…"), tr("Write the sheet as PNG or JPEG"))
        self.print_button = self.primary(tr("Print…"), tr("Print at real size (Ctrl+P)"))
        self.print_button.clicked.connect(self.print_sheet)
        self.footer.addWidget(self._summary)
        self.footer.addWidget(self._notice)
        self.footer.addLayout(beside(self.pdf_button, self.image_button, spacing=theme.px(2)))
        self.footer.addWidget(self.print_button)
        self._refresh()

    def _second(self, kind: str, text: str, tip: str) -> QPushButton:
        button = QPushButton(text)
        button.setIcon(self.theme.icons(kind))
        button.setToolTip(tip)
        button.setAccessibleName(text.rstrip("…"))
        button.clicked.connect(partial(self._save, kind))
        return button

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
            self.planner.plan_soon()

    def retire(self) -> None:
        self.planner.stop()

    def keep(self) -> dict[str, object]:
        return {
            "form": self.form.values() | self.more_form.values(),
            "more": self.more.is_open,
            "paper": self.paper.currentData(),
            "items": self._items,
            "background": self.swatches.value,
        }

    def take_over(self, kept: dict[str, object]) -> None:
        for form in (self.form, self.more_form):
            form.set_values(kept["form"])  # type: ignore[arg-type]
        self.more.set_open(bool(kept["more"]))
        self.paper.setCurrentIndex(max(0, self.paper.findData(kept["paper"])))
        self._items = kept["items"]  # type: ignore[assignment]
        self.swatches.choose(str(kept["background"]))

    def apply(self) -> None:
        self.print_sheet()

    def export(self) -> bool:
        """Write the sheet as PDF or picture, by the suffix that is chosen."""
        self._save("any")
        return True

    def print_sheet(self) -> None:
        layout = self.view.layout_now
        if layout is not None and self.print_button.isEnabled():
            self.delivery.print_sheet(self.params(), self._pictures(), layout.width_mm, layout.height_mm)

    def _save(self, kind: str, _checked: bool = False) -> None:
        if self.pdf_button.isEnabled() and self.document is not None:
            path = self.delivery.ask_path(f"{Path(self.document.name).stem}_{self.paper.currentData()}", kind)
            if path is not None:
                self.delivery.save(self.params(), self._pictures(), path)

    # Lines of the sheet

    def add(self, document: Document) -> None:
        """Put another open picture on the sheet."""
        self._items.append(Item(document))
        if not document.loaded:
            self.session.load(document)
        document.changed.connect(self._changed_lines)
        self._changed_lines()

    def _fill_rows(self) -> None:
        self.rows.clear()
        for item, photo in zip(self._items, self.photos(), strict=True):
            self.rows.add(item, item.document or self.document, photo)
        self.make_button.setVisible(self.document is not None and bool(self._missing()))
        self.add_button.setEnabled(bool(self._others()))

    def _others(self) -> list[Document]:
        """Open pictures that are not on the sheet yet."""
        here = [self.document, *(item.document for item in self._items)]
        return [document for document in self.session.documents if document not in here]

    def _missing(self) -> list[Document]:
        """Pictures on the sheet of which no ID photo was made."""
        documents = [item.document or self.document for item in self._items]
        return [
            document
            for document, photo in zip(documents, self.photos(), strict=True)
            if document is not None and document.loaded and photo is None
        ]

    def _make_missing(self) -> None:
        for document in self._missing():
            self.edit_wanted.emit("id_photo", document)

    def _offer(self) -> None:
        menu = QMenu(self)
        for document in self._others():
            menu.addAction(document.title).triggered.connect(partial(self.add, document))
        menu.popup(self.add_button.mapToGlobal(self.add_button.rect().bottomLeft()))

    def _remove(self, item: Item) -> None:
        self._items.remove(item)
        self._changed_lines()

    def _forget(self, document: Document) -> None:
        self._items = [item for item in self._items if item.document is not document]

    def _set_copies(self, item: Item, value: int) -> None:
        item.copies = value or None
        self.planner.plan_soon()

    def _changed_lines(self) -> None:
        self._fill_rows()
        self.planner.plan_soon()

    # Layout

    def params(self) -> LayoutParams:
        first, *others = self._items
        return LayoutParams(
            paper=self.paper.currentData(),
            copies=first.copies,
            background=self.swatches.value,
            mixed=tuple(SheetItem(copies=item.copies) for item in others),
            **self.form.values(),
            **self.more_form.values(),
        )

    def photos(self) -> list[Photo | None]:
        """The ID photo of each line, None where there is none yet."""
        documents = [item.document or self.document for item in self._items]
        ground, catalogue = self.swatches.value, self.session.catalogue
        return [photo_of(document, ground, catalogue) if document is not None else None for document in documents]

    def _pictures(self) -> list[Picture]:
        return [photo.picture for photo in self.photos() if photo is not None]

    def _lay_out(self) -> None:
        paper = self.session.catalogue.papers.get(self.paper.currentData())
        if self.isVisibleTo(self.window()) and self.document is not None and paper is not None:
            photos = self.photos()
            sizes = [(photo.width_mm, photo.height_mm) if photo is not None else PLACEHOLDER_MM for photo in photos]
            self.planner.plan(self.params(), sizes, paper)

    def _laid_out(self, layout: Layout) -> None:
        self._fits = True
        self._notice.hide()
        pictures = [sheet_picture(photo) for photo in self.photos()]
        self.view.show_layout(layout, pictures, self.params().cut_lines)
        self._summary.setText(summary(layout))
        self._refresh()

    def _no_layout(self, error: CatchlightError) -> None:
        self._fits = False
        self._stale = True
        problem = problem_of(error)
        self._notice.setText(f"{problem.title}. {problem.text}")
        self._notice.show()
        self._summary.setText("")
        self.view.show_layout(None, (), "none")
        self._refresh()

    def _changed(self, *_value: object) -> None:
        self.planner.plan_soon()

    def _show_document_colour(self) -> None:
        document = self.document
        step = document.newest("id_photo") if document is not None and document.loaded else None
        row = self.session.catalogue.documents.get(str(step.details.get("document"))) if step is not None else None
        self.swatches.set_document_colour(
            row.background if row else "#FFFFFF", row.background_label if row else tr("White")
        )

    def _refresh(self) -> None:
        ready = self._fits and not self.delivery.busy and self.document is not None and all(self.photos())
        for button in (self.print_button, self.pdf_button, self.image_button):
            button.setEnabled(ready)
        self.make_button.setVisible(bool(self._missing()))
