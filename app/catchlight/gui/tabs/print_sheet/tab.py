"""The print sheet tab: paper, copies and lines, drawn to scale at once; print, PDF or picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QMenu, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import OpenDocument
from catchlight.gui.tabs.print_sheet.delivery import SheetDelivery
from catchlight.gui.tabs.print_sheet.items import (
    SheetEntry,
    SheetPhoto,
    document_colour,
    missing,
    others,
    photo_of,
    sheet_picture,
    summary,
)
from catchlight.gui.tabs.print_sheet.papers import paper_choice
from catchlight.gui.tabs.print_sheet.planner import SheetPlanner
from catchlight.gui.tabs.print_sheet.rows import SheetRows
from catchlight.gui.tabs.print_sheet.sheet_view import SheetView
from catchlight.gui.tabs.print_sheet.ways import SheetWays, second_button
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.form import Form
from catchlight.gui.widgets.labels import label, rule
from catchlight.gui.widgets.swatches import Swatches
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.imaging.picture import Picture
from catchlight.operations.print_sheet.params import LayoutParams, SheetItem
from catchlight.print.sheet import Layout

PLACEHOLDER_MM = (35.0, 45.0)


class PrintSheetTab(Tab):
    key = "print_sheet"
    icon = "sheet"

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self._items: list[SheetEntry] = [SheetEntry(None)]
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

    @classmethod
    def title(cls) -> str:
        return tr("Print sheet")

    @classmethod
    def help(cls) -> str:
        return tr("Photos on paper")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {"print": self.print_sheet}

    def own_view(self) -> SheetView:
        return self.view

    # Building

    def _build(self) -> None:
        theme = self.theme
        self.paper = paper_choice(self.session.catalogue, LayoutParams().paper, self)
        self.paper.currentIndexChanged.connect(self._changed)
        self.rows = SheetRows(theme)
        self.rows.copies_chosen.connect(self._set_copies)
        self.rows.removed.connect(self._remove)
        self.add_button = second_button(
            theme,
            "plus",
            tr("Add another picture"),
            tr("Put the ID photo of another open picture on the same sheet"),
            self._offer,
        )
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
        self.make_button = second_button(
            theme,
            "idphoto",
            tr("Make the ID photo first"),
            tr("With the document chosen in the ID photo tab"),
            self._make_missing,
        )
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
        self.ways = SheetWays(self.primary(tr("Print…"), tr("Print at real size (Ctrl+P)")), theme)
        self.ways.saved.connect(self._save)
        self.ways.printed.connect(self.print_sheet)
        self.pdf_button, self.print_button = self.ways.pdf_button, self.ways.print_button
        self.footer.addWidget(self.ways)
        self._refresh()

    # What the window asks

    def show_document(self, document: OpenDocument | None) -> None:
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

    def keep(self) -> dict[str, Any]:
        return {
            "form": self.form.values() | self.more_form.values(),
            "more": self.more.is_open,
            "paper": self.paper.currentData(),
            "items": self._items,
            "background": self.swatches.value,
        }

    def take_over(self, kept: dict[str, Any]) -> None:
        for form in (self.form, self.more_form):
            form.set_values(kept["form"])
        self.more.set_open(bool(kept["more"]))
        self.paper.setCurrentIndex(max(0, self.paper.findData(kept["paper"])))
        self._items = kept["items"]
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

    def _save(self, kind: str) -> None:
        if self.pdf_button.isEnabled() and self.document is not None:
            path = self.delivery.ask_path(f"{Path(self.document.name).stem}_{self.paper.currentData()}", kind)
            if path is not None:
                self.delivery.save(self.params(), self._pictures(), path)

    # Lines of the sheet

    def add(self, document: OpenDocument) -> None:
        """Put another open picture on the sheet."""
        self._items.append(SheetEntry(document))
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

    def _others(self) -> list[OpenDocument]:
        return others(self._items, self.document, self.session.documents)

    def _missing(self) -> list[OpenDocument]:
        return missing(self._items, self.document, self.photos())

    def _make_missing(self) -> None:
        for document in self._missing():
            self.edit_wanted.emit("id_photo", document)

    def _offer(self) -> None:
        menu = QMenu(self)
        for document in self._others():
            menu.addAction(document.title).triggered.connect(partial(self.add, document))
        menu.popup(self.add_button.mapToGlobal(self.add_button.rect().bottomLeft()))

    def _remove(self, item: SheetEntry) -> None:
        self._items.remove(item)
        self._changed_lines()

    def _forget(self, document: OpenDocument) -> None:
        left = [item for item in self._items if item.document is not document]
        if len(left) < len(self._items):
            self._items = left
            self._changed_lines()

    def _set_copies(self, item: SheetEntry, value: int) -> None:
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

    def photos(self) -> list[SheetPhoto | None]:
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
            refused = next((photo.refused for photo in photos if photo is not None and photo.refused), None)
            if refused is not None:
                self._no_layout(refused)
                return
            sizes = [(photo.width_mm, photo.height_mm) if photo is not None else PLACEHOLDER_MM for photo in photos]
            self.planner.plan(self.params(), sizes, paper)

    def _laid_out(self, layout: Layout) -> None:
        self._fits = True
        pictures = [sheet_picture(photo) for photo in self.photos()]
        self.view.show_layout(layout, pictures, self.params().cut_lines)
        self.ways.tell(summary(layout))
        self._refresh()

    def _no_layout(self, error: CatchlightError) -> None:
        self._fits = False
        self._stale = True
        self.ways.tell("", sentence_of(error, "layout"))
        self.view.show_layout(None, (), "none")
        self._refresh()

    def _changed(self, *_value: object) -> None:
        self.planner.plan_soon()

    def _show_document_colour(self) -> None:
        self.swatches.set_document_colour(*document_colour(self.document, self.session.catalogue))

    def _refresh(self) -> None:
        ready = self._fits and not self.delivery.busy and self.document is not None and all(self.photos())
        self.ways.allow(ready)
        self.make_button.setVisible(bool(self._missing()))
