"""The kiosk's screens in its languages: nothing is left in English, nothing is cut off, and Arabic runs from right to left."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from catchlight.core.messages import Message
from catchlight.gui.kiosk.screens.document import DocumentScreen, find_documents
from catchlight.gui.kiosk.screens.review import ReviewScreen
from catchlight.gui.kiosk.widgets.buttons import ChoiceCard, big_button
from catchlight.gui.kiosk.widgets.fitting import FittingArea, FootLayout
from catchlight.gui.kiosk.window import KioskWindow
from catchlight.gui.wording.i18n import KIOSK_LANGUAGES, Language
from catchlight.imaging.picture import Picture
from catchlight.kiosk.config.model import Printer, Screens, Shop
from catchlight.kiosk.flow.state import SessionState, TakeState
from catchlight.kiosk.guidance.port import Guidance
from catchlight.kiosk.handover.port import Handed
from catchlight.kiosk.payment.port import PaymentStep
from catchlight.kiosk.session.take import Take
from catchlight.operations.compliance.titles import TITLES
from catchlight.operations.id_photo.refusals import REFUSED
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QVBoxLayout, QWidget
