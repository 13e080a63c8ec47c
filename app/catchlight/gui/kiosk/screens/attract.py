"""The first screen: what this is, and that a touch begins it; or that it does not work now."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from catchlight.gui.kiosk.looks import KioskLooks
from catchlight.gui.kiosk.machine.controller import KioskController
from catchlight.gui.kiosk.screens.screen import KioskScreen
from catchlight.gui.kiosk.widgets.buttons import text_label
from catchlight.gui.kiosk.words.payment_words import amount_text
from catchlight.gui.wording.i18n import tr
from catchlight.kiosk.flow import events as on


class AttractScreen(KioskScreen):
    """Touched anywhere it begins."""

    def __init__(self, desk: KioskController, looks: KioskLooks) -> None:
        super().__init__(desk, looks)
        config = desk.parts.config
        self.out_of_order = bool(desk.state.faults & {"printer", "disk"})
        self.head.addWidget(text_label(config.screens.name, "muted"))
        if self.out_of_order:
            self.say(tr("This kiosk is out of order at the moment."), tr("Please ask a member of staff."))
        else:
            self.head.addWidget(text_label(tr("Photos that fit your document"), "headline"))
            self.head.addWidget(text_label(_offer(desk)))
            self.start = self.button(tr("Start"), "primary", on.Begun)
            self.controls.addStretch(1)
            self.controls.addWidget(self.start)
        self.lay_out(_Sheet(looks))

    @property
    def help(self) -> str:
        if self.out_of_order:
            return self.prompt
        return tr(
            "Touch the screen to begin. This kiosk takes a photo for a passport, an identity card or another document."
        )

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.send(on.Begun())

    def refresh(self) -> None:
        """A fault that came or went is another screen, see the window."""


def _offer(desk: KioskController) -> str:
    shop = desk.parts.config.shop
    if not (shop.price or shop.digital):
        return tr("Every photo is measured and checked, and deleted when you leave.")
    checked = tr("Every photo is measured and checked before you pay, and deleted when you leave.")
    if not shop.price:
        return checked
    return f"{checked} {tr('A sheet costs {amount}.', amount=amount_text(shop.price, shop.currency))}"


class _Sheet(QWidget):
    """A drawing: four photos on a sheet, one of them with the lines that it is measured by."""

    def __init__(self, looks: KioskLooks) -> None:
        super().__init__()
        self._looks = looks
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = min(self.width() * 0.9, self.height() * 0.78)
        sheet = QRectF(0, 0, side * 0.86, side * 1.06)
        sheet.moveCenter(QRectF(self.rect()).center())
        painter.setPen(QPen(self._looks.colour("edge"), 2))
        painter.setBrush(self._looks.colour("raised"))
        painter.drawRoundedRect(sheet, 10, 10)
        gap = sheet.width() * 0.06
        width, height = (sheet.width() - 3 * gap) / 2, (sheet.height() - 3 * gap) / 2
        for number in range(4):
            x, y = number % 2, number // 2
            photo = QRectF(
                sheet.left() + gap + x * (width + gap), sheet.top() + gap + y * (height + gap), width, height
            )
            self._draw_photo(painter, photo, measured=number == 0)

    def _draw_photo(self, painter: QPainter, photo: QRectF, *, measured: bool) -> None:
        painter.setClipRect(photo)
        painter.fillRect(photo, self._looks.colour("selection"))
        head = QRectF(0, 0, photo.width() * 0.46, photo.height() * 0.5)
        head.moveCenter(photo.center() - QPointF(0, photo.height() * 0.08))
        body = QRectF(0, 0, photo.width() * 0.9, photo.height() * 0.6)
        body.moveCenter(QPointF(photo.center().x(), photo.bottom() + photo.height() * 0.06))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._looks.colour("edge"))
        painter.drawEllipse(body)
        painter.drawEllipse(head)
        painter.setClipping(False)
        if measured:
            painter.setPen(QPen(self._looks.colour("accent"), 4))
            for y in (head.top(), head.center().y(), head.bottom()):
                painter.drawLine(QPointF(photo.left() - 10, y), QPointF(photo.right() + 10, y))
