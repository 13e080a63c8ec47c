"""The QR code on the screen, as a phone sees it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from catchlight.gui.kiosk.widgets.qr_view import QrView
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

LINK = "http://192.168.178.100:54321/abcdefghijklmnopqrstuvwxyzABCDEF"


@pytest.mark.parametrize("room", [200, 480])
def test_the_code_is_read_by_a_reader(qtbot: QtBot, room: int) -> None:
    view = QrView(room)
    qtbot.addWidget(view)
    view.show_link(LINK)
    image = view.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine())
    seen = np.ascontiguousarray(rows[:, : image.width()])
    assert cv2.QRCodeDetectorAruco().detectAndDecode(seen)[0] == LINK
    quiet = view.width() // 20
    assert (seen[:quiet] == 255).all()
    assert (seen[:, :quiet] == 255).all()
