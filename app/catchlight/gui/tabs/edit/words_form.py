"""Controls of the edit tab by words: the sentence, the marks, the shape of a face, and the parameters they stand for."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from catchlight.gui.app.session import Session
from catchlight.gui.engines.pane import ImaginePane
from catchlight.gui.tabs.edit.mark_controls import MarkControls
from catchlight.gui.tabs.edit.marks import EditPlace, EditPlaceOverlay
from catchlight.gui.tabs.edit.shape_sliders import ShapeSliders
from catchlight.gui.widgets.labels import label, warning_label
from catchlight.gui.widgets.prompt.field import PromptField
from catchlight.gui.widgets.prompt.model_reader import ModelReader
from catchlight.gui.widgets.prompt.vocabulary import VocabularyLoader
from catchlight.gui.widgets.setting_slider import amount
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.operations.edit.marks import Hotspot
from catchlight.operations.edit.params import EditParams
from catchlight.shape.face_shape import FaceShape


class WordsForm(QWidget):
    """Says what is wished; renders nothing."""

    wished = Signal()
    """Something else is said, set or shaped."""
    submitted = Signal()

    def __init__(self, session: Session, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.size_of_picture: tuple[int, int] | None = None
        """Width and height of what is marked on; None while there is none."""
        self.marks = EditPlaceOverlay(self)
        self._build(theme)

    def _build(self, theme: Theme) -> None:
        self.prompt = PromptField(theme, tr("For example: make the jacket navy"))
        self._words = VocabularyLoader(self.prompt, "edit", self._session)
        self._reader = ModelReader(self.prompt, "edit", self._session, self.region)
        self.prompt.changed.connect(self._said)
        self.prompt.submitted.connect(self.submitted)
        self.controls = MarkControls(self.marks, theme)
        self.controls.softened.connect(self.wished)
        self.strength = amount(tr("Strength"), tr("How much of it all."), theme)
        self.strength.moved.connect(lambda _value: self.wished.emit())
        self.shape_sliders = ShapeSliders(theme)
        self.shape_sliders.moved.connect(lambda _shape: self._shaped())
        self.notice = warning_label()
        self.limits = label("", "small", wrap=True)
        self.limits.hide()
        self.pane = ImaginePane(theme)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(2))
        for widget in (self.prompt, self.notice, self.limits, self.pane, self.controls, self.shape_sliders):
            column.addWidget(widget)

    def read_words(self) -> None:
        """Have the words read that sentences are understood and completed by."""
        self._words.begin(self.region)

    def keep(self) -> dict[str, Any]:
        return {"text": self.prompt.text, "marks": self.marks.keep(), "shape": self.shape_sliders.shape_now}

    def take_over(self, kept: dict[str, Any]) -> None:
        self.marks.take_over(kept["marks"])
        self.prompt.set_text(str(kept["text"]))
        self.shape_sliders.show_shape(kept["shape"])
        self.show_place()

    def clear(self) -> None:
        """Begin without a sentence and a shape."""
        self.prompt.take_back()
        self.shape_sliders.show_shape(FaceShape())

    def show_place(self) -> None:
        """Say where the mark is."""
        if self.size_of_picture is not None:
            self.marks.show(self.size_of_picture)
            self.controls.show_place(self.size_of_picture)

    def params(self) -> EditParams | None:
        """What would be applied; None while nothing is marked."""
        place = self.marks.place
        if place is None:
            return None
        # A sentence that is not understood yet is left out while a shape is seen; alone it still names its place.
        text = self.prompt.text if self.prompt.understanding is not None or not self.is_shaped else ""
        return EditParams(
            user_prompt=text or ("" if self.is_shaped else "?"),
            shape=self.shape_sliders.shape_now,
            hotspot=Hotspot(x=place.x, y=place.y),
            strength=self.strength.value / 100,
            region=place.region,
            box=place.box,
            strokes=place.strokes,
            softness=self.controls.softness.value / 100,
        )

    def region(self) -> str | None:
        """What is marked, as far as it is known."""
        return (self.marks.place.region or self.marks.meant or None) if self.marks.place is not None else None

    @property
    def is_shaped(self) -> bool:
        return self.shape_sliders.shape_now != FaceShape()

    @property
    def is_wished(self) -> bool:
        """Whether there is something that can be applied: a sentence that is understood, a shape, or both."""
        return self.prompt.understanding is not None or (self.is_shaped and not self.prompt.text)

    def _said(self) -> None:
        if self.prompt.understanding is not None:
            self._place_in_middle()
        self.wished.emit()

    def _shaped(self) -> None:
        self._place_in_middle()
        self.wished.emit()

    def _place_in_middle(self) -> None:
        """A sentence that names its place, and a shape, need no click: the middle of the picture stands for it."""
        if self.marks.place is None and self.size_of_picture is not None:
            width, height = self.size_of_picture
            self.marks.place = EditPlace(width / 2, height / 2)
            self.show_place()
