"""What a tab has whose results an engine can finish: the control with its tray, and the engine at work."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from catchlight.gui.app.session import Session
from catchlight.gui.dialogs.questions import SystemDialogs
from catchlight.gui.engines.painting import VariantPainting
from catchlight.gui.engines.pane import ImaginePane
from catchlight.gui.widgets.theme import Theme


class EngineFinish:
    """begin: has variants of the tab's wish painted; refresh: shows what the tray says."""

    def __init__(
        self,
        session: Session,
        theme: Theme,
        ask: SystemDialogs,
        parent: QObject,
        begin: Callable[[], None],
        refresh: Callable[[], None],
    ) -> None:
        self.pane = ImaginePane(theme, finishes=True)
        self.pane.wanted.connect(begin)
        self.painting = VariantPainting(session, self.pane, ask, parent)
        self.painting.changed.connect(refresh)
