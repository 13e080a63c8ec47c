"""Preferences: looks, which show at once, and everything that the settings declare."""

from __future__ import annotations

from functools import partial

from pydantic import BaseModel
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QGridLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from catchlight.gui.app.window_layout import resize_dialog
from catchlight.gui.app.window_memory import Memory
from catchlight.gui.colour.screens_pane import ScreensPane
from catchlight.gui.credentials.pane import IdentityPane
from catchlight.gui.dialogs.dialog_buttons import close_button
from catchlight.gui.finding.terms import call_also
from catchlight.gui.widgets.form import Form, ToggleField
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import LANGUAGES, tr
from catchlight.store.settings.settings import Settings

SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)
WIDE = 56
"""Grid steps of a control: all as wide as the longest choice."""
GENERAL = ("face_parsing", "reopen")
"""Settings that belong to no part and have no control of their own here."""


class PreferencesDialog(QDialog):
    """Emits what was chosen; whoever opened it dresses the window, and writes the settings."""

    chosen = Signal(str, str, float)
    """Theme, language, text scale."""
    changed = Signal(dict)
    """Settings by name, as ``Settings`` takes them."""
    empty_wanted = Signal()
    """The cache is to be emptied."""
    engines_wanted = Signal()
    """The page of the engines is to be opened."""

    def __init__(self, memory: Memory, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Preferences"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._theme = theme
        self.forms: dict[str, Form] = {}
        """By the name of the part; the empty name is of those without one."""
        self.empty_button = QPushButton(tr("Empty the cache"))
        self.empty_button.setToolTip(tr("Delete the rendered cards; they are rendered again when they are seen"))
        self.empty_button.clicked.connect(self.empty_wanted)
        self.engines_button = QPushButton(tr("Engines…"))
        self.engines_button.setToolTip(tr("Add, try and choose engines that paint what a picture lacks"))
        self.engines_button.clicked.connect(self.engines_wanted)
        self.identity = IdentityPane(theme)
        self.screens = ScreensPane(theme, theme.px(WIDE))
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, theme.px(3), 0)
        self._column.setSpacing(theme.px(3))
        self._add_looks(memory)
        self._add_parts(memory.settings)
        self._column.addStretch(1)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # it follows the focus of what is inside
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(5))
        column.addWidget(label(tr("Preferences"), "title"))
        column.addWidget(scroll, 1)
        column.addWidget(close_button(self, tr("Close")))
        wanted = inside.sizeHint()
        width = max(theme.px(125), wanted.width() + theme.px(20))
        resize_dialog(self, width, min(wanted.height() + theme.px(40), theme.px(180)))

    def _add_looks(self, memory: Memory) -> None:
        self.theme = _combo(tr("Theme"), tr("Dark suits judging colours; the system's choice can be followed"))
        for key, name in (("dark", tr("Dark")), ("light", tr("Light")), ("system", tr("Like the system"))):
            self.theme.addItem(name, key)
        call_also(self.theme, tr("dark mode light mode"))
        self.language = _combo(tr("Language"), tr("Language of the window"))
        self.language.addItem(tr("Like the system"), "system")
        for key, name in LANGUAGES.items():
            self.language.addItem(name, key)
        self.scale = _combo(tr("Text size"), tr("Size of text and controls"))
        for scale in SCALES:
            self.scale.addItem(f"{scale * 100:.0f} %", scale)
        self.theme.setCurrentIndex(max(0, self.theme.findData(memory.settings.theme)))
        self.language.setCurrentIndex(max(0, self.language.findData(memory.settings.language)))
        nearest = min(range(len(SCALES)), key=lambda index: abs(SCALES[index] - memory.state.text_scale))
        self.scale.setCurrentIndex(nearest)
        grid = QGridLayout()
        grid.setHorizontalSpacing(self._theme.px(6))
        grid.setVerticalSpacing(self._theme.px(3))
        grid.setColumnStretch(0, 1)
        for row, combo in enumerate((self.theme, self.language, self.scale)):
            combo.setFixedWidth(self._theme.px(WIDE))
            caption = QLabel(combo.accessibleName())
            caption.setBuddy(combo)
            grid.addWidget(caption, row, 0)
            grid.addWidget(combo, row, 1)
            combo.currentIndexChanged.connect(self._emit)
        self._column.addLayout(grid)

    def _add_parts(self, settings: Settings) -> None:
        """A form for every part that the settings declare, in their order."""
        self._add_form("", Settings, GENERAL, settings, "")
        for name, field in Settings.model_fields.items():
            part = getattr(settings, name)
            if isinstance(part, BaseModel) and not _only_in_the_file(field):
                extra = field.json_schema_extra
                now = isinstance(extra, dict) and extra.get("effect") == "now"
                shown = [key for key, entry in type(part).model_fields.items() if not _only_in_the_file(entry)]
                heading = label(tr(field.title or name), "section")
                heading.setContentsMargins(0, self._theme.px(3), 0, 0)
                self._column.addWidget(heading)
                self._add_form(name, type(part), shown, part, "" if now else tr("Holds from the next start on."))
                button = {"cache": self.empty_button, "imagining": self.engines_button}.get(name)
                if button is not None:
                    self._column.addWidget(button, 0, Qt.AlignmentFlag.AlignRight)
                if name == "display":
                    self._column.addWidget(self.screens)
                if name == "credentials":
                    self._column.addWidget(self.identity)

    def _add_form(
        self, name: str, model: type[BaseModel], fields: tuple[str, ...] | list[str], values: BaseModel, note: str
    ) -> None:
        form = Form(model, fields, self._theme)
        form.set_values({key: getattr(values, key) for key in fields})
        for field in fields:
            control = form.control(field)
            if not isinstance(control, ToggleField):
                control.setFixedWidth(self._theme.px(WIDE))
        form.changed.connect(partial(self._change, name))
        self.forms[name] = form
        self._column.addWidget(form)
        if note:
            self._column.addWidget(label(note, "small"))

    def show_cache(self, taken: int) -> None:
        """taken: bytes that the cache takes on disk."""
        text = tr("Empty the cache ({size} MB)", size=f"{taken / 1e6:.1f}") if taken else tr("The cache is empty")
        self.empty_button.setText(text)
        self.empty_button.setEnabled(taken > 0)

    def _change(self, name: str) -> None:
        values = self.forms[name].values()
        self.changed.emit({name: values} if name else values)

    def _emit(self, _index: int) -> None:
        self.chosen.emit(self.theme.currentData(), self.language.currentData(), self.scale.currentData())


def _only_in_the_file(field: object) -> bool:
    extra = getattr(field, "json_schema_extra", None)
    return isinstance(extra, dict) and bool(extra.get("file_only"))


def _combo(name: str, tip: str) -> QComboBox:
    combo = QComboBox()
    combo.setAccessibleName(name)
    combo.setToolTip(tip)
    return combo
