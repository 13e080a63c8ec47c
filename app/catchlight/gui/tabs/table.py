"""The tabs of the window, from left to right: a new one is a class, and a row here."""

from __future__ import annotations

from catchlight.gui.tab import Tab
from catchlight.gui.tabs.adjust import AdjustTab
from catchlight.gui.tabs.edit import EditTab
from catchlight.gui.tabs.expression import ExpressionTab
from catchlight.gui.tabs.hair import HairTab
from catchlight.gui.tabs.headshot import HeadshotTab
from catchlight.gui.tabs.id_photo import IdPhotoTab
from catchlight.gui.tabs.print_sheet import PrintSheetTab
from catchlight.gui.tabs.profile_picture import ProfilePictureTab

TABS: tuple[type[Tab], ...] = (
    HairTab,
    HeadshotTab,
    IdPhotoTab,
    PrintSheetTab,
    EditTab,
    ExpressionTab,
    AdjustTab,
    ProfilePictureTab,
)
