"""The ID photo tab: a document, a background, a few options, guides on the picture, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.canvas.compare import CanvasScene
from catchlight.gui.canvas.guides import GuidesOverlay
from catchlight.gui.canvas.measured_guides import measure_framing, measures_from_details
from catchlight.gui.canvas.overlay import Overlay
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.document.document import EditStep, OpenDocument
from catchlight.gui.id_documents.backgrounds import DocumentGrounds
from catchlight.gui.tabs.id_photo.document_choice import DocumentChoice
from catchlight.gui.tabs.id_photo.frame_planner import FramePlanner
from catchlight.gui.tabs.id_photo.line_rows import LineRows
from catchlight.gui.tabs.id_photo.options import option_forms, stage_choice
from catchlight.gui.tabs.id_photo.runs import OPERATION, align, run_id_photo
from catchlight.gui.tabs.id_photo.verdict_list import VerdictList
from catchlight.gui.tabs.tab import Tab
from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.labels import label, rule, warning_label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.gui.wording.problems import sentence_of
from catchlight.operations.id_photo.params import IdPhotoParams


class IdPhotoTab(Tab):
    key = OPERATION
    icon = "idphoto"

    def __init__(self, session: Session, theme: Theme, ask: SystemDialogs, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        session.running.changed.connect(self._running_changed)
        self._shows_frame = True
        self._seen_step: EditStep | None = None
        self._seen_source: EditStep | None = None
        self._was_judged = False
        self._complained: set[tuple[OpenDocument, str]] = set()
        self._guides = GuidesOverlay(self)
        self._guides.draggable = self._guides.dims_outside = True
        self._result_guides = GuidesOverlay(self)
        self.planner = FramePlanner(session, self.choices, self)
        self._guides.dragged.connect(self.planner.drag)
        self.planner.planned.connect(self._planned)
        self.planner.refused.connect(self._refused)
        self.planner.due.connect(self._plan)
        self.planner.moved.connect(self._moved)
        self._build()
        self.swatches.turn_to(self.choice.key, self.choice.document)

    @classmethod
    def title(cls) -> str:
        return tr("ID photo")

    @classmethod
    def help(cls) -> str:
        return tr("A photo for a document")

    @classmethod
    def terms(cls) -> str:
        return tr("passport visa biometric photo")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "document": self._search_document,
            "frame": lambda: self.show_stage("frame"),
            "result": lambda: self.show_stage("result"),
        }

    # Building

    def _build(self) -> None:
        theme, catalogue = self.theme, self.session.catalogue
        self.choice = DocumentChoice(catalogue.documents, self.session.memory.state.recent_documents, theme)
        self.choice.changed.connect(self._chosen)
        self.search = self.choice.search
        self._notice, self._told = warning_label(), warning_label()
        self._told.setProperty("state", "uncertain")
        self.swatches = DocumentGrounds(catalogue.backgrounds, self.session.memory, theme)
        self.swatches.chosen.connect(lambda _value: self._refresh())
        self.hd, self.form = option_forms(theme, self._changed)
        self.stage = stage_choice()
        self.stage.chosen.connect(self.show_stage)
        self.verdict = VerdictList(theme)
        self.lines = LineRows(theme)
        self.lines.shifted.connect(self.planner.shift)
        self.lines.reset_wanted.connect(self.planner.reset_lines)
        self.more = Disclosure(tr("Resolution, file size, level eyes, and the lines on the face as numbers"), theme)
        self.more.add(self.form, rule(), self.lines)
        self.apply_button = self.primary(tr("Make the ID photo"), tr("Cut, clean and measure the photo (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        for widget in (
            self.choice,
            self._notice,
            label(tr("Background"), "section"),
            self.swatches,
            self._told,
            self.verdict,
            rule(),
            self.hd,
            self.more,
        ):
            self.column.addWidget(widget)
        self.column.addStretch(1)
        self.footer.addWidget(self.stage)
        self.footer.addWidget(self.apply_button)

    # What the window asks

    def show_document(self, document: OpenDocument | None) -> None:
        other = document is not self.document
        super().show_document(document)
        step = document.current if document is not None else None
        source = self._source()
        if other or source is not self._seen_source:
            self._seen_source = source
            self.planner.forget(document)
            self._guides.measured = None
            self._notice.hide()
        if other or step is not self._seen_step:
            self._shows_frame = step is None or step.operation != OPERATION
        if step is not self._seen_step:
            self._seen_step = step
            self._show_step(step)
            if document is not None and step is not None:
                align(self.session, document, step)
        self._refresh()
        self.enter()

    def enter(self) -> None:
        if self.planner.plans is None:
            self._plan()

    def scene(self) -> CanvasScene | None:
        source = self._source()
        return CanvasScene(source.shown) if source is not None and self._shows_frame else None

    def shown_step(self) -> EditStep | None:
        return self._source() if self._shows_frame else None

    def ground(self) -> QColor | None:
        """A transparent result lies on the colour that is chosen, before it is made with it."""
        step = self.document.current if self.document is not None else None
        transparent = step is not None and step.operation == OPERATION and step.picture.has_alpha
        return self.swatches.colour if transparent and not self._shows_frame else None

    def overlay(self) -> Overlay | None:
        guides = self._guides if self._shows_frame else self._result_guides
        return guides if self.session.memory.state.guides and guides.measured is not None else None

    def retire(self) -> None:
        self.planner.stop()

    def keep(self) -> dict[str, Any]:
        return {
            "params": self.choices(),
            "document": self.choice.keep(),
            "lines": self.planner.lines,
            "more": self.more.is_open,
        }

    def take_over(self, kept: dict[str, Any]) -> None:
        params: Any = kept["params"]
        document: Any = kept["document"]
        self.planner.lines = kept["lines"]
        self.hd.set_values(params)
        self.form.set_values(params)
        self.more.set_open(bool(kept["more"]))
        self.choice.take_over(*document)
        self.swatches.turn_to(self.choice.key, self.choice.document)
        self.swatches.choose(params["background"])

    def choices(self) -> dict[str, Any]:
        """All fields but the lines."""
        return {**self.choice.params, **self.hd.values(), **self.form.values(), "background": self.swatches.value}

    def params_for(self, document: OpenDocument) -> IdPhotoParams:
        """What is chosen, with the lines of this picture."""
        return self.planner.params_for(document)

    # Doing

    def apply(self) -> None:
        if self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: OpenDocument) -> None:
        """Make the ID photo of an open picture with what is chosen."""
        if not document.loaded or self.session.running.busy(document):
            return
        if self.choice.document is not None:
            self.session.memory.used_document(self.choice.document.id)
            self.search.set_recent(self.session.memory.state.recent_documents)
        run_id_photo(self.session, document, self.params_for(document))

    def _running_changed(self, document: OpenDocument) -> None:
        if document is self.document:
            self._refresh()

    def _search_document(self) -> None:
        self.to_top()
        self.search.open()

    def _chosen(self) -> None:
        self.swatches.turn_to(self.choice.key, self.choice.document)
        self._changed()

    def _changed(self) -> None:
        self._shows_frame = True
        self.planner.plan_soon()
        self._refresh()

    def show_stage(self, key: str) -> None:
        """``frame``: the picture with the frame to be cut; ``result``: the finished photo."""
        self._shows_frame = key == "frame"
        document = self.document
        if key == "result" and document is not None:
            made = document.newest(OPERATION)
            if made is not None and made is not document.current:
                document.jump(document.steps.index(made))
        self._refresh()

    def show_result(self) -> None:
        if self.document is not None and self.document.newest(OPERATION) is not None:
            self.show_stage("result")

    # The frame

    def _source(self) -> EditStep | None:
        document = self.document
        if document is None or not document.loaded:
            return None
        return document.steps[document.base_for(OPERATION)]

    def _plan(self) -> None:
        source, document = self._source(), self.document
        if source is not None and document is not None and self.isVisibleTo(self.window()):
            self.planner.plan(document, source.picture)

    def _planned(self) -> None:
        plans, source = self.planner.plans, self._source()
        if plans is None or source is None:
            return
        self._notice.hide()
        self._guides.measured = measure_framing(plans.framing, self.choice.document is not None)
        self._guides.picture_size = (source.picture.width, source.picture.height)
        self.lines.show_shifts(self.planner.shift_mm)
        self._refresh()

    def _refused(self, document: OpenDocument, error: CatchlightError) -> None:
        self._guides.measured = None
        self._notice.setText(sentence_of(error, self.key))
        self._notice.show()
        if (document, error.code) not in self._complained:
            self._complained.add((document, error.code))
            self.session.report(error, self.key)
        self._refresh()

    def _moved(self) -> None:
        self.lines.show_shifts(self.planner.shift_mm)
        self._shows_frame = True
        self._refresh()

    # Showing

    def _show_step(self, step: EditStep | None) -> None:
        made = step is not None and step.operation == OPERATION
        notes = step.details.get("notes", ()) if made and step is not None else ()
        self._told.setText("\n".join(tell_or_keep(str(note)) for note in notes))
        self.verdict.show_verdict(step.details.get("verdict") if made and step is not None else None)
        self._result_guides.measured = measures_from_details(step.details, step) if made and step is not None else None

    def _refresh(self) -> None:
        document = self.document
        ready = document is not None and document.loaded
        made = document is not None and document.newest(OPERATION) is not None
        self.stage.choose("frame" if self._shows_frame or not made else "result")
        self.stage.button("result").setEnabled(made)
        step = document.current if document is not None else None
        judged = step is not None and step.operation == OPERATION and not self._shows_frame
        self.verdict.setVisible(judged and self.verdict.judged)
        self._told.setVisible(judged and bool(self._told.text()))
        if judged and not self._was_judged:
            self.to_top()
        self._was_judged = judged
        free = document is not None and not self.session.running.busy(document)
        self.apply_button.setEnabled(ready and free and not self._notice.isVisibleTo(self))
        self.lines.allow(self.planner.plans is not None, self.planner.has_lines)
        self.view_changed.emit()
