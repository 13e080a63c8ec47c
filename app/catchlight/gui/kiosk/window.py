"""The window of a kiosk: one screen at a time, the bar below it, overlays above it, and no way out but the staff's."""

from __future__ import annotations

import sys
from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from catchlight.gui.kiosk.corner_taps import CornerTaps, in_corner
from catchlight.gui.kiosk.looks import Comfort, KioskLooks, LooksBuilder
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.overlays import build_overlay, language_overlay
from catchlight.gui.kiosk.screens.attract import AttractScreen
from catchlight.gui.kiosk.screens.camera import CameraScreen
from catchlight.gui.kiosk.screens.consent import ConsentScreen
from catchlight.gui.kiosk.screens.document import DocumentScreen
from catchlight.gui.kiosk.screens.farewell import FarewellScreen
from catchlight.gui.kiosk.screens.hand_over import HandOverScreen
from catchlight.gui.kiosk.screens.language import LanguageScreen
from catchlight.gui.kiosk.screens.options import OptionsScreen
from catchlight.gui.kiosk.screens.pay import PayScreen
from catchlight.gui.kiosk.screens.printing import PrintScreen
from catchlight.gui.kiosk.screens.review import ReviewScreen
from catchlight.gui.kiosk.screens.screen import KioskScreen
from catchlight.gui.kiosk.voice import Voice
from catchlight.gui.kiosk.widgets.bar import KioskBar
from catchlight.gui.kiosk.widgets.fitting import FittingArea
from catchlight.gui.kiosk.widgets.overlay import CoveringCard
from catchlight.gui.wording.fonts import font_for
from catchlight.gui.wording.i18n import Language
from catchlight.kiosk.flow import events as on
from catchlight.kiosk.flow.state import ScreenId, SessionState

SCREENS: dict[ScreenId, Callable[[KioskController, KioskLooks], KioskScreen]] = {
    "attract": AttractScreen,
    "language": LanguageScreen,
    "document": DocumentScreen,
    "consent": ConsentScreen,
    "camera": CameraScreen,
    "review": ReviewScreen,
    "options": OptionsScreen,
    "pay": PayScreen,
    "print": PrintScreen,
    "hand_over": HandOverScreen,
    "farewell": FarewellScreen,
}
SETTLE_MS = 250
"""Time after a new screen in which touches count for nothing: the second half of a double touch was meant for the one before."""
_PRESSES = frozenset({QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick, QEvent.Type.TouchBegin})


class KioskWindow(QWidget):
    """Shows the controller's state. The comfort that a person chose goes with the session."""

    admin_asked = Signal()
    """Five taps in the corner."""

    def __init__(self, desk: KioskController, language: Language, voice: Voice, settle_ms: int = SETTLE_MS) -> None:
        super().__init__()
        self.setObjectName("kiosk")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setWindowTitle(desk.parts.config.screens.name)
        self.desk = desk
        self._language = language
        self.voice = voice
        self._settle_ms = settle_ms
        self._entered = QElapsedTimer()
        self._entered.start()
        self._corner = CornerTaps()
        self._pressed_at = 0
        """Time stamp of the last press."""
        self._builder = LooksBuilder()
        self.comfort = Comfort.of(desk.parts.config.screens)
        self.screen_shown: KioskScreen | None = None
        self.bar: KioskBar | None = None
        self.overlay: CoveringCard | None = None
        self._dressed_for = QSize()
        self.leaving = False
        """Whether the window may close: staff asked for it."""
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._room = FittingArea()
        self._column.addWidget(self._room, 1)
        self._redress = QTimer(self, singleShot=True, interval=0)
        self._redress.timeout.connect(self.dress)
        desk.changed.connect(self._follow)
        application = QApplication.instance()
        assert application is not None
        application.installEventFilter(self)

    @property
    def looks(self) -> KioskLooks:
        return self._builder.build(self.comfort, self.size())

    def dress(self) -> None:
        """Build what is shown anew, in the present language, comfort and size."""
        state = self.desk.state
        self._dressed_for = self.size()
        self._language.use(state.language or self.desk.parts.languages[0])
        looks = self.looks
        sheet = looks.style_sheet() + _families(font_for(self._language.code, QApplication.font()))
        if sheet != self.styleSheet():  # Qt would dress all that is shown anew before it is thrown away
            self.setStyleSheet(sheet)
        self.screen_shown = SCREENS[state.screen](self.desk, looks)
        old = (self._room.exchange(self.screen_shown), self.bar)
        self.bar = KioskBar(
            looks,
            session=state.screen not in ("attract", "farewell"),
            languages=state.screen not in ("attract", "language") and len(self.desk.parts.languages) > 1,
            voice=self.voice.available,
        )
        self.bar.asked.connect(self._serve)
        for widget in old:
            if widget is not None:
                self._column.removeWidget(widget)
                widget.hide()
                widget.deleteLater()
        self.setFocus()  # a ring round the first button would look as if it were chosen
        self._column.addWidget(self.bar)
        self._entered.restart()
        self._cover(build_overlay(self.screen_shown, self.desk, looks) if state.overlay else None)
        if not state.overlay:
            self._speak(self.screen_shown.prompt)

    def _follow(self, state: SessionState, before: SessionState) -> None:
        if state.screen == "attract" and before.screen != "attract":
            self.comfort = Comfort.of(self.desk.parts.config.screens)
        shown = (state.screen, state.language, state.faults if state.screen == "attract" else None)
        was = (before.screen, before.language, before.faults if before.screen == "attract" else None)
        if shown != was or self.screen_shown is None:
            self.dress()
            return
        self.screen_shown.react()
        if state.overlay != before.overlay:
            self._cover(build_overlay(self.screen_shown, self.desk, self.looks) if state.overlay else None)
        elif not state.overlay:
            self._speak(self.screen_shown.prompt)

    def _cover(self, overlay: CoveringCard | None) -> None:
        """Lay an overlay over everything, or take away the one that lies there."""
        if self.overlay is not None:
            self.overlay.hide()
            self.overlay.deleteLater()
        self.overlay = overlay
        if overlay is not None:
            overlay.setParent(self)
            overlay.setGeometry(self.rect())
            overlay.show()
            overlay.raise_()
            self._speak(overlay.prompt)

    def _serve(self, asked: str) -> None:
        """What the bar was asked for."""
        if asked == "help":
            self.desk.send(on.HelpAsked())
        elif asked == "stop":
            self.desk.send(on.StopAsked())
        elif asked == "language":
            self._cover(language_overlay(self.desk, self.looks, lambda: self._cover(None)))
        else:
            self.comfort = self.comfort.toggled(asked)
            self._redress.start()

    def _speak(self, text: str) -> None:
        if self.comfort.voice:
            self.voice.say(text, self._language.code)
        else:
            self.voice.stop()

    # What reaches the window

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _PRESSES and isinstance(watched, QWidget) and watched.window() is self:
            self.desk.clock.touch()
            if isinstance(event, QMouseEvent) and self._takes_tap(watched, event):
                return True
            return self._entered.elapsed() < self._settle_ms
        return False

    def _takes_tap(self, watched: QWidget, event: QMouseEvent) -> bool:
        """Count the taps in the corner; whether this press is for nothing else: the first screen begins wherever else it is
        touched."""
        place = event.position().toPoint()
        if watched is not self:
            place = watched.mapTo(self, place)
        if (
            event.timestamp() != self._pressed_at
        ):  # what a widget does not want goes on to its parents: still the same press
            self._pressed_at = event.timestamp()
            if self._corner.tap(place):
                self.admin_asked.emit()
                return True
        return self.desk.state.screen == "attract" and in_corner(place)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Of keys only that of the coin acceptor does anything."""
        payment = self.desk.parts.config.payment
        key = getattr(Qt.Key, f"Key_{payment.coin_key}", None)
        if payment.method == "coin" and event.key() == key and not event.isAutoRepeat():
            self.desk.parts.insert_coin()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Only staff close it; what the system asks for, as by Alt+F4, is not heard."""
        if not self.leaving:
            event.ignore()
            return
        application = QApplication.instance()
        if application is not None:
            application.removeEventFilter(self)
        self.voice.stop()
        self.desk.shut_down()
        event.accept()

    def resizeEvent(self, event: object) -> None:
        if self.overlay is not None:
            self.overlay.setGeometry(self.rect())
        if self.size() != self._dressed_for:
            self._redress.start()

    def leave(self) -> None:
        """Close, because staff asked for it."""
        self.leaving = True
        self.close()


def _families(font: QFont) -> str:
    """A rule of a style sheet for the families of a font: what a widget inherits gives way to the sheet's sizes."""
    named = ", ".join(f'"{family}"' for family in font.families())
    return f"* {{ font-family: {named}; }}"


def stand_alone(window: KioskWindow) -> None:
    """Full screen, without a frame, above everything else."""
    flags = Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
    window.setWindowFlags(flags)
    if sys.platform != "darwin":
        window.setCursor(Qt.CursorShape.BlankCursor)
    window.showFullScreen()
