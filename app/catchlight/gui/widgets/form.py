"""Widgets built from the declaration of an operation's parameters: titles, limits, units and help are written once, there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from pydantic import BaseModel
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QComboBox,
    QDoubleSpinBox,
    QGridLayout,
    QLineEdit,
    QSizePolicy,
    QSpinBox,
    QWidget,
)

from catchlight.core.messages import mark
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.list_fields import ManyField, WordsField
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr


class FieldEditor(Protocol):
    """One editor of one field."""

    def read(self) -> Any: ...

    def write(self, value: Any) -> None: ...


class WheelFilter(QObject):
    """Keeps the wheel from changing a control that the pointer only passes over while scrolling."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Wheel and isinstance(watched, QWidget) and not watched.hasFocus():
            event.ignore()
            return True
        return False


class ToggleField(Switch):
    def read(self) -> bool:
        return self.isChecked()

    def write(self, value: Any) -> None:
        self.setChecked(bool(value))


class ChoiceField(QComboBox):
    """One of an enumeration; the labels are the translated values."""

    def __init__(self, values: Sequence[Any], labels: Mapping[Any, str]) -> None:
        super().__init__()
        for value in values:
            self.addItem(labels.get(value, tr(str(value).replace("_", " ").capitalize())), value)

    def read(self) -> Any:
        return self.currentData()

    def write(self, value: Any) -> None:
        self.setCurrentIndex(max(self.findData(value), 0))


def give_room(spin: QAbstractSpinBox, theme: Theme) -> None:
    """Space before the number; style sheets do not reach the field inside a spin box."""
    spin.lineEdit().setTextMargins(theme.px(1.5), 0, 0, 0)


class TextField(QLineEdit):
    """A text; it counts when it is finished, not letter by letter."""

    def read(self) -> str:
        return self.text().strip()

    def write(self, value: Any) -> None:
        self.setText(str(value))


class IntegerField(QSpinBox):
    """A whole number; one below the least stands for None where the field allows it. per: of the field in one of the shown."""

    def __init__(self, low: int, high: int, unit: str, none_text: str | None, per: int = 1) -> None:
        super().__init__()
        self._none = none_text is not None
        self._per = per
        self._low = low = -(-low // per)
        self.setRange(low - 1 if self._none else low, high // per)
        if none_text is not None:
            self.setSpecialValueText(none_text)
        if unit:
            self.setSuffix(f" {tr(unit)}")
        self.setKeyboardTracking(False)
        self.setGroupSeparatorShown(False)

    def read(self) -> int | None:
        return None if self._none and self.value() < self._low else self.value() * self._per

    def write(self, value: Any) -> None:
        self.setValue(self._low - 1 if value is None else int(value) // self._per)


class DecimalField(QDoubleSpinBox):
    """A number; one step below the least stands for None where the field allows it."""

    def __init__(self, low: float, high: float, unit: str, none_text: str | None) -> None:
        super().__init__()
        self._none = none_text is not None
        self._low = low
        self.setDecimals(1)
        self.setSingleStep(0.5 if high > 2 else 0.05)
        self.setRange(low - self.singleStep() if self._none else low, high)
        if none_text is not None:
            self.setSpecialValueText(none_text)
        if unit:
            self.setSuffix(f" {tr(unit)}")
        self.setKeyboardTracking(False)

    def read(self) -> float | None:
        return None if self._none and self.value() < self._low - 1e-9 else round(self.value(), 3)

    def write(self, value: Any) -> None:
        self.setValue(self._low - self.singleStep() if value is None else float(value))


AnyField = ToggleField | ChoiceField | IntegerField | DecimalField | TextField | WordsField | ManyField


@cache
def _schema(params: type[BaseModel]) -> dict[str, Any]:
    """What a model declares; several forms show fields of one."""
    return params.model_json_schema(by_alias=False)


class Form(QWidget):
    """Controls for some fields of a model: parameters, or settings. It cannot express a value that the model refuses."""

    changed = Signal()

    def __init__(
        self,
        params: type[BaseModel],
        fields: Sequence[str],
        theme: Theme,
        *,
        none_texts: Mapping[str, str] | None = None,
        labels: Mapping[str, Mapping[Any, str]] | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """fields: names as in Python. none_texts: what an absent value is called; labels: of an enumeration's values."""
        super().__init__(parent)
        schema = _schema(params)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme.px(3))
        grid.setVerticalSpacing(theme.px(2))
        grid.setColumnStretch(0, 1)
        calm = WheelFilter(self)
        self._controls: dict[str, FieldEditor] = {}
        for row, name in enumerate(fields):
            declared = _resolved(schema["properties"][name], schema)
            control = _control(declared, theme, (none_texts or {}).get(name), (labels or {}).get(name, {}))
            title = tr(declared.get("title", name))
            help_text = tr(declared["description"]) if declared.get("description") else title
            caption = label(title)
            caption.setWordWrap(True)
            caption.setToolTip(help_text)
            control.setToolTip(help_text)
            control.setAccessibleName(title)
            control.setAccessibleDescription(help_text)
            control.installEventFilter(calm)
            if isinstance(control, IntegerField | DecimalField):
                give_room(control, theme)
            if isinstance(control, TextField):
                control.setPlaceholderText(tr(declared["empty"]) if declared.get("empty") else "")
                control.setMinimumWidth(theme.px(60))
            elif isinstance(control, WordsField):
                control.setMinimumWidth(theme.px(60))
            elif isinstance(control, ManyField):
                control.setMinimumWidth(theme.px(90))
            elif not isinstance(control, ToggleField):
                control.setMinimumWidth(theme.px(36))
                control.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            caption.setBuddy(control)
            grid.addWidget(caption, row, 0)
            grid.addWidget(control, row, 1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            if name in params.model_fields:
                control.write(params.model_fields[name].get_default(call_default_factory=True))
            self._controls[name] = control
            _change_signal(control).connect(self._changed)

    def values(self) -> dict[str, Any]:
        """Field name to value, ready for the model."""
        return {name: control.read() for name, control in self._controls.items()}

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Fill in without emitting ``changed``."""
        self.blockSignals(True)
        for name, control in self._controls.items():
            if name in values:
                control.write(values[name])
        self.blockSignals(False)

    def control(self, name: str) -> QWidget:
        """The widget of a field."""
        widget = self._controls[name]
        assert isinstance(widget, QWidget)
        return widget

    def _changed(self, *_value: object) -> None:
        self.changed.emit()


def _resolved(declared: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """A property with references and ``X or null`` folded in; ``nullable`` says whether null is allowed."""
    flat = dict(declared)
    options = flat.pop("anyOf", None)
    if options is not None:
        real = [option for option in options if option.get("type") != "null"]
        flat = {**real[0], **flat, "nullable": len(real) < len(options)}
    if "$ref" in flat:
        flat = {**schema["$defs"][flat.pop("$ref").rpartition("/")[2]], **flat}
    return flat


def _control(declared: dict[str, Any], theme: Theme, none_text: str | None, labels: Mapping[Any, str]) -> AnyField:
    kind = declared.get("type")
    if kind == "array":
        values = declared.get("items", {}).get("enum")
        return ManyField(values, labels) if values else WordsField()
    if "enum" in declared:
        return ChoiceField(declared["enum"], labels)
    if kind == "boolean":
        return ToggleField(theme)
    if kind == "string":
        return TextField()
    none = none_text or tr(declared.get("none") or mark("Automatic"))
    nothing = none if declared.get("nullable") else None
    low, high, unit = declared.get("minimum", 0), declared.get("maximum", 100_000), declared.get("unit", "")
    if kind == "integer":
        return IntegerField(int(low), int(high), unit, nothing, int(declared.get("per", 1)))
    if kind == "number":
        return DecimalField(float(low), float(high), unit, nothing)
    raise TypeError(f"no control for {declared}")


def _change_signal(control: AnyField) -> Any:
    if isinstance(control, ManyField):
        return control.changed
    if isinstance(control, ToggleField):
        return control.toggled
    if isinstance(control, ChoiceField):
        return control.currentIndexChanged
    if isinstance(control, TextField | WordsField):
        return control.editingFinished
    return control.valueChanged
