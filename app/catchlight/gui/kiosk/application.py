"""The kiosk in its process: language, fonts, looks, the admin page, and the sign of life; until staff leave."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QClipboard
from PySide6.QtWidgets import QApplication

from catchlight.gui.app.gc_policy import GcPolicy
from catchlight.gui.kiosk.admin.key_lock import KeyLock
from catchlight.gui.kiosk.admin.page import AdminPage
from catchlight.gui.kiosk.admin.parts import AdminParts
from catchlight.gui.kiosk.call_sign import CallSign
from catchlight.gui.kiosk.looks import DARK
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.machine.parts import KioskParts
from catchlight.gui.kiosk.voice import Voice
from catchlight.gui.kiosk.window import KioskWindow, stand_alone
from catchlight.gui.widgets import theme as themes
from catchlight.gui.wording.i18n import Language
from catchlight.kiosk.flow.state import SessionState
from catchlight.kiosk.supervision.heartbeat import BEAT_SECONDS, LEAVE, RESTART, Heartbeat

WINDOWED = 720, 1280
SWITCH_SECONDS = 0.0005
"""How soon a busy worker gives way to the window, as in the studio's."""
_CONFIGURATION_MS = 5000
"""How often it is asked between sessions whether another configuration waits."""


class KioskApplication(QObject):
    """One window, and the admin page over it."""

    stop_asked = Signal()
    """May be emitted from any thread: the watchdog is gone, or the system asks the process to end."""

    def __init__(
        self, application: QApplication, parts: KioskParts, admin: AdminParts, voice: Voice, *, windowed: bool
    ) -> None:
        super().__init__()
        application.setStyle("Fusion")
        application.setQuitOnLastWindowClosed(False)
        sys.setswitchinterval(SWITCH_SECONDS)
        self._application = application
        self._admin_parts = admin
        self._language = Language(application)
        self.desk = KioskController(parts)
        self.window = KioskWindow(self.desk, self._language, voice)
        self.window.admin_asked.connect(lambda: self.show_admin())
        self.page: AdminPage | None = None
        self.desk.changed.connect(self._forget_clipboard)
        self._rubbish = GcPolicy(self.desk.jobs.queue, self)
        self._lock = KeyLock(application, self.window, (parts.config.payment.coin_key,))
        self.sign = CallSign(admin.calls, parts.config.staff, themes.build(DARK).colour("accent"), self.window)
        self._heartbeat: Heartbeat | None = None
        self._beat = QTimer(self, interval=round(BEAT_SECONDS * 1000))
        self.stop_asked.connect(lambda: self.end(LEAVE))
        if windowed:
            self.window.resize(*WINDOWED)
            self.window.dress()
            self.window.show()
        else:
            stand_alone(self.window)
        self.desk.wiping.stuck.connect(lambda: self.end(RESTART))
        self.desk.watch.start()
        if not windowed and not admin.config().admin.pin_hash:
            self.show_admin(first=True)

    @property
    def person(self) -> str:
        """The language of the person in front of the kiosk."""
        return self._language.code

    def beat_to(self, heartbeat: Heartbeat) -> None:
        """Give a sign of life as long as the window's thread works."""
        self._heartbeat = heartbeat  # Qt's connections do not keep it
        self._beat.timeout.connect(heartbeat.beat)
        self._beat.start()
        QTimer.singleShot(0, self, heartbeat.started)

    def show_admin(self, *, first: bool = False) -> None:
        """Over the attract screen alone: staff do not look into a session. first: nobody has chosen a PIN yet."""
        if self.page is not None or self.desk.state.screen != "attract":
            return
        page = self.page = AdminPage(self._admin_parts, themes.build(DARK), first=first)
        page.closed.connect(self._close_admin)
        page.saved.connect(self._applied)
        page.restart_asked.connect(lambda: self.end(RESTART))
        page.left.connect(lambda: self.end(LEAVE))
        page.setParent(self.window)
        page.setGeometry(self.window.rect())
        page.show()
        page.raise_()

    def follow_configuration(self, changed: Callable[[], bool]) -> None:
        """Start anew when another configuration waits, but not in the midst of a session."""

        def look() -> None:
            if self.desk.state.screen == "attract" and self.page is None and changed():
                self.end(RESTART)

        timer = QTimer(self, interval=_CONFIGURATION_MS)
        timer.timeout.connect(look)
        timer.start()

    def end(self, code: int) -> None:
        """Close everything. code: of the process, see ``supervision.heartbeat``."""
        self._beat.stop()
        self._close_admin()
        self._rubbish.stop()
        self._lock.release()
        self.window.leave()
        self._application.exit(code)

    def _applied(self, _config: object) -> None:
        """New settings hold from the next start on, which is at once when the page is closed."""
        if self.page is not None:
            self.page.closed.connect(lambda: self.end(RESTART))

    def _forget_clipboard(self, state: SessionState, before: SessionState) -> None:
        """With the session goes what was selected of an address: on X and Wayland that can be inserted by the next person."""
        if state.wiped and not before.wiped:
            clipboard = self._application.clipboard()
            clipboard.clear()
            if clipboard.supportsSelection():
                clipboard.clear(QClipboard.Mode.Selection)

    def _close_admin(self) -> None:
        page, self.page = self.page, None
        if page is not None:
            page.stop()
            page.hide()
            page.deleteLater()


def run_kiosk(
    application: QApplication,
    build: Callable[[Callable[[], str]], tuple[KioskParts, AdminParts]],
    voice: Voice,
    *,
    windowed: bool,
    begun: Callable[[KioskApplication], None],
    changed: Callable[[], bool],
) -> int:
    """Show the kiosk until it ends; gives the exit code. build: makes the parts; it is given what tells the person's language.
    changed: whether another configuration waits, asked now and then between sessions."""
    shown: list[KioskApplication] = []
    parts, admin = build(lambda: shown[0].person if shown else "en")
    kiosk = KioskApplication(application, parts, admin, voice, windowed=windowed)
    shown.append(kiosk)
    kiosk.follow_configuration(changed)
    begun(kiosk)
    return application.exec()
