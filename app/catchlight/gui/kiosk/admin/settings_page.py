"""The settings, a form for each part of the configuration; nothing is kept that is not valid as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.kiosk.admin.parts import AdminParts
from catchlight.gui.widgets.flow_layout import FlowLayout
from catchlight.gui.widgets.form import Form
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.switch import Switch
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import KIOSK_LANGUAGES, tell_or_keep, tr
from catchlight.kiosk.config.model import KioskConfig

HIDDEN = ("admin",)
"""Parts that have a way of their own: the PIN is changed by typing it."""
TARGET = 64
"""Pixels that a finger needs, each way."""


class SettingsPage(QWidget):
    """``saved`` with the new configuration, after it was kept."""

    saved = Signal(object)

    def __init__(self, parts: AdminParts, theme: Theme) -> None:
        super().__init__()
        self._parts = parts
        self.forms: dict[str, Form] = {}
        self.said = label("", wrap=True)
        self._stack = QStackedWidget()
        self.tabs: dict[str, QPushButton] = {}
        group, chooser = QButtonGroup(self), QWidget()
        tabs = FlowLayout(8, chooser)
        for name, field in KioskConfig.model_fields.items():
            if name in HIDDEN:
                continue
            model = field.annotation
            assert isinstance(model, type)
            assert issubclass(model, BaseModel)
            form = Form(model, tuple(model.model_fields), theme, labels=_labels())
            for switch in form.findChildren(Switch):
                switch.setMinimumSize(TARGET * 3 // 2, TARGET)
            form.changed.connect(self._changed)
            button = QPushButton(tr(field.title or name))
            button.setCheckable(True)
            button.clicked.connect(lambda _checked=False, name=name: self.show_part(name))
            group.addButton(button)
            tabs.addWidget(button)
            self.forms[name], self.tabs[name] = form, button
            self._stack.addWidget(_scrolling(form))
        self.save_button = QPushButton(tr("Save"))
        self.save_button.setProperty("role", "primary")
        self.save_button.clicked.connect(self.save)
        foot = QHBoxLayout()
        foot.addWidget(self.said, 1)
        foot.addWidget(self.save_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        if parts.fleet:
            note = tr(
                "This kiosk takes its settings from the fleet. What is changed here holds until they are sent anew."
            )
            column.addWidget(label(note, "muted", wrap=True))
        column.addWidget(chooser)
        column.addWidget(self._stack, 1)
        column.addLayout(foot)
        self.refresh()
        self.show_part("screens")

    def show_part(self, name: str) -> None:
        """Show the form of one part."""
        self._stack.setCurrentIndex(list(self.forms).index(name))
        self.tabs[name].setChecked(True)

    def refresh(self) -> None:
        """Show the configuration as it holds now; what was typed and not saved is dropped."""
        values = self._parts.config().model_dump()
        for name, form in self.forms.items():
            form.set_values(values[name])
        self._say("", "")
        self.save_button.setEnabled(False)

    def save(self) -> None:
        """Check all parts together, and keep them."""
        try:
            config = self._config()
            self._parts.save(config)
        except ValidationError as fault:
            self._say("\n".join(self._mistake(error) for error in fault.errors()), "fault")
        except CatchlightError as fault:
            self._say(tell_or_keep(fault.message), "fault")
        else:
            self.save_button.setEnabled(False)
            self._say(tr("Saved. It holds from the next session on."), "ok")
            self.saved.emit(config)

    def _config(self) -> KioskConfig:
        """What the forms say, with what no form shows. Raises ValidationError."""
        values: dict[str, Any] = self._parts.config().model_dump()
        for name, form in self.forms.items():
            values[name] |= form.values()
        return KioskConfig.model_validate(values)

    def _mistake(self, error: Mapping[str, Any]) -> str:
        """What is wrong with which field, by the names on the page."""
        place = [str(part) for part in error["loc"]]
        titles = [tr(KioskConfig.model_fields[place[0]].title or place[0])]
        model = KioskConfig.model_fields[place[0]].annotation
        if len(place) > 1 and isinstance(model, type) and issubclass(model, BaseModel):
            titles.append(tr(model.model_fields[place[1]].title or place[1]))
        return tr("{place}: this value cannot be used ({why}).", place=" › ".join(titles), why=error["msg"])

    def _changed(self) -> None:
        self.save_button.setEnabled(True)
        self._say("", "")

    def _say(self, text: str, state: str) -> None:
        self.said.setProperty("state", state)
        self.said.style().unpolish(self.said)
        self.said.style().polish(self.said)
        self.said.setText(text)


def _labels() -> dict[str, Mapping[Any, str]]:
    """What the values of choices are called, by field, where that is more than the value itself."""
    return {
        "languages": KIOSK_LANGUAGES,
        "ways": {"qr": tr("QR code"), "usb": tr("USB stick"), "email": tr("E-mail"), "upload": tr("Upload")},
        "smtp_security": {"starttls": "STARTTLS", "tls": "TLS", "none": tr("None")},
        "kind": {
            "gphoto2": tr("Camera over USB"),
            "webcam": tr("Webcam"),
            "folder": tr("Folder"),
            "video": tr("Video file"),
        },
        "rotate": {turn: f"{turn}°" for turn in (0, 90, 180, 270)},
        "method": {"free": tr("Free"), "coin": tr("Coins"), "terminal": tr("Terminal"), "staff": tr("At the counter")},
        "uncertain": {"person": tr("The person"), "staff": tr("The staff"), "refuse": tr("Nobody: it is refused")},
    }


def _scrolling(form: Form) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    inner = QWidget()
    column = QVBoxLayout(inner)
    column.setContentsMargins(0, 0, 16, 0)
    column.addWidget(form)
    column.addStretch()
    area.setWidget(inner)
    return area
