"""The section "Shape": one slider for each feature of the face, by region, and the way back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from catchlight.gui.widgets.disclosure import Disclosure
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.setting_slider import SettingSlider
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.shape.face_shape import REGIONS, FaceShape


class ShapeSliders(QWidget):
    """Shows a FaceShape and changes it."""

    moved = Signal(object)
    """The shape, after a person moved a slider or put all of them back."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.shape_now = FaceShape()
        self.sliders: dict[str, SettingSlider] = {}
        self.more = Disclosure(tr("Face, eyes, nose and mouth of the person"), theme)
        self.more.name(tr("Shape"))
        self.more.column.setSpacing(0)
        titles = {"face": tr("Face"), "eyes": tr("Eyes"), "nose": tr("Nose"), "mouth": tr("Mouth")}
        for region, names in REGIONS.items():
            self.more.add(label(titles[region], "section"), *(self._slider(name, theme) for name in names))
        self.reset_button = QPushButton(tr("Reset"))
        self.reset_button.setToolTip(tr("Shape as it is in the picture"))
        self.reset_button.clicked.connect(self.reset)
        self.more.column.addWidget(self.reset_button, 0, Qt.AlignmentFlag.AlignLeft)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.more)
        self.show_shape(self.shape_now)

    def show_shape(self, shape: FaceShape) -> None:
        """Put every slider where the shape says, without emitting ``moved``."""
        self.shape_now = shape
        for name, slider in self.sliders.items():
            slider.show_value(100 * getattr(shape, name))
        self.reset_button.setEnabled(shape != FaceShape())

    def reset(self) -> None:
        """Everything as it is in the picture, as by a person."""
        self.show_shape(FaceShape())
        self.moved.emit(self.shape_now)

    def _slider(self, name: str, theme: Theme) -> SettingSlider:
        field = FaceShape.model_fields[name]
        title, text = tr(field.title or ""), tr(field.description or "")
        slider = SettingSlider(title, text, -100, 100, theme)
        slider.moved.connect(lambda value: self._move(name, value / 100))
        self.sliders[name] = slider
        return slider

    def _move(self, name: str, amount: float) -> None:
        self.show_shape(self.shape_now.model_copy(update={name: amount}))
        self.moved.emit(self.shape_now)
