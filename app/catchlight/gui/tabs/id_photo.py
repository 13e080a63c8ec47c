"""The ID photo tab: a document, a background, a few options, guides on the picture, and the verdict."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QTransform
from PySide6.QtWidgets import (
    QDoubleSpinBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from catchlight.engine.errors import CatchlightError
from catchlight.engine.picture import Picture
from catchlight.engine.progress import Progress
from catchlight.gui.ask import Ask
from catchlight.gui.compare import Scene
from catchlight.gui.document import Document, Step
from catchlight.gui.document_card import DocumentCard
from catchlight.gui.document_search import OWN_SIZE, DocumentSearch
from catchlight.gui.form import Form, give_room
from catchlight.gui.guides import CHIN, CROWN, EYES, Guides, Measured, bands_of
from catchlight.gui.i18n import tr
from catchlight.gui.imaging import transform
from catchlight.gui.jobs import Job
from catchlight.gui.overlay import Overlay
from catchlight.gui.problems import problem_of
from catchlight.gui.session import Session
from catchlight.gui.swatches import Swatches
from catchlight.gui.switch import Segments
from catchlight.gui.tab import Tab
from catchlight.gui.text import label, rule
from catchlight.gui.theme import Theme
from catchlight.gui.verdict_list import VerdictList
from catchlight.operations.framing import Framing
from catchlight.operations.id_photo import IdPhotoParams, plan

OPERATION = "id_photo"
LIVE_MS = 60
LINES = {CROWN: "crown_y", EYES: "eye_y", CHIN: "chin_y"}
PIXEL_FIELDS = frozenset({"background"})
"""Fields that change no geometry: choosing them leaves the result on the canvas."""


@dataclass(frozen=True)
class Plans:
    """The frame as it will be cut, and as it would be without the user's own lines."""

    framing: Framing
    measured: Framing


class IdPhotoTab(Tab):
    key = "id_photo"
    icon = "idphoto"

    def __init__(self, session: Session, theme: Theme, ask: Ask, parent: QWidget | None = None) -> None:
        super().__init__(session, theme, ask, parent)
        self._spec = "icao_35x45"
        self._own: tuple[float, float] | None = None
        self._lines: dict[Document, dict[str, float]] = {}
        self._plans: Plans | None = None
        self._job: Job | None = None
        self._applying: Job | None = None
        self._shows_frame = True
        self._seen_step: Step | None = None
        self._was_judged = False
        self._complained: set[tuple[Document, str]] = set()
        self._guides = Guides(self)
        self._guides.dragged.connect(self._drag)
        self._result_guides = Guides(self)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(LIVE_MS)
        self._timer.timeout.connect(self._plan)
        self._build()
        recent = session.memory.state.recent_documents
        self._choose(recent[0] if recent and session.catalogue.documents.get(recent[0]) else self._spec)

    def title(self) -> str:
        return tr("ID photo")

    def help(self) -> str:
        return tr("A photo for a document")

    def commands(self) -> Mapping[str, Callable[[], object]]:
        return {
            "document": self._search_document,
            "frame": lambda: self.show_stage("frame"),
            "result": lambda: self.show_stage("result"),
        }

    # Building

    def _build(self) -> None:
        theme, catalogue = self.theme, self.session.catalogue
        self.search = DocumentSearch(catalogue.documents, self.session.memory.state.recent_documents, theme)
        self.search.chosen.connect(self._chosen)
        self._card = DocumentCard(theme)
        self._width, self._height = self._millimetres(tr("Width"), 35.0), self._millimetres(tr("Height"), 45.0)
        self._own_size = QWidget()
        row = QHBoxLayout(self._own_size)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._width, 1)
        row.addWidget(QLabel("×"))
        row.addWidget(self._height, 1)
        self._own_size.hide()
        self._notice = label("", wrap=True)
        self._notice.setProperty("state", "fail")
        self._notice.hide()
        self.swatches = Swatches(catalogue.backgrounds, theme)
        self.swatches.chosen.connect(lambda _value: self._changed("background"))
        self.form = Form(
            IdPhotoParams,
            ["hd", "dpi", "max_kilobytes", "align"],
            theme,
            none_texts={"dpi": tr("The document's"), "max_kilobytes": tr("The document's")},
        )
        self.form.changed.connect(lambda: self._changed("form"))
        self.stage = Segments(
            [
                ("frame", tr("Frame"), None, tr("The picture with the frame that will be cut (F)")),
                ("result", tr("Result"), None, tr("The finished photo (R)")),
            ]
        )
        self.stage.chosen.connect(self.show_stage)
        self.verdict = VerdictList(theme)
        self.apply_button = self.primary(tr("Make the ID photo"), tr("Cut, clean and measure the photo (Ctrl+Return)"))
        self.apply_button.clicked.connect(self.apply)
        for widget in (
            self.search,
            self._card,
            self._own_size,
            self._notice,
            self.verdict,
            label(tr("Background"), "section"),
        ):
            self.column.addWidget(widget)
        self.column.addWidget(self.swatches)
        self.column.addWidget(rule())
        self.column.addWidget(self.form)
        self.column.addWidget(rule())
        self.column.addWidget(self._line_rows())
        self.column.addStretch(1)
        self.footer.addWidget(self.stage)
        self.footer.addWidget(self.apply_button)

    def _millimetres(self, name: str, value: float) -> QDoubleSpinBox:
        spin = QDoubleSpinBox()
        spin.setRange(10, 200)
        spin.setDecimals(1)
        spin.setSuffix(" mm")
        spin.setValue(value)
        spin.setKeyboardTracking(False)
        spin.setAccessibleName(name)
        spin.setToolTip(name)
        give_room(spin, self.theme)
        spin.valueChanged.connect(self._own_changed)
        return spin

    def _line_rows(self) -> QFrame:
        """The lines as numbers, for those who do not drag: how far each was moved from where it was measured."""
        frame = QFrame()
        grid = QGridLayout(frame)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(self.theme.px(2))
        grid.setColumnStretch(0, 1)
        heading = label(tr("Lines on the face"), "section")
        heading.setToolTip(tr("Drag the lines on the picture, or move them here. Up is positive."))
        self._reset = QPushButton(tr("Reset"))
        self._reset.setIcon(self.theme.icons("reset"))
        self._reset.setProperty("role", "flat")
        self._reset.setToolTip(tr("Put the lines back where they were measured"))
        self._reset.setAccessibleName(tr("Reset the lines"))
        self._reset.clicked.connect(self._reset_lines)
        grid.addWidget(heading, 0, 0)
        grid.addWidget(self._reset, 0, 1, Qt.AlignmentFlag.AlignRight)
        self._shifts: dict[str, QDoubleSpinBox] = {}
        names = {CROWN: tr("Crown"), EYES: tr("Eyes"), CHIN: tr("Chin")}
        for row, (line, name) in enumerate(names.items(), 1):
            spin = QDoubleSpinBox()
            spin.setRange(-15, 15)
            spin.setDecimals(1)
            spin.setSingleStep(0.1)
            spin.setSuffix(" mm")
            spin.setKeyboardTracking(False)
            spin.setFixedWidth(self.theme.px(36))
            spin.setAccessibleName(tr("Move the line: {name}", name=name))
            spin.setToolTip(tr("Millimetres up (or down) from where it was measured"))
            give_room(spin, self.theme)
            spin.valueChanged.connect(lambda value, line=line: self._shift(line, value))
            self._shifts[line] = spin
            grid.addWidget(label(name), row, 0)
            grid.addWidget(spin, row, 1)
        return frame

    # What the window asks

    def show_document(self, document: Document | None) -> None:
        other = document is not self.document
        super().show_document(document)
        step = document.current if document is not None else None
        if other:
            self._forget_plan()
            self._shows_frame = step is None or step.operation != OPERATION
        elif step is not self._seen_step:
            self._shows_frame = step is None or step.operation != OPERATION
        if step is not self._seen_step:
            self._seen_step = step
            self._show_step(step)
            if document is not None and step is not None:
                self._align(document, step)
        self._refresh()
        if document is not None and document.loaded and self._plans is None:
            self._plan()

    def enter(self) -> None:
        if self._plans is None:
            self._plan()

    def scene(self) -> Scene | None:
        source = self._source()
        if source is None or not self._shows_frame:
            return None
        return Scene(source.shown)

    def shown_step(self) -> Step | None:
        return self._source() if self._shows_frame else None

    def ground(self) -> QColor | None:
        """A transparent result lies on the colour that is chosen, before it is made with it."""
        step = self.document.current if self.document is not None else None
        transparent = step is not None and step.operation == OPERATION and step.picture.has_alpha
        return self.swatches.colour if transparent and not self._shows_frame else None

    def overlay(self) -> Overlay | None:
        if not self.session.memory.state.guides:
            return None
        if self._shows_frame:
            return self._guides if self._guides.measured is not None else None
        return self._result_guides if self._result_guides.measured is not None else None

    def retire(self) -> None:
        self._timer.stop()
        if self._job is not None:
            self._job.cancel()

    def keep(self) -> dict[str, object]:
        return {"params": self.choices(), "spec": self._spec, "own": self._own, "lines": self._lines}

    def take_over(self, kept: dict[str, object]) -> None:
        params: Any = kept["params"]
        self._lines = kept["lines"]  # type: ignore[assignment]
        self._own = kept["own"]  # type: ignore[assignment]
        self.form.set_values(params)
        self.swatches.choose(params["background"])
        self._choose(OWN_SIZE if self._own else str(kept["spec"]))

    def choices(self) -> dict[str, Any]:
        """All fields but the lines."""
        size = {"width_mm": self._own[0], "height_mm": self._own[1]} if self._own else {"spec": self._spec}
        return {**size, **self.form.values(), "background": self.swatches.value}

    def params_for(self, document: Document) -> IdPhotoParams:
        """What is chosen, with the lines of this picture."""
        lines = self._lines.get(document, {})
        return IdPhotoParams(**(self.choices() | {LINES[line]: y for line, y in lines.items()}))

    # Doing

    def apply(self) -> None:
        if self.document is not None and self.apply_button.isEnabled():
            self.make(self.document)

    def make(self, document: Document) -> None:
        """Make the ID photo of an open picture with what is chosen."""
        if not document.loaded or self._applying is not None:
            return
        params, catalogue, portraits = self.params_for(document), self.session.catalogue, self.session.portraits

        def placement(picture: Picture) -> npt.NDArray[np.float64]:
            return plan(portraits.of(picture), params, catalogue).matrix

        if self._own is None:
            self.session.memory.used_document(self._spec)
            self.search.set_recent(self.session.memory.state.recent_documents)
        job = self.session.run(OPERATION, params, tr("ID photo"), document=document, placement=placement)
        self._applying = job
        if job is not None:
            job.finished.connect(self._applied)
            job.failed.connect(self._applied)
            job.cancelled.connect(self._applied)
        self._refresh()

    def _applied(self, _result: object = None) -> None:
        self._applying = None
        self._refresh()

    def _search_document(self) -> None:
        self.to_top()
        self.search.open()

    def _chosen(self, key: str) -> None:
        self._choose(key)
        self._changed("spec")

    def _choose(self, key: str) -> None:
        document = self.session.catalogue.documents.get(key)
        self._own_size.setVisible(document is None)
        if document is None:
            self._own = (self._width.value(), self._height.value()) if self._own is None else self._own
            self._width.blockSignals(True)
            self._height.blockSignals(True)
            self._width.setValue(self._own[0])
            self._height.setValue(self._own[1])
            self._width.blockSignals(False)
            self._height.blockSignals(False)
            self._card.show_own(*self._own)
            self.swatches.set_document_colour("#FFFFFF", tr("White"))
            return
        self._own = None
        self._spec = document.id
        self._card.show_document(document)
        self.swatches.set_document_colour(document.background, document.background_label)

    def _own_changed(self, _value: float) -> None:
        self._own = (self._width.value(), self._height.value())
        self._card.show_own(*self._own)
        self._changed("size")

    def _changed(self, field: str) -> None:
        if field not in PIXEL_FIELDS:
            self._shows_frame = True
            self._timer.start()
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

    def _align(self, document: Document, step: Step) -> None:
        """Find out where a photo of an earlier session was cut, so that it can be compared."""
        params, base = step.params, step.base
        if step.base_to_this is not None or base is None or not isinstance(params, IdPhotoParams):
            return
        source, catalogue, portraits = document.steps[base], self.session.catalogue, self.session.portraits

        def work(progress: Progress) -> QTransform:
            return transform(plan(portraits.of(source.picture), params, catalogue).matrix)

        job = self.session.jobs.submit(tr("ID photo"), work, visible=False)
        job.finished.connect(lambda placed: document.align(step, placed))

    def _source(self) -> Step | None:
        document = self.document
        if document is None or not document.loaded:
            return None
        return document.steps[document.base_for(OPERATION)]

    def _forget_plan(self) -> None:
        """Nothing is known of this picture yet."""
        if self._job is not None:
            self._job.cancel()
        self._job = None
        self._plans = None
        self._guides.measured = None
        self._notice.hide()

    def _plan(self) -> None:
        source, document = self._source(), self.document
        if source is None or document is None or not self.isVisibleTo(self.window()):
            return
        if self._job is not None:
            self._job.cancel()
        params, catalogue, portraits = self.params_for(document), self.session.catalogue, self.session.portraits
        free = params.model_copy(update=dict.fromkeys(LINES.values()))

        def work(progress: Progress) -> Plans:
            portrait = portraits.of(source.picture)
            measured = plan(portrait, free, catalogue)
            progress.check()
            return Plans(measured if params == free else plan(portrait, params, catalogue), measured)

        first = self._plans is None
        job = self.session.jobs.submit(tr("Looking at the face"), work, visible=first)
        self._job = job
        job.finished.connect(lambda plans: self._planned(job, document, plans))
        job.failed.connect(lambda error: self._not_planned(job, document, error))

    def _planned(self, job: Job, document: Document, plans: Plans) -> None:
        if job is not self._job or document is not self.document:
            return
        self._job = None
        self._plans = plans
        self._notice.hide()
        self._guides.measured = measured_of(plans.framing, self._own is None)
        self._guides.draggable = True
        self._guides.dims_outside = True
        source = document.steps[document.base_for(OPERATION)].picture
        self._guides.picture_size = (source.width, source.height)
        self._show_shifts()
        self._refresh()

    def _not_planned(self, job: Job, document: Document, error: CatchlightError) -> None:
        if job is not self._job or document is not self.document:
            return
        self._job = None
        self._plans = None
        self._guides.measured = None
        problem = problem_of(error)
        self._notice.setText(f"{problem.title}. {problem.text}")
        self._notice.show()
        if (document, error.code) not in self._complained:
            self._complained.add((document, error.code))
            self.session.report(error)
        self._refresh()

    def _drag(self, line: str, x: float, y: float) -> None:
        """Move a line to the pointer, along the middle of the face."""
        plans, document = self._plans, self.document
        if plans is None or document is None:
            return
        framing = plans.framing
        (ax, ay), (bx, by) = framing.crown, framing.chin
        dx, dy = bx - ax, by - ay
        along = ((x - ax) * dx + (y - ay) * dy) / max(dx * dx + dy * dy, 1e-6)
        self._set_line(document, line, float(ay + dy * along))

    def _shift(self, line: str, millimetres: float) -> None:
        plans, document = self._plans, self.document
        if plans is not None and document is not None:
            start = point_of(plans.measured, line)[1]
            self._set_line(document, line, float(start - millimetres * source_px_per_mm(plans.measured)))

    def _set_line(self, document: Document, line: str, y: float) -> None:
        """Keep the lines in order: crown above the eyes above the chin."""
        plans = self._plans
        if plans is None:
            return
        places = {name: point_of(plans.framing, name)[1] for name in LINES} | self._lines.get(document, {})
        room = abs(places[CHIN] - places[CROWN]) * 0.1
        if line == CROWN:
            y = min(y, places[EYES] - room)
        elif line == CHIN:
            y = max(y, places[EYES] + room)
        else:
            y = min(max(y, places[CROWN] + room), places[CHIN] - room)
        self._lines.setdefault(document, {})[line] = round(y, 2)
        self._shows_frame = True
        self._show_shifts()
        self._timer.start()
        self._refresh()

    def _reset_lines(self) -> None:
        if self.document is not None:
            self._lines.pop(self.document, None)
            self._show_shifts()
            self._shows_frame = True
            self._timer.start()
            self._refresh()

    def _show_shifts(self) -> None:
        plans = self._plans
        lines = self._lines.get(self.document, {}) if self.document is not None else {}
        for line, spin in self._shifts.items():
            shift = 0.0
            if plans is not None and line in lines:
                shift = (point_of(plans.measured, line)[1] - lines[line]) / source_px_per_mm(plans.measured)
            spin.blockSignals(True)
            spin.setValue(shift)
            spin.blockSignals(False)

    # Showing

    def _show_step(self, step: Step | None) -> None:
        made = step is not None and step.operation == OPERATION
        verdict = step.details.get("verdict") if made and step is not None else None
        self.verdict.show_verdict(verdict)
        self._result_guides.measured = measured_of_details(step.details, step) if made and step is not None else None

    def _refresh(self) -> None:
        document = self.document
        ready = document is not None and document.loaded
        made = document is not None and document.newest(OPERATION) is not None
        self.stage.choose("frame" if self._shows_frame or not made else "result")
        self.stage.button("result").setEnabled(made)
        step = document.current if document is not None else None
        judged = step is not None and step.operation == OPERATION and not self._shows_frame
        self.verdict.setVisible(judged and self.verdict.judged)
        if judged and not self._was_judged:
            self.to_top()
        self._was_judged = judged
        self.apply_button.setEnabled(ready and self._applying is None and not self._notice.isVisibleTo(self))
        for spin in self._shifts.values():
            spin.setEnabled(self._plans is not None)
        self._reset.setEnabled(bool(document is not None and self._lines.get(document)))
        self.view_changed.emit()


def point_of(framing: Framing, line: str) -> tuple[float, float]:
    """Where a line crosses the middle of the face, in source pixels."""
    x, y = {CROWN: framing.crown, EYES: framing.eyes, CHIN: framing.chin}[line]
    return float(x), float(y)


def source_px_per_mm(framing: Framing) -> float:
    """Source pixels per millimetre of the photo."""
    return framing.px_per_mm / framing.scale


def measured_of(framing: Framing, judged: bool) -> Measured:
    """Guides over the source. judged: whether the document's limits are drawn."""
    corners = tuple((float(x), float(y)) for x, y in framing.corners)
    plain = Measured(corners, framing.document.width_mm, framing.document.height_mm)
    lines = {line: plain.y_mm(*point_of(framing, line)) for line in LINES}
    bands = bands_of(framing.document, lines) if judged else {}
    return Measured(corners, plain.width_mm, plain.height_mm, lines, bands)


def measured_of_details(details: Mapping[str, Any], step: Step) -> Measured | None:
    """Guides over a finished photo, as they were measured on the file."""
    guides = details.get("guides")
    if not guides:
        return None
    width, height = float(step.picture.width), float(step.picture.height)
    corners = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    names = {CROWN: "crown", EYES: "eye", CHIN: "chin"}
    lines = {line: float(guides[f"{name}Mm"]) for line, name in names.items() if guides.get(f"{name}Mm") is not None}
    bands = {line: tuple(guides[f"{name}Band"]) for line, name in names.items() if guides.get(f"{name}Band")}
    return Measured(corners, float(details["widthMm"]), float(details["heightMm"]), lines, bands)
