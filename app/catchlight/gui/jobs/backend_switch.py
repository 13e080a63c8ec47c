"""The switch in the bottom bar: edits run on this computer or on a server."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QGridLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from catchlight.client.edit_backend import EditBackend, FoundServer
from catchlight.core.errors import CatchlightError
from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.dialog_buttons import DialogButtons
from catchlight.gui.jobs.jobs import BackgroundJob
from catchlight.gui.widgets.labels import label
from catchlight.gui.widgets.theme import Theme
from catchlight.gui.wording.i18n import tr
from catchlight.gui.wording.problems import Problem

RECENT_SERVERS = 5


class BackendSwitch(QPushButton):
    """Says where edits run, and changes it. A token is asked for at each start and kept nowhere."""

    def __init__(self, session: Session, places: EditBackend, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._places = places
        self._theme = theme
        self._looking: BackgroundJob | None = None
        self.setProperty("role", "flat")
        self.setToolTip(tr("Where edits run: on this computer, or on a server of yours"))
        self.clicked.connect(self._offer)
        self._show()

    def use_this_computer(self) -> None:
        self._stop_looking()
        self._places.use_this_computer()
        self._show()

    def ask_server(self) -> None:
        """Ask for an address and a token, and work there if it answers."""
        known = self._session.memory.state.servers
        dialog = ServerDialog(known[0] if known else "", self._theme, self.window())
        dialog.chosen.connect(self.use_server)
        dialog.open()

    def use_server(self, address: str, token: str = "") -> None:
        """Work on a server from the moment at which it answers, unless another place is chosen before."""
        self._stop_looking()
        find = self._places.find_server
        job = self._looking = self._session.jobs.submit(
            tr("Looking for the server"), lambda progress: find(address, token or None), lane="files"
        )
        job.finished.connect(self._connected)
        job.failed.connect(self._refused)

    def _stop_looking(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            self._looking = None

    def _connected(self, found: FoundServer) -> None:
        self._looking = None
        self._places.use_server(found)
        address = found.remote.address
        known = [entry for entry in self._session.memory.state.servers if entry != address]
        self._session.memory.keep(servers=(address, *known)[:RECENT_SERVERS])
        self._session.save_memory()
        said = tr("It answers with Catchlight {version}. Pictures are sent there for edits.", version=found.version)
        self._session.problem.emit(Problem(tr("Edits now run on a server"), said, good=True))
        self._show()

    def _refused(self, error: CatchlightError) -> None:
        self._looking = None
        self._session.report(error)
        if error.code == "unauthorized":
            self.ask_server()

    def _use_known(self, address: str) -> None:
        """Work on a server again, with the token that it took before."""
        self.use_server(address, self._places.token_for(address) or "")

    def _offer(self) -> None:
        menu = QMenu(self)
        here = menu.addAction(tr("This computer"))
        here.setCheckable(True)
        here.setChecked(self._places.address is None)
        here.triggered.connect(self.use_this_computer)
        for address in self._session.memory.state.servers:
            there = menu.addAction(short_address(address))
            there.setCheckable(True)
            there.setChecked(address == self._places.address)
            there.triggered.connect(lambda _on=False, address=address: self._use_known(address))
        menu.addSeparator()
        menu.addAction(tr("Another server…")).triggered.connect(self.ask_server)
        menu.popup(self.mapToGlobal(QPoint(0, -menu.sizeHint().height())))

    def _show(self) -> None:
        address = self._places.address
        text = tr("This computer") if address is None else short_address(address)
        self.setText(text)
        self.setIcon(self._theme.icons("computer" if address is None else "server"))
        self.setAccessibleName(tr("Edits run on: {place}", place=text))


class ServerDialog(QDialog):
    """Asks for the address of a server, and its token where it wants one."""

    chosen = Signal(str, str)
    """Address and token, as they were typed."""

    def __init__(self, address: str, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Work on a server"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.address = _field(
            tr("Address"), tr("Name or number of the other computer, like 192.168.1.20:8765"), address
        )
        self.token = _field(tr("Token"), tr("The token it was started with; empty where it has none"), "")
        self.token.setEchoMode(QLineEdit.EchoMode.Password)
        grid = QGridLayout()
        grid.setHorizontalSpacing(theme.px(6))
        grid.setVerticalSpacing(theme.px(3))
        for row, field in enumerate((self.address, self.token)):
            caption = QLabel(field.accessibleName())
            caption.setBuddy(field)
            grid.addWidget(caption, row, 0)
            grid.addWidget(field, row, 1)
        there = tr("Send pictures there for edits from now on")
        answers = DialogButtons(self, tr("Work there"), there, tr("Stay where it is"), theme)
        answers.go.clicked.connect(self._accept)
        start = tr("On the other computer run: catchlight serve --host 0.0.0.0 --token TOKEN")
        plain = tr("Pictures and tokens travel unencrypted unless the address begins with https.")
        column = QVBoxLayout(self)
        column.setContentsMargins(*(theme.px(6),) * 4)
        column.setSpacing(theme.px(4))
        column.addWidget(label(tr("Work on a server"), "title"))
        column.addLayout(grid)
        for said in (start, plain):
            column.addWidget(label(said, "small", wrap=True))
        column.addLayout(answers)
        self.setMinimumWidth(theme.px(150))

    def _accept(self) -> None:
        if self.address.text().strip():
            self.chosen.emit(self.address.text(), self.token.text())
            self.accept()
        else:
            self.address.setFocus()


def short_address(address: str) -> str:
    """A server's address as it is shown."""
    return address.removeprefix("http://")


def _field(name: str, tip: str, text: str) -> QLineEdit:
    field = QLineEdit(text)
    field.setAccessibleName(name)
    field.setToolTip(tip)
    field.setPlaceholderText(tip)
    return field
