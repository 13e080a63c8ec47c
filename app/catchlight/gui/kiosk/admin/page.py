"""The admin page: the PIN first, then state, money, settings, printer and service."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from string import Template

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from catchlight.core.errors import CatchlightError
from catchlight.gui.kiosk.admin.gate import PinGate
from catchlight.gui.kiosk.admin.money_page import MoneyPage
from catchlight.gui.kiosk.admin.parts import AdminParts
from catchlight.gui.kiosk.admin.printer_page import PrinterPage
from catchlight.gui.kiosk.admin.service_page import ServicePage
from catchlight.gui.kiosk.admin.settings_page import SettingsPage
from catchlight.gui.kiosk.admin.state_page import StatePage
from catchlight.gui.kiosk.admin.work import AdminWork
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tell_or_keep, tr
from catchlight.paths import resources

_UNIT = 6.0
"""Pixels of a step of the grid: controls are drawn half as large again as in the studio."""


class AdminPage(QWidget):
    """Shown over the attract screen, never over a session. ``closed``: back to the kiosk; ``saved``: the new configuration, which
    holds from the next session on; ``restart_asked``, ``left``: staff want a new start, or the desktop and have typed the PIN."""

    closed = Signal()
    saved = Signal(object)
    restart_asked = Signal()
    left = Signal()

    def __init__(self, parts: AdminParts, theme: Theme, *, first: bool = False) -> None:
        """first: there is no way back to the kiosk before a PIN was chosen, else the first who comes by chooses it."""
        super().__init__()
        self.setObjectName("admin")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setStyleSheet(_style_sheet(theme))
        self._parts, self._theme = parts, replace(theme, unit=_UNIT)
        self._work = AdminWork(self)
        self.gate: PinGate | None = None
        self.pages: dict[str, QWidget] = {}
        self.nav: dict[str, QPushButton] = {}
        self.said = label("", wrap=True)
        self.said.setProperty("state", "fault")
        self.close_button = QPushButton(tr("Back to the kiosk"))
        self.close_button.clicked.connect(lambda _checked=False: self._close())
        if first:
            self.close_button.hide()
        head = QHBoxLayout()
        head.addWidget(label(tr("Administration"), "title"), 1)
        head.addWidget(self.close_button)
        self._body = QStackedWidget()
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 24, 28, 24)
        column.setSpacing(20)
        column.addLayout(head)
        column.addWidget(self.said)
        self.said.hide()
        column.addWidget(self._body, 1)
        hashed = parts.config().admin.pin_hash
        if hashed:
            self._ask(tr("PIN of the staff"), self._open)
        else:
            self._set(self._open)

    def stop(self) -> None:
        """Before it is thrown away: wait for what is under way."""
        if self.gate is not None:
            self.gate.stop()
        self._work.wait()

    def show_page(self, name: str) -> None:
        """name: state, money, settings, printer or service."""
        page = self.pages[name]
        self.nav[name].setChecked(True)
        stack = page.parentWidget()
        while stack is not None and not isinstance(stack, QStackedWidget):
            stack = stack.parentWidget()
        assert stack is not None
        stack.setCurrentIndex(list(self.pages).index(name))

    def _ask(self, title: str, then: Callable[[], None]) -> None:
        gate = PinGate("ask", self._parts.guard, self._parts.config().admin.pin_hash, title)
        gate.opened.connect(then)
        self._show_gate(gate)

    def _set(self, then: Callable[[], None]) -> None:
        """Choose a PIN, which is kept before anything is shown."""
        gate = PinGate("set", self._parts.guard, "", tr("Choose a PIN for the staff"))

        def keep(hashed: str) -> None:
            config = self._parts.config()
            changed = config.model_copy(update={"admin": config.admin.model_copy(update={"pin_hash": hashed})})
            try:
                self._parts.save(changed)
            except CatchlightError as fault:
                self._say(tell_or_keep(fault.message))
                self._set(then)
                return
            self._say("")
            self.close_button.show()
            self.saved.emit(changed)
            then()

        gate.chosen.connect(keep)
        self._show_gate(gate)

    def _show_gate(self, gate: PinGate) -> None:
        self._drop_gate()
        self.gate = gate
        self._body.addWidget(gate)
        self._body.setCurrentWidget(gate)
        gate.setFocus()

    def _drop_gate(self) -> None:
        if self.gate is not None:
            self._body.removeWidget(self.gate)
            self.gate.deleteLater()
            self.gate = None

    def _open(self) -> None:
        """Behind the PIN."""
        self._drop_gate()
        if not self.pages:
            self._body.addWidget(self._build())
        self.show_page("state")

    def _build(self) -> QWidget:
        settings, service = SettingsPage(self._parts, self._theme), ServicePage(self._parts, self._work)
        settings.saved.connect(self.saved)
        service.restart_asked.connect(self.restart_asked)
        service.pin_asked.connect(lambda: self._set(self._open))
        service.leave_asked.connect(lambda: self._ask(tr("PIN of the staff, to leave for the desktop"), self._leave))
        named: list[tuple[str, str, QWidget]] = [
            ("state", tr("State"), StatePage(self._parts)),
            ("settings", tr("Settings"), settings),
            ("service", tr("Service"), _scrolling(service)),
        ]
        if self._parts.printing is not None:
            named.insert(-1, ("printer", tr("Printer"), _scrolling(PrinterPage(self._parts.printing, self._work))))
        if self._parts.money is not None:
            named.insert(1, ("money", tr("Money"), _scrolling(MoneyPage(self._parts.money))))
        stack, group, inner = QStackedWidget(), QButtonGroup(self), QWidget()
        nav = QVBoxLayout()
        nav.setSpacing(8)
        for name, title, page in named:
            button = QPushButton(title)
            button.setProperty("role", "nav")
            button.setCheckable(True)
            button.clicked.connect(lambda _checked=False, name=name: self.show_page(name))
            group.addButton(button)
            nav.addWidget(button)
            stack.addWidget(page)
            self.pages[name], self.nav[name] = page, button
        nav.addStretch()
        row = QHBoxLayout(inner)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(24)
        row.addLayout(nav)
        row.addWidget(stack, 1)
        return inner

    def _leave(self) -> None:
        self._drop_gate()
        self.left.emit()

    def _close(self) -> None:
        """Back out of a further question for the PIN; from the page itself and the first question, back to the kiosk."""
        if self.gate is not None and self.pages:
            self._drop_gate()
            self.show_page("service")
        else:
            self.closed.emit()

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))


def _scrolling(page: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(page)
    return area


def _style_sheet(theme: Theme) -> str:
    template = Template((resources() / "themes" / "kiosk_admin.qss").read_text(encoding="utf-8"))
    name = theme.name if theme.name == "light" else "dark"
    arrows = {f"arrow_{way}": (resources() / "themes" / f"{name}_{way}.svg").as_posix() for way in ("up", "down")}
    return template.substitute(theme.tokens | arrows)
